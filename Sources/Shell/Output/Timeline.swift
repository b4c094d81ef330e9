import Localization

/// Marks on an axis of time, each with its label and its day.
///
/// ```swift
/// Timeline(
///     "missions", title: text("The Apollo missions"),
///     marks: missions.map { .init(.text($0.name), $0.launch) })
/// ```
public struct Timeline: Sendable {
    /// Something that happened on a day, or from one day to another.
    public struct Mark: Sendable {
        /// What it is.
        public let label: Cell
        /// The day, or the first of them; `nil` where it isn't known.
        public let start: CivilDate?
        /// The last day, where there are several.
        public let end: CivilDate?

        /// Makes a mark.
        public init(_ label: Cell, _ start: CivilDate?, until end: CivilDate? = nil) {
            self.label = label
            self.start = start
            self.end = end
        }
    }

    /// The name in `--json` and `--csv`.
    public let key: String
    /// The heading.
    public let title: LocalizedText
    /// The marks, from top to bottom.
    public let marks: [Mark]
    /// What stands in the place of a day that isn't known.
    public let unknown: LocalizedText
    /// How many marks there are, in words, for people who listen.
    public let spokenCount: LocalizedText

    /// Makes a timeline.
    ///
    /// - Parameters:
    ///   - key: The name in `--json` and `--csv`.
    ///   - title: The heading.
    ///   - marks: The marks, from top to bottom.
    ///   - unknown: What stands in the place of a day that isn't known; “no date” where it isn't given.
    ///   - spokenCount: How many marks there are, such as “12 missions”; “12 entries” where it isn't given.
    public init(
        _ key: String, title: LocalizedText, marks: [Mark], unknown: LocalizedText? = nil,
        spokenCount: LocalizedText? = nil
    ) {
        self.key = key
        self.title = title
        self.marks = marks
        self.unknown = unknown ?? text("no date")
        self.spokenCount = spokenCount ?? text("%lld entries", marks.count)
    }
}

extension Timeline {
    /// The labels and days as a table. The last days are a column that people see only where there are some.
    var table: Table {
        Table(
            key,
            columns: [
                .init("label", title), .init("start", text("Date")),
                .init("end", text("Until"), isShown: marks.contains { $0.end != nil }),
            ],
            rows: marks.map { mark in
                [
                    mark.label, mark.start == nil ? Cell(.null, .text(unknown)) : .day(mark.start),
                    .day(mark.end),
                ]
            })
    }
}
