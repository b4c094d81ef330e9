/// One of several versions of a store's schema.
///
/// ```swift
/// enum BooksV1: VersionedSchema {
///     static let versionIdentifier = Schema.Version(1, 0, 0)
///     static var models: [any PersistentModel.Type] { [Book.self] }
/// }
/// ```
///
/// Mirrors SwiftData's `VersionedSchema`.
public protocol VersionedSchema: SendableMetatype {
    /// The version of the schema.
    static var versionIdentifier: Schema.Version { get }
    /// The model classes of this version.
    static var models: [any PersistentModel.Type] { get }
}
