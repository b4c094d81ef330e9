import Foundation
import Testing

@testable import ModelData

private enum Old {
    @Model final class Thing {
        #Unique<Thing>([\.name, \.number])
        #Index<Thing>([\.number])
        @Attribute(.unique) var code: String
        var name: String
        var number: Int
        var isGood = false
        init(code: String, name: String, number: Int) {
            self.code = code
            self.name = name
            self.number = number
        }
    }
}

/// The model without unique properties, with other indexes, and with a floating-point number instead of an
/// integer.
private enum Loose {
    @Model final class Thing {
        #Index<Thing>([\.name], [\.code, \.name])
        var code: String
        var name: String
        var number: Double
        var isGood = false
        init(code: String, name: String) {
            self.code = code
            self.name = name
            self.number = 0
        }
    }
}

/// The model with the same columns, but with values of other types.
private enum Other {
    @Model final class Thing {
        var code: UUID
        var name: String
        var number: Int8
        var isGood = 0
        init(code: UUID) {
            self.code = code
            name = ""
            number = 0
        }
    }
}

/// The model with a unique UUID property. Existing records get a UUID, too.
private enum Named {
    @Model final class Thing {
        @Attribute(.unique) var identifier: UUID = UUID()
        var code: String
        init(code: String) { self.code = code }
    }
}

@Suite("Lightweight migration")
struct LightweightMigrationTests {
    let directory: TemporaryDirectory
    let url: URL

    init() throws {
        directory = try TemporaryDirectory()
        url = directory.file()
    }

    private func fill(_ things: [(code: String, number: Int)]) throws {
        let context = ModelContext(try container(url, Old.Thing.self))
        for (code, number) in things {
            let thing = Old.Thing(code: code, name: "x", number: number)
            thing.isGood = true
            context.insert(thing)
        }
        try context.save()
    }

    private func indexes() throws -> Set<String> {
        let connection = try StoreConnection(path: url.path, timeout: 5)
        defer { try? connection.close() }
        let rows = try connection.perform {
            try $0.rows("SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'Thing'")
        }
        return Set(rows.map { $0[0].description })
    }

    @Test func `Unique constraints and indexes can be removed, and indexes can be added`() throws {
        try fill([("a", 1), ("b", 2)])
        #expect(
            try indexes() == [
                "_index_Thing_unique_code", "_index_Thing_unique_name_number", "_index_Thing_on_number",
            ])
        let context = ModelContext(try container(url, Loose.Thing.self))
        context.insert(Loose.Thing(code: "a", name: "x"))
        try context.save()
        #expect(try context.fetch(FetchDescriptor<Loose.Thing>()).map(\.code) == ["a", "b", "a"])
        #expect(try context.fetch(FetchDescriptor<Loose.Thing>()).map(\.number) == [1, 2, 0])
        #expect(try indexes() == ["_index_Thing_on_name", "_index_Thing_on_code_name"])
    }

    @Test func `A new unique UUID property gets a different value in each existing record`() throws {
        try fill([("a", 1), ("b", 2), ("c", 3)])
        let context = ModelContext(try container(url, Named.Thing.self))
        let things = try context.fetch(FetchDescriptor<Named.Thing>())
        #expect(things.map(\.code) == ["a", "b", "c"])
        #expect(Set(things.map(\.identifier)).count == 3)
        let again = ModelContext(try container(url, Named.Thing.self))
        #expect(try again.fetch(FetchDescriptor<Named.Thing>()).map(\.identifier) == things.map(\.identifier))
    }

    @Test func `An integer without an equal floating-point number is refused by name`() throws {
        try fill([("a", 1), ("b", (1 << 53) + 1), ("c", .max)])
        #expect(
            throws: ModelDataError.cannotMigrate(
                path: url.path, model: "Thing", property: "number",
                reason: .unconvertibleValues(count: 2, example: "9007199254740993", type: "Double"))
        ) { try container(url, Loose.Thing.self) }
        let old = ModelContext(try container(url, Old.Thing.self))
        #expect(try old.fetchCount(FetchDescriptor<Old.Thing>()) == 3)
    }

    @Test func `A property's type can change if the new type has all the values`() throws {
        let code = UUID()
        try fill([(code.uuidString, 127)])
        let things = try ModelContext(try container(url, Other.Thing.self)).fetch(
            FetchDescriptor<Other.Thing>())
        #expect(things.map(\.code) == [code])
        #expect(things.map(\.number) == [127])
        #expect(things.map(\.isGood) == [1])
    }

    @Test func `A new type that can't represent all the values is refused by name`() throws {
        try fill([(UUID().uuidString, 1), ("no identifier", 2)])
        #expect(
            throws: ModelDataError.cannotMigrate(
                path: url.path, model: "Thing", property: "code",
                reason: .unconvertibleValues(count: 1, example: "no identifier", type: "UUID"))
        ) { try container(url, Other.Thing.self) }
        try FileManager.default.removeItem(at: url)
        try fill([(UUID().uuidString, 128), (UUID().uuidString, 129)])
        #expect(
            throws: ModelDataError.cannotMigrate(
                path: url.path, model: "Thing", property: "number",
                reason: .unconvertibleValues(count: 2, example: "128", type: "Int8"))
        ) { try container(url, Other.Thing.self) }
    }
}
