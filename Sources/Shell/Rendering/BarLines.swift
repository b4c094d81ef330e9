import Localization

/// Renders the bars of a chart as terminal lines with the numbers beside them.
struct BarLines {
    private let styler: TextStyler
    private let chart: BarChart
    private let labels: [Part]
    private let numbers: [[Part]]
    private let series: [Part]
    private let largest: Int

    /// Returns the lines of a chart: a sparkline, or one line per label. In narrow terminals, there is one
    /// line per value.
    static func lines(of chart: BarChart, _ styler: TextStyler) -> [String] {
        if let line = Sparkline.line(of: chart, styler) { return [line] }
        let lines = BarLines(chart, styler)
        return lines.besideLabels() ?? lines.belowLabels()
    }

    private init(_ chart: BarChart, _ styler: TextStyler) {
        self.chart = chart
        self.styler = styler
        labels = chart.bars.map { Part(styler.string($0.label.display)) }
        numbers = chart.bars.map { $0.values.map { Part(styler.integer($0)) } }
        series = chart.series.map { Part(styler.string($0.title)) }
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
    /// The minimum width of bars that can be compared, in columns.
    private static let shortest = 4

    /// Returns a line per label with the series side by side; `nil` if that doesn't fit.
    private func besideLabels() -> [String]? {
        let count = max(series.count, 1)
        let labelWidth = labels.map(\.width).max() ?? 0
        let numberWidths = (0..<count).map { index in
            numbers.compactMap { index < $0.count ? $0[index].width : nil }.max() ?? 0
        }
        let taken = labelWidth + numberWidths.reduce(0, +) + Self.gap * 2 * count
        let room = styler.presentation.width.map { ($0 - taken) / count } ?? Bars.longest
        let columns = min(room, Bars.longest)
        // Without series, bars may be short or missing, because the numbers beside them show the values. With
        // series, bars must be long enough to be compared.
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
                // The bar has `drawn.count` columns, because each of its characters takes one column.
                line += padding(Self.gap) + drawn + padding(columns - drawn.count)
            }
            lines.append(line)
        }
        return lines
    }

    /// Returns a line for each label, each followed by one line per value.
    private func belowLabels() -> [String] {
        let numberWidth = numbers.joined().map(\.width).max() ?? 0
        let seriesWidth = series.map(\.width).max() ?? 0
        let width = styler.presentation.width ?? 80
        let full = Self.gap + seriesWidth + (series.isEmpty ? 0 : Self.gap) + numberWidth + Self.gap
        let columns = min(max(width - full, 0), Bars.longest)
        var lines: [String] = []
        for (bar, (label, numbers)) in zip(chart.bars, zip(labels, numbers)) {
            lines += styler.wrapped(label.text)
            for (index, value) in bar.values.enumerated() {
                var line = padding(Self.gap)
                if index < series.count {
                    line += series[index].text + padding(seriesWidth - series[index].width + Self.gap)
                }
                line += padding(numberWidth - numbers[index].width) + numbers[index].text
                lines += styler.wrapped(line + padding(Self.gap) + self.bar(value, columns))
            }
        }
        return lines
    }

    private func bar(_ value: Int, _ columns: Int) -> String {
        Bars.bar(value, of: largest, columns: columns, unicode: styler.presentation.usesUnicode)
    }

    private func padding(_ count: Int) -> String {
        String(repeating: " ", count: max(count, 0))
    }
}

/// Bars with lengths proportional to their values.
enum Bars {
    /// The maximum length of a bar, in columns. Longer bars are no easier to compare.
    static let longest = 40

    /// Returns a bar whose length is proportional to `value`. The bar of the largest value takes all columns.
    /// If Unicode is available, the length is precise to an eighth of a column.
    static func bar(_ value: Int, of largest: Int, columns: Int, unicode: Bool) -> String {
        guard value > 0, largest > 0, columns > 0 else { return "" }
        let eighths = Int((Double(value) / Double(largest) * Double(columns) * 8).rounded())
        guard unicode else { return String(repeating: "#", count: max(1, (eighths + 4) / 8)) }
        let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
        return String(repeating: "█", count: max(eighths, 1) / 8) + parts[max(eighths, 1) % 8]
    }
}

/// A chart of many values in one line, with the first and the last label and number at its ends:
/// `January 2020  2  ▁▃▇▂  5  December 2024`.
enum Sparkline {
    private static let heights: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    /// Returns one character per value: a column whose height is proportional to the value, or a space for 0.
    static func columns(_ values: [Int]) -> String {
        let largest = values.max() ?? 0
        return String(
            values.map { value in
                guard value > 0, largest > 0 else { return " " }
                let height = Double(value) / Double(largest) * Double(heights.count)
                return heights[min(max(Int(height.rounded(.up)), 1), heights.count) - 1]
            })
    }

    /// Returns the line of a chart; `nil` if it doesn't fit or Unicode isn't available.
    static func line(of chart: BarChart, _ styler: TextStyler) -> String? {
        guard chart.isSparkline, chart.series.isEmpty, styler.presentation.usesUnicode,
            let first = chart.bars.first,
            let last = chart.bars.last
        else { return nil }
        let parts = [
            styler.string(first.label.display), styler.integer(first.values.first ?? 0),
            columns(chart.bars.map { $0.values.first ?? 0 }),
            styler.integer(last.values.first ?? 0), styler.string(last.label.display),
        ]
        let line = parts.joined(separator: "  ")
        return DisplayWidth.of(line) <= styler.presentation.width ?? .max ? line : nil
    }
}
