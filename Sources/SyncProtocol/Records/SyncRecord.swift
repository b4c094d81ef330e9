import Foundation

/// The replicated state of a record: its causal length, and its fields with a clock each.
///
/// ```swift
/// var clock = HybridClock(node: "9f3a")
/// let record = SyncRecord(
///     SyncKey(entity: "Destination", id: UUID()), causalLength: 1,
///     fields: ["name": SyncField(.string("Lisbon"), at: clock.next(milliseconds: 1_767_225_600_000))])
/// ```
///
/// A request contains only the changed fields. An answer contains all fields.
///
/// Each pair of records in a many-to-many relationship is a separate field, named `relationship/UUID`
/// (``pairFieldName(for:in:)``). Its value is `true`, or `false` after the pair was removed. Therefore, if
/// two users add different tags to one issue, both tags stay.
public struct SyncRecord: Hashable, Sendable {
    /// The record's key.
    public let key: SyncKey
    /// The causal length: a counter that is odd while the record exists, and even while it is deleted.
    ///
    /// Each deletion and each re-creation adds 1, so a re-created record wins over an older deletion.
    public var causalLength: Int
    /// The fields by name.
    public var fields: [String: SyncField]

    /// Creates a record.
    ///
    /// - Parameters:
    ///   - key: The record's key.
    ///   - causalLength: The causal length, from 1. Default: 1.
    ///   - fields: The fields by name. Default: none.
    public init(_ key: SyncKey, causalLength: Int = 1, fields: [String: SyncField] = [:]) {
        self.key = key
        self.causalLength = causalLength
        self.fields = fields
    }

    /// The field of a sealed record with the text of its causal length.
    public static let sealedLength = "life"

    /// Whether the record exists, that is, isn't deleted.
    public var isAlive: Bool { causalLength % 2 == 1 }

    /// The latest clock of all fields.
    public var latestClock: SyncClock { fields.values.map(\.clock).max() ?? .zero }

    /// Returns the name of the field for a pair of records in a many-to-many relationship.
    ///
    /// ```swift
    /// SyncRecord.pairFieldName(for: UUID(), in: "tags")  // "tags/0E5C…"
    /// ```
    ///
    /// - Parameters:
    ///   - id: The UUID of the record on the other side.
    ///   - relationship: The relationship's name.
    public static func pairFieldName(for id: UUID, in relationship: String) -> String {
        relationship + "/" + id.uuidString
    }

    /// Returns the relationship and the UUID in the name of a field for a pair of records, or `nil` for other
    /// fields.
    ///
    /// - Parameter name: A field's name.
    public static func pair(fromFieldName name: String) -> (relationship: String, id: UUID)? {
        guard let slash = name.firstIndex(of: "/") else { return nil }
        guard let id = UUID(uuidString: String(name[name.index(after: slash)...])) else { return nil }
        return (String(name[..<slash]), id)
    }
}

extension SyncRecord {
    /// Merges another replica's version of the same record into this one.
    ///
    /// The greater causal length and the later value of each field win. Merging is commutative, associative
    /// and idempotent: all replicas reach the same state, in any order and with repetitions.
    ///
    /// - Parameter other: The other version. A version of another record is ignored.
    /// - Returns: Whether this record changed.
    @discardableResult
    public mutating func merge(_ other: SyncRecord) -> Bool {
        guard other.key == key else { return false }
        var isChanged = false
        if other.causalLength > causalLength {
            causalLength = other.causalLength
            isChanged = true
        }
        for (name, theirs) in other.fields {
            guard let mine = fields[name] else {
                fields[name] = theirs
                isChanged = true
                continue
            }
            let merged = mine.merged(with: theirs)
            if merged != mine {
                fields[name] = merged
                isChanged = true
            }
        }
        return isChanged
    }

    /// Returns both versions merged, as by ``merge(_:)``.
    ///
    /// - Parameter other: Another replica's version.
    public func merged(with other: SyncRecord) -> SyncRecord {
        var copy = self
        copy.merge(other)
        return copy
    }
}
