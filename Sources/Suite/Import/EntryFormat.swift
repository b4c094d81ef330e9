import Formats
import Localization
import Shell

/// A format whose entries are the rows of a table or the objects of a list.
///
/// ```swift
/// struct TitleFormat: EntryFormat {
///     static let needed = ["Title"]
///     private let title: FileField
///     init(_ names: inout FieldNames) { title = names.take("Title") }
///     func entry(_ fields: inout EntryFields) throws(SkippedEntry) -> String { fields.text(title) }
/// }
/// ```
public protocol EntryFormat {
    /// A book, an issue or another thing that the file describes.
    associatedtype Entry
    /// The fields by which a file of this format is recognized.
    static var needed: [String] { get }
    /// Takes the fields that the format knows.
    init(_ names: inout FieldNames)
    /// Makes an entry of a row or an object.
    ///
    /// - Throws: ``SkippedEntry`` if the entry lacks what every entry needs.
    func entry(_ fields: inout EntryFields) throws(SkippedEntry) -> Entry
}

/// Reads the rows of a CSV file in a format.
public struct TableSource<Format: EntryFormat>: ImportSource {
    private let format: Format
    private var reader: CSVReader
    /// The unknown columns in which no row had a value so far.
    private var emptyColumns: [(index: Int, name: String)]
    public private(set) var unknownFields: [String] = []

    public var possiblyTruncatedLine: Int? { reader.possiblyTruncatedLine }

    /// Makes a source; `nil` if the table lacks a column that the format needs.
    public init?(_ format: Format.Type, _ table: TableStart) {
        guard Format.needed.allSatisfy(table.columns.contains) else { return nil }
        var names = FieldNames(header: table.columns)
        self.format = Format(&names)
        reader = table.reader
        emptyColumns = table.columns.enumerated()
            .filter { !$1.isEmpty && !names.known.contains($1) }.map { ($0, $1) }
    }

    public mutating func next() throws -> ImportRow<Format.Entry>? {
        guard let record = try reader.next() else { return nil }
        if let malformation = record.malformation {
            return ImportRow(skipped: SkippedEntry(malformation.reason), at: record.line)
        }
        if !emptyColumns.isEmpty { noteUnknownFields(of: record) }
        var fields = EntryFields(record)
        do throws(SkippedEntry) {
            let entry = try format.entry(&fields)
            return ImportRow(entry, at: record.line, problems: fields.problems)
        } catch {
            return ImportRow(skipped: error, at: record.line)
        }
    }

    private mutating func noteUnknownFields(of record: CSVRecord) {
        let filled = emptyColumns.filter { !record.isEmpty(at: $0.index) }
        if filled.isEmpty { return }
        unknownFields += filled.map(\.name)
        emptyColumns.removeAll { column in filled.contains { $0.index == column.index } }
    }
}

/// The header of a CSV file, and the reader behind it.
public struct TableStart {
    /// The names of the columns.
    public let columns: [String]
    /// Reads the rows.
    public let reader: CSVReader

    /// Reads a header.
    ///
    /// - Parameters:
    ///   - start: The file.
    ///   - path: The file's path, for errors.
    /// - Throws: `FileError` if the file isn't a table.
    public init(_ start: TextFileStart, path: String) throws {
        var reader = CSVReader(read: start.read)
        guard let header = try reader.next(), header.malformation == nil, let names = header.strings else {
            throw FileError.binary(path: path)
        }
        columns = names.map(\.collapsingSpaces)
        self.reader = reader
    }

    /// Returns the columns that a format needs and the table lacks.
    public func missing(_ needed: [String]) -> [String] { needed.filter { !columns.contains($0) } }
}

/// Reads the objects of a JSON array in a format.
public struct ListSource<Format: EntryFormat>: ImportSource {
    private let format: Format
    private let known: Set<String>
    private let path: String
    private let isArray: Bool
    private let kind: ImportFileKind
    private var reader: JSONElementReader
    /// The rows before the first object that has all needed fields.
    private var pendingRows: [ImportRow<Format.Entry>] = []
    private var isRecognized = false
    /// The keys of the first object, by which the program that wrote the list is recognized.
    private var firstKeys: Set<String>?
    private var unknown: Set<String> = []

    /// The maximum number of leading elements that lack needed fields. Then another program wrote the file.
    private static var maximumPendingRows: Int { 1000 }

    public var countsLines: Bool { false }
    public var unknownFields: [String] { unknown.sorted() }

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - format: The format of the list.
    ///   - start: The file, in JSON.
    ///   - path: The file's path, for errors.
    ///   - kind: What the program imports, for errors.
    public init(_ format: Format.Type, _ start: TextFileStart, path: String, kind: ImportFileKind) {
        var names = FieldNames()
        self.format = Format(&names)
        known = names.known
        self.path = path
        self.kind = kind
        isArray = start.first == UInt8(ascii: "[")
        reader = JSONElementReader(lists: [], read: start.read)
    }

    public mutating func next() throws -> ImportRow<Format.Entry>? {
        while true {
            if isRecognized, !pendingRows.isEmpty { return pendingRows.removeFirst() }
            switch try part() {
            case .element(_, let number, let bytes):
                let row = try row(number, bytes)
                if isRecognized { return row }
                pendingRows.append(row)
                if pendingRows.count > Self.maximumPendingRows { throw foreign }
            // If the content isn't an array, read it to its end, so that invalid JSON causes a syntax error.
            case .member(let key, _): firstKeys = (firstKeys ?? []).union([key])
            case nil:
                // If no element has the needed fields, another program wrote the file.
                guard isArray, pendingRows.isEmpty else { throw foreign }
                return nil
            }
        }
    }

    private var foreign: ImportFileError { kind.foreignList(keys: firstKeys ?? [], path: path) }

    private mutating func row(_ number: Int, _ bytes: [UInt8]) throws -> ImportRow<Format.Entry> {
        let object: JSONView
        do throws(JSONProblem) {
            object = JSONView(try JSONDocument(bytes))
        } catch .repeatedKey(let key, _) {
            return ImportRow(skipped: SkippedEntry(text("the key “%@” occurs twice", key)), at: number)
        } catch {
            throw kind.invalidJSON(error, bytes, in: reader, path: path)
        }
        guard object.isObject else { return ImportRow(skipped: .notAnObject, at: number) }
        var fields = EntryFields(object)
        note(fields)
        do throws(SkippedEntry) {
            let entry = try format.entry(&fields)
            return ImportRow(entry, at: number, problems: fields.problems)
        } catch {
            return ImportRow(skipped: error, at: number)
        }
    }

    private mutating func note(_ fields: EntryFields) {
        var keys: Set<String> = []
        fields.forEachName { key in
            if !isRecognized { keys.insert(key) }
            if !known.contains(key) { unknown.insert(key) }
        }
        if isRecognized { return }
        firstKeys = firstKeys ?? keys
        isRecognized = Format.needed.allSatisfy(keys.contains)
    }

    private mutating func part() throws -> JSONElementReader.Part? {
        do {
            return try reader.next()
        } catch let error as JSONElementError {
            throw kind.invalidJSON(error, in: reader, path: path)
        }
    }
}
