import Foundation
import Testing

@testable import ModelData

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

/// Things have one property more, and there are marks.
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

/// Things as no version of the plan has them.
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

/// What a store says of its schema is true of its tables, which may be of an earlier one than the program's.
@Suite("Repair of stores of earlier versions")
struct EarlierSchemaRepairTests {
    private let directory: TemporaryDirectory
    private let url: URL
    private let codes = Set((0..<100).map { "code \($0)" })
    private var care: StoreCare {
        StoreCare(url: url, for: Schema([New.Thing.self, New.Mark.self]), lockTimeout: 2)
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
        let connection = try CareConnection(url.path, .existing, timeout: 2)
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

    /// Opens the store as the present program does, and changes something in it.
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

    @Test(
        "Whichever of the two places says of what schema a store is, it is brought to the program's",
        arguments: [["_schema"], ["_modeldata"], ["_schema", "_modeldata"]])
    func schema(lost: [String]) throws {
        try overwrite(roots(lost), of: Data(contentsOf: url))
        let repair = try care.repair()
        #expect(repair.keptAt != nil && !repair.hasLosses)
        #expect(try use() == codes)
        #expect(try care.problems() == [])
        #expect(try care.repair().problems == [])
    }

    /// Cares for a store as a program does that has the plan.
    private func plannedCare(_ url: URL) -> StoreCare {
        StoreCare(
            url: url, for: Schema(versionedSchema: New.self), migrationPlan: ThingPlan.self, lockTimeout: 2)
    }

    /// Opens a store with the plan; the codes of the things, by their counts.
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

    @Test(
        "A store that doesn't say its version any more goes through a plan from the one whose tables it has")
    func plan() throws {
        try overwrite(roots(["_schema", "_modeldata"]), of: Data(contentsOf: url))
        let care = plannedCare(url)
        let repair = try care.repair()
        #expect(repair.keptAt != nil && !repair.hasLosses)
        // What was repaired can be put back too.
        let other = directory.file("other.store")
        try plannedCare(other).restore(from: url)
        for store in [url, other] { #expect(try countsWithPlan(store) == [100: codes]) }
        #expect(try care.problems() == [])
        #expect(try care.repair().problems == [])
    }

    @Test(
        "A store whose tables are those of no version of a plan is brought to the program's by what they are")
    func planWithoutTables() throws {
        let context = ModelContext(try container(url, Odd.Thing.self))
        #expect(try context.fetchCount(FetchDescriptor<Odd.Thing>()) == codes.count)
        try context.close()
        try overwrite(roots(["_schema", "_modeldata"]), of: Data(contentsOf: url))
        let care = plannedCare(url)
        #expect(try !care.repair().hasLosses)
        #expect(try countsWithPlan(url) == [1: codes])
        #expect(try care.problems() == [])
    }

    @Test("Of a store of an earlier version with any one page overwritten, what is saved can be used")
    func pages() throws {
        let whole = try Data(contentsOf: url)
        for page in 1...whole.count / 4096 {
            try overwrite([page], of: whole)
            let repair = try care.repair()
            let left = try use()
            let things = repair.tables.first { $0.name == "Thing" }
            let named = left.count + (things?.lostCount ?? 0)
            #expect(left.isSubset(of: codes), "page \(page)")
            #expect(named >= codes.count || things?.isOpenEnded == true, "page \(page)")
            #expect(try care.problems() == [], "page \(page)")
        }
    }
}
