import Localization

/// Draws a chart with a row for each bar: the label, the number and the bar.
enum BarDrawing {
    private static let rowHeight = 24
    private static let gap = 12
    /// The maximum width of a label, in columns of text.
    private static let longestLabel = 32

    static func drawing(of chart: BarChart, _ styler: TextStyler) -> SVGDrawing {
        let largest = chart.bars.flatMap(\.values).max() ?? 0
        var rows: [(label: String, number: String, value: Int, series: Int)] = []
        for bar in chart.bars {
            for (index, value) in bar.values.enumerated() {
                var label = index == 0 ? styler.string(bar.label.display) : ""
                if index < chart.series.count {
                    let series = styler.string(chart.series[index].title)
                    label = label.isEmpty ? series : "\(label), \(series)"
                }
                rows.append(
                    (
                        Wrapping.fitted(label, to: longestLabel, ellipsis: styler.ellipsis),
                        styler.integer(value), value, index
                    ))
            }
        }
        func width(_ texts: [String]) -> Int {
            (texts.map { DisplayWidth.of($0) }.max() ?? 0) * SVGDrawing.columnWidth + gap
        }
        let numbers = width(rows.map(\.label)) + width(rows.map(\.number))
        let room = SVGDrawing.width - numbers - gap
        var drawing = SVGDrawing(height: max(rows.count, 1) * rowHeight)
        for (index, row) in rows.enumerated() {
            let top = index * rowHeight
            drawing.add(row.label, x: 0, y: top + 17)
            drawing.add(row.number, x: numbers, y: top + 17, style: "end")
            guard row.value > 0, largest > 0 else { continue }
            let length = max(1, Int(Double(row.value) / Double(largest) * Double(room)))
            drawing.addRectangle(
                x: numbers + gap, y: top + 4, width: length, height: rowHeight - 8,
                style: row.series % 2 == 0 ? "bar" : "second")
        }
        return drawing
    }
}
