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

/// A field's value with the clock of its last change.
public struct SyncField: Hashable, Sendable {
    /// The value.
    public let value: SyncValue
    /// The clock of the last change.
    public let clock: SyncClock
    /// The clock of the value that the last change replaced; `nil` if it replaced none, or if it is unknown.
    ///
    /// A replica whose own value is later was unknown to the writer, so the two are in conflict.
    public let base: SyncClock?

    /// Creates a field.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - clock: The clock of the last change.
    ///   - base: The clock of the value that the change replaced. Default: none.
    public init(_ value: SyncValue, at clock: SyncClock, base: SyncClock? = nil) {
        self.value = value
        self.clock = clock
        self.base = base
    }

    /// Returns the later of two versions of a field.
    ///
    /// If both versions have the same clock, the greater value wins, so that the order of merging doesn't
    /// matter.
    ///
    /// ```swift
    /// let mine = SyncField(.string("Rome"), at: .zero)
    /// let theirs = SyncField(.string("Roma"), at: .zero)
    /// mine.merged(with: theirs) == theirs.merged(with: mine)  // true
    /// ```
    ///
    /// - Parameter other: Another replica's version.
    public func merged(with other: SyncField) -> SyncField {
        if clock != other.clock { return clock < other.clock ? other : self }
        if value != other.value { return value < other.value ? other : self }
        return (base ?? .zero) < (other.base ?? .zero) ? other : self
    }
}

/// The identity of a record: its model and its UUID.
public struct SyncKey: Hashable, Sendable {
    /// The model's name.
    public let entity: String
    /// The record's UUID, the same on every replica.
    public let id: UUID

    /// Creates a key.
    ///
    /// - Parameters:
    ///   - entity: The model's name.
    ///   - id: The record's UUID.
    public init(entity: String, id: UUID) {
        self.entity = entity
        self.id = id
    }
}

extension SyncKey: Comparable {
    /// Orders keys by the model's name, then by the UUID's text.
    public static func < (first: SyncKey, second: SyncKey) -> Bool {
        first.entity == second.entity
            ? first.id.uuidString < second.id.uuidString
            : first.entity.utf8.lexicographicallyPrecedes(second.entity.utf8)
    }
}

extension SyncRecord {
    /// The reason why this record can't be sent, or nil if it can.
    ///
    /// Clients check this before they seal a record.
    ///
    /// ```swift
    /// let record = SyncRecord(SyncKey(entity: "no name", id: UUID()))
    /// record.refusalReason  // .badName
    /// ```
    public var refusalReason: SyncRefusal.Reason? {
        if let reason = invalidPart(fields: SyncLimits.fieldsPerRecord) { return reason }
        var size = 0
        for (name, field) in fields {
            guard field.value.size <= SyncLimits.fieldSize else { return .fieldTooLarge }
            size += field.value.size + name.utf8.count + 96
        }
        return size <= SyncLimits.recordSize ? nil : .recordTooLarge
    }

    /// The reason why a server refuses this sealed record permanently, or nil if the record is valid.
    public var sealedRefusalReason: SyncRefusal.Reason? {
        // One field more has the causal length.
        if let reason = invalidPart(fields: SyncLimits.fieldsPerRecord + 1) { return reason }
        var size = 0
        for long in LongText.all(of: fields) {
            let bytes = long.text.utf8.count
            guard bytes <= SyncLimits.sealedTextSize else { return .fieldTooLarge }
            size += bytes
        }
        for field in fields.values where field.longText == nil {
            guard field.value.size <= SyncLimits.sealedTextSize else { return .fieldTooLarge }
            size += field.value.size
        }
        return size <= SyncLimits.sealedRecordSize ? nil : .recordTooLarge
    }

    private func invalidPart(fields limit: Int) -> SyncRefusal.Reason? {
        guard Self.isName(key.entity.utf8) else { return .badName }
        guard causalLength >= 1, causalLength <= SyncLimits.maximumCausalLength else {
            return .badCausalLength
        }
        guard fields.count <= limit else { return .tooManyFields }
        return fields.keys.allSatisfy(Self.isFieldName) ? nil : .badName
    }

    /// Returns whether a name consists of 1 to 100 ASCII letters, digits and underscores.
    private static func isName(_ name: some Collection<UInt8>) -> Bool {
        (1...SyncLimits.nameLength).contains(name.count)
            && name.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    /// Returns whether a name is valid for a property, or for a pair of records in a many-to-many
    /// relationship. The UUID in a pair's name must be in upper case, so that each pair has exactly one name.
    private static func isFieldName(_ name: String) -> Bool {
        guard let slash = name.utf8.firstIndex(of: UInt8(ascii: "/")) else { return isName(name.utf8) }
        guard isName(name.utf8[..<slash]), let parts = pair(fromFieldName: name) else { return false }
        return pairFieldName(for: parts.id, in: parts.relationship) == name
    }
}
