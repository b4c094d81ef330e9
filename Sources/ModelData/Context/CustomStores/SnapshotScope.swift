/// The store that is being called, for the snapshots and identifiers that it encodes and decodes meanwhile.
struct SnapshotScope: Sendable {
    /// The scope of the current call.
    @TaskLocal static var current: SnapshotScope?

    /// The name of the store's configuration.
    let store: String
    /// The models of the store, by name.
    let models: [String: ModelEntity]
    /// Whether the call is a save, in which temporary identifiers mustn't be stored.
    var isSaving = false

    /// Returns the model of an identifier's record: one of the store that is being called, or of a store that
    /// was opened before.
    static func model(of identifier: PersistentIdentifier) -> ModelEntity? {
        current?.models[identifier.entityName] ?? identifier.origin.snapshotModel.withLock { $0 }
    }

    /// Throws if a store encodes a temporary identifier while it saves.
    static func check(_ identifier: PersistentIdentifier) throws {
        guard let current, current.isSaving, identifier.number <= 0 else { return }
        throw ModelDataError.invalidDataStore(
            store: current.store, model: identifier.entityName,
            problem: .temporaryIdentifier(identifier: "\(identifier)"))
    }
}

extension ModelEntity {
    /// Returns the relationship of a property; nil for a value.
    func relationship(_ property: Int) -> RelationshipShape? {
        let index = shape.index(of: property)
        return index < 0 ? nil : shape.relationships[index]
    }
}
