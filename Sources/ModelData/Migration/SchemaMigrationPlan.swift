/// All versions of a schema, and how stores get from one to the next.
///
///     enum BooksPlan: SchemaMigrationPlan {
///         static var schemas: [any VersionedSchema.Type] { [BooksV1.self, BooksV2.self] }
///         static var stages: [MigrationStage] {
///             [.lightweight(fromVersion: BooksV1.self, toVersion: BooksV2.self)]
///         }
///     }
///     let container = try ModelContainer(for: BooksV2.Book.self, migrationPlan: BooksPlan.self)
///
/// A store of any version is brought to the container's in one transaction. Mirrors SwiftData's
/// `SchemaMigrationPlan`.
public protocol SchemaMigrationPlan: SendableMetatype {
    /// The versions, the earliest first.
    static var schemas: [any VersionedSchema.Type] { get }
    /// The steps between them.
    static var stages: [MigrationStage] { get }
}
