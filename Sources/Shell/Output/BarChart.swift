import Localization

/// A bar chart: each bar has a label and a number for each series.
///
/// ```swift
/// BarChart(
///     "weeks", title: text("Issues per week"),
///     series: [.init("opened", text("opened")), .init("closed", text("closed"))],
///     bars: [.init(.text("2024-W12"), [5, 3])])
/// ```
public struct BarChart: Sendable {
    /// The bars of one label: one value, or one for each series.
    public struct Bar: Sendable {
        /// The label of the bar.
        public let label: Cell
        /// The values of the bars, one for each series; not negative.
        public let values: [Int]

        /// Creates a bar with one value.
        ///
        /// - Parameters:
        ///   - label: The label of the bar.
        ///   - value: The length of the bar; not negative.
        public init(_ label: Cell, _ value: Int) {
            self.init(label, [value])
        }

        /// Creates a bar with a value for each series.
        ///
        /// - Parameters:
        ///   - label: The label of the bar.
        ///   - values: The lengths, in the order of the series; not negative.
        public init(_ label: Cell, _ values: [Int]) {
            self.label = label
            self.values = values
        }
    }

    /// A series of values in a chart that compares several, such as opened and closed issues per week.
    public struct Series: Sendable {
        /// The key in `--json` and `--csv`; the same in every language.
        public let key: String
        /// The heading.
        public let title: LocalizedText

        /// Creates a series.
        ///
        /// - Parameters:
        ///   - key: The key in `--json` and `--csv`; the same in every language.
        ///   - title: The heading.
        public init(_ key: String, _ title: LocalizedText) {
            self.key = key
            self.title = title
        }
    }

    /// The key in `--json` and `--csv`.
    public let key: String
    /// The heading.
    public let title: LocalizedText
    /// The series; empty if each bar has one value.
    public let series: [Series]
    /// The bars, from top to bottom.
    public let bars: [Bar]
    /// Whether a terminal may show the chart as a sparkline, in one line. A sparkline suits many values in
    /// order, such as one value per week.
    public let isSparkline: Bool
    /// Whether a page shows the values of each series as a line, because they are amounts over time. Other formats
    /// show bars.
    public let isCourse: Bool
    /// Whether the sum of the values means something: not that of amounts over time, nor that of the greatest values alone.
    public let hasTotal: Bool

    /// Creates a chart.
    ///
    /// - Parameters:
    ///   - key: The key in `--json` and `--csv`.
    ///   - title: The heading.
    ///   - series: The series; empty if each bar has one value.
    ///   - bars: The bars, from top to bottom, each with a value for each series.
    ///   - isSparkline: Whether a terminal may show the chart in one line, if the line fits.
    ///   - isCourse: Whether a page shows the values of each series as a line.
    ///   - hasTotal: Whether the sum of the values means something. Default: unless they are amounts over time.
    public init(
        _ key: String, title: LocalizedText, series: [Series] = [], bars: [Bar], isSparkline: Bool = false,
        isCourse: Bool = false, hasTotal: Bool? = nil
    ) {
        self.key = key
        self.title = title
        self.series = series
        self.bars = bars
        self.isSparkline = isSparkline
        self.isCourse = isCourse
        self.hasTotal = hasTotal ?? !isCourse
    }
}

extension BarChart {
    /// The labels and numbers of the chart as a table.
    var table: Table {
        let values =
            series.isEmpty
            ? [Table.Column("value", title, alignsRight: true)]
            : series.map { Table.Column($0.key, $0.title, alignsRight: true) }
        return Table(
            key, columns: [Table.Column("label", series.isEmpty ? title : .verbatim(""))] + values,
            rows: bars.map { bar in [bar.label] + bar.values.map { .number($0) } })
    }
}
