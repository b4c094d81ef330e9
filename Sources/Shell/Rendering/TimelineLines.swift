import Localization

/// Renders a timeline as terminal lines: labels and days on the left, marks on an axis beside them.
struct TimelineLines {
    private let styler: TextStyler
    private let timeline: Timeline

    /// Returns the lines of a timeline. If the terminal is too narrow for an axis, only labels and days are
    /// shown.
    static func lines(of timeline: Timeline, _ styler: TextStyler) -> [String] {
        let lines = TimelineLines(styler: styler, timeline: timeline)
        return lines.withAxis() ?? lines.withoutAxis()
    }

    private static let gap = ColumnLayout.gap
    /// The minimum and the maximum width of the axis, in columns.
    private static let axis = 16...100
    /// The minimum width of a label at which it is readable.
    private static let shortestLabel = 16

    private func withAxis() -> [String]? {
        let days = timeline.marks.flatMap { [$0.start, $0.end] }.compactMap { $0 }
        guard let first = days.min(), let last = days.max() else { return nil }
        let labels = timeline.marks.map { styler.string($0.label.display) }
        let dates = timeline.marks.map { Self.dateBesideAxis($0, timeline, styler) }
        let dateWidth = dates.map { DisplayWidth.of($0) }.max() ?? 0
        var labelWidth = labels.map { DisplayWidth.of($0) }.max() ?? 0
        var columns = Self.axis.upperBound
        if let width = styler.presentation.width {
            let room = width - dateWidth - 2 * Self.gap
            labelWidth = min(labelWidth, max(room - Self.axis.lowerBound, Self.shortestLabel))
            columns = min(columns, room - labelWidth)
        }
        guard columns >= Self.axis.lowerBound else { return nil }
        let axis = TimeAxis(first: first, last: last, columns: columns)
        let indent = String(repeating: " ", count: labelWidth + dateWidth + 2 * Self.gap)
        var lines = axis.ruler(styler).map { indent + $0 }
        for (mark, (label, date)) in zip(timeline.marks, zip(labels, dates)) {
            let shown = Wrapping.lines(of: label, width: labelWidth)
            lines.append(
                padded(shown.first ?? "", to: labelWidth + Self.gap)
                    + padded(date, to: dateWidth + Self.gap) + drawn(mark, axis))
            lines += shown.dropFirst()
        }
        return lines
    }

    /// Returns the text of a mark at its position on the axis: a point for one day, or a line from the first
    /// to the last day.
    private func drawn(_ mark: Timeline.Mark, _ axis: TimeAxis) -> String {
        guard let start = mark.start ?? mark.end else { return "" }
        let (point, line) = styler.presentation.usesUnicode ? ("●", "━") : ("*", "=")
        let from = axis.column(of: start, minute: mark.startMinute)
        let to = max(axis.column(of: mark.end ?? start, minute: mark.endMinute ?? mark.startMinute), from)
        let span = to == from ? point : point + String(repeating: line, count: to - from - 1) + point
        return String(repeating: " ", count: from) + span
    }

    private func withoutAxis() -> [String] {
        timeline.marks.flatMap { mark in
            let label = styler.string(mark.label.display)
            let date = Self.date(mark, timeline, styler)
            return styler.wrapped(label.isEmpty ? date : "\(label): \(date)")
        }
    }

    /// Returns the first and the last day of a mark as a text.
    static func date(_ mark: Timeline.Mark, _ timeline: Timeline, _ styler: TextStyler) -> String {
        guard let start = mark.start else { return styler.string(timeline.unknown) }
        let first = styler.string(Timeline.day(start, at: mark.startMinute))
        guard let last = last(of: mark, after: start) else { return first }
        return first + (styler.presentation.usesUnicode ? " – " : " - ") + styler.string(last)
    }

    /// Returns the text beside the axis: of a mark with a time only the start, because two times leave no room for the
    /// axis, which shows the end.
    static func dateBesideAxis(
        _ mark: Timeline.Mark, _ timeline: Timeline, _ styler: TextStyler
    ) -> String {
        guard let start = mark.start, let minute = mark.startMinute else {
            return date(mark, timeline, styler)
        }
        return styler.string(Timeline.day(start, at: minute))
    }

    /// Returns the end of a mark: only its time if it is on the day of the start; `nil` if the mark is a single day.
    static func last(of mark: Timeline.Mark, after start: CivilDate) -> Cell.Display? {
        guard let end = mark.end else { return nil }
        if end != start { return Timeline.day(end, at: mark.endMinute) }
        guard let minute = mark.endMinute, mark.startMinute != minute else { return nil }
        return .text(Shell.text("%@", TextArgument.time(minute: minute)))
    }

    private func padded(_ text: String, to columns: Int) -> String {
        text + String(repeating: " ", count: max(columns - DisplayWidth.of(text), 0))
    }
}

/// A time axis on columns of a terminal.
struct TimeAxis {
    /// The day at the left end.
    let first: CivilDate
    /// The day at the right end; not before the day at the left end.
    let last: CivilDate
    /// The number of columns, at least one.
    let columns: Int

    /// Returns the column of a day, from 0. Days outside the axis are clamped to its ends.
    ///
    /// - Parameters:
    ///   - day: The day.
    ///   - minute: The minutes since midnight on this day. Default: 0.
    func column(of day: CivilDate, minute: Int? = nil) -> Int {
        let span = first.days(until: last)
        guard span > 0 else { return 0 }
        let days = Double(first.days(until: day)) + Double(minute ?? 0) / 1440
        let place = days / Double(span) * Double(columns - 1)
        return min(max(Int(place.rounded()), 0), columns - 1)
    }

    /// Returns a line with the names of dates and a line with ticks below them; no lines if no name fits.
    func ruler(_ styler: TextStyler) -> [String] {
        guard let ticks = ticks(styler) else { return [] }
        var names = ""
        var width = 0
        var line = Array(repeating: styler.presentation.usesUnicode ? "─" : "-", count: columns)
        for tick in ticks {
            line[tick.column] = styler.presentation.usesUnicode ? "┬" : "+"
            // Leave out names that don't fit, such as that of the last date.
            guard tick.column >= width, tick.column + DisplayWidth.of(tick.name) <= columns else { continue }
            names += String(repeating: " ", count: tick.column - width) + tick.name
            width = tick.column + DisplayWidth.of(tick.name)
        }
        return [names, line.joined()]
    }

    /// A named position of the axis.
    struct Tick {
        let day: CivilDate
        let column: Int
        let name: String
    }

    /// Returns the ticks of the axis: as many as their names leave space for.
    func ticks(_ styler: TextStyler) -> [Tick]? {
        for step in Step.all {
            let days = step.days(from: first, to: last, atMost: columns)
            guard let days, days.count > 1 || step.isLongest else { continue }
            let ticks = days.map { Tick(day: $0, column: column(of: $0), name: step.name(of: $0, styler)) }
            let hasRoom = zip(ticks, ticks.dropFirst()).allSatisfy {
                $0.column + DisplayWidth.of($0.name) + 2 <= $1.column
            }
            if hasRoom, !ticks.isEmpty { return ticks }
        }
        return nil
    }

    /// The distance between two ticks.
    private struct Step {
        /// The number of months; 0 if the distance is less than a month.
        let months: Int
        /// The number of days, if the distance is less than a month.
        let days: Int

        static let all: [Step] =
            [1, 2, 7, 14].map { Step(months: 0, days: $0) }
            + [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 6000, 12_000].map { Step(months: $0, days: 0) }

        var isLongest: Bool { months == 12_000 }

        /// Returns the days with ticks; `nil` if there are more than the limit.
        func days(from first: CivilDate, to last: CivilDate, atMost limit: Int) -> [CivilDate]? {
            let span = first.days(until: last)
            guard months > 0 else {
                guard span / days <= limit else { return nil }
                return stride(from: 0, through: span, by: days).map { first.adding(days: $0) }
            }
            guard span / (months * 31) <= limit else { return nil }
            // Steps of whole years start in January. Smaller steps start at quarters and halves of a year.
            let month = (first.year * 12 + first.month - 1) / months * months
            return stride(from: month, through: last.year * 12 + last.month - 1, by: months)
                .compactMap { CivilDate(year: $0 / 12, month: $0 % 12 + 1, day: 1) }
                .filter { $0 >= first && $0 <= last }
        }

        func name(of day: CivilDate, _ styler: TextStyler) -> String {
            if months == 0 { return styler.string(.day(day)) }
            if months % 12 == 0 { return String(day.year) }
            return styler.month(year: day.year, month: day.month)
        }
    }
}
