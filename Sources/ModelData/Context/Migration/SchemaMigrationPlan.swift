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
