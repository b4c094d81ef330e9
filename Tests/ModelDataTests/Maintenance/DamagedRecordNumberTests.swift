import Foundation
import Testing

@testable import ModelData

/// Repairs of damaged record numbers. A leaf page stores each record's number before its values, and interior
/// pages contain some of the numbers as keys. In these stores, all record numbers take one byte.
@Suite("Repair of damaged record numbers")
struct DamagedRecordNumberTests {
    /// Changes the record number in one cell of a leaf page or of the root page.
    private func change(
        _ table: String, of store: MaintenanceTestStore, inRoot: Bool, cell: Int, _ change: (UInt8) -> UInt8
    ) throws {
        let root = try #require(try store.roots()[table])
        try store.damage { data in
            func short(_ place: Int) -> Int { Int(data[place]) << 8 | Int(data[place + 1]) }
            func cells(_ page: Int, header: Int) -> [Int] {
                let start = (page - 1) * 4096
                return (0..<short(start + 3)).map { start + short(start + header + 2 * $0) }
            }
            let isBranch = data[(root - 1) * 4096] == 5
            #expect(isBranch || !inRoot)
            if inRoot {
                let place = cells(root, header: 12)[cell] + 4
                data[place] = change(data[place])
                return
            }
            let first = isBranch ? cells(root, header: 12)[0] : 0
            let leaf = isBranch ? short(first) << 16 | short(first + 2) : root
            var place = cells(leaf, header: 8)[cell]
            while data[place] & 0x80 != 0 { place += 1 }
            data[place + 1] = change(data[place + 1])
        }
    }

    private func sights(_ repair: StoreRepair) -> StoreRepair.Table? {
        repair.tables.first { $0.name == "Sight" }
    }

    @Test(
        arguments: [7, 4, 3, 105] as [UInt8]
    )
    func `A record that got another record's number is lost and named, and no other is`(number: UInt8) throws
    {
        let store = try MaintenanceTestStore(trips: 12)
        let before = try store.records()
        var titles = try store.titles()
        try change("Sight", of: store, inRoot: false, cell: 4) { found in
            #expect(found == 5)
            return number
        }
        let repair = try store.maintainer.repair()
        titles[5] = nil
        #expect(try store.titles() == titles)
        #expect(sights(repair)?.lost == [5...5] && repair.hasLosses)
        try store.expectRepaired(repair, from: before, "\(number)")
    }

    @Test func `A record that got an unused number is reported as lost under its own number`() throws {
        let store = try MaintenanceTestStore(trips: 12)
        var titles = try store.titles()
        try change("Sight", of: store, inRoot: false, cell: 4) { _ in 125 }
        let repair = try store.maintainer.repair()
        titles[5] = nil
        #expect(try store.titles() == titles)
        #expect(sights(repair)?.lost == [5...5])
    }

    @Test(arguments: [-10, -1, 1, 10])
    func `Wrong numbers on an interior page lose no records`(difference: Int) throws {
        let store = try MaintenanceTestStore(trips: 12)
        let before = try store.records()
        let titles = try store.titles()
        try change("Sight", of: store, inRoot: true, cell: 0) { UInt8(Int($0) + difference) }
        let repair = try store.maintainer.repair()
        #expect(repair.keptAt != nil)
        #expect(try store.titles() == titles)
        #expect(sights(repair)?.lost == [])
        try store.expectRepaired(repair, from: before, "\(difference)")
    }

    @Test func `A history row with another row's number is detected as a gap`() throws {
        let store = try MaintenanceTestStore(trips: 12)
        try change("_history_change", of: store, inRoot: false, cell: 1) { $0 + 2 }
        let repair = try store.maintainer.repair()
        #expect(repair.isHistoryDropped)
        #expect(try store.maintainer.problems() == [])
    }

    @Test func `The most consistent record numbers on a page are believed`() {
        func believed(_ numbers: [Int64?], above: Int64? = nil, upTo: Int64? = nil) -> [Int64?] {
            let order = RecordNumberOrder(
                numbers, isReadable: numbers.map { _ in true }, above: above, upTo: upTo)
            return zip(numbers, order.isBelieved).map { $1 ? $0 : nil }
        }
        #expect(believed([1, 2, 9, 4, 5]) == [1, 2, nil, 4, 5])
        // Two records have the number 3. The second of them may have had the unused number 4. The first can't
        // have had another number.
        #expect(believed([1, 2, 3, 3, 5]) == [1, 2, 3, nil, 5])
        #expect(believed([1, nil, 3, 9, 5, 6]) == [1, nil, 3, nil, 5, 6])
        #expect(believed([60, 102, 103], above: 100, upTo: 150) == [nil, 102, 103])
        #expect(believed([148, 255], above: 147, upTo: 150) == [148, nil])
        #expect(believed([101, 102, 103], above: 101, upTo: 150) == [101, 102, 103])
        #expect(believed([101, 102, 103], above: 120, upTo: 150) == [101, 102, 103])
        #expect(believed([101], above: 120, upTo: 150) == [101])
        #expect(believed([Int64.min, 2, Int64.max], above: 0, upTo: Int64.max) == [nil, 2, Int64.max])
        // The numbers of unreadable records are ignored.
        let unread = RecordNumberOrder([700, 800], isReadable: [false, false], above: 0, upTo: 9)
        #expect(unread.isBelieved == [false, false] && unread.above == 0 && unread.upTo == 9)
    }
}
