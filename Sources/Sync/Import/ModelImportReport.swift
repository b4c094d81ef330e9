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

    /// A value of a record that isn't imported. The rest of the record is.
    public struct Dropped: Sendable {
        /// The record's number in the list, from 1.
        public let number: Int
        /// The line where the record begins, from 1.
        public let line: Int
        /// The name of the record, by ``ModelImporter/Options/title``.
        public let title: String
        /// The key of the value.
        public let key: String
        /// The value in the list.
        public let written: String
        /// The reason.
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
    /// The first values that weren't imported, at most ``maximumListed``.
    public internal(set) var dropped: [Dropped] = []
    /// How many values weren't imported.
    public internal(set) var droppedCount = 0
    /// The first keys of the list that the model doesn't know, at most ``maximumListed``.
    public internal(set) var unknownKeys: Set<String> = []
    /// How it ended.
    public internal(set) var ending = Ending.open

    /// The most records, values and keys that are kept by name.
    public static let maximumListed = 1000

    /// How many records of the list were looked at.
    public var total: Int { added + updated + unchanged + skippedCount }

    mutating func drop(_ values: [Dropped]) {
        droppedCount += values.count
        dropped += values.prefix(Self.maximumListed - dropped.count)
    }

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

/// An error of a model's decoding that names the keys with invalid values. An import leaves these values out, and reads
/// the record again.
public protocol InvalidKeysError: Error {
    /// The keys of the record's outermost object.
    var keys: [String] { get }
}
