import Foundation
import Testing

@testable import ModelData

/// The number of a record stands on a page as a byte or two before its values, and on the pages above as what leads to
/// it. All numbers of the stores here take one byte.
@Suite("Repair of stores with broken numbers")
struct BrokenNumberTests {
    /// Changes the number in one cell: of a page with rows, or of the root that leads to it.
    private func change(
        _ table: String, of store: CareStore, inRoot: Bool, cell: Int, _ change: (UInt8) -> UInt8
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
        "A record whose number is another's now is lost and named, and no other is",
        arguments: [7, 4, 3, 105] as [UInt8]
    )
    func record(number: UInt8) throws {
        let store = try CareStore(trips: 12)
        let before = try store.records()
        var titles = try store.titles()
        try change("Sight", of: store, inRoot: false, cell: 4) { found in
            #expect(found == 5)
            return number
        }
        let repair = try store.care.repair()
        titles[5] = nil
        #expect(try store.titles() == titles)
        #expect(sights(repair)?.lost == [5...5] && repair.hasLosses)
        try store.expectRepaired(repair, from: before, "\(number)")
    }

    @Test("A record whose number is one that was never given is lost under its own")
    func unknown() throws {
        let store = try CareStore(trips: 12)
        var titles = try store.titles()
        try change("Sight", of: store, inRoot: false, cell: 4) { _ in 125 }
        let repair = try store.care.repair()
        titles[5] = nil
        #expect(try store.titles() == titles)
        #expect(sights(repair)?.lost == [5...5])
    }

    @Test(
        "Where a page above says otherwise than the records below, nothing is lost",
        arguments: [-10, -1, 1, 10])
    func above(difference: Int) throws {
        let store = try CareStore(trips: 12)
        let before = try store.records()
        let titles = try store.titles()
        try change("Sight", of: store, inRoot: true, cell: 0) { UInt8(Int($0) + difference) }
        let repair = try store.care.repair()
        #expect(repair.keptAt != nil)
        #expect(try store.titles() == titles)
        #expect(sights(repair)?.lost == [])
        try store.expectRepaired(repair, from: before, "\(difference)")
    }

    @Test("A history of which one row has another's number is known to have a hole")
    func history() throws {
        let store = try CareStore(trips: 12)
        try change("_history_change", of: store, inRoot: false, cell: 1) { $0 + 2 }
        let repair = try store.care.repair()
        #expect(repair.isHistoryDropped)
        #expect(try store.care.problems() == [])
    }

    @Test("The numbers on a page that are believed are those that make most sense together")
    func order() {
        func believed(_ numbers: [Int64?], above: Int64? = nil, upTo: Int64? = nil) -> [Int64?] {
            let order = NumberOrder(
                numbers, isReadable: numbers.map { _ in true }, above: above, upTo: upTo)
            return zip(numbers, order.isBelieved).map { $1 ? $0 : nil }
        }
        #expect(believed([1, 2, 9, 4, 5]) == [1, 2, nil, 4, 5])
        // Only the second 3 had a number that nobody else has.
        #expect(believed([1, 2, 3, 3, 5]) == [1, 2, 3, nil, 5])
        #expect(believed([1, nil, 3, 9, 5, 6]) == [1, nil, 3, nil, 5, 6])
        #expect(believed([60, 102, 103], above: 100, upTo: 150) == [nil, 102, 103])
        #expect(believed([148, 255], above: 147, upTo: 150) == [148, nil])
        #expect(believed([101, 102, 103], above: 101, upTo: 150) == [101, 102, 103])
        #expect(believed([101, 102, 103], above: 120, upTo: 150) == [101, 102, 103])
        #expect(believed([101], above: 120, upTo: 150) == [101])
        #expect(believed([Int64.min, 2, Int64.max], above: 0, upTo: Int64.max) == [nil, 2, Int64.max])
        // What can't be read says little.
        let unread = NumberOrder([700, 800], isReadable: [false, false], above: 0, upTo: 9)
        #expect(unread.isBelieved == [false, false] && unread.above == 0 && unread.upTo == 9)
    }
}
