import Foundation

/// Runs the stages of a plan inside the transaction of a migration.
struct StagedMigration {
    private let migration: Migration
    private let plan: PlannedSchemas
    private let stored: String
    private let start: PlannedSchemas.Start
    private let stages: [MigrationStage]

    private var connection: StoreConnection { migration.connection }

    /// Finds the route from the recorded schema to the container's version. Changes nothing yet.
    ///
    /// - Throws: ``ModelDataError`` if the store's version is unknown or no route exists.
    init(_ migration: Migration, plan: PlannedSchemas, stored: String) throws {
        self.migration = migration
        self.plan = plan
        self.stored = stored
        let number: Schema.Version?
        let found: PlannedSchemas.Start?
        if stored.isEmpty {
            number = try StoreMetadata.recordedSchemas(migration.connection).last?.version
            found = try plan.start(number: number) {
                try migration.hasTables(of: migration.entities(of: $0.schema))
            }
        } else {
            number = SchemaFingerprint.version(in: stored)
            found = try plan.start(fingerprint: stored, number: number) {
                try migration.entities(of: $0.schema)
            }
        }
        guard let start = found else {
            throw ModelDataError.unknownSchemaVersion(
                path: migration.connection.path, storeVersion: number.map { "\($0)" } ?? "?", plan: plan.name)
        }
        guard let stages = plan.route(from: start.version) else {
            throw ModelDataError.missingStage(
                path: migration.connection.path, fromVersion: "\(start.version.schema.version)",
                toVersion: "\(plan.target.schema.version)")
        }
        self.start = start
        self.stages = stages
    }

    func run() throws {
        var fingerprint = stored
        if !start.isExact || stages.isEmpty {
            let entities = try migration.entities(of: start.version.schema)
            try migration.updateTables(for: entities, from: fingerprint)
            fingerprint = SchemaFingerprint.text(of: entities, version: start.version.schema.version)
        }
        for stage in stages { try run(stage, &fingerprint) }
        if !stages.isEmpty { try migration.checkReferences() }
    }

    private func run(_ stage: MigrationStage, _ fingerprint: inout String) throws {
        let old = Schema(versionedSchema: stage.from)
        let new = Schema(versionedSchema: stage.to)
        if case .custom(_, _, let work?, _) = stage { try self.work(stage, on: old, work) }
        connection.finalizeStatements()
        let entities = try migration.entities(of: new)
        try migration.updateTables(for: entities, from: fingerprint)
        fingerprint = SchemaFingerprint.text(of: entities, version: new.version)
        // The migration records the target version itself.
        if ObjectIdentifier(stage.to) != ObjectIdentifier(plan.target.type) {
            try StoreMetadata.write(connection, fingerprint: fingerprint, version: new.version)
        }
        connection.finalizeStatements()
        if case .custom(_, _, _, let work?) = stage { try self.work(stage, on: new, work) }
    }

    /// Runs a stage's closure with a context for the models of one version.
    private func work(
        _ stage: MigrationStage, on schema: Schema, _ work: (ModelContext) throws -> Void
    ) throws {
        guard let state = try StoreMetadata.read(connection) else { return }
        let store = Store(
            migration.configuration, connection, state: state,
            entities: try migration.entities(of: schema), isStage: true)
        defer { store.endStage() }
        let context = ModelContext(ModelContainer(core: ContainerCore(schema: schema, store: store)))
        context.author = "migration"
        context.transactionNote = "\(stage.from.versionIdentifier) → \(stage.to.versionIdentifier)"
        do {
            try work(context)
            if context.isInTransaction { try context.commitTransaction() } else { try context.save() }
            try context.close()
        } catch {
            try? context.close()
            if error is ModelDataError { throw error }
            throw ModelDataError.stageFailed(
                path: connection.path, fromVersion: "\(stage.from.versionIdentifier)",
                toVersion: "\(stage.to.versionIdentifier)", reason: "\(error)")
        }
        // If the disk is full, SQLite ends the transaction. The closure may have ignored that error.
        if !connection.isInTransaction { throw ModelDataError.transactionLost(path: connection.path) }
    }
}

/// All versions of a schema, and the stages between them.
///
/// ```swift
/// enum BooksPlan: SchemaMigrationPlan {
///     static var schemas: [any VersionedSchema.Type] { [BooksV1.self, BooksV2.self] }
///     static var stages: [MigrationStage] {
///         [.lightweight(fromVersion: BooksV1.self, toVersion: BooksV2.self)]
///     }
/// }
/// let container = try ModelContainer(for: BooksV2.Book.self, migrationPlan: BooksPlan.self)
/// ```
///
/// A store of any version is migrated to the container's version in one transaction. Mirrors SwiftData's
/// `SchemaMigrationPlan`.
public protocol SchemaMigrationPlan: SendableMetatype {
    /// The versions, the earliest first.
    static var schemas: [any VersionedSchema.Type] { get }
    /// The stages between the versions.
    static var stages: [MigrationStage] { get }
}

/// One step of a migration plan, from one version of a schema to another.
///
/// ```swift
/// let stage = MigrationStage.custom(
///     fromVersion: BooksV1.self, toVersion: BooksV2.self,
///     willMigrate: { context in
///         for book in try context.fetch(FetchDescriptor<BooksV1.Book>()) where book.isbn == "" {
///             book.isbn = "unknown \(book.title)"
///         }
///     }, didMigrate: nil)
/// ```
///
/// Mirrors SwiftData's `MigrationStage`.
public enum MigrationStage: Sendable {
    /// An automatic migration: properties are added, removed and renamed.
    case lightweight(fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type)

    /// A lightweight stage with code before and after it.
    ///
    /// `willMigrate` gets a context with the models of the earlier version. `didMigrate` gets a context with
    /// the models of the later version. When a closure returns, its unsaved changes are saved and its context
    /// ends. The history records the changes under the author `migration`. If a closure throws, the whole
    /// migration fails and the store stays unchanged.
    case custom(
        fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type,
        willMigrate: (@Sendable (ModelContext) throws -> Void)?,
        didMigrate: (@Sendable (ModelContext) throws -> Void)?)

    var from: any VersionedSchema.Type {
        switch self {
        case .lightweight(let from, _), .custom(let from, _, _, _): from
        }
    }

    var to: any VersionedSchema.Type {
        switch self {
        case .lightweight(_, let to), .custom(_, let to, _, _): to
        }
    }
}

extension MigrationStage: CustomDebugStringConvertible {
    /// The kind of the stage and its versions.
    public var debugDescription: String {
        let versions = "\(from.versionIdentifier) to \(to.versionIdentifier)"
        switch self {
        case .lightweight: return "lightweight stage from \(versions)"
        case .custom: return "custom stage from \(versions)"
        }
    }
}
