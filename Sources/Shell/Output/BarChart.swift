import Localization

/// Bars with labels and numbers beside them.
///
/// ```swift
/// BarChart(
///     "weeks", title: text("Issues per week"),
///     series: [.init("opened", text("opened")), .init("closed", text("closed"))],
///     bars: [.init(.text("2024-W12"), [5, 3])])
/// ```
public struct BarChart: Sendable {
    /// A bar, or one for each series.
    public struct Bar: Sendable {
        /// What it stands for.
        public let label: Cell
        /// How long it is in each series; not negative.
        public let values: [Int]

        /// Makes a bar.
        public init(_ label: Cell, _ value: Int) {
            self.init(label, [value])
        }

        /// Makes a bar for each series.
        public init(_ label: Cell, _ values: [Int]) {
            self.label = label
            self.values = values
        }
    }

    /// What the bars of one kind count, where a chart has several kinds.
    public struct Series: Sendable {
        /// The name in `--json` and `--csv`: the same in every language.
        public let key: String
        /// The heading.
        public let title: LocalizedText

        /// Makes a series.
        public init(_ key: String, _ title: LocalizedText) {
            self.key = key
            self.title = title
        }
    }

    /// The name in `--json` and `--csv`.
    public let key: String
    /// The heading.
    public let title: LocalizedText
    /// What the values of a bar count; empty where a bar has one value.
    public let series: [Series]
    /// The bars, from top to bottom.
    public let bars: [Bar]
    /// Whether a terminal shows it in one line where there is room, as suits many values in order.
    public let isSparkline: Bool

    /// Makes a chart.
    ///
    /// - Parameters:
    ///   - key: The name in `--json` and `--csv`.
    ///   - title: The heading.
    ///   - series: What the values of a bar count; empty where a bar has one value.
    ///   - bars: The bars, from top to bottom, each with a value for each series.
    ///   - isSparkline: Whether a terminal shows it in one line where there is room.
    public init(
        _ key: String, title: LocalizedText, series: [Series] = [], bars: [Bar], isSparkline: Bool = false
    ) {
        self.key = key
        self.title = title
        self.series = series
        self.bars = bars
        self.isSparkline = isSparkline
    }
}

extension BarChart {
    /// The chart's labels and numbers as a table.
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
