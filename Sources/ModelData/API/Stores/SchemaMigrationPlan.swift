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
