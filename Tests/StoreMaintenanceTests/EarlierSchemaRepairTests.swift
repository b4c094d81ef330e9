import Foundation
import TestSupport
import Testing

@testable import ModelData
@testable import StoreMaintenance

private enum Old: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Thing.self] }

    @Model final class Thing {
        @Attribute(.unique) var code: String
        var name: String
        init(code: String, name: String) {
            self.code = code
            self.name = name
        }
    }
}

/// The current version: things have one more property, and there is a second model.
private enum New: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Thing.self, Mark.self] }

    @Model final class Thing {
        @Attribute(.unique) var code: String
        var name: String
        var count = 1
        init(code: String, name: String) {
            self.code = code
            self.name = name
        }
    }

    @Model final class Mark {
        var word: String
        init(word: String) { self.word = word }
    }
}

/// Things in a form that no version of the plan has.
private enum Odd {
    @Model final class Thing {
        @Attribute(.unique) var code: String
        var name: String
        var note: String?
        init(code: String, name: String) {
            self.code = code
            self.name = name
        }
    }
}

private enum ThingPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [Old.self, New.self] }
    static var stages: [MigrationStage] {
        [
            .custom(
                fromVersion: Old.self, toVersion: New.self, willMigrate: nil,
                didMigrate: { context in
                    for thing in try context.fetch(FetchDescriptor<New.Thing>()) {
                        thing.count = thing.name.count
                    }
                })
        ]
    }
}

/// Repairs of stores whose tables are older than the program's schema. A store's own schema describes its
/// tables.
@Suite("Repair of stores with an earlier schema")
struct EarlierSchemaRepairTests {
    private let directory: TemporaryDirectory
    private let url: URL
    private let codes = Set((0..<100).map { "code \($0)" })
    private var maintainer: StoreMaintainer {
        StoreMaintainer(url: url, for: Schema([New.Thing.self, New.Mark.self]), lockTimeout: 2)
    }

    init() throws {
        directory = try TemporaryDirectory()
        url = directory.file()
        let context = ModelContext(try container(url, Old.Thing.self))
        for code in codes.sorted() {
            context.insert(Old.Thing(code: code, name: String(repeating: "name ", count: 20)))
        }
        try context.save()
        try context.close()
    }

    private func roots(_ tables: [String]) throws -> [Int] {
        let connection = try SQLFile(url.path, .existing, timeout: 2)
        return try tables.map { table in
            Int(try connection.number("SELECT rootpage FROM sqlite_schema WHERE name = ?", .text(table)))
        }
    }

    private func overwrite(_ pages: [Int], of data: Data) throws {
        var data = data
        var random = SeededGenerator(seed: 3)
        for page in pages {
            for offset in (page - 1) * 4096..<page * 4096 {
                data[offset] = UInt8.random(in: 0...255, using: &random)
            }
        }
        try data.write(to: url)
    }

    /// Opens the store with the program's current schema, adds a record, and returns the codes of the things.
    private func use() throws -> Set<String> {
        let context = ModelContext(try container(url, New.Thing.self, New.Mark.self))
        let things = try context.fetch(FetchDescriptor<New.Thing>())
        #expect(things.allSatisfy { $0.count == 1 })
        context.insert(New.Mark(word: "after"))
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<New.Mark>()) == 1)
        try context.close()
        return Set(things.map(\.code))
    }

    @Test(arguments: [["_schema"], ["_modeldata"], ["_schema", "_modeldata"]])
    func `A repaired store is migrated to the program's schema from either stored schema`(lost: [String])
        throws
    {
        try overwrite(roots(lost), of: Data(contentsOf: url))
        let repair = try maintainer.repair()
        #expect(repair.keptAt != nil)
        #expect(!repair.hasLosses)
        #expect(try use() == codes)
        #expect(try maintainer.problems() == [])
        #expect(try maintainer.repair().problems == [])
    }

    /// Returns the store's maintainer, with the migration plan.
    private func maintainerWithPlan(_ url: URL) -> StoreMaintainer {
        StoreMaintainer(
            url: url, for: Schema(versionedSchema: New.self), migrationPlan: ThingPlan.self, lockTimeout: 2)
    }

    /// Opens a store with the migration plan. Groups the things by their counts, and returns the codes of
    /// each group.
    private func countsWithPlan(_ url: URL) throws -> [Int: Set<String>] {
        let context = ModelContext(
            try ModelContainer(
                for: Schema(versionedSchema: New.self), migrationPlan: ThingPlan.self,
                configurations: ModelConfiguration(url: url)))
        defer { try? context.close() }
        #expect(try context.fetchCount(FetchDescriptor<New.Mark>()) == 0)
        let things = try context.fetch(FetchDescriptor<New.Thing>())
        return Dictionary(grouping: things, by: \.count).mapValues { Set($0.map(\.code)) }
    }

    @Test func `A repaired store without a version starts the plan at the version with its tables`() throws {
        try overwrite(roots(["_schema", "_modeldata"]), of: Data(contentsOf: url))
        let maintainer = maintainerWithPlan(url)
        let repair = try maintainer.repair()
        #expect(repair.keptAt != nil)
        #expect(!repair.hasLosses)
        // The repaired store can also be restored to another file.
        let other = directory.file("other.store")
        try maintainerWithPlan(other).restore(from: url)
        for store in [url, other] { #expect(try countsWithPlan(store) == [100: codes]) }
        #expect(try maintainer.problems() == [])
        #expect(try maintainer.repair().problems == [])
    }

    @Test func `A repaired store whose tables match no version is migrated by its tables`() throws {
        let context = ModelContext(try container(url, Odd.Thing.self))
        #expect(try context.fetchCount(FetchDescriptor<Odd.Thing>()) == codes.count)
        try context.close()
        try overwrite(roots(["_schema", "_modeldata"]), of: Data(contentsOf: url))
        let maintainer = maintainerWithPlan(url)
        #expect(try !maintainer.repair().hasLosses)
        #expect(try countsWithPlan(url) == [1: codes])
        #expect(try maintainer.problems() == [])
    }

    @Test
    func `The saved records of an earlier version's store are usable after any one page is overwritten`()
        throws
    {
        let whole = try Data(contentsOf: url)
        for page in 1...whole.count / 4096 {
            try overwrite([page], of: whole)
            let repair = try maintainer.repair()
            let left = try use()
            let things = repair.tables.first { $0.name == "Thing" }
            let named = left.count + (things?.lostCount ?? 0)
            #expect(left.isSubset(of: codes), "page \(page)")
            #expect(named >= codes.count || things?.isOpenEnded == true, "page \(page)")
            #expect(try maintainer.problems() == [], "page \(page)")
        }
    }
}
