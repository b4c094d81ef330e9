import Localization

/// Outputs as Markdown: tables as GitHub writes them, records as lists.
enum MarkdownRenderer {
    static func render(_ output: Output, _ scribe: Scribe) -> [UInt8] {
        var text = ByteText()
        for block in output.blocks {
            text.beginPart()
            switch block {
            case .message(let message): writeLine(escaped(scribe.string(message)), to: &text)
            case .warning(let warning): writeLine("> " + escaped(scribe.warning(warning)), to: &text)
            case .heading(let heading): writeLine("## " + escaped(scribe.string(heading)), to: &text)
            case .table(let table): write(table, scribe, to: &text)
            case .chart(let chart): write(chart.table, scribe, to: &text)
            case .timeline(let timeline): write(timeline.table, scribe, to: &text)
            case .record(let record):
                for field in record.fields where field.isShown {
                    let value = escaped(scribe.string(field.cell.display))
                    writeLine("- **\(escaped(scribe.string(field.title)))**: \(value)", to: &text)
                }
            case .month(let month): write(month, scribe, to: &text)
            case .picture(let picture):
                writeLine("```", to: &text)
                for line in CardLines.lines(of: picture, scribe) {
                    writeLine(line.trimmingTrailingSpaces(), to: &text)
                }
                writeLine("```", to: &text)
            case .cards(let cards):
                for card in cards.cards {
                    let details = card.details.map { escaped(scribe.string($0.cell.display)) }
                    let title = "**\(escaped(scribe.string(card.title.display)))**"
                    writeLine("- " + ([title] + details).joined(separator: ", "), to: &text)
                }
            case .definitions(let definitions):
                for definition in definitions {
                    let term = scribe.string(LocalizedText.verbatim(definition.term))
                    writeLine("- `\(term)`: \(escaped(scribe.string(definition.meaning)))", to: &text)
                }
            }
        }
        return text.bytes
    }

    private static func write(_ table: Table, _ scribe: Scribe, to text: inout ByteText) {
        let shown = table.shownColumns
        writeRow(shown.map { escaped(scribe.string(table.columns[$0].title)) }, to: &text)
        writeRow(shown.map { table.columns[$0].alignsRight ? "---:" : "---" }, to: &text)
        for row in table.rows {
            writeRow(
                shown.map { $0 < row.count ? escaped(scribe.string(row[$0].display)) : "" }, to: &text)
        }
    }

    private static func write(_ month: MonthCalendar, _ scribe: Scribe, to text: inout ByteText) {
        let localizer = scribe.presentation.localizer
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
                        + present.map { escaped(scribe.string(Cell.Display.verbatim($0.label))) })
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
