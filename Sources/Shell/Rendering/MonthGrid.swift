import Localization

/// Renders a month as a grid of weeks. Wide terminals show events as bars below the days. Narrow terminals
/// show letters below the days and a list that explains them.
struct MonthGrid {
    private let calendar: MonthCalendar
    private let styler: TextStyler
    private let labels: [String]
    private let weeks: [[CivilDate?]]
    /// The width of a day, in columns.
    private let cell: Int
    /// The space between two days, in columns.
    private let gap: Int

    /// The minimum width of a day at which bars have names.
    private static let smallestBar = 6
    private static let largestCell = 12
    /// The maximum number of lines with bars per week. Events that would need further lines are only counted.
    private static let mostLanes = 8

    private init(_ calendar: MonthCalendar, _ styler: TextStyler) {
        self.calendar = calendar
        self.styler = styler
        labels = calendar.entries.map { styler.string(Cell.Display.verbatim($0.label)) }
        weeks = calendar.weeks(beginningWith: styler.presentation.localizer.firstWeekday)
        let width = styler.presentation.width ?? 80
        let room = (width - 6) / 7
        cell = room >= Self.smallestBar ? min(room, Self.largestCell) : 2
        gap = cell > 2 || width < 26 ? 1 : 2
    }

    /// Returns the lines of the grid, without the month's name.
    static func lines(of calendar: MonthCalendar, _ styler: TextStyler) -> [String] {
        let grid = MonthGrid(calendar, styler)
        return grid.cell > 2 ? grid.barLines : grid.letterLines
    }

    private func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - DisplayWidth.of(text)))
    }

    private func line(_ cells: [String]) -> String {
        cells.map { padded($0, to: cell) }.joined(separator: String(repeating: " ", count: gap))
            .trimmingTrailingSpaces()
    }

    private var headings: [String] {
        styler.presentation.localizer.calendarWeekdays.map { styler.string(Cell.Display.verbatim($0)) }
    }

    // MARK: Bars

    /// The part of an entry within a week, as the indexes of its first and last day.
    private struct Part {
        let entry: Int
        let first: Int
        let last: Int
        let beginsEarlier: Bool
        let continuesLater: Bool
    }

    private var barLines: [String] {
        var lines = [line(headings)]
        for week in weeks {
            lines.append(line(week.map { $0.map(number) ?? "" }))
            let lanes = lanes(of: week)
            lines += lanes.prefix(Self.mostLanes).map(bars)
            if lanes.count > Self.mostLanes { lines.append("+\(lanes.count - Self.mostLanes)") }
        }
        return lines
    }

    private func number(_ day: CivilDate) -> String {
        day == calendar.today ? "[\(day.day)]" : String(day.day)
    }

    /// Returns the parts of a week's entries, arranged in lines without overlaps.
    private func lanes(of week: [CivilDate?]) -> [[Part]] {
        var lanes: [[Part]] = []
        for (index, entry) in calendar.entries.enumerated() {
            let columns = week.indices.filter { column in
                week[column].map { $0 >= entry.first && $0 <= entry.last } ?? false
            }
            guard let first = columns.first, let last = columns.last, let begin = week[first],
                let end = week[last]
            else { continue }
            let part = Part(
                entry: index, first: first, last: last, beginsEarlier: begin > entry.first,
                continuesLater: end < entry.last)
            if let lane = lanes.firstIndex(where: { $0.last.map { $0.last < first } ?? true }) {
                lanes[lane].append(part)
            } else {
                lanes.append([part])
            }
        }
        return lanes
    }

    private func bars(_ parts: [Part]) -> String {
        let unicode = styler.presentation.usesUnicode
        var line = ""
        var columns = 0
        for part in parts {
            let start = part.first * (cell + gap)
            let width = (part.last - part.first) * (cell + gap) + cell
            line += String(repeating: " ", count: start - columns)
            let before = part.beginsEarlier ? (unicode ? "‹" : "<") : ""
            let after = part.continuesLater ? (unicode ? "›" : ">") : ""
            let room = width - before.count - after.count
            let label = Wrapping.fitted(labels[part.entry], to: room, ellipsis: styler.ellipsis)
            let rest = room - DisplayWidth.of(label)
            line += before + label
            if rest > 1 { line += " " + String(repeating: unicode ? "─" : "-", count: rest - 1) }
            if rest == 1 { line += " " }
            line += after
            columns = start + width
        }
        return line.trimmingTrailingSpaces()
    }

    // MARK: Letters

    private var letterLines: [String] {
        var lines = [line(headings)]
        for week in weeks {
            lines.append(line(week.map { $0.map { $0.day < 10 ? " \($0.day)" : String($0.day) } ?? "" }))
            let marks = week.map { $0.map(letters(on:)) ?? "" }
            if marks.contains(where: { !$0.isEmpty }) { lines.append(line(marks)) }
        }
        for (index, label) in labels.enumerated() where isInMonth(calendar.entries[index]) {
            let name = Wrapping.fitted(
                label, to: max((styler.presentation.width ?? 80) - 2, 1), ellipsis: styler.ellipsis)
            lines.append("\(letter(index)) \(name)")
        }
        return lines
    }

    private func isInMonth(_ entry: MonthCalendar.Entry) -> Bool {
        guard let first = weeks.first?.compactMap(\.self).first,
            let last = weeks.last?.compactMap(\.self).last
        else { return false }
        return entry.first <= last && entry.last >= first
    }

    private func letter(_ index: Int) -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyz")
        return index < letters.count ? String(letters[index]) : "*"
    }

    private func letters(on day: CivilDate) -> String {
        let present = calendar.entries.indices.filter {
            calendar.entries[$0].first <= day && calendar.entries[$0].last >= day
        }
        guard let first = present.first else { return "" }
        guard present.count > 1 else { return " " + letter(first) }
        return letter(first) + (present.count > 2 ? "+" : letter(present[1]))
    }
}
