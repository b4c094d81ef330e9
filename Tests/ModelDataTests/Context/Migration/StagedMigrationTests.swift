import Foundation
import Testing

@testable import ModelData

private struct Refusal: Error, CustomStringConvertible {
    var description: String { "the shop is closed" }
}

private enum PlanWithoutStage: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { ShopPlan.schemas }
    static var stages: [MigrationStage] { [ShopPlan.pricesGo] }
}

private enum LightweightPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [ShopV1.self, ShopV2.self] }
    static var stages: [MigrationStage] {
        [.lightweight(fromVersion: ShopV1.self, toVersion: ShopV2.self)]
    }
}

private enum RefusingPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { ShopPlan.schemas }
    static var stages: [MigrationStage] {
        [
            ShopPlan.namesBecomeUnique,
            .custom(
                fromVersion: ShopV2.self, toVersion: ShopV3.self,
                willMigrate: { try $0.delete(model: ShopV2.Item.self) },
                didMigrate: { _ in throw Refusal() }),
        ]
    }
}

private enum TwiceTheSame: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [ShopV2.Item.self] }
}

private enum DoublePlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [ShopV1.self, TwiceTheSame.self] }
    static var stages: [MigrationStage] { [] }
}

private enum WrongClassPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { ShopPlan.schemas }
    static var stages: [MigrationStage] {
        [
            .custom(
                fromVersion: ShopV1.self, toVersion: ShopV2.self,
                willMigrate: { _ = try $0.fetch(FetchDescriptor<ShopV2.Item>()) }, didMigrate: nil),
            ShopPlan.pricesGo,
        ]
    }
}

/// Keeps a stage's context and object, which must not be used after the stage.
private final class Escape: @unchecked Sendable {
    var context: ModelContext?
    var item: ShopV1.Item?
}

private let escape = Escape()

private enum EscapingPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { ShopPlan.schemas }
    static var stages: [MigrationStage] {
        [
            .custom(
                fromVersion: ShopV1.self, toVersion: ShopV3.self,
                willMigrate: { context in
                    escape.context = context
                    escape.item = try context.fetch(FetchDescriptor<ShopV1.Item>()).first
                    try context.transaction {
                        try context.delete(model: ShopV1.Item.self, where: #Predicate { $0.price > 2 })
                    }
                }, didMigrate: nil)
        ]
    }
}

private enum SwallowingPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { ShopPlan.schemas }
    static var stages: [MigrationStage] {
        [
            .custom(
                fromVersion: ShopV1.self, toVersion: ShopV3.self,
                willMigrate: { context in
                    // Roll back the migration's transaction, as SQLite does if the disk is full.
                    try context.allSessions()[0].connection.execute("ROLLBACK")
                    context.insert(ShopV1.Item(name: "never", price: 0))
                    try? context.save()
                }, didMigrate: nil)
        ]
    }
}

@Suite("Migration plans")
struct StagedMigrationTests {
    let directory: TemporaryDirectory
    let url: URL

    init() throws {
        directory = try TemporaryDirectory()
        url = directory.file()
    }

    /// Creates a store of the first version, with two items of the same name.
    private func firstStore(version: Schema.Version = ShopV1.versionIdentifier) throws {
        let context = ModelContext(try container(url, ShopV1.Item.self, version: version))
        let tea = ShopV1.Item(name: "tea", price: 1.25)
        tea.note = "green"
        context.insert(tea)
        context.insert(ShopV1.Item(name: "tea", price: 2.5))
        try context.save()
    }

    private func open(
        _ plan: any SchemaMigrationPlan.Type = ShopPlan.self,
        _ versioned: any VersionedSchema.Type = ShopV3.self
    ) throws -> ModelContainer {
        try ModelContainer(
            for: Schema(versionedSchema: versioned), migrationPlan: plan,
            configurations: ModelConfiguration(url: url))
    }

    /// Checks that the store is as ``firstStore(version:)`` left it.
    private func expectFirstStore() throws {
        let container = try container(url, ShopV1.Item.self)
        let items = try ModelContext(container).fetch(FetchDescriptor<ShopV1.Item>())
        #expect(items.map(\.name) == ["tea", "tea"])
        #expect(items.map(\.price) == [1.25, 2.5])
        #expect(items.map(\.note) == ["green", nil])
        #expect(try ModelContext(container).historySummaries().count == 1)
        #expect(try container.integrityCheck().isEmpty)
    }

    private func expectThirdStore(_ container: ModelContainer) throws {
        let items = try ModelContext(container).fetch(FetchDescriptor<ShopV3.Item>())
        #expect(items.map(\.name) == ["tea", "tea'"])
        #expect(items.map(\.cents) == [125, 250])
        #expect(items.map(\.remark) == ["green", nil])
        #expect(items.allSatisfy { !$0.isSold })
        #expect(items.map(\.persistentModelID.recordNumber) == [1, 2])
        let labels = try ModelContext(container).fetch(FetchDescriptor<ShopV3.Label>())
        #expect(labels.map(\.text) == ["migrated"])
        #expect(try container.integrityCheck().isEmpty)
    }

    @Test func `A store of the first version is migrated to the third in one run`() throws {
        try firstStore()
        let container = try open()
        try expectThirdStore(container)
        #expect((container.migrationPlan == ShopPlan.self) == true)
        #expect(container.schema.version == Schema.Version(3, 0, 0))
        // Opening the migrated store again changes nothing.
        try expectThirdStore(try open())
    }

    @Test func `A store of the second version runs only the remaining stages`() throws {
        let context = ModelContext(
            try container(url, ShopV2.Item.self, ShopV2.Label.self, version: ShopV2.versionIdentifier))
        let item = ShopV2.Item(name: "tea")
        item.cents = 7
        context.insert(item)
        try context.save()
        let migrated = ModelContext(try open())
        #expect(try migrated.fetch(FetchDescriptor<ShopV3.Item>()).map(\.cents) == [7])
        #expect(try migrated.fetchCount(FetchDescriptor<ShopV3.Label>()) == 0)
    }

    @Test func `The container can be opened with some of the version's models`() throws {
        try firstStore()
        let container = try ModelContainer(
            for: ShopV3.Item.self, migrationPlan: ShopPlan.self, configurations: ModelConfiguration(url: url))
        try expectThirdStore(container)
    }

    @Test func `A store without a version is recognized by its tables`() throws {
        try firstStore(version: Schema.Version(0, 9, 0))
        try expectThirdStore(try open())
    }

    @Test func `A store whose tables are older than its version is migrated to that version first`() throws {
        try firstStore()
        let tool = try StoreConnection(path: url.path, timeout: 5)
        try tool.perform { connection in
            try connection.execute("ALTER TABLE Item DROP COLUMN note")
            try connection.run(
                """
                UPDATE _modeldata SET value = replace(value, ?, '') WHERE key = 'schema'
                """, .text(" note TEXT String\n"))
        }
        try tool.close()
        let items = try ModelContext(try open()).fetch(FetchDescriptor<ShopV3.Item>())
        #expect(items.map(\.cents) == [125, 250])
        #expect(items.allSatisfy { $0.remark == nil })
    }

    @Test func `A new store has the last version and runs no stage`() throws {
        let context = ModelContext(try open())
        #expect(try context.fetchCount(FetchDescriptor<ShopV3.Label>()) == 0)
    }

    @Test func `An in-memory store can have a plan`() throws {
        let container = try ModelContainer(
            for: ShopV3.Item.self, migrationPlan: ShopPlan.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<ShopV3.Item>()) == 0)
    }

    @Test func `Stages are recorded in the history, can't be undone, and earlier steps can`() throws {
        try firstStore()
        let context = ModelContext(try open())
        let steps = try context.historySummaries()
        #expect(steps.map(\.author) == ["migration", "migration", nil])
        #expect(steps.map(\.note) == ["1.0.0 → 2.0.0", "1.0.0 → 2.0.0", nil])
        // The migration changed both items, so their insertion can't be undone.
        #expect(throws: ModelDataError.undoConflict(model: "Item", record: 2)) {
            try context.undoLastTransaction()
        }
    }

    @Test func `A failed stage is named with its versions, and the store stays unchanged`() throws {
        try firstStore()
        #expect(
            throws: ModelDataError.stageFailed(
                path: url.path, fromVersion: "2.0.0", toVersion: "3.0.0", reason: "the shop is closed")
        ) { try open(RefusingPlan.self) }
        try expectFirstStore()
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: directory.url.path).allSatisfy {
                !$0.contains("before")
            })
        try expectThirdStore(try open())
    }

    @Test func `A stage refuses a class of another version, and names the right one`() throws {
        try firstStore()
        let error = #expect(throws: ModelDataError.self) { try open(WrongClassPlan.self) }
        guard case .classOfOtherVersion(let name, let expected) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(name.hasSuffix("ShopV2.Item"))
        #expect(expected.hasSuffix("ShopV1.Item"))
        try expectFirstStore()
    }

    @Test func `A plan without the needed stage names the versions, and the store stays unchanged`() throws {
        try firstStore()
        #expect(
            throws: ModelDataError.missingStage(path: url.path, fromVersion: "1.0.0", toVersion: "3.0.0")
        ) { try open(PlanWithoutStage.self) }
        try expectFirstStore()
    }

    @Test func `Duplicates of a newly unique property are named, and the store stays unchanged`() throws {
        try firstStore()
        #expect(
            throws: ModelDataError.cannotMigrate(
                path: url.path, model: "Item", property: "name", reason: .duplicateValues)
        ) { try open(LightweightPlan.self, ShopV2.self) }
        try expectFirstStore()
    }

    @Test func `A store of a version outside the plan is refused`() throws {
        _ = try container(url, ShopV3.Label.self, version: Schema.Version(1, 5, 0))
        #expect(
            throws: ModelDataError.unknownSchemaVersion(
                path: url.path, storeVersion: "1.5.0", plan: "ShopPlan")
        ) { try open() }
    }

    @Test func `A store of a newer version is refused and stays unchanged`() throws {
        try firstStore()
        _ = try open()
        #expect(
            throws: ModelDataError.storeIsNewer(path: url.path, storeVersion: "3.0.0", ownVersion: "2.0.0")
        ) { try open(LightweightPlan.self, ShopV2.self) }
        try expectThirdStore(try open())
    }

    @Test func `A model outside all versions of the plan is named in the error`() throws {
        #expect(throws: ModelDataError.modelNotInPlan(plan: "ShopPlan", model: "Book")) {
            try ModelContainer(
                for: ShopV3.Item.self, Book.self, migrationPlan: ShopPlan.self,
                configurations: ModelConfiguration(url: url))
        }
        #expect(!FileManager.default.fileExists(atPath: url.path))
    }

    @Test func `Two models with the same name are refused, also if they differ in case`() throws {
        #expect(throws: ModelDataError.duplicateModel(name: "Item")) {
            try container(url, ShopV1.Item.self, ShopV2.Item.self)
        }
        #expect(!FileManager.default.fileExists(atPath: url.path))
    }

    @Test func `Two schemas with the same version are refused`() throws {
        #expect(throws: ModelDataError.duplicateSchemaVersion(plan: "DoublePlan", version: "1.0.0")) {
            try open(DoublePlan.self, ShopV1.self)
        }
    }

    @Test func `A context that outlives its stage can't access the store, and its objects keep their values`()
        throws
    {
        try firstStore()
        let container = try open(EscapingPlan.self)
        let items = try ModelContext(container).fetch(FetchDescriptor<ShopV3.Item>())
        #expect(items.map(\.name) == ["tea"])
        let context = try #require(escape.context)
        #expect(throws: ModelDataError.migrationEnded(path: url.path)) {
            try context.fetch(FetchDescriptor<ShopV1.Item>())
        }
        #expect(escape.item?.price == 1.25)
        #expect(escape.item?.modelContext == nil)
        escape.context = nil
    }

    @Test func `A stage that ignores the loss of its transaction changes nothing`() throws {
        try firstStore()
        #expect(throws: ModelDataError.transactionLost(path: url.path)) { try open(SwallowingPlan.self) }
        try expectFirstStore()
    }

    @Test func `A copy of the old store is kept beside it, unless copies are disabled`() throws {
        try firstStore()
        _ = try open()
        let copy = URL(fileURLWithPath: url.path + ".before-migration-1")
        let items = try ModelContext(try container(copy, ShopV1.Item.self)).fetch(
            FetchDescriptor<ShopV1.Item>())
        #expect(items.map(\.price) == [1.25, 2.5])
        let other = try TemporaryDirectory()
        var configuration = ModelConfiguration(url: other.file())
        configuration.keepsBackupBeforeMigration = false
        _ = try container(other.file(), ShopV1.Item.self)
        _ = try ModelContainer(
            for: ShopV3.Item.self, migrationPlan: ShopPlan.self, configurations: configuration)
        #expect(!FileManager.default.fileExists(atPath: other.file().path + ".before-migration-1"))
    }

    @Test func `The copy includes files of large values and keeps them, and a failure leaves none`() throws {
        let data = Data(repeating: 7, count: 300_000)
        do {
            let context = ModelContext(try container(url, PicturesV1.Picture.self))
            context.insert(PicturesV1.Picture(data))
            try context.save()
        }
        let copy = URL(fileURLWithPath: url.path + ".before-migration-1")
        let folder = copy.path + ".external"
        #expect(throws: ModelDataError.self) {
            try container(url, PicturesV3.Picture.self, version: Schema.Version(3, 0, 0))
        }
        #expect(!FileManager.default.fileExists(atPath: folder))
        let migrated = try container(url, PicturesV2.Picture.self, version: Schema.Version(2, 0, 0))
        // The migrated store no longer needs the picture's file, but the store's copy does.
        #expect(try migrated.removeOrphanedFiles() == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
        let pictures = try ModelContext(try container(copy, PicturesV1.Picture.self)).fetch(
            FetchDescriptor<PicturesV1.Picture>())
        #expect(pictures.map(\.data) == [data])
    }

    @Test func `With several configurations, each store gets its own models`() throws {
        func configurations(_ item: any PersistentModel.Type, _ label: (any PersistentModel.Type)?)
            -> [ModelConfiguration]
        {
            [ModelConfiguration(schema: Schema(item), url: url)]
                + (label.map { [ModelConfiguration(schema: Schema($0), url: directory.file("labels"))] } ?? [])
        }
        let old = try ModelContainer(
            for: Schema(versionedSchema: ShopV2.self),
            configurations: configurations(ShopV2.Item.self, ShopV2.Label.self))
        let context = ModelContext(old)
        context.insert(ShopV2.Item(name: "tea"))
        context.insert(ShopV2.Label(text: "hot"))
        try context.save()
        let new = ModelContext(
            try ModelContainer(
                for: Schema(versionedSchema: ShopV3.self), migrationPlan: ShopPlan.self,
                configurations: configurations(ShopV3.Item.self, ShopV3.Label.self)))
        #expect(try new.fetch(FetchDescriptor<ShopV3.Item>()).map(\.name) == ["tea"])
        #expect(try new.fetch(FetchDescriptor<ShopV3.Label>()).map(\.text) == ["hot"])
    }
}
