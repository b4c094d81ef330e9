import Localization

/// Rows of one kind under named columns.
public struct Table: Sendable {
    /// A column.
    public struct Column: Sendable {
        /// The name in `--json` and `--csv`: the same in every language.
        public let key: String
        /// The heading.
        public let title: LocalizedText
        /// Whether its values stand at the right, as numbers do.
        public let alignsRight: Bool
        /// How long it keeps its width when space is short: higher shrinks later.
        public let priority: Int
        /// Whether a text that is too long goes on in further lines, instead of being cut.
        public let wraps: Bool
        /// The heading for people who listen, where the heading is a symbol.
        public let spokenTitle: LocalizedText
        /// Whether people see it; others are data for programs only.
        public let isShown: Bool
        /// Whether programs get it; others say to people what another column says to programs.
        public let isData: Bool

        /// Makes a column.
        public init(
            _ key: String, _ title: LocalizedText, alignsRight: Bool = false, priority: Int = 1,
            wraps: Bool = false, spokenTitle: LocalizedText? = nil, isShown: Bool = true, isData: Bool = true
        ) {
            self.key = key
            self.title = title
            self.alignsRight = alignsRight
            self.priority = priority
            self.wraps = wraps
            self.spokenTitle = spokenTitle ?? title
            self.isShown = isShown
            self.isData = isData
        }
    }

    /// The name in `--json`, where an output has several parts.
    public let key: String
    /// The columns, from left to right.
    public let columns: [Column]
    /// The rows, each with a cell per column.
    public let rows: [[Cell]]
    /// How many rows there are, in words, such as “3 books”: below the table, or first for people who listen. A pipe
    /// gets the rows alone.
    public let count: LocalizedText?
    /// The same for people who listen, where nobody else needs it, as below the three rows of a crew.
    public let spokenCount: LocalizedText?
    /// What was left out of the rows that nobody asked for now, such as by a filter that is remembered: programs and
    /// pipes, which get no count, are warned of it on standard error.
    public let omission: LocalizedText?

    /// Makes a table.
    public init(
        _ key: String = "rows", columns: [Column], rows: [[Cell]], count: LocalizedText? = nil,
        spokenCount: LocalizedText? = nil, omission: LocalizedText? = nil
    ) {
        self.key = key
        self.columns = columns
        self.rows = rows
        self.count = count
        self.spokenCount = spokenCount ?? count
        self.omission = omission
    }
}

extension Table {
    /// The table with the columns that programs get.
    var forPrograms: Table {
        if columns.allSatisfy(\.isData) { return self }
        let kept = columns.indices.filter { columns[$0].isData }
        return Table(
            key, columns: kept.map { columns[$0] },
            rows: rows.map { row in kept.map { $0 < row.count ? row[$0] : .empty } })
    }
}

/// One record, shown field by field.
public struct Record: Sendable {
    /// A field of a record.
    public struct Field: Sendable {
        /// The name in `--json` and `--csv`.
        public let key: String
        /// The label.
        public let title: LocalizedText
        /// The value.
        public let cell: Cell
        /// The label for people who listen, where the label is a symbol.
        public let spokenTitle: LocalizedText
        /// Whether people see it; others are data for programs only.
        public let isShown: Bool

        /// Makes a field.
        public init(
            _ key: String, _ title: LocalizedText, _ cell: Cell, spokenTitle: LocalizedText? = nil,
            isShown: Bool = true
        ) {
            self.key = key
            self.title = title
            self.cell = cell
            self.spokenTitle = spokenTitle ?? title
            self.isShown = isShown
        }
    }

    /// The fields, from top to bottom.
    public let fields: [Field]

    /// Makes a record.
    public init(fields: [Field]) {
        self.fields = fields
    }
}
