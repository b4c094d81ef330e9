import Localization

/// Many values in one line: `January 2020  2  ▁▃▇▂  5  December 2024`, with the numbers of both ends beside them.
enum Sparkline {
    private static let heights: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    /// A column for each value, in proportion to the largest; a space stands for 0.
    static func columns(_ values: [Int]) -> String {
        let largest = values.max() ?? 0
        return String(
            values.map { value in
                guard value > 0, largest > 0 else { return " " }
                let height = Double(value) / Double(largest) * Double(heights.count)
                return heights[min(max(Int(height.rounded(.up)), 1), heights.count) - 1]
            })
    }

    /// The line of a chart; `nil` where it doesn't fit, or where nothing but ASCII is understood.
    static func line(of chart: BarChart, _ scribe: Scribe) -> String? {
        guard chart.isSparkline, chart.series.isEmpty, scribe.presentation.usesUnicode,
            let first = chart.bars.first,
            let last = chart.bars.last
        else { return nil }
        let parts = [
            scribe.string(first.label.display), scribe.integer(first.values.first ?? 0),
            columns(chart.bars.map { $0.values.first ?? 0 }),
            scribe.integer(last.values.first ?? 0), scribe.string(last.label.display),
        ]
        let line = parts.joined(separator: "  ")
        return DisplayWidth.of(line) <= scribe.presentation.width ?? .max ? line : nil
    }
}
