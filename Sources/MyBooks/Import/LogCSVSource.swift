import Formats
import Suite

/// Reads the CSV that `export` writes.
struct LogCSVSource: BookSource {
    private var reader: CSVReader
    private let columns: [LogFormat.Field: Int]

    var possiblyTruncatedLine: Int? { reader.possiblyTruncatedLine }

    /// Makes a source from a reader that has already read the header. Returns `nil` if a required column is
    /// missing.
    init?(header: [String], reader: CSVReader) {
        guard LogFormat.neededColumns.allSatisfy(header.contains) else { return nil }
        self.reader = reader
        var columns: [LogFormat.Field: Int] = [:]
        for field in LogFormat.Field.allCases { columns[field] = header.firstIndex(of: field.rawValue) }
        self.columns = columns
    }

    mutating func next() throws -> ImportRow? {
        guard let record = try reader.next() else { return nil }
        do {
            if let malformation = record.malformation { throw RowProblem.malformed(malformation) }
            func value(_ field: LogFormat.Field) throws(RowProblem) -> String {
                guard let column = columns[field] else { return "" }
                guard let string = record.string(at: column) else { throw .invalidUTF8 }
                return string.withoutNUL
            }
            let quotes = try value(.quotes)
            return .book(
                try LogFormat.book(
                    position: record.line, shelves: ShelfList.names(in: try value(.shelves)),
                    quotes: quotes.isEmpty ? [] : try LogJSONQuote.quotes(in: quotes), value: value))
        } catch let problem as RowProblem {
            return .skipped(position: record.line, reason: problem.reason)
        }
    }
}
