import Foundation

/// The reason of a deletion, as the deleted record's version carries it.
///
/// ```swift
/// func explain(_ record: SyncRecord) {
///     switch record.tombstone?.cause {
///     case .undo: print("The step that created the record was undone.")
///     default: break
///     }
/// }
/// ```
///
/// A tombstone is stored in fields of the record whose names begin with `_`, so that it merges like every other
/// version. Each field names the causal length that it ended. A field of an earlier deletion has no effect.
public struct Tombstone: Hashable, Sendable {
    /// The reason of a deletion.
    public enum Cause: Hashable, Sendable {
        /// A user deleted the record. If its owner is re-created, the record stays deleted. ``Tombstone/known`` has the
        /// edits that the user's device knew.
        case user
        /// The step that created the record was undone. The deletion applies only if no other writer changed the
        /// record. The clocks are the last ones of the writers that performed the undo.
        case undo(by: [SyncClock])
        /// The record was deleted only because its owner was deleted on another device. If the owner is
        /// re-created, so is the record.
        case cascade(owner: UUID)
        /// The version doesn't say: for example, the record was merged into a duplicate.
        case unstated
    }

    /// The record into which a deleted duplicate was merged.
    public struct Alias: Hashable, Sendable {
        /// The UUID of the other record.
        public let id: UUID
        /// The causal length of the other record at that time.
        public let causalLength: Int
    }

    /// A field in which a tombstone is stored.
    public enum Field: String, CaseIterable, Sendable {
        /// A deletion by a user.
        case user = "_meant"
        /// A deletion by an undo.
        case undo = "_undone"
        /// A deletion with an owner.
        case cascade = "_orphaned"
        /// The UUID of the record into which the deleted one was merged.
        case alias = "_sameAs"
        /// The causal length of that record.
        case aliasCausalLength = "_sameAsLife"

        /// Returns the value of a field with a cause.
        ///
        /// - Parameters:
        ///   - causalLength: The causal length of the tombstone.
        ///   - words: For an undo, the clocks of former writers; for a cascade, the owner's UUID; for a user's deletion,
        ///     the known clocks of other writers. Default: none.
        public static func value(causalLength: Int, _ words: [String] = []) -> SyncValue {
            if words.isEmpty { return .int(Int64(causalLength)) }
            return .string(([String(causalLength)] + words).joined(separator: " "))
        }
    }

    /// The maximum number of writers in a tombstone.
    public static let maximumFormerWriters = 16

    /// The reason of the deletion.
    public let cause: Cause
    /// For a user's deletion: for each other writer of the record, the latest clock that the deleting device knew.
    public let known: [SyncClock]
    /// The causal length of the deleted record, which is even.
    public let causalLength: Int
    /// The record into which the deleted one was merged, if it was a duplicate.
    public let alias: Alias?

    /// Reads the tombstone of a deleted record.
    fileprivate init(_ record: SyncRecord) {
        causalLength = record.causalLength
        cause = Self.cause(of: record)
        known = (record.words(of: .user) ?? []).prefix(Self.maximumFormerWriters).compactMap { SyncClock($0) }
        if let id = record.text(.alias).flatMap(UUID.init(uuidString:)),
            case .int(let length)? = record.fields[Field.aliasCausalLength.rawValue]?.value
        {
            alias = Alias(id: id, causalLength: Int(clamping: length))
        } else {
            alias = nil
        }
    }

    /// A user's deletion takes precedence over an undo, and an undo over the deletion of an owner.
    private static func cause(of record: SyncRecord) -> Cause {
        if record.words(of: .user) != nil { return .user }
        if let undo = record.words(of: .undo), let clock = record.fields[Field.undo.rawValue]?.clock,
            let last = SyncClock(stamp: .max, node: clock.node)
        {
            return .undo(by: [last] + undo.prefix(maximumFormerWriters).compactMap { SyncClock($0) })
        }
        if let owner = record.words(of: .cascade), owner.count == 1, let id = UUID(uuidString: owner[0]) {
            return .cascade(owner: id)
        }
        return .unstated
    }

    /// Whether a user deleted the record or undid its creation, so that it wasn't only deleted with its owner.
    public var isOnItsOwn: Bool {
        switch cause {
        case .user, .undo: true
        case .cascade, .unstated: false
        }
    }
}

extension SyncRecord {
    /// The reason of the deletion, or `nil` if the record exists.
    public var tombstone: Tombstone? { isAlive ? nil : Tombstone(self) }

    /// Whether an undo deleted the record although other writers changed it.
    public var isUndoneDespiteOtherEdits: Bool {
        guard case .undo(let undoing)? = tombstone?.cause else { return false }
        return fields.contains { name, field in !name.hasPrefix("_") && field.clock.isByOthers(than: undoing)
        }
    }

    fileprivate func text(_ field: Tombstone.Field) -> String? {
        guard case .string(let text)? = fields[field.rawValue]?.value else { return nil }
        return text
    }

    /// The words after the causal length, or `nil` if the field is missing or is about another deletion.
    fileprivate func words(of field: Tombstone.Field) -> [String]? {
        switch fields[field.rawValue]?.value {
        case .int(let ended)?: return ended == Int64(causalLength) ? [] : nil
        case .string(let text)?:
            let words = text.split(separator: " ").map(String.init)
            guard let ended = words.first, Int(ended) == causalLength else { return nil }
            return Array(words.dropFirst())
        default: return nil
        }
    }
}

extension SyncClock {
    /// Returns whether this is the clock of an edit by another writer than some.
    ///
    /// - Parameter writers: The last clocks of the writers.
    public func isByOthers(than writers: [SyncClock]) -> Bool {
        stamp > 0 && !writers.contains { $0.node == node && $0.stamp >= stamp }
    }
}
