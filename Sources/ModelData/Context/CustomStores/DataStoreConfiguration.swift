/// The description of a store, from which a container creates the store.
///
/// ``ModelConfiguration`` describes a store in SQLite. Mirrors SwiftData's `DataStoreConfiguration`.
public protocol DataStoreConfiguration: Hashable {
    /// The class of the store.
    associatedtype Store: DataStore where Self == Self.Store.Configuration

    /// The name, for errors.
    var name: String { get }

    /// The models of the store. If it is nil, the container sets it to its own schema before it creates the
    /// store.
    var schema: Schema? { get set }

    /// Checks the configuration before the store is created. Default: does nothing.
    ///
    /// - Throws: An error that the container's initializer passes on.
    func validate() throws
}

extension DataStoreConfiguration {
    /// Does nothing.
    public func validate() throws {}
}
