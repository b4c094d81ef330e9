import Localization

/// Draws a timeline with a row for each mark: the label, the days, and the mark on an axis.
enum TimelineDrawing {
    private static let rowHeight = 24
    private static let gap = 12
    /// The maximum width of a label, in columns of text.
    private static let longestLabel = 34
    private static let ruler = 28

    static func drawing(of timeline: Timeline, _ styler: TextStyler) -> SVGDrawing {
        let labels = timeline.marks.map { styler.label($0.label.display, to: longestLabel) }
        let dates = timeline.marks.map { TimelineLines.dateBesideAxis($0, timeline, styler) }
        func width(_ texts: [String]) -> Int {
            (texts.map { DisplayWidth.of($0) }.max() ?? 0) * SVGDrawing.columnWidth + gap
        }
        let dateStart = width(labels)
        let left = dateStart + width(dates)
        // Half of a mark must fit beside the first and the last day.
        let room = SVGDrawing.width - left - gap
        var drawing = SVGDrawing(height: ruler + max(timeline.marks.count, 1) * rowHeight)
        let days = timeline.marks.flatMap { [$0.start, $0.end] }.compactMap(\.self)
        let axis = days.min().flatMap { first in
            days.max().map {
                TimeAxis(first: first, last: $0, columns: max(room / SVGDrawing.columnWidth, 2))
            }
        }
        func x(_ day: CivilDate, minute: Int? = nil, _ axis: TimeAxis) -> Int {
            left + 6
                + TimeAxis(first: axis.first, last: axis.last, columns: max(room - 12, 2))
                .column(of: day, minute: minute)
        }
        if let axis {
            for tick in axis.ticks(styler) ?? [] {
                let position = x(tick.day, axis)
                drawing.addLine(
                    [.init(x: position, y: ruler - 8), .init(x: position, y: drawing.height)], style: "axis")
                let end = position + DisplayWidth.of(tick.name) * SVGDrawing.columnWidth
                if end <= SVGDrawing.width { drawing.add(tick.name, x: position, y: 14, style: "faint") }
            }
        }
        for (index, mark) in timeline.marks.enumerated() {
            let middle = ruler + index * rowHeight + rowHeight / 2
            drawing.add(labels[index], x: 0, y: middle + 4)
            drawing.add(dates[index], x: dateStart, y: middle + 4, style: "faint")
            guard let axis, let start = mark.start ?? mark.end else { continue }
            let from = x(start, minute: mark.startMinute, axis)
            let to = max(
                x(max(mark.end ?? start, start), minute: mark.endMinute ?? mark.startMinute, axis), from)
            if to - from > 8 {
                drawing.addRectangle(x: from, y: middle - 3, width: to - from, height: 6, style: "bar")
            } else {
                drawing.addCircle(x: (from + to) / 2, y: middle, radius: 5, style: "bar")
            }
        }
        return drawing
    }
}
