/// The bars of a chart as lines of a terminal, with the numbers beside them.
struct BarLines {
    private let scribe: Scribe
    private let chart: BarChart
    private let labels: [Part]
    private let numbers: [[Part]]
    private let series: [Part]
    private let largest: Int

    /// The lines of a chart: a sparkline, a line for each label, or a line for each value where no more fits.
    static func lines(of chart: BarChart, _ scribe: Scribe) -> [String] {
        if let line = Sparkline.line(of: chart, scribe) { return [line] }
        let lines = BarLines(chart, scribe)
        return lines.besideLabels() ?? lines.belowLabels()
    }

    private init(_ chart: BarChart, _ scribe: Scribe) {
        self.chart = chart
        self.scribe = scribe
        labels = chart.bars.map { Part(scribe.string($0.label.display)) }
        numbers = chart.bars.map { $0.values.map { Part(scribe.integer($0)) } }
        series = chart.series.map { Part(scribe.string($0.title)) }
        largest = chart.bars.flatMap(\.values).max() ?? 0
    }

    private struct Part {
        let text: String
        let width: Int

        init(_ text: String) {
            self.text = text
            width = DisplayWidth.of(text)
        }
    }

    private static let gap = ColumnLayout.gap
    /// The fewest columns of bars that can be told apart.
    private static let shortest = 4

    /// A line for each label, the series side by side; `nil` where that doesn't fit.
    private func besideLabels() -> [String]? {
        let count = max(series.count, 1)
        let labelWidth = labels.map(\.width).max() ?? 0
        let numberWidths = (0..<count).map { index in
            numbers.compactMap { index < $0.count ? $0[index].width : nil }.max() ?? 0
        }
        let taken = labelWidth + numberWidths.reduce(0, +) + Self.gap * 2 * count
        let room = scribe.presentation.width.map { ($0 - taken) / count } ?? Bars.longest
        let columns = min(room, Bars.longest)
        // One bar may be short, or even missing beside its number; several would be headed wrongly.
        guard columns >= (series.isEmpty ? -Self.gap : Self.shortest) else { return nil }
        var lines: [String] = []
        if !series.isEmpty {
            let widths = numberWidths.map { $0 + Self.gap + columns }
            guard zip(series, widths).allSatisfy({ $0.width <= $1 }) else { return nil }
            lines.append(
                padding(labelWidth)
                    + zip(series, widths).map { part, width in
                        padding(Self.gap) + part.text + padding(width - part.width)
                    }.joined())
        }
        for (bar, (label, numbers)) in zip(chart.bars, zip(labels, numbers)) {
            var line = label.text + padding(labelWidth - label.width)
            for (index, value) in bar.values.prefix(count).enumerated() {
                line += padding(Self.gap + numberWidths[index] - numbers[index].width) + numbers[index].text
                let drawn = self.bar(value, columns)
                // A bar is as many characters as it has columns.
                line += padding(Self.gap) + drawn + padding(columns - drawn.count)
            }
            lines.append(line)
        }
        return lines
    }

    /// A line for each label, and below it one for each value.
    private func belowLabels() -> [String] {
        let numberWidth = numbers.joined().map(\.width).max() ?? 0
        let seriesWidth = series.map(\.width).max() ?? 0
        let width = scribe.presentation.width ?? 80
        let full = Self.gap + seriesWidth + (series.isEmpty ? 0 : Self.gap) + numberWidth + Self.gap
        let columns = min(max(width - full, 0), Bars.longest)
        var lines: [String] = []
        for (bar, (label, numbers)) in zip(chart.bars, zip(labels, numbers)) {
            lines += scribe.wrapped(label.text)
            for (index, value) in bar.values.enumerated() {
                var line = padding(Self.gap)
                if index < series.count {
                    line += series[index].text + padding(seriesWidth - series[index].width + Self.gap)
                }
                line += padding(numberWidth - numbers[index].width) + numbers[index].text
                lines += scribe.wrapped(line + padding(Self.gap) + self.bar(value, columns))
            }
        }
        return lines
    }

    private func bar(_ value: Int, _ columns: Int) -> String {
        Bars.bar(value, of: largest, columns: columns, unicode: scribe.presentation.usesUnicode)
    }

    private func padding(_ count: Int) -> String {
        String(repeating: " ", count: max(count, 0))
    }
}

/// Bars in proportion to their values.
enum Bars {
    /// The most columns of a bar: longer ones are no easier to compare.
    static let longest = 40

    /// A bar in proportion to the largest value, exact to an eighth of a column where there is Unicode.
    static func bar(_ value: Int, of largest: Int, columns: Int, unicode: Bool) -> String {
        guard value > 0, largest > 0, columns > 0 else { return "" }
        let eighths = Int((Double(value) / Double(largest) * Double(columns) * 8).rounded())
        guard unicode else { return String(repeating: "#", count: max(1, (eighths + 4) / 8)) }
        let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
        return String(repeating: "█", count: max(eighths, 1) / 8) + parts[max(eighths, 1) % 8]
    }
}
