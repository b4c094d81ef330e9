extension ModelContainer {
    /// Opens the stores of a schema: stores in SQLite, and custom ones.
    ///
    /// ```swift
    /// let trips = JSONStoreConfiguration(name: "trips", schema: Schema([Trip.self]), fileURL: file)
    /// let books = ModelConfiguration(schema: Schema([Book.self]), url: store)
    /// let container = try ModelContainer(for: Schema([Trip.self, Book.self]), configurations: [trips, books])
    /// ```
    ///
    /// - Parameters:
    ///   - schema: The models.
    ///   - configurations: The stores. Without any, one store in the user's data directory.
    /// - Throws: ``ModelDataError`` if a store can't be opened or created; the error of a custom store.
    ///
    /// Mirrors SwiftData's `init(for:configurations:)`.
    @_disfavoredOverload
    public convenience init(for schema: Schema, configurations: [any DataStoreConfiguration]) throws {
        self.init(
            core: try ContainerCore(schema: schema, migrationPlan: nil, configurations: configurations))
    }

    /// Opens the stores of some models: stores in SQLite, and custom ones.
    ///
    /// - Parameters:
    ///   - types: The models.
    ///   - configurations: The stores. Without any, one store in the user's data directory.
    /// - Throws: ``ModelDataError`` if a store can't be opened or created; the error of a custom store.
    ///
    /// Mirrors SwiftData's `init(for:configurations:)`.
    @_disfavoredOverload
    public convenience init(
        for types: any PersistentModel.Type..., configurations: any DataStoreConfiguration...
    ) throws {
        try self.init(for: Schema(types), configurations: configurations)
    }
}
