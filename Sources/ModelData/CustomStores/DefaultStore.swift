/// TODO
public final class DefaultStore: DataStore {
    public typealias Configuration = ModelConfiguration
    public typealias Snapshot = DefaultSnapshot
    public let configuration: ModelConfiguration
    public let name: String
    public let schema: Schema
    public var identifier: String { container.core.stores[0].identifier }
    private let container: ModelContainer
    public init(_ configuration: ModelConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)? = nil) throws {
        self.configuration = configuration
        name = configuration.name
        schema = configuration.schema ?? Schema([])
        container = try ModelContainer(for: schema, migrationPlan: migrationPlan, configurations: configuration)
    }
    public func fetch<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> DataStoreFetchResult<T, DefaultSnapshot> { throw DataStoreError.unsupportedFeature }
    public func save(_ request: DataStoreSaveChangesRequest<DefaultSnapshot>) throws -> DataStoreSaveChangesResult<DefaultSnapshot> { throw DataStoreError.unsupportedFeature }
}
