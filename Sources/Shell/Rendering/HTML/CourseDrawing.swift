import Localization

/// Draws a chart of many values in order, such as one value per week: a column for each value, or a line for each
/// series.
enum CourseDrawing {
    private static let top = 12

    /// Whether the drawing is small enough to be beside others.
    static func isSmall(_ chart: BarChart) -> Bool {
        !chart.isCourse && chart.bars.count <= 12 && chart.series.isEmpty
    }

    static func drawing(of chart: BarChart, _ styler: TextStyler) -> SVGDrawing {
        let largest = max(chart.bars.flatMap(\.values).max() ?? 0, 1)
        let isSmall = isSmall(chart)
        let bottom = isSmall ? 132 : 192
        // The widest number is the largest one.
        let left = DisplayWidth.of(styler.integer(largest)) * SVGDrawing.columnWidth + 16
        var drawing = SVGDrawing(
            width: isSmall ? SVGDrawing.smallWidth : SVGDrawing.width,
            height: bottom + (chart.series.isEmpty ? 28 : 56))
        func height(_ value: Int) -> Int {
            bottom - Int((Double(max(value, 0)) / Double(largest) * Double(bottom - top)).rounded())
        }
        // The values of the horizontal lines: at most five, at round numbers.
        let step = roundStep(largest)
        for value in stride(from: 0, through: largest, by: step) {
            let y = height(value)
            drawing.addLine([.init(x: left, y: y), .init(x: drawing.width, y: y)], style: "axis")
            drawing.add(styler.integer(value), x: left - 8, y: y + 4, style: "end faint")
        }
        let count = max(chart.bars.count, 1)
        let slot = Double(drawing.width - left) / Double(count)
        if chart.isCourse {
            for index in 0..<max(chart.series.count, 1) {
                let points = chart.bars.enumerated().compactMap { position, bar in
                    index < bar.values.count
                        ? SVGDrawing.Point(
                            x: left + Int((Double(position) + 0.5) * slot), y: height(bar.values[index]))
                        : nil
                }
                drawing.addLine(points, style: index == 0 ? "course" : "course later")
            }
        } else {
            for (position, bar) in chart.bars.enumerated() {
                guard let value = bar.values.first, value > 0 else { continue }
                let (from, to) = (Int(Double(position) * slot), Int(Double(position + 1) * slot))
                let y = min(height(value), bottom - 1)
                drawing.addRectangle(
                    x: left + from, y: y, width: max(to - from - (slot > 4 ? 2 : 0), 1), height: bottom - y,
                    style: "bar")
            }
        }
        addLabels(chart, slot, left: left, bottom: bottom, styler, to: &drawing)
        addLegend(chart, left: left, bottom: bottom, styler, to: &drawing)
        return drawing
    }

    /// Returns the distance of the horizontal lines: 1, 2 or 5 times a power of ten.
    static func roundStep(_ largest: Int) -> Int {
        var power = 1
        while largest / power > 50 { power *= 10 }
        return [1, 2, 5, 10].map { $0 * power }.first { largest / $0 <= 5 } ?? power * 10
    }

    /// Adds as many labels below the values as fit, the first one among them.
    private static func addLabels(
        _ chart: BarChart, _ slot: Double, left: Int, bottom: Int, _ styler: TextStyler,
        to drawing: inout SVGDrawing
    ) {
        let labels = chart.bars.map { styler.label($0.label.display, to: 24) }
        let widest = (labels.map { DisplayWidth.of($0) }.max() ?? 0) * SVGDrawing.columnWidth + 14
        let every = max(1, Int((Double(widest) / slot).rounded(.up)))
        for index in stride(from: 0, to: labels.count, by: every) {
            let x = left + Int(Double(index) * slot)
            guard x + widest <= drawing.width + 14 else { break }
            drawing.add(labels[index], x: x, y: bottom + 20, style: "faint")
        }
    }

    private static func addLegend(
        _ chart: BarChart, left: Int, bottom: Int, _ styler: TextStyler, to drawing: inout SVGDrawing
    ) {
        var x = left
        for (index, series) in chart.series.enumerated() {
            let name = styler.label(.text(series.title), to: 36)
            drawing.addLine(
                [.init(x: x, y: bottom + 42), .init(x: x + 36, y: bottom + 42)],
                style: index == 0 ? "course" : "course later")
            drawing.add(name, x: x + 44, y: bottom + 46)
            x += 44 + DisplayWidth.of(name) * SVGDrawing.columnWidth + 28
        }
    }
}
