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
        /// The minutes from midnight to the start on its day; `nil` if the time is unknown.
        public let startMinute: Int?
        /// The minutes from midnight to the end on its day; `nil` if the time is unknown.
        public let endMinute: Int?

        /// Creates a mark.
        ///
        /// - Parameters:
        ///   - label: The label of the mark.
        ///   - start: The day, or the first of several; `nil` if it is unknown.
        ///   - startMinute: The minutes from midnight to the start on its day, 0 to 1439. Default: unknown.
        ///   - end: The last day, if there are several.
        ///   - endMinute: The minutes from midnight to the end on its day, 0 to 1439. Default: unknown.
        public init(
            _ label: Cell, _ start: CivilDate?, at startMinute: Int? = nil, until end: CivilDate? = nil,
            at endMinute: Int? = nil
        ) {
            self.label = label
            self.start = start
            self.startMinute = startMinute
            self.end = end
            self.endMinute = endMinute
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
        // Other timelines have no columns for times.
        let hasTimes = marks.contains { $0.startMinute != nil || $0.endMinute != nil }
        return Table(
            key,
            columns: [
                .init("label", title), .init("start", text("Date")),
                .init("end", text("Until"), isShown: marks.contains { $0.end != nil }),
            ]
                + (hasTimes
                    ? [
                        .init("time", text("Time"), isShown: false),
                        .init("endTime", text("End time"), isShown: false),
                    ] : []),
            rows: marks.map { mark in
                [
                    mark.label, Self.day(mark.start, mark.startMinute) ?? Cell(.null, .text(unknown)),
                    Self.day(mark.end, mark.endMinute) ?? .empty,
                ] + (hasTimes ? [Self.time(mark.startMinute), Self.time(mark.endMinute)] : [])
            })
    }

    private static func day(_ day: CivilDate?, _ minute: Int?) -> Cell? {
        day.map { Cell(.string($0.description), Self.day($0, at: minute)) }
    }

    /// Returns a day with its time, if that is known.
    static func day(_ day: CivilDate, at minute: Int?) -> Cell.Display {
        guard let minute else { return .day(day) }
        return .text(text("%@", TextArgument.moment(day, minute: minute)))
    }

    private static func time(_ minute: Int?) -> Cell {
        guard let minute else { return .empty }
        func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        return Cell(
            .string("\(digits(minute / 60)):\(digits(minute % 60))"),
            .text(text("%@", TextArgument.time(minute: minute))))
    }
}
