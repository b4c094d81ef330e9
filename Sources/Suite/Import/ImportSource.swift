import Localization

/// A file with entries to import, read as a stream.
public protocol ImportSource<Entry> {
    /// A book, an issue or another thing that the file describes.
    associatedtype Entry

    /// Whether the positions of entries are line numbers. If not, they are numbers of a list's elements.
    var countsLines: Bool { get }

    /// The number of the last line if that line may be truncated in its last field; `nil` otherwise, and
    /// until that line was read.
    var possiblyTruncatedLine: Int? { get }

    /// The names of the columns or keys that have values and that the import doesn't know. Complete at the end
    /// of the file.
    var unknownFields: [String] { get }

    /// Returns the next row, or `nil` at the end.
    ///
    /// - Throws: The error of a file that can't be imported as a whole, and reading errors.
    mutating func next() throws -> ImportRow<Entry>?
}

extension ImportSource {
    public var countsLines: Bool { true }
    public var possiblyTruncatedLine: Int? { nil }
    public var unknownFields: [String] { [] }
}

/// A row of a CSV file, or an element of a list.
public struct ImportRow<Entry> {
    /// The number of the line or of the element, from 1.
    public let position: Int
    /// The entry; `nil` if the row is skipped.
    public let entry: Entry?
    /// The reason to skip the row.
    public let skipped: SkippedEntry?
    /// The fields of the entry that aren't imported, or not as they are in the file.
    public let problems: [FieldProblem]

    /// Makes a row with an entry.
    public init(_ entry: Entry, at position: Int, problems: [FieldProblem] = []) {
        self.position = position
        self.entry = entry
        self.problems = problems
        skipped = nil
    }

    /// Makes a row that is skipped.
    public init(skipped: SkippedEntry, at position: Int) {
        self.position = position
        self.skipped = skipped
        entry = nil
        problems = []
    }
}

/// The reason to skip an entry: it lacks the values without which there is no record.
public struct SkippedEntry: Error {
    /// The reason, as the end of “Line 7 was skipped: …”.
    public let reason: LocalizedText

    /// Makes a reason from the end of “Line 7 was skipped: …”.
    public init(_ reason: LocalizedText) { self.reason = reason }

    /// Returns the reason that a field is missing.
    public static func missing(_ field: LocalizedText) -> SkippedEntry {
        SkippedEntry(text("the %@ is missing", field))
    }

    /// The element of a list isn't an object.
    static var notAnObject: SkippedEntry { SkippedEntry(text("the entry is not an object")) }
}

/// The reason not to import a field. The rest of the entry is imported.
public struct BadField: Error {
    /// The reason, as the end of “Line 7: “rating” (9) was not imported: …”.
    public let reason: LocalizedText

    /// Makes a reason from the end of “Line 7: “rating” (9) was not imported: …”.
    public init(_ reason: LocalizedText) { self.reason = reason }

    /// The value isn't a date.
    public static var date: BadField { BadField(text("it is not a date")) }
    /// The value isn't a UUID.
    public static var identifier: BadField { BadField(text("it is not an identifier")) }
    /// The value has another JSON type, such as a list instead of a text.
    public static var wrongType: BadField { BadField(text("the value has the wrong type")) }
    /// The field isn't valid UTF-8.
    static var notUTF8: BadField { BadField(text("it is not valid UTF-8")) }
}

/// A field of an entry that isn't imported, or not as it is in the file.
public struct FieldProblem: Sendable {
    /// The name of the column or key.
    public let field: String
    /// The value in the file; empty if it can't be shown.
    public let written: String
    /// The imported value; `nil` if the field isn't imported.
    public let imported: String?
    /// The reason.
    public let reason: LocalizedText
}
