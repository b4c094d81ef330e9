import Localization

/// Entries to import, read as a stream.
public protocol EntrySource<Entry> {
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

    /// Returns the next rows, which are saved together; none at the end.
    ///
    /// - Parameter size: The wanted number of rows. A source that reads in pieces may return more.
    /// - Throws: The error of a source that can't be imported as a whole, and reading errors.
    nonisolated(nonsending) mutating func nextBatch(_ size: Int) async throws -> [ImportRow<Entry>]
}

/// A file with entries to import, which is read row by row.
public protocol ImportSource<Entry>: EntrySource {
    // Declared again, because Swift infers it from the rows of `next()`.
    associatedtype Entry
    /// Returns the next row, or `nil` at the end.
    ///
    /// - Throws: The error of a file that can't be imported as a whole, and reading errors.
    mutating func next() throws -> ImportRow<Entry>?
}

extension EntrySource {
    /// Default: `true`.
    public var countsLines: Bool { true }
    /// Default: `nil`.
    public var possiblyTruncatedLine: Int? { nil }
    /// Default: none.
    public var unknownFields: [String] { [] }
}

extension ImportSource {
    /// Returns the next rows.
    nonisolated(nonsending) public mutating func nextBatch(_ size: Int) async throws -> [ImportRow<Entry>] {
        var rows: [ImportRow<Entry>] = []
        while rows.count < size, let row = try next() { rows.append(row) }
        return rows
    }
}

/// A row of a CSV file, or an element of a list.
public struct ImportRow<Entry> {
    /// The number of the line or of the element, from 1.
    public let position: Int
    /// The line of an element; `nil` if it isn't known, or is the position.
    public let line: Int?
    /// The entry; `nil` if the row is skipped.
    public let entry: Entry?
    /// The reason to skip the row.
    public let skipped: SkippedEntry?
    /// The fields of the entry that aren't imported, or not as they are in the file.
    public let problems: [FieldProblem]

    /// Makes a row with an entry.
    public init(_ entry: Entry, at position: Int, line: Int? = nil, problems: [FieldProblem] = []) {
        self.position = position
        self.line = line
        self.entry = entry
        self.problems = problems
        skipped = nil
    }

    /// Makes a row that is skipped.
    public init(skipped: SkippedEntry, at position: Int, line: Int? = nil) {
        self.position = position
        self.line = line
        self.skipped = skipped
        entry = nil
        problems = []
    }

    private init<Other>(_ row: ImportRow<Other>, _ entry: Entry?) {
        self.entry = entry
        (position, line, skipped, problems) = (row.position, row.line, row.skipped, row.problems)
    }

    /// Returns the row with another entry.
    public func map<Other>(_ transform: (Entry) -> Other) -> ImportRow<Other> {
        ImportRow<Other>(self, entry.map(transform))
    }
}

/// The reason to skip an entry: it lacks a value that it needs.
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
    public static var notAnObject: SkippedEntry { SkippedEntry(text("the entry is not an object")) }
}

/// Makes an entry of a row of a table or an object of a list.
public protocol EntryReader {
    /// A book, an issue or another thing that the file describes.
    associatedtype Entry
    /// Makes an entry of a row or an object.
    ///
    /// - Throws: ``SkippedEntry`` if the entry lacks what every entry needs.
    func entry(_ fields: inout EntryFields) throws(SkippedEntry) -> Entry
}

/// A format whose entries are the rows of a table or the objects of a list, and which is recognized by its fields.
///
/// ```swift
/// struct TitleFormat: EntryFormat {
///     static let needed = ["Title"]
///     private let title: FileField
///     init(_ names: inout FieldNames) { title = names.take("Title") }
///     func entry(_ fields: inout EntryFields) throws(SkippedEntry) -> String { fields.text(title) }
/// }
/// ```
public protocol EntryFormat: EntryReader {
    /// The fields by which a file of this format is recognized.
    static var needed: [String] { get }
    /// Returns whether a list belongs to this format, by the keys of an object. Default: it has all needed
    /// fields.
    static func isRecognized(by keys: Set<String>) -> Bool
    /// Takes the fields that the format knows.
    init(_ names: inout FieldNames)
}

/// A format that reads fields by their names in the file.
///
/// ```swift
/// struct TitleFormat: NamedFieldsFormat {
///     static let needed = ["Title"], names = ["Title"]
///     func entry(_ fields: inout EntryFields) throws(SkippedEntry) -> String { fields.text("Title") }
/// }
/// ```
public protocol NamedFieldsFormat: EntryFormat {
    /// The names of the fields that the format knows.
    static var names: [String] { get }
    init()
}

extension NamedFieldsFormat {
    /// Takes the fields that the format knows.
    public init(_ names: inout FieldNames) {
        for name in Self.names { _ = names.take(name) }
        self.init()
    }
}

extension EntryFormat {
    /// Whether an object has all needed fields.
    public static func isRecognized(by keys: Set<String>) -> Bool { needed.allSatisfy(keys.contains) }
}
