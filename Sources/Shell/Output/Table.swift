import Localization

/// Reads the values of the objects that the rows of a table or a record show, under the keys of `--json`. It may read more
/// values than the rows have.
///
/// - Parameter object: Returns the object that is read for the one of a row; `nil` for none.
/// - Returns: The values of each row; `nil` for a row without an object.
public typealias RowReader =
    @MainActor @Sendable (_ object: (AnyObject) throws -> AnyObject?) throws -> [[Cell.RawValue.Member]?]

/// A table of rows with named columns.
public struct Table: Sendable {
    /// A column of a table.
    public struct Column: Sendable {
        /// The key in `--json` and `--csv`; the same in every language.
        public let key: String
        /// The heading.
        public let title: LocalizedText
        /// Whether the values are right-aligned, as numbers are.
        public let alignsRight: Bool
        /// The priority when the terminal is narrow: columns with a lower priority shrink first.
        public let priority: Int
        /// Whether long texts wrap to further lines instead of being truncated.
        public let wraps: Bool
        /// The heading for screen readers, for example if `title` is a symbol.
        public let spokenTitle: LocalizedText
        /// Whether the user sees the column. If not, only `--json` and `--csv` show it.
        public let isShown: Bool
        /// Whether `--json` and `--csv` show the column. If not, another column has the same value for them.
        public let isData: Bool
        /// Whether a terminal shows the column only if the whole table then still fits its width. Other formats
        /// omit it.
        public let isExtra: Bool

        /// Creates a column.
        ///
        /// - Parameters:
        ///   - key: The key in `--json` and `--csv`; the same in every language.
        ///   - title: The heading.
        ///   - alignsRight: Whether the values are right-aligned.
        ///   - priority: The priority when the terminal is narrow: columns with a lower priority shrink
        ///     first.
        ///   - wraps: Whether long texts wrap to further lines instead of being truncated.
        ///   - spokenTitle: The heading for screen readers. Default: `title`.
        ///   - isShown: Whether the user sees the column.
        ///   - isData: Whether `--json` and `--csv` show the column.
        ///   - isExtra: Whether a terminal shows the column only if the whole table then still fits its width.
        public init(
            _ key: String, _ title: LocalizedText, alignsRight: Bool = false, priority: Int = 1,
            wraps: Bool = false, spokenTitle: LocalizedText? = nil, isShown: Bool = true, isData: Bool = true,
            isExtra: Bool = false
        ) {
            self.key = key
            self.title = title
            self.alignsRight = alignsRight
            self.priority = priority
            self.wraps = wraps
            self.spokenTitle = spokenTitle ?? title
            self.isShown = isShown
            self.isData = isData
            self.isExtra = isExtra
        }
    }

    /// The key in `--json`, used if an output has several parts.
    public let key: String
    /// The columns, from left to right.
    public let columns: [Column]
    /// The rows, each with one cell per column.
    public let rows: TableRows
    /// The number of rows as a phrase, such as “3 books”. The phrase follows the table; for screen readers,
    /// it precedes the table. Output to pipes omits the phrase.
    public let count: LocalizedText?
    /// The number of rows as a phrase for screen readers. This phrase can also be set for a table that is too
    /// short for a visible count.
    public let spokenCount: LocalizedText?
    /// Describes a row for screen readers in one sentence, from its cells by column key. If `nil`, each cell is a
    /// line of its own.
    public let sentence: (@Sendable (_ row: [String: Cell]) -> LocalizedText)?

    /// Reads the rows again; `nil` if they don't show objects that a command can change.
    public var reader: RowReader?

    /// Creates the table for a terminal of more than 80 columns; `nil` if it is the same.
    public var makeWide: (@MainActor @Sendable () -> Table)?

    /// Creates the table for screen readers, with the cells that only ``sentence`` needs; `nil` if it is the same.
    public var makeSpoken: (@MainActor @Sendable () -> Table)?

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - key: The key in `--json`, used if an output has several parts.
    ///   - columns: The columns, from left to right.
    ///   - rows: The rows, each with one cell per column.
    ///   - count: The number of rows as a phrase, such as “3 books”.
    ///   - spokenCount: The number of rows as a phrase for screen readers. Default: `count`.
    ///   - sentence: Describes a row for screen readers, from its cells by column key. Default: a line for each cell.
    public init(
        _ key: String = "rows", columns: [Column], rows: [[Cell]], count: LocalizedText? = nil,
        spokenCount: LocalizedText? = nil,
        sentence: (@Sendable (_ row: [String: Cell]) -> LocalizedText)? = nil
    ) {
        self.init(
            key, columns: columns, reading: TableRows(rows), count: count, spokenCount: spokenCount,
            sentence: sentence)
    }

    /// Creates a table whose rows may be made when they are read.
    ///
    /// - Parameters:
    ///   - key: The key in `--json`, used if an output has several parts.
    ///   - columns: The columns, from left to right.
    ///   - rows: The rows, each with one cell per column.
    ///   - count: The number of rows as a phrase, such as “3 books”.
    ///   - spokenCount: The number of rows as a phrase for screen readers. Default: `count`.
    ///   - sentence: Describes a row for screen readers, from its cells by column key. Default: a line for each cell.
    public init(
        _ key: String = "rows", columns: [Column], reading rows: TableRows, count: LocalizedText? = nil,
        spokenCount: LocalizedText? = nil,
        sentence: (@Sendable (_ row: [String: Cell]) -> LocalizedText)? = nil
    ) {
        self.key = key
        self.columns = columns
        self.rows = rows
        self.count = count
        self.spokenCount = spokenCount ?? count
        self.sentence = sentence
    }

    /// Returns the table for a presentation.
    @MainActor func made(for presentation: Presentation) -> Table {
        switch presentation.format {
        case .table where presentation.width ?? 0 > Self.ordinaryWidth: makeWide?() ?? self
        case .accessible: makeSpoken?() ?? self
        default: self
        }
    }

    /// The width in columns above which a terminal is wide.
    private static let ordinaryWidth = 80
}

extension Table {
    /// The table with only the columns that `--json` and `--csv` show.
    public var machineReadable: Table {
        let kept = columns.indices.filter { columns[$0].isData && !columns[$0].isExtra }
        if kept.count == columns.count { return self }
        return Table(
            key, columns: kept.map { columns[$0] },
            reading: rows.changed { _, row in kept.map { $0 < row.count ? row[$0] : .empty } })
    }
}

/// A record, shown field by field.
public struct Record: Sendable {
    /// A field of a record.
    public struct Field: Sendable {
        /// The key in `--json` and `--csv`.
        public let key: String
        /// The label.
        public let title: LocalizedText
        /// The value.
        public let cell: Cell
        /// The label for screen readers, for example if `title` is a symbol.
        public let spokenTitle: LocalizedText
        /// Whether the user sees the field. If not, only `--json` and `--csv` show it.
        public let isShown: Bool

        /// Creates a field.
        ///
        /// - Parameters:
        ///   - key: The key in `--json` and `--csv`.
        ///   - title: The label.
        ///   - cell: The value.
        ///   - spokenTitle: The label for screen readers. Default: `title`.
        ///   - isShown: Whether the user sees the field.
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
    /// The record for screen readers, if it is more than labels and values.
    public let sentences: [LocalizedText]
    /// Reads the fields again, as one row; `nil` if they don't show an object that a command can change.
    public var reader: RowReader?

    /// Creates a record.
    ///
    /// - Parameters:
    ///   - fields: The fields, from top to bottom.
    ///   - sentences: What screen readers read instead of the shown fields. Default: the fields.
    public init(fields: [Field], sentences: [LocalizedText] = []) {
        self.fields = fields
        self.sentences = sentences
    }
}
