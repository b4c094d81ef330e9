import Foundation

/// The values of a record at one time.
///
/// In its encoded form, each property has the form in which its type encodes itself; nil is left out, and a
/// relationship is an identifier or a list of identifiers. When a snapshot is decoded, a missing property
/// gets the default value of its declaration. Mirrors SwiftData's `DefaultSnapshot`.
public struct DefaultSnapshot: DataStoreSnapshot {
    /// The identifier of the record.
    public let persistentIdentifier: PersistentIdentifier

    let model: ModelEntity
    /// The stored values of the properties, in order; NULL for a relationship.
    private(set) var values: [StoredValue]
    /// The related records, by property. A property without an entry isn't known.
    var related: [Int: [PersistentIdentifier]]

    /// Returns a copy with another identifier.
    ///
    /// - Parameters:
    ///   - persistentIdentifier: The identifier of the copy.
    ///   - remappedIdentifiers: The permanent identifiers of records with temporary ones, for the relationships of the
    ///     copy. Default: none.
    public func copy(
        persistentIdentifier: PersistentIdentifier,
        remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]? = [:]
    ) -> DefaultSnapshot {
        DefaultSnapshot(
            persistentIdentifier: persistentIdentifier, model: model, values: values,
            related: related.mapValues { $0.map { remappedIdentifiers?[$0] ?? $0 } })
    }
}

extension DefaultSnapshot {
    /// Decodes a snapshot of a model of a container's custom store.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: ``ModelDataError/invalidDataStore(store:model:problem:)`` if a value is missing or is of another type;
    ///   `DecodingError` without an identifier, or with one of an unknown model.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
        let identifier = try container.decode(PersistentIdentifier.self, forKey: .persistentIdentifier)
        guard let model = SnapshotScope.model(of: identifier) else {
            throw DecodingError.dataCorruptedError(
                forKey: .persistentIdentifier, in: container,
                debugDescription: "no container has a custom store with the model \(identifier.entityName)")
        }
        persistentIdentifier = identifier
        self.model = model
        values = Array(repeating: .null, count: model.metadata.count)
        related = [:]
        let reader = SnapshotReader(container: container, identifier: identifier)
        for (index, property) in model.metadata.enumerated() {
            if let relationship = model.relationship(index) {
                related[index] = try reader.identifiers(of: relationship)
            } else {
                values[index] = try reader.value(of: property, property.codec)
            }
        }
    }

    /// Encodes the identifier and all properties.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The encoder's error.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
        try container.encode(persistentIdentifier, forKey: .persistentIdentifier)
        for (index, property) in model.metadata.enumerated() {
            let key = DataStoreSnapshotCodingKey.modeledProperty(property.name)
            if let relationship = model.relationship(index) {
                guard let identifiers = related[index] else { continue }
                if relationship.isToMany {
                    try container.encode(identifiers, forKey: key)
                } else {
                    try container.encodeIfPresent(identifiers.first, forKey: key)
                }
            } else {
                try Self.encode(values[index], property.codec, into: &container, key)
            }
        }
    }

    private static func encode<C: ColumnCodec>(
        _ stored: StoredValue, _ codec: C.Type,
        into container: inout KeyedEncodingContainer<DataStoreSnapshotCodingKey>,
        _ key: DataStoreSnapshotCodingKey
    ) throws {
        if stored == .null { return }
        if let value = try codec.value(from: stored) as? any Encodable {
            return try container.encode(value, forKey: key)
        }
        // The type can't encode itself: encode its raw value, or the data of its transformer.
        switch stored {
        case .null: break
        case .integer(let value): try container.encode(value, forKey: key)
        case .real(let value): try container.encode(value, forKey: key)
        case .text(let value): try container.encode(value, forKey: key)
        case .blob(let value): try container.encode(value, forKey: key)
        }
    }
}

/// Reads the properties of an encoded snapshot.
private struct SnapshotReader {
    let container: KeyedDecodingContainer<DataStoreSnapshotCodingKey>
    let identifier: PersistentIdentifier

    private func problem(_ problem: DataStoreProblem) -> ModelDataError {
        .invalidDataStore(
            store: SnapshotScope.current?.store ?? identifier.origin.store ?? "",
            model: identifier.entityName,
            problem: problem)
    }

    /// Whether there is a value other than null.
    private func has(_ key: DataStoreSnapshotCodingKey) -> Bool {
        container.contains(key) && (try? container.decodeNil(forKey: key)) != true
    }

    /// Returns the stored form of a value.
    func value<C: ColumnCodec>(of property: Schema.PropertyMetadata, _ codec: C.Type) throws -> StoredValue {
        let key = DataStoreSnapshotCodingKey.modeledProperty(property.name)
        guard has(key) else {
            if !container.contains(key), let value = try property.storedDefault { return value }
            if codec.isOptional { return .null }
            throw problem(.missingValue(identifier: "\(identifier)", property: property.name))
        }
        do {
            if let type = C.Value.self as? any Decodable.Type,
                let value = try container.decode(type, forKey: key) as? C.Value
            {
                return try codec.stored(value)
            }
            let stored: StoredValue =
                switch codec.columnType {
                case .integer: .integer(try container.decode(Int64.self, forKey: key))
                case .real: .real(try container.decode(Double.self, forKey: key))
                case .text: .text(try container.decode(String.self, forKey: key))
                case .blob: .blob(try container.decode(Data.self, forKey: key))
                }
            return try codec.stored(codec.value(from: stored))
        } catch {
            throw unreadable(property.name, error)
        }
    }

    /// Returns the identifiers of a relationship; nil if the snapshot doesn't have it.
    func identifiers(of relationship: RelationshipShape) throws -> [PersistentIdentifier]? {
        let key = DataStoreSnapshotCodingKey.modeledProperty(relationship.name)
        guard has(key) else {
            if relationship.isRequired, !relationship.isToMany {
                throw problem(.missingValue(identifier: "\(identifier)", property: relationship.name))
            }
            // A missing identifier means that there is no object. A missing list isn't known.
            return relationship.isToMany && !container.contains(key) ? nil : []
        }
        do {
            if relationship.isToMany { return try container.decode([PersistentIdentifier].self, forKey: key) }
            return [try container.decode(PersistentIdentifier.self, forKey: key)]
        } catch {
            throw unreadable(relationship.name, error)
        }
    }

    private func unreadable(_ property: String, _ error: any Error) -> any Error {
        let reason: String
        switch error {
        case let error as ValueProblem: reason = error.description
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context):
            reason = context.debugDescription
        default: reason = "\(error)"
        }
        return problem(.unreadableValue(identifier: "\(identifier)", property: property, reason: reason))
    }
}
