extension ModelContainer {
    /// Opens the stores of a schema: stores in SQLite, and custom ones.
    ///
    /// <doc:CustomStores> has an example.
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

extension ModelContext {
    /// The context, as custom stores see it in requests.
    ///
    /// Mirrors SwiftData's `editingState`.
    public var editingState: EditingState { EditingState(id: editingID, author: author) }

    /// Tells the container's custom stores that the context begins.
    func beginEditing() {
        let state = editingState
        for custom in core.customStores.values { custom.begin(state) }
    }

    /// Tells the container's custom stores that the context ends.
    func endEditing() {
        let state = editingState
        for custom in core.customStores.values { custom.end(state) }
    }
}
