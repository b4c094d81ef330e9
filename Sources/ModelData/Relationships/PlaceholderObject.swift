/// Creates objects without a record, for the elements of a ``FetchResultsCollection`` whose records are gone, and for
/// identifiers of records that are gone.
enum PlaceholderObject {
    /// Returns whether every property of a model has a default value or an empty value. A required relationship has none.
    static func canBeMade(for type: any PersistentModel.Type) -> Bool {
        type.schemaMetadata.allSatisfy { property in
            property.codec.isOptional
                || ((try? property.storedDefault) ?? property.emptyStoredValue) != .null
        }
    }

    /// Returns an object whose properties have their default or empty values.
    static func make<T: PersistentModel>(_ type: T.Type, record: Int64 = 0) -> T {
        do {
            let model = try type.make(
                of: type.schemaMetadata.map { (try? $0.storedDefault) ?? $0.emptyStoredValue })
            model._$state.phase = .deleted
            model._$state.record = record
            return model
        } catch {
            preconditionFailure("\(type._$entityName) has a property that no value can be made for: \(error)")
        }
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

/// An object for an identifier whose model the container doesn't have. No store contains such records.
@Model
final class UnknownRecord {
    init() {}
}
