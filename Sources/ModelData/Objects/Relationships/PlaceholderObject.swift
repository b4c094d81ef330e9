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

extension Schema.PropertyMetadata {
    /// An empty value that the property's codec can decode, or NULL if there is none.
    var emptyStoredValue: StoredValue {
        if codec.isOptional || codec.isRelationship { return .null }
        let candidates: [StoredValue] = [
            .integer(0), .real(0), .text(""), .blob(.init()), .integer(1), .text("[]"), .text("{}"),
            .text("0"), .text("null"), .text("\"\""), .text("false"),
        ]
        return empty(codec) ?? candidates.first { reads(codec, $0) } ?? .null
    }

    private func empty<C: ColumnCodec>(_ codec: C.Type) -> StoredValue? {
        guard let value = EmptyDecoder.value(of: C.Value.self) as? C.Value else { return nil }
        return try? codec.stored(value)
    }

    private func reads<C: ColumnCodec>(_ codec: C.Type, _ value: StoredValue) -> Bool {
        (try? codec.value(from: value)) != nil
    }
}

/// The object of an identifier without a readable record. It has no properties, so no value of it is invented. No
/// store contains such records.
@Model
final class MissingRecord {
    init() {}
}
