import Localization

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
