/// The format of an output.
public enum OutputFormat: String, Sendable, Hashable, CaseIterable {
    /// Tables that fit the width of the terminal.
    case table
    /// One row per line with cells separated by tabs, without headings. Nothing is truncated.
    case plain
    /// JSON: an array of objects for a table, an object for a record.
    case json
    /// Comma-separated values as in RFC 4180. The first line has the keys.
    case csv
    /// Sentences and “label: value” lines in reading order, for screen readers.
    case accessible
    /// Markdown tables.
    case markdown
    /// An HTML document for a browser or a printer.
    case html

    /// Whether the format is machine-readable. A machine-readable format contains no localized values.
    public var isMachineReadable: Bool { self == .json || self == .csv }

    static let choices: [Choice<OutputFormat>] = allCases.map { Choice($0.rawValue, $0) }
}
