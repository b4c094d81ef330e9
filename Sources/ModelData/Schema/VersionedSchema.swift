/// A schema that is one of several versions of the same store.
///
///     enum BooksV1: VersionedSchema {
///         static let versionIdentifier = Schema.Version(1, 0, 0)
///         static var models: [any PersistentModel.Type] { [Book.self] }
///     }
///
/// Mirrors SwiftData's `VersionedSchema`.
public protocol VersionedSchema: SendableMetatype {
    /// The version.
    static var versionIdentifier: Schema.Version { get }
    /// The model classes of this version.
    static var models: [any PersistentModel.Type] { get }
}
