import Foundation
import Testing

@testable import ModelData

// Each enumeration contains one version of the same models.

private enum First {
    @Model final class Item {
        var name: String
        var note: String?
        var count: Int
        var size = 1
        init(name: String, count: Int = 0) {
            self.name = name
            self.count = count
        }
    }
}

private enum Second {
    @Model final class Item {
        @Attribute(originalName: "name") var title: String
        var note = "none"
        var count: Int?
        var added: Date?
        var stars = 3
        var size = 1.0
        init(title: String) { self.title = title }
    }

    @Model final class Tag {
        var name = ""
        init() {}
    }
}

/// A version that is refused: `name` would get the values of `note`, although the store has values of `name`.
private enum Shifted {
    @Model final class Item {
        @Attribute(originalName: "note") var name: String?
        @Attribute(originalName: "name") var title: String?
        var count: Int
        var size = 1
        init() { count = 0 }
    }
}

private enum OtherCase {
    @Model final class Item {
        var Name: String
        var note: String?
        var count: Int
        var size = 1
        init(name: String) {
            self.Name = name
            self.count = 0
        }
    }
}

private enum NoDefault {
    @Model final class Item {
        var name: String
        var note: String?
        var count: Int
        var size = 1
        var code: String
        init(name: String, code: String) {
            self.name = name
            self.count = 0
            self.code = code
        }
    }
}

private enum UniqueName {
    @Model final class Item {
        @Attribute(.unique) var name: String
        var note: String?
        var count: Int
        var size = 1
        init(name: String) {
            self.name = name
            self.count = 0
        }
    }
}

private enum OtherType {
    @Model final class Item {
        var name: String
        var note: String?
        var count: String
        var size = 1
        init(name: String) {
            self.name = name
            self.count = ""
        }
    }
}

private enum StrictNote {
    @Model final class Item {
        var name: String
        var note: String
        var count: Int
        var size = 1
        init(name: String, note: String) {
            self.name = name
            self.note = note
            self.count = 0
        }
    }
}

@Suite("Automatic migration")
struct MigrationTests {
    /// Creates a store of the first version with two items, of which only the first has a note. A third item
    /// was deleted.
    private func firstStore(_ directory: TemporaryDirectory) throws -> URL {
        let context = ModelContext(try container(directory.file(), First.Item.self))
        let item = First.Item(name: "one", count: 1)
        item.note = "first"
        let third = First.Item(name: "three")
        for item in [item, First.Item(name: "two", count: 2), third] { context.insert(item) }
        try context.save()
        context.delete(third)
        try context.save()
        return directory.file()
    }

    /// Returns the rows of every table, the CREATE statements, and SQLite's counter of schema changes.
    private func contents(_ url: URL) throws -> [String: [[StoredValue]]] {
        let tool = try StoreConnection(path: url.path, timeout: 5)
        defer { try? tool.close() }
        return try tool.perform { store in
            var contents = [
                "sqlite_schema": try store.rows("SELECT name, sql FROM sqlite_schema ORDER BY name"),
                "schema_version": try store.rows("PRAGMA schema_version"),
            ]
            for row in try store.rows("SELECT name FROM sqlite_schema WHERE type = 'table'") {
                guard case .text(let table)? = row.first else { continue }
                contents[table] = try store.rows("SELECT * FROM \"\(table)\" ORDER BY 1")
            }
            return contents
        }
    }

    @Test func `Properties are added, removed and renamed, and no record is lost`() throws {
        let directory = try TemporaryDirectory()
        let url = try firstStore(directory)
        let container = try container(url, Second.Item.self, Second.Tag.self)
        let context = ModelContext(container)
        let items = try context.fetch(FetchDescriptor<Second.Item>())
        #expect(items.map(\.title) == ["one", "two"])
        #expect(items.map(\.note) == ["first", "none"])
        #expect(items.map(\.count) == [1, 2])
        #expect(items.allSatisfy { $0.added == nil && $0.stars == 3 && $0.size == 1.0 })
        #expect(items.map(\.persistentModelID.recordNumber) == [1, 2])
        let next = Second.Item(title: "four")
        context.insert(next)
        context.insert(Second.Tag())
        try context.save()
        #expect(next.persistentModelID.recordNumber == 4, "a deleted record's number isn't reused")
        #expect(try container.integrityCheck().isEmpty)
    }

    @Test func `Reopening a store with the same schema leaves it unchanged`() throws {
        let directory = try TemporaryDirectory()
        let url = try firstStore(directory)
        _ = try container(url, Second.Item.self, Second.Tag.self)
        let migrated = try contents(url)
        #expect(migrated["Item"]?.count == 2)
        _ = try container(url, Second.Item.self, Second.Tag.self)
        #expect(try contents(url) == migrated)
    }

    @Test func `A program with an earlier schema is refused, and the store stays unchanged`() throws {
        let directory = try TemporaryDirectory()
        let url = try firstStore(directory)
        _ = try container(url, Second.Item.self, Second.Tag.self)
        #expect {
            try container(url, First.Item.self)
        } throws: { error in
            guard case ModelDataError.storeIsNewer(let path, _, _)? = error as? ModelDataError else {
                return false
            }
            return path == url.path
        }
        let context = ModelContext(try container(url, Second.Item.self, Second.Tag.self))
        #expect(try context.fetchCount(FetchDescriptor<Second.Item>()) == 2)
    }

    @Test func `A store of a later version is refused`() throws {
        let directory = try TemporaryDirectory()
        _ = try container(directory.file(), First.Item.self, version: Schema.Version(2, 0, 0))
        #expect(
            throws: ModelDataError.storeIsNewer(
                path: directory.file().path, storeVersion: "2.0.0", ownVersion: "1.0.0")
        ) { try container(directory.file(), First.Item.self) }
        // A later version of a program may use the models of an earlier version again.
        _ = try container(directory.file(), Second.Item.self, version: Schema.Version(3, 0, 0))
        _ = try container(directory.file(), First.Item.self, version: Schema.Version(4, 0, 0))
    }

    @Test func `A new property without a default is refused by name, unless there are no records`() throws {
        let directory = try TemporaryDirectory()
        let url = try firstStore(directory)
        #expect(
            throws: ModelDataError.cannotMigrate(
                path: url.path, model: "Item", property: "code", reason: .noDefault)
        ) { try container(url, NoDefault.Item.self) }
        let context = ModelContext(try container(url, First.Item.self))
        try context.delete(model: First.Item.self)
        try context.save()
        _ = try container(url, NoDefault.Item.self)
    }

    @Test func `A renamed property is refused if the store has both names and values would be lost`() throws {
        let directory = try TemporaryDirectory()
        let url = try firstStore(directory)
        #expect(
            throws: ModelDataError.cannotMigrate(
                path: url.path, model: "Item", property: "name", reason: .twoNames(original: "note"))
        ) { try container(url, Shifted.Item.self) }
        let context = ModelContext(try container(url, First.Item.self))
        #expect(try context.fetch(FetchDescriptor<First.Item>()).map(\.note) == ["first", nil])
    }

    @Test func `A property keeps its values if only the case of its name changes`() throws {
        let directory = try TemporaryDirectory()
        let context = ModelContext(try container(try firstStore(directory), OtherCase.Item.self))
        #expect(try context.fetch(FetchDescriptor<OtherCase.Item>()).map(\.Name) == ["one", "two"])
    }

    @Test func `A unique property with duplicates is refused by name`() throws {
        let directory = try TemporaryDirectory()
        let url = try firstStore(directory)
        let context = ModelContext(try container(url, First.Item.self))
        context.insert(First.Item(name: "one"))
        try context.save()
        #expect(
            throws: ModelDataError.cannotMigrate(
                path: url.path, model: "Item", property: "name", reason: .duplicateValues)
        ) { try container(url, UniqueName.Item.self) }
        #expect(try context.fetchCount(FetchDescriptor<First.Item>()) == 3)
    }

    @Test func `A property of an incompatible type is refused by name`() throws {
        let directory = try TemporaryDirectory()
        let url = try firstStore(directory)
        #expect(
            throws: ModelDataError.cannotMigrate(
                path: url.path, model: "Item", property: "count",
                reason: .otherType(stored: "INTEGER", wanted: "TEXT"))
        ) { try container(url, OtherType.Item.self) }
    }

    @Test func `A property that is no longer optional is refused if values are missing`() throws {
        let directory = try TemporaryDirectory()
        let url = try firstStore(directory)
        #expect(
            throws: ModelDataError.cannotMigrate(
                path: url.path, model: "Item", property: "note", reason: .missingValues(records: 1))
        ) { try container(url, StrictNote.Item.self) }
    }

    @Test func `A step from before a migration is undone if its properties still exist`() throws {
        let directory = try TemporaryDirectory()
        let url = try firstStore(directory)
        let context = ModelContext(try container(url, Second.Item.self, Second.Tag.self))
        // The last step before the migration deleted the third item. The migration renamed its name property.
        #expect(throws: ModelDataError.undoAcrossMigration(transaction: 2)) {
            try context.undoLastTransaction()
        }
        let unique = try TemporaryDirectory()
        let other = try firstStore(unique)
        let same = ModelContext(try container(other, UniqueName.Item.self))
        try same.undoLastTransaction()
        #expect(try same.fetchCount(FetchDescriptor<UniqueName.Item>()) == 3)
    }
}
