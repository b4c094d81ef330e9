import Foundation

/// What is known of a record: whether it lives, and its fields, each with its own clock.
///
/// ```swift
/// let record = SyncRecord(
///     SyncKey(entity: "Destination", id: identifier), life: 1,
///     fields: ["name": SyncField(.string("Lisbon"), at: clock)])
/// ```
///
/// Sent, it holds the fields that changed; answered, all of them. A pair of a many-to-many relationship is a field of
/// its own, named `relationship/UUID` (``element(_:of:)``), with the value `true`, or `false` once it was taken away:
/// so two people who add different tags to one issue both win.
public struct SyncRecord: Hashable, Sendable {
    /// Which record it is.
    public let key: SyncKey
    /// The causal length: odd while the record lives, even while it is deleted; each deletion and each re-creation
    /// adds 1, so that a record that is made again beats an older tombstone.
    public var life: Int
    /// The fields by their names.
    public var fields: [String: SyncField]

    /// A record.
    ///
    /// - Parameters:
    ///   - key: Which record it is.
    ///   - life: The causal length, from 1.
    ///   - fields: The fields by their names.
    public init(_ key: SyncKey, life: Int = 1, fields: [String: SyncField] = [:]) {
        self.key = key
        self.life = life
        self.fields = fields
    }

    /// Whether it isn't deleted.
    public var isAlive: Bool { life % 2 == 1 }

    /// The latest clock of its fields.
    public var latestClock: SyncClock { fields.values.map(\.clock).max() ?? .zero }

    /// The name of the field that holds a pair of a many-to-many relationship.
    ///
    /// ```swift
    /// SyncRecord.element(tag.identifier, of: "tags")  // "tags/0E5C…"
    /// ```
    ///
    /// - Parameters:
    ///   - id: The other record's UUID.
    ///   - relationship: The relationship's name.
    /// - Returns: The field's name.
    public static func element(_ id: UUID, of relationship: String) -> String {
        relationship + "/" + id.uuidString
    }

    /// What relationship and which record a field's name means, where it is a pair's.
    ///
    /// - Parameter name: A field's name.
    /// - Returns: `nil` where the field is no pair.
    public static func parts(ofElement name: String) -> (relationship: String, id: UUID)? {
        guard let slash = name.firstIndex(of: "/") else { return nil }
        guard let id = UUID(uuidString: String(name[name.index(after: slash)...])) else { return nil }
        return (String(name[..<slash]), id)
    }
}

extension SyncRecord {
    /// Takes in what another replica knows of the same record.
    ///
    /// The longer life wins, and of each field the later value. In whatever order replicas merge, and however often,
    /// they come to the same: the function is commutative, associative and idempotent.
    ///
    /// ```swift
    /// stored.merge(received)
    /// ```
    ///
    /// - Parameter other: What another replica knows. Of another record, nothing is taken.
    /// - Returns: Whether anything changed.
    @discardableResult
    public mutating func merge(_ other: SyncRecord) -> Bool {
        guard other.key == key else { return false }
        var isChanged = false
        if other.life > life {
            life = other.life
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

    /// What two replicas know together.
    ///
    /// - Parameter other: What another replica knows.
    /// - Returns: Both, merged as ``merge(_:)`` does.
    public func merged(with other: SyncRecord) -> SyncRecord {
        var copy = self
        copy.merge(other)
        return copy
    }

    /// Stamps again what claims to come from the future, by the server's clock.
    ///
    /// A device whose clock is a year ahead would win every disagreement for a year. It isn't refused: its edits are
    /// taken as made now, and it is told.
    ///
    /// ```swift
    /// let names = record.restamp(now: clock.next(milliseconds: now))
    /// ```
    ///
    /// - Parameters:
    ///   - now: The server's clock.
    ///   - tolerance: How far ahead a clock may be, in milliseconds.
    /// - Returns: The names of the fields that were stamped again, in order. Who wrote stays.
    public mutating func restamp(now: SyncClock, tolerance: Int64 = SyncLimits.clockTolerance) -> [String] {
        let limit = now.milliseconds + tolerance
        var names: [String] = []
        for (name, field) in fields where field.clock.time > limit {
            // An import stays one, so that it doesn't beat what was edited by hand.
            let stamp = field.clock.isOfImport ? now.milliseconds : now.stamp
            guard let clock = SyncClock(stamp: stamp, node: field.clock.node) else { continue }
            fields[name] = SyncField(field.value, at: clock)
            names.append(name)
        }
        return names.sorted()
    }
}
