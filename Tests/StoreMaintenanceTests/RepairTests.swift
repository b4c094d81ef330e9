import Foundation
import TestSupport
import Testing

@testable import ModelData
@testable import StoreMaintenance

@Suite("Repair of damaged stores")
struct RepairTests {
    private func repaired(_ store: MaintenanceTestStore, _ note: Comment) throws -> StoreRepair? {
        do {
            return try store.maintainer.repair()
        } catch {
            Issue.record("\(note): \(error)")
            return nil
        }
    }

    @Test func `An intact store has no problems and stays unchanged`() throws {
        let store = try MaintenanceTestStore(trips: 3)
        let before = try Data(contentsOf: store.url)
        let repair = try store.maintainer.repair()
        #expect(repair.problems == [])
        #expect(repair.keptAt == nil)
        #expect(!repair.hasLosses)
        #expect(try Data(contentsOf: store.url) == before)
        #expect(try store.maintainer.problems() == [])
    }

    @Test(.level(.default))
    func `If any one page is overwritten, repair saves all other data and names the losses`() throws {
        let store = try MaintenanceTestStore(trips: 20)
        let whole = try Data(contentsOf: store.url)
        let before = try store.records()
        let titles = try store.titles()
        var random = SeededGenerator(seed: 9)
        for page in 0..<whole.count / 4096 {
            try whole.write(to: store.url)
            try store.damage { data in
                for offset in page * 4096..<(page + 1) * 4096 {
                    data[offset] = UInt8.random(in: 0...255, using: &random)
                }
            }
            guard let repair = try repaired(store, "page \(page)") else { continue }
            guard let kept = repair.keptAt else {
                // Nothing was repaired, because the damaged page is unused.
                #expect(try store.records() == before, "page \(page)")
                #expect(try store.titles() == titles, "page \(page)")
                continue
            }
            try store.expectRepaired(repair, from: before, "page \(page)")
            #expect(try store.titles().count > titles.count / 2, "page \(page)")
            try FileManager.default.removeItem(at: kept)
        }
    }

    @Test(.level(.default)) func `If the store is truncated after any page, repair saves the rest`() throws {
        let store = try MaintenanceTestStore(trips: 12)
        let whole = try Data(contentsOf: store.url)
        let before = try store.records()
        for pages in 1..<whole.count / 4096 {
            try whole.write(to: store.url)
            try store.damage { $0 = $0.prefix(pages * 4096 + 17) }
            guard let repair = try repaired(store, "\(pages) pages") else { continue }
            try store.expectRepaired(repair, from: before, "\(pages) pages")
        }
    }

    /// Returns the offsets outside the pages of the list of tables.
    private func offsetsOfTables(_ data: Data) -> [Int] {
        func short(_ place: Int) -> Int { Int(data[place]) << 8 | Int(data[place + 1]) }
        var list: Set = [1]
        if data[100] == 5 {
            for index in 0..<short(103) {
                let cell = short(112 + 2 * index)
                list.insert(short(cell) << 16 | short(cell + 2))
            }
            list.insert(short(108) << 16 | short(110))
        }
        return data.indices.filter { !list.contains($0 / 4096 + 1) }
    }

    @Test(.level(.default))
    func `After random bytes of tables change, a store is repaired or intact, and all losses are named`()
        throws
    {
        let store = try MaintenanceTestStore(trips: 12)
        let whole = try Data(contentsOf: store.url)
        let before = try store.records()
        let offsets = offsetsOfTables(whole)
        for seed in UInt64(1)...60 {
            var random = SeededGenerator(seed: seed)
            try whole.write(to: store.url)
            try store.damage { data in
                for _ in 0..<Int.random(in: 1...40, using: &random) {
                    let offset = offsets[Int.random(in: offsets.indices, using: &random)]
                    data[offset] = UInt8.random(in: 0...255, using: &random)
                }
            }
            guard let repair = try repaired(store, "seed \(seed)") else { continue }
            do {
                if repair.keptAt != nil {
                    try store.expectRepaired(repair, from: before, "seed \(seed)")
                } else {
                    // The repair found no damage: values may have changed undetected, but all records are
                    // there and readable.
                    #expect(try store.records() == before, "seed \(seed)")
                    try store.readEverything()
                }
            } catch {
                Issue.record("seed \(seed), \(repair.problems): \(error)")
            }
        }
    }

    @Test func `Repair saves data that is only in the write-ahead log`() throws {
        let store = try MaintenanceTestStore(trips: 4)
        let writer = try store.context()
        writer.insert(Sight("only in the log"))
        try writer.save()
        let copy = try MaintenanceTestStore(trips: 0)
        let log = try Data(contentsOf: URL(fileURLWithPath: store.url.path + "-wal"))
        #expect(!log.isEmpty)
        try Data(contentsOf: store.url).write(to: copy.url)
        try log.write(to: URL(fileURLWithPath: copy.url.path + "-wal"))
        try copy.damage { data in for offset in 3 * 4096..<data.count { data[offset] = 0xAA } }
        let repair = try copy.maintainer.repair()
        #expect(repair.keptAt != nil)
        #expect(try copy.titles().values.contains("only in the log"))
        try writer.close()
    }

    @Test func `An unreadable header loses no record`() throws {
        let store = try MaintenanceTestStore(trips: 12)
        let before = try store.titles()
        try store.damage { data in for offset in 0..<100 { data[offset] = UInt8(offset) } }
        #expect(throws: ModelDataError.notAStore(path: store.url.path, reason: .notADatabase)) {
            try store.container()
        }
        let repair = try store.maintainer.repair()
        #expect(try store.titles() == before)
        #expect(repair.problems == ["is not a database"])
    }

    @Test func `References to lost records are removed, so that the rest can be used`() throws {
        let store = try MaintenanceTestStore(trips: 12)
        try store.damage { data in
            // Only names of trips begin with this text.
            while let range = data.range(of: Data("trip 5".utf8)) {
                let page = range.lowerBound / 4096
                for offset in page * 4096..<(page + 1) * 4096 { data[offset] = 0xAA }
            }
        }
        let repair = try store.maintainer.repair()
        #expect(repair.cutReferences > 0)
        #expect(repair.hasLosses)
        #expect(try store.maintainer.problems() == [])
    }

    @Test func `A file of another kind isn't treated as a damaged store and stays unchanged`() throws {
        let store = try MaintenanceTestStore(trips: 1)
        let text = Data("a letter, not a store\n".utf8 + Array(repeating: 0x20, count: 9000))
        try text.write(to: store.url)
        #expect(throws: ModelDataError.notAStore(path: store.url.path, reason: .notADatabase)) {
            try store.maintainer.repair()
        }
        #expect(try Data(contentsOf: store.url) == text)
    }

    /// Returns the offset of an overflow page of a long text. If `others` is negative, this is the text's
    /// last page. Otherwise, `others` other pages with this text precede the page in the file.
    private func page(of text: String, after others: Int, in data: Data) throws -> Int {
        let pages = stride(from: 0, to: data.count, by: 4096).filter { start in
            let page = data[start..<start + 4096]
            // An overflow page begins with the number of the next page, or 0 on the last one.
            return page.starts(with: [0, 0])
                && page.dropFirst(4).prefix(20).firstRange(of: Data(text.utf8)) != nil
        }
        let last = try #require(pages.firstIndex { data[$0..<$0 + 4].allSatisfy { $0 == 0 } })
        return try #require(others < 0 ? pages[last] : pages.prefix(last).dropFirst(others).first)
    }

    @Test(.level(.default), arguments: [0x00, 0x55, 0xFF], [0, 1, 2, -1])
    func `A damaged overflow page loses only the text from there on, and no record`(byte: Int, others: Int)
        throws
    {
        let store = try MaintenanceTestStore(trips: 2)
        let context = try store.context()
        let label = Label("long")
        context.insert(label)
        let sight = Sight(String(repeating: "bridge ", count: 4000))
        context.insert(sight)
        sight.labels.append(label)
        try context.save()
        let number = try #require(sight.persistentModelID.recordNumber)
        try context.close()
        let before = try store.records()
        let start = try page(of: "bridge", after: others, in: Data(contentsOf: store.url))
        try store.damage { data in
            data.replaceSubrange(start..<start + 4096, with: Data(repeating: UInt8(byte), count: 4096))
        }
        let repair = try store.maintainer.repair()
        #expect(repair.keptAt != nil)
        #expect(repair.hasLosses)
        #expect(repair.replaced.map(\.record) == [number])
        #expect(repair.replaced.map(\.property) == ["title"])
        #expect(try store.records() == before)
        try store.expectRepaired(repair, from: before, "\(byte)")
        let title = try #require(try store.titles()[number])
        #expect(title.hasPrefix("bridge bridge"))
        #expect(title.utf8.count < 28_000)
        #expect(!title.unicodeScalars.contains { $0.value == 0 || $0.value == 0x55 || $0.value == 0xFFFD })
        let after = try store.context()
        let found = try after.fetch(FetchDescriptor<Label>()).first { $0.word == "long" }
        #expect(found?.sights?.count == 1)
        try after.close()
        #expect(try store.maintainer.repair().keptAt == nil)
    }

    @Test func `An unreadable history is dropped and reported, so that later changes can be undone`() throws {
        let store = try MaintenanceTestStore(trips: 3)
        let context = try store.context()
        let sight = Sight(String(repeating: "bridge ", count: 4000))
        context.insert(sight)
        try context.save()
        sight.title = "short"
        try context.save()
        try context.close()
        let before = try store.records()
        let connection = try SQLFile(store.url.path, .existing, timeout: 2)
        let last = "(SELECT max(_id) FROM _history_change)"
        try connection.execute(
            "UPDATE _history_change SET records = CAST(substr(records, 1, 9000) || zeroblob(9000) AS BLOB) WHERE _id = \(last)"
        )
        #expect(try store.maintainer.problems().count == 1)
        let repair = try store.maintainer.repair()
        #expect(repair.isHistoryDropped)
        #expect(repair.hasLosses)
        #expect(repair.replaced == [])
        #expect(try store.records() == before)
        #expect(try store.maintainer.repair().keptAt == nil)
        let after = try store.context()
        after.insert(Sight("later"))
        try after.save()
        #expect(try after.undoLastTransaction() != nil)
        try after.close()
    }

    @Test func `Zeros on the last page of a long row are lost values, even for short values`() {
        // A record of a long text, a short text, a number, and data that ends with zeros.
        let header: [UInt8] = [7, 0x83, 0x75, 15, 1, 18, 8]
        let start = header + Array(repeating: 0x61, count: 244)
        let bytes = start + [0, 0, 0, 0, 0]
        let rest = RecordBytes.parts(bytes, of: UInt64(bytes.count), zeroedFrom: start.count)
        #expect(rest?.map(\.isWhole) == [true, false, false, true, true])
        #expect(rest?.map(\.value).last == .integer(0))
        #expect(RecordBytes.parts(bytes, of: UInt64(bytes.count), zeroedFrom: nil)?.map(\.isWhole)[1] == true)
    }

    @Test func `Zeros that a program wrote into a text aren't damage`() throws {
        let store = try MaintenanceTestStore(trips: 1)
        let context = try store.context()
        let text = "before" + String(repeating: "\0", count: 499) + "after"
        for title in [text, "\0", "\0\0short", "last" + String(repeating: "\0", count: 15)] {
            context.insert(Sight(title))
        }
        try context.save()
        try context.close()
        let before = try store.titles()
        #expect(try store.maintainer.problems() == [])
        let repair = try store.maintainer.repair()
        #expect(repair.keptAt == nil)
        #expect(repair.replaced == [])
        #expect(try store.titles() == before)
    }

    @Test func `Repair reports no problems for an intact store while another process writes`() throws {
        let store = try MaintenanceTestStore(trips: 40)
        let context = try store.context()
        for sight in try context.fetch(FetchDescriptor<Sight>()) { context.delete(sight) }
        try context.save()
        try context.close()
        let size = try Data(contentsOf: store.url).count
        let writer = try SQLFile(store.url.path, .existing, timeout: 0)
        try writer.execute("BEGIN IMMEDIATE")
        #expect(try store.maintainer.repair().keptAt == nil)
        #expect(try Data(contentsOf: store.url).count == size)
        try writer.execute("ROLLBACK")
    }

    @Test func `Another container with the store open sees the repaired data`() throws {
        let store = try MaintenanceTestStore(trips: 20)
        let other = try store.context()
        #expect(try other.fetchCount(FetchDescriptor<Sight>()) == 200)
        let file = try FileHandle(forUpdating: store.url)
        try file.seek(toOffset: 9 * 4096)
        try file.write(contentsOf: Data(repeating: 0x55, count: 4096))
        try file.close()
        let repair = try store.maintainer.repair()
        #expect(repair.keptAt != nil)
        let saved = repair.tables.first { $0.name == "Sight" }?.saved
        #expect(try other.storeChangedElsewhere())
        #expect(try other.fetchCount(FetchDescriptor<Sight>()) == saved)
        other.insert(Sight("after"))
        try other.save()
        #expect(try store.titles().values.contains("after"))
        #expect(try store.maintainer.problems() == [])
        try other.close()
    }

    @Test func `A failed repair leaves the store unchanged and no copy, so that the next try has the space`()
        throws
    {
        struct Failure: Error {}
        let store = try MaintenanceTestStore(trips: 12)
        let page = try #require(try store.roots()["Sight"]) - 1
        try store.damage { data in
            for offset in page * 4096..<(page + 1) * 4096 { data[offset] = 0x5A }
        }
        let damaged = try Data(contentsOf: store.url)
        #expect(throws: Failure.self) { try store.maintainer.repair { _, _ in throw Failure() } }
        #expect(try Data(contentsOf: store.url) == damaged)
        let files = try FileManager.default.contentsOfDirectory(atPath: store.directory.url.path)
        #expect(files.filter { $0.contains("damaged") || $0.contains("partial") } == [])
        #expect(try store.maintainer.repair().keptAt != nil)
    }
}
