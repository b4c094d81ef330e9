import Formats
import Localization
import Shell

/// Reads the rows of a CSV file in a format.
public struct TableSource<Format: EntryReader>: ImportSource {
    private let format: Format
    private let columns: [String: Int]
    private var reader: CSVReader
    private let today: CivilDate?
    /// The unknown columns in which no row had a value so far.
    private var emptyColumns: [(index: Int, name: String)]
    /// The unknown columns with values so far, in the order in which values were found.
    public private(set) var unknownFields: [String] = []

    /// The number of the last line if that line may be truncated in its last field.
    public var possiblyTruncatedLine: Int? { reader.possiblyTruncatedLine }

    /// Makes a source, whatever columns the table has.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - makeFormat: Makes the format, which takes the columns that it knows.
    public init(_ table: TableStart, makeFormat: (inout FieldNames) -> Format) {
        var names = FieldNames(header: table.columns)
        format = makeFormat(&names)
        columns = names.columns ?? [:]
        reader = table.reader
        today = table.today
        emptyColumns = table.columns.enumerated()
            .filter { !$1.isEmpty && !names.known.contains($1) }.map { ($0, $1) }
    }

    /// Returns the next row, or `nil` at the end.
    ///
    /// - Throws: Reading errors.
    public mutating func next() throws -> ImportRow<Format.Entry>? {
        guard let record = try reader.next() else { return nil }
        if let malformation = record.malformation {
            return ImportRow(skipped: SkippedEntry(malformation.reason), at: record.line)
        }
        if !emptyColumns.isEmpty { noteUnknownFields(of: record) }
        var fields = EntryFields(record, columns: columns, today: today)
        do throws(SkippedEntry) {
            let entry = try format.entry(&fields)
            for name in fields.unknown.sorted() where !unknownFields.contains(name) {
                unknownFields.append(name)
            }
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

extension TableSource where Format: EntryFormat {
    /// Makes a source; `nil` if the table lacks a column that the format needs.
    public init?(_ format: Format.Type, _ table: TableStart) {
        guard Format.needed.allSatisfy(table.columns.contains) else { return nil }
        self.init(table) { Format(&$0) }
    }
}

/// The header of a CSV file, and the reader behind it.
public struct TableStart {
    /// The names of the columns.
    public let columns: [String]
    /// Reads the rows.
    public let reader: CSVReader
    let today: CivilDate?

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
        today = start.today
    }

    private init(columns: [String], of table: TableStart) {
        self.columns = columns
        reader = table.reader
        today = table.today
    }

    /// Returns the same table with other names of columns.
    public func renamed(_ name: (String) -> String) -> TableStart {
        TableStart(columns: columns.map(name), of: self)
    }

    /// Returns the columns that a format needs and the table lacks.
    public func missing(_ needed: [String]) -> [String] { needed.filter { !columns.contains($0) } }
}
