import Foundation
import Testing

@testable import ModelData
@testable import StoreMaintenance

/// Repairs of damaged record numbers. A leaf page stores each record's number before its values. In these
/// stores, all record numbers take one byte.
@Suite("Repair of damaged record numbers")
struct DamagedRecordNumberTests {
    /// Changes the record number in one cell of a table's first leaf page.
    private func change(
        _ table: String, of store: MaintenanceTestStore, cell: Int, _ change: (UInt8) -> UInt8
    ) throws {
        let root = try #require(try store.roots()[table])
        try store.damage { data in
            func short(_ place: Int) -> Int { Int(data[place]) << 8 | Int(data[place + 1]) }
            func cells(_ page: Int, header: Int) -> [Int] {
                let start = (page - 1) * 4096
                return (0..<short(start + 3)).map { start + short(start + header + 2 * $0) }
            }
            let isBranch = data[(root - 1) * 4096] == 5
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

    @Test
    func `A record that got a number from another page is lost and named, and no other is`() throws {
        let number: UInt8 = 105
        let store = try MaintenanceTestStore(trips: 12)
        let before = try store.records()
        var titles = try store.titles()
        try change("Sight", of: store, cell: 4) { found in
            #expect(found == 5)
            return number
        }
        let repair = try store.maintainer.repair()
        titles[5] = nil
        #expect(try store.titles() == titles)
        #expect(sights(repair)?.lost == [5...5])
        #expect(repair.hasLosses)
        try store.expectRepaired(repair, from: before, "\(number)")
    }

    @Test func `A record that got an unused number is reported as lost under its own number`() throws {
        let store = try MaintenanceTestStore(trips: 12)
        var titles = try store.titles()
        try change("Sight", of: store, cell: 4) { _ in 125 }
        let repair = try store.maintainer.repair()
        titles[5] = nil
        #expect(try store.titles() == titles)
        #expect(sights(repair)?.lost == [5...5])
    }

    @Test(arguments: [7, 4, 3] as [UInt8])
    func `A record that got a neighbour's number isn't taken for the neighbour, and all losses are named`(
        number: UInt8
    ) throws {
        let store = try MaintenanceTestStore(trips: 12)
        let before = try store.records()
        let titles = try store.titles()
        try change("Sight", of: store, cell: 4) { _ in number }
        let repair = try store.maintainer.repair()
        let saved = try store.titles()
        #expect(saved.allSatisfy { titles[$0.key] == $0.value })
        #expect(saved.count >= titles.count - 3)
        try store.expectRepaired(repair, from: before, "\(number)")
    }

    @Test func `A history row with another row's number is detected as a gap`() throws {
        let store = try MaintenanceTestStore(trips: 12)
        try change("_history_change", of: store, cell: 1) { $0 + 2 }
        let repair = try store.maintainer.repair()
        #expect(repair.isHistoryDropped)
        #expect(try store.maintainer.problems() == [])
    }

    @Test func `Only record numbers that agree with all others on the page are believed`() {
        func believed(_ numbers: [Int64?], above: Int64? = nil, upTo: Int64? = nil) -> [Int64?] {
            TableWalk.consistent(numbers, above: above, upTo: upTo)
        }
        #expect(believed([1, 2, 3, nil, 5]) == [1, 2, 3, nil, 5])
        #expect(believed([1, 2, 9, 4, 5], upTo: 8) == [1, 2, nil, 4, 5])
        #expect(believed([1, 2, 3, 3, 5]) == [1, 2, nil, nil, 5])
        #expect(believed([60, 102, 103], above: 100, upTo: 150) == [nil, 102, 103])
        #expect(believed([148, 255], above: 147, upTo: 150) == [148, nil])
        #expect(believed([101], above: 120, upTo: 150) == [nil])
        #expect(believed([Int64.min, 2, Int64.max], above: 0, upTo: Int64.max) == [nil, 2, Int64.max])
    }
}
