import Localization

/// Renders outputs as CSV: raw values below a line of keys. Empty lines separate the parts of an output.
enum CSVRenderer {
    static func render(_ output: Output, _ styler: TextStyler) -> [UInt8] {
        var writer = CSVWriter(showsControls: true)
        for (index, part) in output.dataParts.enumerated() {
            if index > 0 { writer.endRow() }
            switch part {
            case .table(let table): write(table, styler.sink, to: &writer)
            case .record(let record):
                writer.writeRow(record.fields.map(\.key))
                writer.writeRow(record.fields.map(\.cell.raw.csvText))
            }
        }
        return writer.bytes
    }

    private static func write(_ table: Table, _ sink: OutputSink?, to writer: inout CSVWriter) {
        writer.writeRow(table.columns.map(\.key))
        guard table.columns.count > 1 else {
            for row in table.rows { writer.writeRow(row.map(\.raw.csvText)) }
            return
        }
        for row in table.rows {
            for (index, cell) in row.enumerated() {
                if index > 0 { writer.separate() }
                writer.write(cell.raw.csvText)
            }
            writer.endRow(sink)
        }
    }
}

extension Cell.RawValue {
    /// The value as a field of a CSV file. Semicolons separate the values of a list.
    public var csvText: String {
        switch self {
        case .null: ""
        case .bool(let bool): bool ? "true" : "false"
        case .integer(let integer): String(integer)
        case .decimal(let decimal): String(decimal)
        case .string(let string): string
        case .list(let values): values.map(\.csvText).joined(separator: "; ")
        case .object(let members): members.map { "\($0.key): \($0.value.csvText)" }.joined(separator: "; ")
        }
    }
}

/// Writes comma-separated values as in RFC 4180: lines end with CRLF, and fields are quoted if necessary.
///
/// ```swift
/// var writer = CSVWriter()
/// writer.writeRow(["title", "year"])
/// writer.writeRow(["Paris, Texas", "1984"])
/// ```
public struct CSVWriter: Sendable {
    /// The bytes written so far.
    public private(set) var bytes: [UInt8] = []
    private let showsControls: Bool

    /// Creates a writer.
    ///
    /// - Parameter showsControls: Whether control characters other than line ends are replaced with visible
    ///   symbols. Use `true` for a terminal, and `false` for a file that may be imported again.
    public init(showsControls: Bool = false) {
        self.showsControls = showsControls
    }

    /// Writes a row.
    public mutating func writeRow(_ fields: [String]) {
        for (index, field) in fields.enumerated() {
            if index > 0 { bytes.append(.comma) }
            write(field)
        }
        // Without quotes, a row with one empty field would be an empty line.
        if fields.count == 1, fields[0].isEmpty { bytes.append(contentsOf: [.doubleQuote, .doubleQuote]) }
        endRow()
    }

    mutating func endRow(_ sink: OutputSink? = nil) {
        bytes.append(.carriageReturn)
        bytes.append(.lineFeed)
        sink?.take(&bytes)
    }

    mutating func separate() {
        bytes.append(.comma)
    }

    mutating func write(_ field: String) {
        var field = field
        let isPlain = field.withUTF8 { utf8 in
            guard utf8.first != UInt8(ascii: " "),
                utf8.allSatisfy({ 0x20...0x7E ~= $0 && $0 != .doubleQuote && $0 != .comma })
            else { return false }
            bytes.append(contentsOf: utf8)
            return true
        }
        if isPlain { return }
        if showsControls { field = Self.shown(field) }
        // Readers take blanks after each separator for padding.
        let needsQuotes =
            field.utf8.first == UInt8(ascii: " ")
            || field.utf8.contains {
                $0 == .doubleQuote || $0 == .comma || $0 == .lineFeed || $0 == .carriageReturn
            }
        guard needsQuotes else {
            bytes.append(contentsOf: field.utf8)
            return
        }
        bytes.append(.doubleQuote)
        for byte in field.utf8 {
            if byte == .doubleQuote { bytes.append(.doubleQuote) }
            bytes.append(byte)
        }
        bytes.append(.doubleQuote)
    }

    private static func shown(_ field: String) -> String {
        field.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map { line in
                line.split(separator: "\t", omittingEmptySubsequences: false)
                    .map { visible(String($0)) }.joined(separator: "\t")
            }
            .joined(separator: "\n")
    }
}
