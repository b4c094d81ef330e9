import Localization

/// Writes charts as tables: the label, the number, and a bar. Because the cells of a table never overlap, no label
/// touches a bar, whatever the font is.
enum HTMLChart {
    /// Writes a bar chart.
    static func write(_ chart: BarChart, _ styler: TextStyler, to text: inout HTMLText) {
        writeStart("<table class=\"bars\">\n<tbody>\n", title: chart.title, styler, to: &text)
        let largest = chart.bars.flatMap(\.values).max() ?? 0
        for bar in chart.bars {
            for (index, value) in bar.values.enumerated() {
                text.append(markup: "<tr>")
                writeLabel(of: bar, chart.series, index, styler, to: &text)
                text.append("td", styler.integer(value))
                text.append(markup: "<td>")
                if value > 0 {
                    let part = Double(value) / Double(largest)
                    text.append(
                        html: #"<svg aria-hidden="true"><rect\#(class: index % 2 == 0 ? "bar" : "second")"#)
                    text.append(html: #" width="\#(percent: part)" height="100%"/></svg>"#)
                }
                text.append(markup: "</td></tr>\n")
            }
        }
        text.append(markup: "</tbody>\n</table>\n</figure>\n")
    }

    private static func writeLabel(
        of bar: BarChart.Bar, _ series: [BarChart.Series], _ index: Int, _ styler: TextStyler,
        to text: inout HTMLText
    ) {
        let label = index == 0 ? styler.string(bar.label.display) : ""
        let name = index < series.count ? styler.string(series[index].title) : ""
        let shown = [label, name].filter { !$0.isEmpty }.joined(separator: ", ")
        text.append(html: "<th scope=\"row\"\(directionOf: shown)>")
        if name.isEmpty {
            HTMLTable.write(bar.label.display, label, inWords: false, styler, to: &text)
        } else {
            text.append(shown)
        }
        text.append(markup: "</th>")
    }

    /// Writes a timeline with a row for each mark: the label, the days, and the mark on an axis.
    static func write(_ timeline: Timeline, _ styler: TextStyler, to text: inout HTMLText) {
        let days = timeline.marks.flatMap { [$0.start, $0.end] }.compactMap(\.self)
        // Ticks need room for their names: as many as on a terminal of this width.
        let axis = days.min().flatMap { first in
            days.max().map { TimeAxis(first: first, last: $0, columns: 48) }
        }
        let ticks = axis.flatMap { $0.ticks(styler) } ?? []
        writeStart("<table class=\"bars times\">\n", title: timeline.title, styler, to: &text)
        if let axis, !ticks.isEmpty {
            text.append(markup: "<thead><tr><td></td><td></td><td><svg aria-hidden=\"true\">")
            for tick in ticks where tick.column + DisplayWidth.of(tick.name) <= axis.columns {
                let place = axis.part(of: tick.day)
                text.append(
                    html: #"<text class="faint" y="1em" x="\#(percent: place)">\#(tick.name)</text>"#)
            }
            text.append(markup: "</svg></td></tr></thead>\n")
        }
        text.append(markup: "<tbody>\n")
        for mark in timeline.marks {
            let label = styler.string(mark.label.display)
            text.append(html: "<tr><th scope=\"row\"\(directionOf: label)>\(label)</th>")
            text.append("td", TimelineLines.date(mark, timeline, styler))
            text.append(markup: "<td>")
            if let axis { write(mark, axis, ticks, to: &text) }
            text.append(markup: "</td></tr>\n")
        }
        text.append(markup: "</tbody>\n</table>\n</figure>\n")
    }

    private static func write(
        _ mark: Timeline.Mark, _ axis: TimeAxis, _ ticks: [TimeAxis.Tick], to text: inout HTMLText
    ) {
        text.append(markup: "<svg aria-hidden=\"true\">")
        for tick in ticks {
            let place = axis.part(of: tick.day)
            text.append(html: #"<rect class="none" width="1" height="100%" x="\#(percent: place)"/>"#)
        }
        if let start = mark.start ?? mark.end {
            let from = axis.part(of: start, minute: mark.startMinute)
            let to = axis.part(of: max(mark.end ?? start, start), minute: mark.endMinute ?? mark.startMinute)
            if to - from > 0.02 {
                text.append(html: #"<rect class="bar" y="25%" height="50%" x="\#(percent: from)""#)
                text.append(html: #" width="\#(percent: to - from)"/>"#)
            } else {
                text.append(html: #"<circle class="bar" cy="50%" r="5" cx="\#(percent: (from + to) / 2)"/>"#)
            }
        }
        text.append(markup: "</svg>")
    }

    private static func writeStart(
        _ table: StaticString, title: LocalizedText, _ styler: TextStyler, to text: inout HTMLText
    ) {
        let title = styler.string(title)
        text.append(html: "<figure><figcaption\(directionOf: title)>\(title)</figcaption>\n")
        text.append(markup: table)
    }
}

extension HTMLText {
    /// Appends a part of a whole with one decimal.
    fileprivate mutating func appendInterpolation(percent part: Double) {
        let tenths = Int((min(max(part, 0), 1) * 1000).rounded())
        append(html: "\(tenths / 10).\(tenths % 10)%")
    }
}

extension TimeAxis {
    /// Returns the position of a time on the axis, from 0 to 1.
    fileprivate func part(of day: CivilDate, minute: Int? = nil) -> Double {
        let span = first.days(until: last)
        guard span > 0 else { return 0 }
        return (Double(first.days(until: day)) + Double(minute ?? 0) / 1440) / Double(span)
    }
}

/// Draws the days of a year: a row for each weekday, and a column for each week of a month.
enum YearDrawing {
    private static let side = 8
    private static let step = 9
    private static let left = 42
    private static let top = 20
    /// A month has days in at most six weeks.
    private static let monthWidth = 6 * step + 3

    static func drawing(of grid: Page.YearGrid, _ styler: TextStyler) -> SVGDrawing {
        var drawing = SVGDrawing(width: left + 12 * monthWidth, height: top + 7 * step)
        let localizer = styler.presentation.localizer
        var (marked, others): ([SVGDrawing.Point], [SVGDrawing.Point]) = ([], [])
        for month in 1...12 {
            let x = left + (month - 1) * monthWidth
            if localizer.shortMonthNames.count == 12 {
                drawing.add(localizer.shortMonthNames[month - 1], x: x, y: 12, style: "faint")
            }
            let weeks = MonthCalendar(year: grid.year, month: month, today: nil, entries: [])
                .weeks(beginningWith: localizer.firstWeekday)
            for (column, week) in weeks.enumerated() {
                for (row, day) in week.enumerated() {
                    guard let day else { continue }
                    let corner = SVGDrawing.Point(x: x + column * step, y: top + row * step)
                    if grid.days.contains(day) { marked.append(corner) } else { others.append(corner) }
                }
            }
        }
        drawing.addSquares(others, side: side, style: "none")
        drawing.addSquares(marked, side: side, style: "bar")
        // Every other weekday, because the letters are higher than the squares.
        for (row, weekday) in localizer.calendarWeekdays.enumerated() where row % 2 == 0 {
            drawing.add(weekday, x: left - 8, y: top + row * step + 8, style: "end faint")
        }
        return drawing
    }
}
