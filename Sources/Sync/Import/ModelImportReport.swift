import Formats
import ModelData

/// What an import took, and what it left.
public struct ModelImportReport: Sendable {
    /// A record that was skipped.
    public struct Skipped: Sendable {
        /// Its number in the list, from 1.
        public let number: Int
        /// The line where it begins, from 1.
        public let line: Int
        /// Why it was skipped.
        public let reason: SkipReason
    }

    /// How an import ended.
    public enum Ending: Sendable, Hashable {
        /// It goes on.
        case open
        /// The list has ended.
        case complete
        /// The text ends in the middle, behind so many records.
        case cutOff(records: Int, line: Int)
        /// What stands behind so many records is neither another one nor the end.
        case malformed(records: Int, line: Int)
    }

    /// How many records were made.
    public internal(set) var added = 0
    /// How many records got other values.
    public internal(set) var updated = 0
    /// How many records were there already as they are in the list.
    public internal(set) var unchanged = 0
    /// How many of these were deleted here and stay away.
    public internal(set) var keptDeleted = 0
    /// How many records were skipped.
    public internal(set) var skippedCount = 0
    /// The first of the records that were skipped, at most ``maximumListed``.
    public internal(set) var skipped: [Skipped] = []
    /// How it ended.
    public internal(set) var ending = Ending.open

    /// The most records that are kept by name.
    public static let maximumListed = 1000

    /// How many records of the list were looked at.
    public var total: Int { added + updated + unchanged + skippedCount }

    mutating func skip(_ number: Int, line: Int, _ reason: SkipReason) {
        skippedCount += 1
        if skipped.count < Self.maximumListed {
            skipped.append(Skipped(number: number, line: line, reason: reason))
        }
    }
}

/// Why one record isn't imported, while the others are.
public enum SkipReason: Sendable {
    /// It is no JSON, or a value is missing or of the wrong kind.
    case json(JSONProblem)
    /// It has more bytes than a record may have.
    case tooLong(limit: Int)
    /// The model's own decoding refuses it.
    case refused(any Error)
    /// The store can't hold it.
    case store(ModelDataError)
}
