import Localization

/// The result of a command: blocks for the user, and data for `--json` and `--csv`.
public struct Output: Sendable {
    /// The blocks that the user sees, from top to bottom. If ``data`` is empty, `--json` and `--csv` show the
    /// tables, records and charts of these blocks.
    public var blocks: [Block]

    /// The data that `--json` and `--csv` show instead of the blocks. Example: a command shows a sentence to
    /// the user, and its data is the created record.
    public var data: [Block]

    /// Creates ``data`` when it is first needed; `nil` if there is nothing to create.
    private var makeData: (@MainActor @Sendable () -> [Block])?

    /// Creates the document for `--format html`; `nil` if it has the same blocks as the terminal.
    public var makePage: (@MainActor @Sendable () -> Page)?

    /// The document for `--format html`, after ``made(for:)``.
    var page: Page?

    /// Creates the blocks and the data after the session has saved; `nil` if they exist already.
    private var makeSaved: (@MainActor @Sendable () throws -> Output)?

    /// The description of the change that `undo` shows later; `nil` to use the first message.
    public var label: LocalizedText?

    /// The error because of which the command completed only a part of its work; `nil` if it completed
    /// everything. The shell shows the completed part, reports this error and returns its exit code.
    public var problem: (any PresentableError)?

    /// Whether `--quiet` shows this output although its command can change data. Example: `restore`, if it
    /// only lists the backups.
    public var isShownWhenQuiet = false

    /// A document that is written to standard output as it is, whatever the format; `nil` for an ordinary output. Of the
    /// blocks, only warnings are shown, on standard error.
    public var document: [UInt8]?

    /// A text for the terminal's clipboard; `nil` to leave the clipboard unchanged.
    public var clipboard: String?

    /// Creates an output.
    ///
    /// - Parameters:
    ///   - blocks: The blocks that the user sees.
    ///   - data: The data for `--json` and `--csv`. If it is empty, they show the data of the blocks.
    ///   - label: The description of the change that `undo` shows later.
    public init(_ blocks: [Block] = [], data: [Block] = [], label: LocalizedText? = nil) {
        self.blocks = blocks
        self.data = data
        self.label = label
    }

    /// Creates an output of a list, or of a message that it is empty.
    public init(_ table: Table, ifEmpty message: LocalizedText) {
        self.init(table.rows.isEmpty ? [.message(message)] : [.table(table)], data: [.table(table)])
    }

    /// Creates an output of a message, and of a record for `--json` and `--csv`.
    public init(_ message: LocalizedText, fields: [Record.Field]) {
        self.init([.message(message)], data: [.record(Record(fields: fields))])
    }

    /// Creates an output whose data is created only for `--json` and `--csv`.
    ///
    /// - Parameters:
    ///   - blocks: The blocks that the user sees.
    ///   - makeData: Creates the data for `--json` and `--csv`, directly after the command.
    public init(
        _ blocks: [Block], makingData makeData: @escaping @MainActor @Sendable () -> [Block]
    ) {
        self.init(blocks)
        self.makeData = makeData
    }

    /// Creates an output whose blocks and data contain what only a save determines, such as the number of a
    /// new record.
    ///
    /// ```swift
    /// func add(_ shelf: Shelf, in session: BookSession) -> Output {
    ///     session.shelves.append(shelf)
    ///     return Output(label: text("Added “%@”.", shelf.name)) {
    ///         .message(text("Added “%1$@” as number %2$@.", shelf.name, String(shelf.number)))
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - label: The description of the change that `undo` shows later.
    ///   - makeSaved: Creates the output after the session has saved the command's changes.
    public init(
        label: LocalizedText, whenSaved makeSaved: @escaping @MainActor @Sendable () throws -> Output
    ) {
        self.init(label: label)
        self.makeSaved = makeSaved
    }

    /// The output after the command's changes are saved. A session that saves calls this once.
    ///
    /// - Throws: The errors of creating the output.
    @MainActor public func saved() throws -> Output {
        guard let makeSaved else { return self }
        var output = try makeSaved()
        output.blocks = blocks + output.blocks
        output.label = label
        return output
    }

    /// The output with its data, which is now created if it wasn't created before.
    @MainActor public var withData: Output {
        guard let makeData else { return self }
        var output = self
        output.data = makeData()
        output.makeData = nil
        return output
    }

    /// Returns the output with the blocks or the data that a presentation needs.
    @MainActor func made(for presentation: Presentation) -> Output {
        if presentation.format.isMachineReadable { return withData }
        if presentation.format == .html, let makePage {
            var output = self
            output.page = makePage()
            return output
        }
        var output = self
        output.blocks = blocks.map { block in
            if case .table(let table) = block { .table(table.made(for: presentation)) } else { block }
        }
        return output
    }

    /// Returns an output with one message.
    public static func message(_ text: LocalizedText) -> Output {
        Output([.message(text)])
    }

    /// A copy of the output that `--quiet` shows.
    public var shownWhenQuiet: Output {
        var output = self
        output.isShownWhenQuiet = true
        return output
    }
}

/// One part of an output.
public enum Block: Sendable {
    /// A sentence or a paragraph for the user.
    case message(LocalizedText)
    /// A warning for the user, such as a skipped row. Machine-readable formats write it to standard error.
    case warning(LocalizedText)
    /// A heading above the following blocks.
    case heading(LocalizedText)
    /// A table of rows with the same columns.
    case table(Table)
    /// One record, field by field.
    case record(Record)
    /// A bar chart.
    case chart(BarChart)
    /// A calendar of a month. Machine-readable formats omit it.
    case month(MonthCalendar)
    /// Marks on a time axis.
    case timeline(Timeline)
    /// A map with places. Machine-readable formats show a table of the places.
    case map(GlobeMap)
    /// A small drawing. Machine-readable formats omit it.
    case picture(Picture)
    /// A grid of cards. Machine-readable formats omit it.
    case cards(Cards)
    /// Terms and their meanings.
    case definitions([Definition])
}

extension Block {
    /// Returns a text of the data as messages, one for each paragraph. A line break within a paragraph stays one.
    ///
    /// ```swift
    /// Block.paragraphs("First.\n\nSecond,\nof two lines.")  // two messages
    /// ```
    public static func paragraphs(_ text: String) -> [Block] {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        let paragraphs = lines.split(whereSeparator: \.isInvisible)
        return paragraphs.enumerated().map { index, lines in
            // An empty line separates the paragraph from the one before it.
            let format = (index > 0 ? "\n" : "") + lines.map { _ in "%@" }.joined(separator: "\n")
            return .message(LocalizedText(format, table: "", lines.map { .string($0) }))
        }
    }
}

/// A term and its meaning, as in the help. Machine-readable formats omit it.
public struct Definition: Sendable {
    /// The term, such as a command's name.
    public let term: LocalizedText
    /// The meaning of the term.
    public let meaning: LocalizedText

    /// Creates a definition.
    ///
    /// - Parameters:
    ///   - term: The term, such as a command's name.
    ///   - meaning: The meaning of the term.
    public init(_ term: LocalizedText, _ meaning: LocalizedText) {
        self.term = term
        self.meaning = meaning
    }

    /// Creates a definition of a term that is the same in every language.
    ///
    /// - Parameters:
    ///   - term: The term, such as an option's name.
    ///   - meaning: The meaning of the term.
    public init(_ term: String, _ meaning: LocalizedText) {
        self.init(.verbatim(term), meaning)
    }
}
