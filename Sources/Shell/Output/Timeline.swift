import Localization

/// Marks on a time axis, each with a label and a day.
///
/// ```swift
/// let launches = [("Apollo 8", CivilDate("1968-12-21")), ("Apollo 11", CivilDate("1969-07-16"))]
/// let timeline = Timeline(
///     "missions", title: text("The Apollo missions"),
///     marks: launches.map { .init(.text($0.0), $0.1) })
/// ```
public struct Timeline: Sendable {
    /// An event on one day or on several consecutive days.
    public struct Mark: Sendable {
        /// The label of the mark.
        public let label: Cell
        /// The day, or the first of several; `nil` if it is unknown.
        public let start: CivilDate?
        /// The last day, if there are several.
        public let end: CivilDate?

        /// Creates a mark.
        ///
        /// - Parameters:
        ///   - label: The label of the mark.
        ///   - start: The day, or the first of several; `nil` if it is unknown.
        ///   - end: The last day, if there are several.
        public init(_ label: Cell, _ start: CivilDate?, until end: CivilDate? = nil) {
            self.label = label
            self.start = start
            self.end = end
        }
    }

    /// The key in `--json` and `--csv`.
    public let key: String
    /// The heading.
    public let title: LocalizedText
    /// The marks, from top to bottom.
    public let marks: [Mark]
    /// The text that replaces an unknown day.
    public let unknown: LocalizedText
    /// The number of marks as a phrase, for screen readers.
    public let spokenCount: LocalizedText

    /// Creates a timeline.
    ///
    /// - Parameters:
    ///   - key: The key in `--json` and `--csv`.
    ///   - title: The heading.
    ///   - marks: The marks, from top to bottom.
    ///   - unknown: The text that replaces an unknown day. Default: “no date”.
    ///   - spokenCount: The number of marks, such as “12 missions”. Default: “12 entries”.
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
    /// The labels and days as a table. The column of last days is shown only if it has values.
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
