import Synchronization

/// The descriptions of the properties of model classes, each made once: `schemaMetadata` makes a new list with new
/// key paths at each call.
enum ModelMetadata {
    private static let known = Mutex<[ObjectIdentifier: [Schema.PropertyMetadata]]>([:])

    /// Returns the descriptions of a class's properties, inherited ones first.
    static func of(_ type: any PersistentModel.Type) -> [Schema.PropertyMetadata] {
        if let metadata = known.withLock({ $0[ObjectIdentifier(type)] }) { return metadata }
        // Create the list outside the lock, because the call can read the metadata of other classes.
        let metadata = type.schemaMetadata
        known.withLock { $0[ObjectIdentifier(type)] = metadata }
        return metadata
    }
}
