/// The values of a record at one time, in a form that can be encoded.
///
/// Use ``DefaultSnapshot``, or a type whose encoded form has the same keys: `persistentIdentifier`, and the
/// names of the model's properties, with identifiers as the values of relationships. A value that the type
/// leaves out is the default value after a fetch. Mirrors SwiftData's `DataStoreSnapshot`, without the
/// initializer from `BackingData`.
public protocol DataStoreSnapshot: Decodable, Encodable, Sendable {
    /// The identifier of the record.
    var persistentIdentifier: PersistentIdentifier { get }

    /// Returns a copy with another identifier.
    ///
    /// - Parameters:
    ///   - persistentIdentifier: The identifier of the copy.
    ///   - remappedIdentifiers: The permanent identifiers of records with temporary ones. The copy has the permanent
    ///     identifiers in its relationships.
    func copy(
        persistentIdentifier: PersistentIdentifier,
        remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
    ) -> Self
}

/// A value in a snapshot.
///
/// Mirrors SwiftData's `DataStoreSnapshotValue`.
public typealias DataStoreSnapshotValue = Codable & Sendable

/// The keys of an encoded snapshot.
///
/// Mirrors SwiftData's `DataStoreSnapshotCodingKey`.
public enum DataStoreSnapshotCodingKey: CodingKey {
    /// The key of the record's identifier.
    case persistentIdentifier
    /// The key of a property.
    case modeledProperty(String)

    /// `persistentIdentifier`, or the name of the property.
    public var stringValue: String {
        switch self {
        case .persistentIdentifier: "persistentIdentifier"
        case .modeledProperty(let name): name
        }
    }

    /// Creates a key from its text.
    ///
    /// - Parameter stringValue: `persistentIdentifier`, or the name of a property.
    public init?(stringValue: String) {
        self = stringValue == "persistentIdentifier" ? .persistentIdentifier : .modeledProperty(stringValue)
    }

    /// Nil: keys are texts.
    public var intValue: Int? { nil }

    /// Returns nil: keys are texts.
    ///
    /// - Parameter intValue: Ignored.
    public init?(intValue: Int) { nil }
}
