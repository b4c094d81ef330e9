import Localization

/// Writes tables and months as HTML tables.
enum HTMLTable {
    /// Writes a table with its count as the caption; nothing if it has no rows.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - isOneLineEach: Whether each row is one line of the page. Default: `false`.
    ///   - styler: The styler with the language.
    ///   - text: The text to which the table is appended.
    static func write(
        _ table: Table, isOneLineEach: Bool = false, _ styler: TextStyler, to text: inout HTMLText
    ) {
        if table.rows.isEmpty { return }
        let shown = table.shownColumns
        let sample = Array(table.rows.prefix(TableRows.longTable))
        text.append(markup: "<table")
        writeClasses(
            aligned: shown.indices.filter { table.columns[shown[$0]].alignsRight }.map { $0 + 1 },
            unbroken: shown.indices.filter { hasDates(column: shown[$0], of: sample) }.map { $0 + 1 },
            columns: shown.count, isOneLineEach: isOneLineEach, to: &text)
        text.append(markup: ">\n")
        if let count = table.spokenCount {
            text.append("caption", styler.string(count))
            text.append(markup: "\n")
        }
        text.append(markup: "<thead><tr>")
        for index in shown { writeHeading(table.columns[index], styler, to: &text) }
        text.append(markup: "</tr></thead>\n<tbody>\n")
        let words = shown.map { isInWords(column: $0, of: sample) }
        for row in table.rows {
            text.append(markup: "<tr>")
            for (position, index) in shown.enumerated() {
                let display = index < row.count ? row[index].display : .empty
                writeCell(display, inWords: words[position], styler, to: &text)
            }
            text.append(markup: "</tr>\n")
            text.endRow(styler.sink)
        }
        text.append(markup: "</tbody>\n</table>\n")
    }

    private static func writeHeading(
        _ column: Table.Column, _ styler: TextStyler, to text: inout HTMLText
    ) {
        let (title, spoken) = (styler.string(column.title), styler.string(column.spokenTitle))
        if title.isEmpty, spoken.isEmpty { return text.append(markup: "<td></td>") }
        text.append(markup: "<th scope=\"col\">")
        if title.isEmpty || title == spoken {
            text.append(spoken)
        } else {
            text.append(html: "<abbr title=\"\(spoken)\">\(title)</abbr>")
        }
        text.append(markup: "</th>")
    }

    /// Whether the values of a column are dates, which are never divided at the end of a line. The first rows tell.
    private static func hasDates(column: Int, of rows: [[Cell]]) -> Bool {
        rows.prefix(20).contains { row in
            guard column < row.count else { return false }
            switch row[column].display {
            case .day, .instant: return true
            case .text:
                guard case .string(let string) = row[column].raw else { return false }
                let start = string.utf8.prefix(5)
                return start.count == 5 && start.last == UInt8(ascii: "-")
                    && start.dropLast().allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            case .empty, .verbatim, .integer, .symbol: return false
            }
        }
    }

    /// Whether the symbols of a column are written as words. A page has no legend, and it has room for words. Only
    /// symbols of several characters, such as stars, are understood without one.
    ///
    /// - Parameters:
    ///   - column: The column.
    ///   - rows: The first rows, which decide for all.
    private static func isInWords(column: Int, of rows: [[Cell]]) -> Bool {
        !rows.contains { row in
            if column < row.count, case .symbol(let symbol, _, _) = row[column].display {
                symbol.count > 1
            } else {
                false
            }
        }
    }

    private static func writeCell(
        _ display: Cell.Display, inWords: Bool, _ styler: TextStyler, to text: inout HTMLText
    ) {
        if case .verbatim(let string) = display, string.isPrintableASCII {
            // Most cells. Other texts take longer.
            text.append(markup: string.hasLongWord ? "<td class=\"long\">" : "<td>")
            text.append(string)
        } else {
            let value = styler.multiline(display)
            text.append(start: "td", direction: value, isLong: value.hasLongWord)
            write(display, value, inWords: inWords, styler, to: &text)
        }
        text.append(markup: "</td>")
    }

    /// Writes a value. Symbols are written as words, or get them as a text alternative.
    ///
    /// - Parameters:
    ///   - display: The value.
    ///   - value: The value as a string.
    ///   - inWords: Whether a symbol is written as words. Default: if it has only one character.
    ///   - styler: The styler with the language.
    ///   - text: The text to which the value is appended.
    static func write(
        _ display: Cell.Display, _ value: String, inWords: Bool? = nil, _ styler: TextStyler,
        to text: inout HTMLText
    ) {
        guard case .symbol(_, _, let spoken) = display, !value.isEmpty else { return text.append(value) }
        let alternative = styler.string(spoken)
        if alternative.isEmpty { return text.append(value) }
        if inWords ?? (value.count == 1) { return text.append(alternative) }
        text.append(html: #"<span role="img" aria-label="\#(alternative)">\#(value)</span>"#)
    }

    /// The number of columns of text that a phone shows beside each other.
    private static let mostPhoneColumns = 4

    // MARK: Alignment

    /// Writes a class for each column of a table that is right-aligned, or whose values stay on one line. A table of many
    /// columns, most of which aren't numbers, has a class by which a phone shows the cells of a row below each other.
    private static func writeClasses(
        aligned: [Int], unbroken: [Int], columns count: Int, isOneLineEach: Bool, to text: inout HTMLText
    ) {
        let isWide = count > mostPhoneColumns && 2 * aligned.count < count
        let classes =
            (isOneLineEach ? ["lines"] : isWide ? ["wide"] : [])
            + [("e", aligned), ("n", unbroken)].flatMap { letter, columns in
                columns.filter { $0 <= HTMLStyle.mostAlignedColumns }.map { "\(letter)\($0)" }
            }
        if !classes.isEmpty { text.append(html: " class=\"\(classes.joined(separator: " "))\"") }
    }

    /// Writes the style rules of the classes.
    static func writeAlignment(to text: inout HTMLText) {
        writeRules(".e", "{text-align:end}\n", to: &text)
        writeRules(".n", "{white-space:nowrap}\n", to: &text)
    }

    private static func writeRules(
        _ letter: StaticString, _ rule: StaticString, to text: inout HTMLText
    ) {
        for column in 1...HTMLStyle.mostAlignedColumns {
            text.append(html: "\(markup: letter)\(column) tr>:nth-child(\(column)")
            text.append(markup: column < HTMLStyle.mostAlignedColumns ? ")," : ")")
        }
        text.append(markup: rule)
    }

    // MARK: Months

    /// Writes a month as a table of weeks with the events on each day.
    static func write(_ month: MonthCalendar, _ styler: TextStyler, to text: inout HTMLText) {
        let localizer = styler.presentation.localizer
        text.append(markup: "<table class=\"month\">\n")
        text.append("caption", styler.month(year: month.year, month: month.month))
        text.append(markup: "\n<thead><tr>")
        for weekday in localizer.calendarWeekdays {
            text.append(html: "<th scope=\"col\">\(weekday)</th>")
        }
        text.append(markup: "</tr></thead>\n<tbody>\n")
        for week in month.weeks(beginningWith: localizer.firstWeekday) {
            text.append(markup: "<tr>")
            for day in week {
                text.append(markup: "<td>")
                if let day { write(day, of: month, styler, to: &text) }
                text.append(markup: "</td>")
            }
            text.append(markup: "</tr>\n")
        }
        text.append(markup: "</tbody>\n</table>\n")
    }

    private static func write(
        _ day: CivilDate, of month: MonthCalendar, _ styler: TextStyler, to text: inout HTMLText
    ) {
        text.append(markup: day == month.today ? "<span class=\"today\" aria-current=\"date\">" : "<span>")
        text.append(day.day)
        text.append(markup: "</span>")
        let entries = month.entries.filter { $0.first <= day && $0.last >= day }
        if entries.isEmpty { return }
        text.append(markup: "<ul>")
        for entry in entries {
            let label = styler.string(Cell.Display.verbatim(entry.label))
            text.append(html: "<li\(directionOf: label)>\(label)</li>")
        }
        text.append(markup: "</ul>")
    }
}

extension String {
    /// Whether the text has a word that must be broken if the page is narrow. Other words stay in one piece.
    fileprivate var hasLongWord: Bool {
        let longest = 30
        if utf8.count <= longest { return false }
        var length = 0
        for byte in utf8 {
            length = byte == .space || byte == .lineFeed ? 0 : length + 1
            if length > longest { return true }
        }
        return false
    }
}
