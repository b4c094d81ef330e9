import Localization

/// Renders outputs as Markdown: GitHub tables and lists of fields.
enum MarkdownRenderer {
    static func render(_ output: Output, _ styler: TextStyler) -> [UInt8] {
        var text = ByteText()
        for block in output.blocks {
            text.beginPart()
            switch block {
            case .message(let message): writeLine(escaped(styler.string(message)), to: &text)
            case .warning(let warning): writeLine("> " + escaped(styler.warning(warning)), to: &text)
            case .heading(let heading): writeLine("## " + escaped(styler.string(heading)), to: &text)
            case .table(let table): write(table, styler, to: &text)
            case .chart(let chart): write(chart.table, styler, to: &text)
            case .timeline(let timeline): write(timeline.table, styler, to: &text)
            case .map(let map):
                writeLine("## " + escaped(styler.string(map.title)), to: &text)
                writeLine("", to: &text)
                write(map.table, styler, to: &text)
            case .record(let record):
                for field in record.fields where field.isShown {
                    let value = escaped(styler.string(field.cell.display))
                    writeLine("- **\(escaped(styler.string(field.title)))**: \(value)", to: &text)
                }
            case .month(let month): write(month, styler, to: &text)
            case .picture(let picture):
                writeLine("```", to: &text)
                for line in CardLines.lines(of: picture, styler) {
                    writeLine(line.trimmingTrailingSpaces(), to: &text)
                }
                writeLine("```", to: &text)
            case .cards(let cards):
                for card in cards.cards {
                    let details = card.details.map { escaped(styler.string($0.cell.display)) }
                    let title = "**\(escaped(styler.string(card.title.display)))**"
                    writeLine("- " + ([title] + details).joined(separator: ", "), to: &text)
                }
            case .definitions(let definitions):
                for definition in definitions {
                    let term = styler.string(definition.term)
                    writeLine("- `\(term)`: \(escaped(styler.string(definition.meaning)))", to: &text)
                }
            }
        }
        return text.bytes
    }

    private static func write(_ table: Table, _ styler: TextStyler, to text: inout ByteText) {
        let shown = table.shownColumns
        writeRow(shown.map { escaped(styler.string(table.columns[$0].title)) }, to: &text)
        writeRow(shown.map { table.columns[$0].alignsRight ? "---:" : "---" }, to: &text)
        for row in table.rows {
            writeRow(
                shown.map { $0 < row.count ? escaped(styler.string(row[$0].display)) : "" }, to: &text)
            text.endRow(styler.sink)
        }
    }

    private static func write(_ month: MonthCalendar, _ styler: TextStyler, to text: inout ByteText) {
        let localizer = styler.presentation.localizer
        writeLine("## " + escaped(localizer.month(year: month.year, month: month.month)), to: &text)
        writeLine("", to: &text)
        writeRow(localizer.calendarWeekdays.map { escaped($0) }, to: &text)
        writeRow(localizer.calendarWeekdays.map { _ in "---" }, to: &text)
        for week in month.weeks(beginningWith: localizer.firstWeekday) {
            writeRow(
                week.map { day in
                    guard let day else { return "" }
                    let present = month.entries.filter { $0.first <= day && $0.last >= day }
                    return
                        ([String(day.day)]
                        + present.map { escaped(styler.string(Cell.Display.verbatim($0.label))) })
                        .joined(separator: " ")
                }, to: &text)
        }
    }

    private static func writeRow(_ cells: [String], to text: inout ByteText) {
        writeLine("| " + cells.joined(separator: " | ") + " |", to: &text)
    }

    private static func writeLine(_ line: String, to text: inout ByteText) {
        text.append(line)
        text.append(.lineFeed)
    }

    private static func escaped(_ string: String) -> String {
        let markup = Array("\\|*_`<[#".utf8)
        if !string.utf8.contains(where: markup.contains) { return string }
        var result: [UInt8] = []
        for byte in string.utf8 {
            if markup.contains(byte) { result.append(.backslash) }
            result.append(byte)
        }
        return String(decoding: result, as: UTF8.self)
    }
}
