import Localization

/// Renders charts for screen readers: a summary first, then every value.
enum SpokenCharts {
    /// The maximum number of bars that need no summary.
    private static let fewBars = 7

    /// Returns the heading of a chart, a summary if it has many bars, and a line for each bar.
    static func lines(of chart: BarChart, _ styler: TextStyler) -> [String] {
        var lines = [styler.string(chart.title)]
        if chart.bars.count > fewBars {
            if chart.series.isEmpty {
                summary(chart, at: 0, styler).map { lines.append(styler.string($0)) }
            } else {
                for (index, series) in chart.series.enumerated() {
                    guard let summary = summary(chart, at: index, styler) else { continue }
                    lines.append("\(styler.string(series.title)): \(styler.string(summary))")
                }
            }
        }
        for bar in chart.bars {
            let values =
                chart.series.isEmpty
                ? bar.values.map(styler.integer)
                : zip(chart.series, bar.values).map { "\(styler.string($0.title)) \(styler.integer($1))" }
            lines.append("\(styler.spoken(bar.label.display)): \(values.joined(separator: ", "))")
        }
        return lines
    }

    /// Returns a summary such as “26 in total; the highest value is 12 (Solaris).”; `nil` if all values are 0.
    private static func summary(_ chart: BarChart, at index: Int, _ styler: TextStyler) -> LocalizedText? {
        let values = chart.bars.map { $0.values.count > index ? $0.values[index] : 0 }
        guard let greatest = values.max(), greatest > 0, let place = values.firstIndex(of: greatest) else {
            return nil
        }
        let label = chart.bars[place].label.display.spokenArgument(styler)
        if !chart.hasTotal {
            return text("The highest value is %1$@ (%2$@).", styler.integer(greatest), label)
        }
        let sum = values.reduce(0) { sum, value in
            let (total, overflows) = sum.addingReportingOverflow(value)
            return overflows ? .max : total
        }
        return text(
            "%1$@ in total; the highest value is %2$@ (%3$@).", styler.integer(sum), styler.integer(greatest),
            label)
    }

    /// Returns the heading of a timeline, the number of its marks, and a line for each mark.
    static func lines(of timeline: Timeline, _ styler: TextStyler) -> [String] {
        [styler.string(timeline.title), styler.string(timeline.spokenCount)]
            + timeline.marks.map { "\(styler.spoken($0.label.display)): \(day(of: $0, timeline, styler))" }
    }

    private static func day(of mark: Timeline.Mark, _ timeline: Timeline, _ styler: TextStyler) -> String {
        guard let start = mark.start else { return styler.string(timeline.unknown) }
        let first = styler.string(Timeline.day(start, at: mark.startMinute))
        guard let last = TimelineLines.last(of: mark, after: start) else { return first }
        return styler.string(text("%1$@ to %2$@", first, styler.string(last)))
    }
}

extension Cell.Display {
    /// Returns the spoken form of the value as an argument of a text.
    fileprivate func spokenArgument(_ styler: TextStyler) -> TextArgument {
        switch self {
        case .empty: .string("")
        case .verbatim(let string): .string(string)
        case .text(let text): .text(text)
        case .integer(let number): .integer(number)
        case .day(let day): .day(day)
        case .instant: .string(styler.spoken(self))
        case .symbol(_, _, let spoken): .text(spoken)
        }
    }
}
