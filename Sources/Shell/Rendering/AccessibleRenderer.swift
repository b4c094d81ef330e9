import Localization

/// Renders outputs for screen readers: sentences and “label: value” lines in reading order, counts first, no
/// symbols.
enum AccessibleRenderer {
    static func render(_ output: Output, _ styler: TextStyler) -> [UInt8] {
        var text = ByteText()
        for block in output.blocks {
            switch block {
            case .message(let message), .heading(let message):
                writeLine(styler.string(message), to: &text)
            case .warning(let warning): writeLine(styler.warning(warning), to: &text)
            case .table(let table): write(table, styler, to: &text)
            case .record(let record): write(record, styler, to: &text)
            case .chart(let chart):
                for line in SpokenCharts.lines(of: chart, styler) { writeLine(line, to: &text) }
            case .timeline(let timeline):
                for line in SpokenCharts.lines(of: timeline, styler) { writeLine(line, to: &text) }
            case .map(let map):
                for line in SpokenMap.lines(of: map, styler) { writeLine(line, to: &text) }
            case .month(let month):
                writeLine(
                    styler.presentation.localizer.month(year: month.year, month: month.month), to: &text)
            case .picture(let picture):
                writeLine(styler.string(picture.spokenDescription), to: &text)
            case .cards(let cards):
                write(cards, styler, to: &text)
            case .definitions(let definitions):
                for definition in definitions {
                    let meaning = styler.string(definition.meaning)
                    let term = styler.string(definition.term)
                    writeLine(meaning.isEmpty ? term : "\(term): \(meaning)", to: &text)
                }
            }
        }
        return text.bytes
    }

    private static func write(_ table: Table, _ styler: TextStyler, to text: inout ByteText) {
        guard !table.rows.isEmpty else { return }
        let count = table.spokenCount ?? Shell.text("%lld entries", table.rows.count)
        writeLine(styler.string(count), to: &text)
        if let sentence = table.sentence {
            let keys = table.columns.map(\.key)
            for row in table.rows {
                let cells = Dictionary(zip(keys, row)) { first, _ in first }
                writeLine(styler.string(sentence(cells)), to: &text)
                text.endRow(styler.sink)
            }
            return
        }
        let columns = table.shownColumns.map { ($0, styler.string(table.columns[$0].spokenTitle)) }
        for row in table.rows {
            text.beginPart()
            for (index, title) in columns where index < row.count {
                writeField(title, row[index], styler, keepingLines: false, to: &text)
            }
            text.endRow(styler.sink)
        }
    }

    private static func write(_ cards: Cards, _ styler: TextStyler, to text: inout ByteText) {
        if cards.cards.isEmpty { return }
        if let count = cards.count { writeLine(styler.string(count), to: &text) }
        for card in cards.cards {
            text.beginPart()
            writeField(
                styler.string(cards.spokenTitle), card.title, styler, keepingLines: false, to: &text)
            for field in card.details {
                writeField(
                    styler.string(field.spokenTitle), field.cell, styler, keepingLines: false, to: &text)
            }
            guard let picture = card.picture else { continue }
            let description = Cell(.null, .text(picture.spokenDescription))
            writeField(styler.string(cards.pictureTitle), description, styler, keepingLines: false, to: &text)
        }
    }

    private static func write(_ record: Record, _ styler: TextStyler, to text: inout ByteText) {
        if !record.sentences.isEmpty {
            for sentence in record.sentences { writeLine(styler.string(sentence), to: &text) }
            return
        }
        for field in record.fields where field.isShown {
            writeField(styler.string(field.spokenTitle), field.cell, styler, keepingLines: true, to: &text)
        }
    }

    /// Writes a field. No line of the value may look like a new field. Therefore the lines are joined, or all
    /// lines after the first are indented.
    private static func writeField(
        _ title: String, _ cell: Cell, _ styler: TextStyler, keepingLines: Bool, to text: inout ByteText
    ) {
        let value = styler.spoken(cell.display)
        if value.isEmpty { return }
        let lines = value.split(omittingEmptySubsequences: !keepingLines, whereSeparator: \.isNewline)
        let field = title.isEmpty ? "" : "\(title): "
        guard keepingLines else {
            return writeLine(field + RightToLeft.isolated(lines.joined(separator: " ")), to: &text)
        }
        writeLine(field + RightToLeft.isolated(String(lines.first ?? "")), to: &text)
        for line in lines.dropFirst() {
            writeLine(line.isEmpty ? "" : "  \(RightToLeft.isolated(String(line)))", to: &text)
        }
    }

    private static func writeLine(_ line: String, to text: inout ByteText) {
        text.append(line)
        text.append(.lineFeed)
    }
}
