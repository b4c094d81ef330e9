import Localization

/// What a command says: blocks for a person, and data for a program.
public struct Output: Sendable {
    /// What a person sees, from top to bottom. Where `data` is empty, its tables, records and charts are the data.
    public var blocks: [Block]

    /// The data that `--json` and `--csv` show instead of what is in the blocks, such as the record that a command made.
    public var data: [Block]

    /// What the command did, for `undo` to name later; `nil` where the first message says it.
    public var label: LocalizedText?

    /// What kept the command from doing everything that was asked for; `nil` where it did. What it did stays and is
    /// shown; then this is reported, and the exit code is its own.
    public var problem: (any PresentableError)?

    /// Whether it is what was asked for, and not what was done. `--quiet` shows it, also of a command that may change
    /// data, such as `restore` where it only lists the backups.
    public var isAnswer = false

    /// A text for the clipboard of the terminal, if there is one; `nil` leaves that alone.
    public var clipboard: String?

    /// Makes an output of blocks.
    public init(_ blocks: [Block] = [], data: [Block] = [], label: LocalizedText? = nil) {
        self.blocks = blocks
        self.data = data
        self.label = label
    }

    /// An output that is one sentence.
    public static func message(_ text: LocalizedText) -> Output {
        Output([.message(text)])
    }

    /// The same, as what was asked for.
    public var asAnswer: Output {
        var output = self
        output.isAnswer = true
        return output
    }
}

/// One part of an output.
public enum Block: Sendable {
    /// A sentence or a paragraph for a person.
    case message(LocalizedText)
    /// Something a person should know about, such as a row that was skipped. Machine formats put it on standard error.
    case warning(LocalizedText)
    /// A heading above what follows.
    case heading(LocalizedText)
    /// Rows of one kind.
    case table(Table)
    /// One record, field by field.
    case record(Record)
    /// Bars with numbers beside them.
    case chart(BarChart)
    /// The days of a month and what falls on them: a picture for people, which is no data.
    case month(MonthCalendar)
    /// Marks on an axis of time.
    case timeline(Timeline)
    /// A small drawing. It is for people only.
    case picture(Picture)
    /// Things side by side. They are for people only.
    case cards(Cards)
    /// Terms and what they mean.
    case definitions([Definition])
}
