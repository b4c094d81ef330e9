import Foundation
import ModelData
import Testing

@Model
private final class Film {
    @Attribute(.unique) var title: String
    var studio: Studio?

    init(_ title: String, studio: Studio) {
        self.title = title
        self.studio = studio
    }
}

@Model
private final class Studio {
    @Attribute(.unique) var name: String

    init(_ name: String) { self.name = name }
}

@Suite("Object upserts")
struct ObjectUpsertTests {
    private let context: ModelContext

    init() throws { context = ModelContext(try memory(Printing.self)) }

    private func printing(_ isbn: String?, _ title: String, year: Int = 1961) -> ObjectUpsert<Printing>.Entry
    {
        ObjectUpsert.Entry(Printing(isbn: isbn, title: title, year: year))
    }

    private var titles: [String] {
        get throws { try context.fetch(FetchDescriptor<Printing>()).map(\.title) }
    }

    @Test func `Objects are inserted, updated or left unchanged, and a batch is one undo step`() throws {
        let upsert = try ObjectUpsert(Printing.self, in: context, by: [\.isbn])
        #expect(
            try upsert.write([printing("1", "Solaris"), printing("2", "Eden")]) == [.inserted, .inserted])
        let known = try #require(try context.fetch(FetchDescriptor<Printing>()).first)
        let again = try upsert.write([
            printing("2", "Eden"), printing("1", "Solaris 2"), printing("3", "Fiasko"),
            printing("3", "Fiasko"),
        ])
        #expect(again == [.unchanged, .updated, .inserted, .unchanged])
        #expect(known.title == "Solaris 2")
        #expect(!context.hasChanges)
        try context.undoLastTransaction()
        #expect(known.title == "Solaris")
        #expect(try titles == ["Solaris", "Eden"])
        try context.redoLastTransaction()
        #expect(try titles == ["Solaris 2", "Eden", "Fiasko"])
        #expect(try context.container.integrityCheck().isEmpty)
    }

    @Test func `Only the named properties of an existing record are written`() throws {
        let upsert = try ObjectUpsert(Printing.self, in: context, by: [\.isbn])
        try #require(try upsert.write([printing("1", "Solaris")]) == [.inserted])
        let entry = ObjectUpsert.Entry(
            Printing(isbn: "1", title: "Eden", year: 2000),
            properties: .init(["year", "x"]))
        #expect(try upsert.write([entry]) == [.updated])
        let found = try #require(try context.fetch(FetchDescriptor<Printing>()).first)
        #expect(found.title == "Solaris")
        #expect(found.year == 2000)
    }

    @Test func `An invalid entry is refused, the others are written, and undo reverts only those`() throws {
        let upsert = try ObjectUpsert(Printing.self, in: context, by: [\.isbn])
        _ = try upsert.write([printing("1", "Solaris"), printing("2", "Eden")])
        let outcomes = try upsert.write([
            printing("2", "Solaris"), printing(nil, "Nameless"), printing("3", "Eden"),
            printing("2", "Astronauci"),
        ])
        let taken = ModelDataError.notUnique(
            model: "Printing", properties: ["title", "year"], values: [.text("Solaris"), .integer(1961)])
        #expect(outcomes[0] == .refused(taken))
        #expect(
            outcomes[1]
                == .refused(
                    .invalidValue(model: "Printing", property: "isbn", record: nil, problem: .missing)))
        guard case .refused(.notUnique) = outcomes[2] else {
            Issue.record("\(outcomes[2])")
            return
        }
        #expect(outcomes[3] == .updated)
        #expect(try titles == ["Solaris", "Astronauci"])
        #expect(try context.undoLastTransaction()?.updated == ["Printing": 1])
        #expect(try titles == ["Solaris", "Eden"])
    }

    @Test func `A batch that throws leaves no changes, also in related objects`() throws {
        let upsert = try ObjectUpsert(Printing.self, in: context, by: [\.isbn], policy: .error)
        _ = try upsert.write([printing("1", "Solaris")])
        #expect(throws: ModelDataError.conflict(model: "Printing", record: 1, properties: ["title"])) {
            let conflict = ObjectUpsert.Entry(Printing(isbn: "1", title: "x", year: 1961), edited: ["title"])
            return try upsert.write([printing("2", "Eden"), conflict])
        }
        #expect(try titles == ["Solaris"])
        #expect(try upsert.write([printing("2", "Eden"), printing("1", "x")]) == [.inserted, .updated])
    }

    @Test func `An upsert by properties that aren't unique together is refused`() throws {
        #expect(throws: ModelDataError.noUniqueKey(model: "Printing", properties: ["title"])) {
            try ObjectUpsert(Printing.self, in: context, by: [\.title])
        }
    }

    @Test func `An upsert in a transaction is rolled back with it`() throws {
        let upsert = try ObjectUpsert(Printing.self, in: context, by: [\.isbn])
        try context.beginTransaction()
        _ = try upsert.write([printing("1", "Solaris")])
        _ = try upsert.write([printing("2", "Eden")])
        context.rollbackTransaction()
        #expect(try titles.isEmpty)
        try context.beginTransaction()
        _ = try upsert.write([printing("1", "Solaris")])
        _ = try upsert.write([printing("2", "Eden")])
        try context.commitTransaction()
        #expect(try context.historySummaries().count == 1 && titles == ["Solaris", "Eden"])
    }

    @Test func `After a batch throws in a transaction, the transaction can only be rolled back`() throws {
        let upsert = try ObjectUpsert(Printing.self, in: context, by: [\.isbn], policy: .error)
        _ = try upsert.write([printing("1", "Solaris")])
        try context.beginTransaction()
        _ = try upsert.write([printing("2", "Eden")])
        let conflict = ModelDataError.conflict(model: "Printing", record: 1, properties: ["title"])
        #expect(throws: conflict) {
            let entry = ObjectUpsert.Entry(Printing(isbn: "1", title: "x", year: 1961), edited: ["title"])
            return try upsert.write([printing("3", "Fiasco"), entry])
        }
        #expect(throws: conflict) { try upsert.write([printing("4", "Katar")]) }
        #expect(throws: conflict) { try context.commitTransaction() }
        context.rollbackTransaction()
        #expect(try titles == ["Solaris"])
        #expect(try upsert.write([printing("2", "Eden")]) == [.inserted])
        #expect(try titles == ["Solaris", "Eden"])
    }

    @Test func `Unsaved deletions are applied first, also those of related objects`() throws {
        let context = ModelContext(try memory(Film.self, Studio.self))
        let upsert = try ObjectUpsert(Film.self, in: context)
        func write(_ title: String) throws -> [ObjectUpsert<Film>.Outcome] {
            try upsert.write([ObjectUpsert.Entry(Film(title, studio: Studio("Mosfilm")))])
        }
        func studios() throws -> [String?] {
            let films = try context.fetch(FetchDescriptor<Film>(sortBy: [SortDescriptor(\.title)]))
            return films.map { $0.studio?.name }
        }
        #expect(try write("Stalker") == [.inserted])
        try context.delete(model: Studio.self)
        #expect(throws: ModelDataError.unsavedChanges) { try write("Solaris") }
        context.rollback()
        #expect(try studios() == ["Mosfilm"])
        try context.transaction {
            try context.delete(model: Studio.self)
            #expect(try write("Solaris") == [.inserted])
        }
        #expect(try studios() == ["Mosfilm", nil])
        try context.transaction {
            try context.delete(model: Film.self)
            #expect(try write("Solaris") == [.inserted])
        }
        #expect(try studios() == ["Mosfilm"])
        #expect(try context.container.integrityCheck().isEmpty)
    }
}
