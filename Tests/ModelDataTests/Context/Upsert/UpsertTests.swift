import Foundation
import ModelData
import Testing

@Suite("Upserts of plain values")
struct UpsertTests {
    private struct Row: Sendable {
        var isbn: String?
        var title: String
        var year = 1961
        var status = Status.onShelf
    }

    private func upsert(_ rows: [Row], into context: ModelContext) throws -> UpsertResult {
        try context.upsert(
            Printing.self, contentsOf: rows, by: [\.isbn],
            setting: [
                .set(\.isbn) { $0.isbn }, .set(\.title) { $0.title }, .set(\.year) { $0.year },
                .set(\.status) { $0.status },
            ])
    }

    private func titles(_ context: ModelContext) throws -> [String] {
        try context.fetch(FetchDescriptor<Printing>()).map(\.title)
    }

    @Test func `New rows are inserted, changed rows updated and equal rows left alone, in one undo step`()
        throws
    {
        let context = ModelContext(try memory(Printing.self))
        let known = Printing(isbn: "1", title: "Solaris", year: 1961)
        known.publisher = "MON"
        context.insert(known)
        try context.save()
        let rows = [
            Row(isbn: "1", title: "Solaris 2", year: 1962, status: .completed), Row(isbn: "2", title: "Eden"),
            Row(isbn: nil, title: "Fiasko"), Row(isbn: "2", title: "Eden"), Row(isbn: "2", title: "Éden"),
        ]
        let result = try upsert(rows, into: context)
        #expect(result.inserted == 2)
        #expect(result.updated == 2)
        #expect(result.unchanged == 1)
        #expect(known.title == "Solaris 2")
        #expect(known.status == .completed)
        #expect(known.publisher == "MON")
        #expect(!context.hasChanges)
        let found = try context.fetch(FetchDescriptor<Printing>())
        #expect(found.map(\.title) == ["Solaris 2", "Éden", "Fiasko"])
        #expect(found.map(\.publisher) == ["MON", "Iskry", "Iskry"])
        try context.undoLastTransaction()
        #expect(known.title == "Solaris")
        #expect(known.year == 1961)
        #expect(known.status == .onShelf)
        #expect(try titles(context) == ["Solaris"])
        try context.redoLastTransaction()
        #expect(try titles(context) == ["Solaris 2", "Éden", "Fiasko"])
    }

    @Test func `An object with unsaved changes is merged property by property when it is saved`() throws {
        let context = ModelContext(try memory(Printing.self))
        let known = Printing(isbn: "1", title: "Solaris", year: 1961)
        context.insert(known)
        try context.save()
        known.publisher = "mine"
        try #require(try upsert([Row(isbn: "1", title: "theirs")], into: context).updated == 1)
        #expect(known.publisher == "mine")
        try context.save()
        #expect(known.publisher == "mine")
        #expect(known.title == "theirs")
    }

    @Test func `The merge policy decides about existing values`() throws {
        let context = ModelContext(try memory(Printing.self))
        _ = try upsert([Row(isbn: "1", title: "Solaris")], into: context)
        context.mergePolicy = .error
        #expect(
            throws: ModelDataError.notUnique(model: "Printing", properties: ["isbn"], values: [.text("1")])
        ) {
            try upsert([Row(isbn: "2", title: "Eden"), Row(isbn: "1", title: "x")], into: context)
        }
        #expect(try titles(context) == ["Solaris"])
        context.mergePolicy = .mergeByPropertyStoreTrump
        #expect(try upsert([Row(isbn: "1", title: "x")], into: context).unchanged == 1)
        #expect(try titles(context) == ["Solaris"])
    }

    @Test func `A conflict with another unique group names that group`() throws {
        let context = ModelContext(try memory(Printing.self))
        _ = try upsert([Row(isbn: "1", title: "Solaris"), Row(isbn: "2", title: "Eden")], into: context)
        let expected = ModelDataError.notUnique(
            model: "Printing", properties: ["title", "year"], values: [.text("Solaris"), .integer(1961)])
        #expect(throws: expected) { try upsert([Row(isbn: "2", title: "Solaris")], into: context) }
        #expect(throws: ModelDataError.self) { try upsert([Row(isbn: "3", title: "Solaris")], into: context) }
        #expect(try titles(context) == ["Solaris", "Eden"])
    }

    @Test func `Models and properties that can't be upserted are refused by name`() throws {
        let context = ModelContext(try memory(Printing.self, Book.self))
        #expect(throws: ModelDataError.noUniqueKey(model: "Book", properties: ["title", "author"])) {
            try context.upsert(
                Book.self, contentsOf: [Row(title: "x")],
                setting: [.set(\.title) { $0.title }, .set(\.author) { $0.title }])
        }
        #expect(
            throws: ModelDataError.invalidValue(
                model: "Printing", property: "title", record: nil, problem: .missing)
        ) {
            try context.upsert(
                Printing.self, contentsOf: [Row(isbn: "1", title: "x")], setting: [.set(\.isbn) { $0.isbn }])
        }
    }

    @Test
    func `An upsert in a transaction is rolled back with it, and other contexts see it after the commit`()
        throws
    {
        let directory = try TemporaryDirectory()
        let container = try container(directory.file(), Printing.self)
        let context = ModelContext(container)
        let other = ModelContext(container)
        _ = try upsert([Row(isbn: "1", title: "Solaris")], into: context)
        let copy = try #require(try other.fetch(FetchDescriptor<Printing>()).first)
        try context.beginTransaction()
        _ = try upsert([Row(isbn: "1", title: "Eden")], into: context)
        context.rollbackTransaction()
        #expect(try titles(context) == ["Solaris"])
        _ = try upsert([Row(isbn: "1", title: "Fiasko")], into: context)
        #expect(try other.storeChangedElsewhere() && copy.title == "Fiasko")
    }

    @Test(arguments: [true, false])
    func `In a transaction, earlier deletions don't delete upserted records`(hasObjects: Bool) throws {
        let context = ModelContext(try memory(Printing.self))
        _ = try upsert([Row(isbn: "1", title: "Solaris"), Row(isbn: "2", title: "Eden")], into: context)
        let objects = hasObjects ? try context.fetch(FetchDescriptor<Printing>()) : []
        try withExtendedLifetime(objects) {
            try context.transaction {
                try context.delete(model: Printing.self)
                let rows = [Row(isbn: "1", title: "Solaris 2"), Row(isbn: "3", title: "Fiasko")]
                let result = try upsert(rows, into: context)
                #expect(result.inserted == 2)
                #expect(result.updated == 0)
            }
        }
        #expect(try titles(context) == ["Solaris 2", "Fiasko"])
        try context.undoLastTransaction()
        #expect(try titles(context) == ["Solaris", "Eden"])
    }

    @Test func `Outside a transaction, the model's deletions must be saved or rolled back first`() throws {
        let context = ModelContext(try memory(Printing.self, Book.self))
        context.insert(Book(title: "Solaris", author: "Lem"))
        try context.save()
        _ = try upsert([Row(isbn: "1", title: "Solaris")], into: context)
        try context.delete(model: Printing.self)
        #expect(throws: ModelDataError.unsavedChanges) {
            try upsert([Row(isbn: "1", title: "Eden")], into: context)
        }
        context.rollback()
        #expect(try titles(context) == ["Solaris"])
        let known = try #require(try context.fetch(FetchDescriptor<Printing>()).first)
        context.delete(known)
        #expect(throws: ModelDataError.unsavedChanges) {
            try upsert([Row(isbn: "1", title: "Eden")], into: context)
        }
        try context.save()
        // Pending deletions of other models don't prevent an upsert.
        try context.delete(model: Book.self)
        let result = try upsert([Row(isbn: "1", title: "Eden")], into: context)
        #expect(result.inserted == 1)
        #expect(try titles(context) == ["Eden"])
        #expect(context.hasChanges)
    }

    @Test func `Random upserts give the same result as a dictionary, and undo restores the start`() throws {
        let seed = SeededGenerator.newSeed
        var random = SeededGenerator(seed: seed)
        let context = ModelContext(try memory(Printing.self))
        var expected: [[String: String]] = [[:]]
        for step in 0..<20 {
            var state = expected[step]
            let rows = (0..<Int.random(in: 1..<20, using: &random)).map { number in
                Row(isbn: "\(Int.random(in: 0..<30, using: &random))", title: "\(step) \(number)")
            }
            for row in rows { state[row.isbn ?? ""] = row.title }
            _ = try upsert(rows, into: context)
            expected.append(state)
        }
        for step in expected.indices.reversed() {
            let found = try ModelContext(context.container).fetch(FetchDescriptor<Printing>())
            #expect(
                Dictionary(found.map { ($0.isbn ?? "", $0.title) }) { $1 } == expected[step], "seed \(seed)")
            try context.undoLastTransaction()
        }
    }

    @Test func `An object is found, saved or not, or created if missing`() throws {
        let context = ModelContext(try memory(Printing.self))
        var count = 0
        func find(_ isbn: String) throws -> Printing {
            try context.findOrInsert(\.isbn, isbn) {
                count += 1
                return Printing(isbn: isbn, title: isbn, year: 1961)
            }
        }
        let first = try find("1")
        #expect(try find("1") === first && count == 1)
        try context.save()
        #expect(try find("1") === first && count == 1)
        _ = try find("2")
        #expect(count == 2)
        #expect(context.insertedModelsArray.count == 1)
        let found = try context.findOrInsert(where: #Predicate<Printing> { $0.title == "2" }) {
            Printing(isbn: nil, title: "x", year: 1)
        }
        #expect(found.isbn == "2")
    }
}
