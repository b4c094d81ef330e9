/// How an output is written.
public enum OutputFormat: String, Sendable, Hashable, CaseIterable {
    /// Tables that fit the terminal.
    case table
    /// A row a line, its cells separated by tabs, without headings; nothing is cut.
    case plain
    /// JSON: an array of objects for a table, an object for a record.
    case json
    /// Comma-separated values as in RFC 4180, with a line of keys first.
    case csv
    /// Sentences and “label: value” lines in reading order, for people who listen.
    case accessible
    /// Tables as Markdown writes them.
    case markdown

    /// Whether programs read it, so that nothing in it is localized.
    public var isForPrograms: Bool { self == .json || self == .csv }

    static let choices: [Choice<OutputFormat>] = allCases.map { Choice($0.rawValue, $0) }
}
