/// Creates objects without a record, for the elements of a ``FetchResultsCollection`` whose records are gone.
enum PlaceholderObject {
    /// Returns an object whose properties have their default or empty values; nil if a property has none. A required
    /// relationship has none.
    static func make<T: PersistentModel>(_ type: T.Type, record: Int64 = 0) -> T? {
        let values = type.schemaMetadata.map { property in
            (
                value: (try? property.storedDefault) ?? property.emptyStoredValue,
                isOptional: property.codec.isOptional
            )
        }
        guard values.allSatisfy({ $0.value != .null || $0.isOptional }),
            let model = try? type.make(of: values.map(\.value))
        else { return nil }
        model._$state.phase = .deleted
        model._$state.record = record
        return model
    }
}

/// The object of an identifier without a readable record. It has no properties, so no value of it is invented. No
/// store contains such records.
@Model
final class MissingRecord {
    init() {}
}
