import Foundation
import ModelDataSQLite
import TestSupport
import Testing

@testable import ModelData

/// Interrupts a connection after a number of SQLite virtual machine steps.
private final class Interruption {
    private var rest: Int
    private(set) var happened = false

    init(after steps: Int) { rest = steps }

    func install(on connection: StoreConnection) {
        sqlite3_progress_handler(
            connection.handle, 1,
            { pointer in
                guard let pointer else { return 0 }
                return Unmanaged<Interruption>.fromOpaque(pointer).takeUnretainedValue().step()
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private func step() -> Int32 {
        rest -= 1
        // Interrupt only once, so that the cleanup completes.
        guard rest == 0 else { return 0 }
        happened = true
        return 1
    }
}

private enum Fatal {
    /// A plan whose stage kills the process before the tables change.
    enum Before: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { ShopPlan.schemas }
        static var stages: [MigrationStage] {
            [
                .custom(
                    fromVersion: ShopV1.self, toVersion: ShopV3.self,
                    willMigrate: { context in
                        try context.delete(model: ShopV1.Item.self)
                        try context.save()
                        kill(getpid(), SIGKILL)
                    }, didMigrate: nil)
            ]
        }
    }

    enum After: SchemaMigrationPlan {
        /// A plan whose stage kills the process after the tables have changed.
        static var schemas: [any VersionedSchema.Type] { ShopPlan.schemas }
        static var stages: [MigrationStage] {
            [
                ShopPlan.namesBecomeUnique,
                .custom(
                    fromVersion: ShopV2.self, toVersion: ShopV3.self, willMigrate: nil,
                    didMigrate: { context in
                        try context.delete(model: ShopV3.Item.self)
                        try context.save()
                        kill(getpid(), SIGKILL)
                    }),
            ]
        }
    }
}

private func migrate(_ path: String, _ plan: any SchemaMigrationPlan.Type = ShopPlan.self) throws {
    _ = try ModelContainer(
        for: Schema(versionedSchema: ShopV3.self), migrationPlan: plan,
        configurations: ModelConfiguration(url: URL(fileURLWithPath: path)))
}

@Suite("Interrupted migrations")
struct MigrationInterruptionTests {
    let directory: TemporaryDirectory
    let url: URL

    init() throws {
        directory = try TemporaryDirectory()
        url = directory.file()
        try fill(url)
    }

    private func fill(_ url: URL) throws {
        let container = try container(url, ShopV1.Item.self)
        let context = ModelContext(container)
        for number in 0..<50 { context.insert(ShopV1.Item(name: "tea \(number / 2)", price: Double(number))) }
        try context.save()
        try context.close()
    }

    /// Checks with the first version's models that all data are unchanged.
    private func expectWhole(_ url: URL, _ comment: Comment? = nil) throws {
        let container = try container(url, ShopV1.Item.self)
        let context = ModelContext(container)
        let items = try context.fetch(FetchDescriptor<ShopV1.Item>())
        #expect(items.map(\.price) == (0..<50).map(Double.init), comment)
        #expect(items.map(\.name) == (0..<50).map { "tea \($0 / 2)" }, comment)
        #expect(try container.integrityCheck().isEmpty, comment)
        try context.close()
    }

    @Test func `A migration that fails at any SQLite step leaves the old store intact`() throws {
        let plan = try PlannedSchemas(ShopPlan.self, for: Schema(versionedSchema: ShopV3.self))
        var configuration = ModelConfiguration(url: url)
        configuration.keepsBackupBeforeMigration = false
        var steps = 1
        var failures = 0
        while true {
            let connection = try StoreConnection(path: url.path, timeout: 5)
            let interruption = Interruption(after: steps)
            interruption.install(on: connection)
            let migration = Migration(
                connection: connection, configuration: configuration, entities: plan.target.schema.models,
                version: plan.target.schema.version, plan: plan)
            let opening = StorePreparation(migration: migration, isWAL: true)
            do {
                _ = try connection.perform { _ in try opening.run() }
            } catch {
                failures += 1
                try connection.close()
                try expectWhole(url, "interrupted after \(steps) steps: \(error)")
                // A migration has thousands of steps. Interrupt it at each of the first steps, and then at
                // growing distances.
                steps += 1 + steps / 20
                continue
            }
            try connection.close()
            if !interruption.happened { break }
            // The migration was completed in spite of the interrupted statement. Create a new store to
            // migrate.
            try FileManager.default.removeItem(at: url)
            try fill(url)
            steps += 1 + steps / 20
        }
        #expect(failures > 50, "\(steps) steps")
        try migrate(url.path)
    }

    @Test(.level(.slow))
    func `A process killed before or after the tables change leaves the old store intact`() async throws {
        let path = url.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            try migrate(path, Fatal.Before.self)
        }
        try expectWhole(url)
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            try migrate(path, Fatal.After.self)
        }
        try expectWhole(url)
        try migrate(path)
    }

    @Test(.level(.slow)) func `A file size limit during a migration leaves the old or the new store intact`()
        async throws
    {
        let path = url.path
        var limit = 4096
        var failures = 0
        while try !isMigrated(path), limit < 1_000_000 {
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = path as String, limit = limit as Int] in
                signal(SIGXFSZ, SIG_IGN)
                var size = rlimit(rlim_cur: rlim_t(limit), rlim_max: rlim_t(limit))
                setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &size)
                try? migrate(path)
                // Kill the process, so that it can't clean up.
                kill(getpid(), SIGKILL)
            }
            if try !isMigrated(path) {
                failures += 1
                try expectWhole(url, "files of \(limit) bytes")
            }
            limit += 8192
        }
        #expect(failures > 3)
        try migrate(path)
    }

    private func isMigrated(_ path: String) throws -> Bool {
        let connection = try StoreConnection(path: path, timeout: 5)
        defer { try? connection.close() }
        return try connection.perform {
            try $0.number("SELECT count(*) FROM pragma_table_info('Item') WHERE name = 'cents'") == 1
        }
    }
}
