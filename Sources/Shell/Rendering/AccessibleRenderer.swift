import Localization

/// Outputs for people who listen: sentences and “label: value” lines in reading order, counts first, no symbols.
enum AccessibleRenderer {
    static func render(_ output: Output, _ scribe: Scribe) -> [UInt8] {
        var text = ByteText()
        for block in output.blocks {
            switch block {
            case .message(let message), .heading(let message):
                writeLine(scribe.string(message), to: &text)
            case .warning(let warning): writeLine(scribe.warning(warning), to: &text)
            case .table(let table): write(table, scribe, to: &text)
            case .record(let record): write(record, scribe, to: &text)
            case .chart(let chart):
                for line in SpokenCharts.lines(of: chart, scribe) { writeLine(line, to: &text) }
            case .timeline(let timeline):
                for line in SpokenCharts.lines(of: timeline, scribe) { writeLine(line, to: &text) }
            case .month(let month):
                writeLine(
                    scribe.presentation.localizer.month(year: month.year, month: month.month), to: &text)
            case .picture(let picture):
                writeLine(scribe.string(picture.words), to: &text)
            case .cards(let cards):
                write(cards, scribe, to: &text)
            case .definitions(let definitions):
                for definition in definitions {
                    let meaning = scribe.string(definition.meaning)
                    let term = scribe.string(LocalizedText.verbatim(definition.term))
                    writeLine(meaning.isEmpty ? term : "\(term): \(meaning)", to: &text)
                }
            }
        }
        return text.bytes
    }

    private static func write(_ table: Table, _ scribe: Scribe, to text: inout ByteText) {
        guard !table.rows.isEmpty else { return }
        let count = table.spokenCount ?? Shell.text("%lld entries", table.rows.count)
        writeLine(scribe.string(count), to: &text)
        let columns = table.shownColumns.map { ($0, scribe.string(table.columns[$0].spokenTitle)) }
        for row in table.rows {
            text.beginPart()
            for (index, title) in columns where index < row.count {
                writeField(title, row[index], scribe, keepingLines: false, to: &text)
            }
        }
    }

    private static func write(_ cards: Cards, _ scribe: Scribe, to text: inout ByteText) {
        if cards.cards.isEmpty { return }
        if let count = cards.count { writeLine(scribe.string(count), to: &text) }
        for card in cards.cards {
            text.beginPart()
            writeField(
                scribe.string(cards.spokenTitle), card.title, scribe, keepingLines: false, to: &text)
            for field in card.details {
                writeField(
                    scribe.string(field.spokenTitle), field.cell, scribe, keepingLines: false, to: &text)
            }
            guard let picture = card.picture else { continue }
            let words = Cell(.null, .text(picture.words))
            writeField(scribe.string(cards.pictureTitle), words, scribe, keepingLines: false, to: &text)
        }
    }

    private static func write(_ record: Record, _ scribe: Scribe, to text: inout ByteText) {
        for field in record.fields where field.isShown {
            writeField(scribe.string(field.spokenTitle), field.cell, scribe, keepingLines: true, to: &text)
        }
    }

    /// Writes a field. No line of a value stands where a field would begin: lines are joined, or those that follow the
    /// first are indented.
    private static func writeField(
        _ title: String, _ cell: Cell, _ scribe: Scribe, keepingLines: Bool, to text: inout ByteText
    ) {
        let value = scribe.spoken(cell.display)
        if value.isEmpty { return }
        let lines = value.split(omittingEmptySubsequences: !keepingLines, whereSeparator: \.isNewline)
        let field = title.isEmpty ? "" : "\(title): "
        guard keepingLines else { return writeLine(field + lines.joined(separator: " "), to: &text) }
        writeLine(field + (lines.first ?? ""), to: &text)
        for line in lines.dropFirst() { writeLine(line.isEmpty ? "" : "  \(line)", to: &text) }
    }

    private static func writeLine(_ line: String, to text: inout ByteText) {
        text.append(line)
        text.append(.lineFeed)
    }
}
