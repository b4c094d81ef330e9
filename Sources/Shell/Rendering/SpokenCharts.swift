import Localization

/// Charts for people who listen: what stands out first, then every value.
enum SpokenCharts {
    /// The most bars that a person takes in without being told what stands out.
    private static let fewBars = 7

    /// A chart's heading, its sum and its greatest value where it has many bars, and a line for each bar.
    static func lines(of chart: BarChart, _ scribe: Scribe) -> [String] {
        var lines = [scribe.string(chart.title)]
        if chart.bars.count > fewBars {
            if chart.series.isEmpty {
                summary(chart, at: 0, scribe).map { lines.append(scribe.string($0)) }
            } else {
                for (index, series) in chart.series.enumerated() {
                    guard let summary = summary(chart, at: index, scribe) else { continue }
                    lines.append("\(scribe.string(series.title)): \(scribe.string(summary))")
                }
            }
        }
        for bar in chart.bars {
            let values =
                chart.series.isEmpty
                ? bar.values.map(scribe.integer)
                : zip(chart.series, bar.values).map { "\(scribe.string($0.title)) \(scribe.integer($1))" }
            lines.append("\(scribe.spoken(bar.label.display)): \(values.joined(separator: ", "))")
        }
        return lines
    }

    /// “26 in all; the most is 12 (Solaris).”; `nil` where all is 0.
    private static func summary(_ chart: BarChart, at index: Int, _ scribe: Scribe) -> LocalizedText? {
        let values = chart.bars.map { $0.values.count > index ? $0.values[index] : 0 }
        guard let greatest = values.max(), greatest > 0, let place = values.firstIndex(of: greatest) else {
            return nil
        }
        let sum = values.reduce(0) { sum, value in
            let (total, overflows) = sum.addingReportingOverflow(value)
            return overflows ? .max : total
        }
        return text(
            "%1$@ in all; the most is %2$@ (%3$@).", scribe.integer(sum), scribe.integer(greatest),
            chart.bars[place].label.display.spokenArgument(scribe))
    }

    /// A timeline's heading, how many marks there are, and a line for each.
    static func lines(of timeline: Timeline, _ scribe: Scribe) -> [String] {
        [scribe.string(timeline.title), scribe.string(timeline.spokenCount)]
            + timeline.marks.map { "\(scribe.spoken($0.label.display)): \(day(of: $0, timeline, scribe))" }
    }

    private static func day(of mark: Timeline.Mark, _ timeline: Timeline, _ scribe: Scribe) -> String {
        guard let start = mark.start else { return scribe.string(timeline.unknown) }
        guard let end = mark.end, end != start else { return scribe.string(.day(start)) }
        return scribe.string(
            text("%1$@ to %2$@", scribe.string(.day(start)), scribe.string(.day(end))))
    }
}

extension Cell.Display {
    /// What a person hears of it, as the argument of a sentence.
    fileprivate func spokenArgument(_ scribe: Scribe) -> TextArgument {
        switch self {
        case .empty: .string("")
        case .verbatim(let string): .string(string)
        case .text(let text): .text(text)
        case .integer(let number): .integer(number)
        case .day(let day): .day(day)
        case .instant: .string(scribe.spoken(self))
        case .symbol(_, _, let words): .text(words)
        }
    }
}
