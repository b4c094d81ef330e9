import Localization

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
