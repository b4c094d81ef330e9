import Localization

/// Outputs for pipes: a row a line, its cells separated by tabs, without names of columns, and nothing cut. What an
/// output of one list is called is left away too; where there are several parts, each says what it is.
enum PlainRenderer {
    static func render(_ output: Output, _ scribe: Scribe) -> [UInt8] {
        var text = ByteText()
        // Help is a list of terms, of which scripts take the first words.
        let hasHeadings =
            output.blocks.count(where: \.isPart) > 1 && !output.blocks.contains(where: \.isDefinitions)
        for block in output.blocks {
            if hasHeadings, let title = block.partTitle { writeLine([scribe.string(title)], to: &text) }
            switch block {
            case .message(let message): writeLine([scribe.string(message)], to: &text)
            case .warning(let warning): writeLine([scribe.warning(warning)], to: &text)
            case .heading, .month: continue
            case .table(let table): write(table, scribe, to: &text)
            case .chart(let chart): write(chart.table, scribe, to: &text)
            case .timeline(let timeline): write(timeline.table, scribe, to: &text)
            case .record(let record):
                for field in record.fields where field.isShown {
                    writeLine([scribe.string(field.title), scribe.string(field.cell.display)], to: &text)
                }
            case .picture: continue
            case .cards(let cards):
                for card in cards.cards {
                    writeLine(
                        ([card.title] + card.details.map(\.cell)).map { scribe.string($0.display) }, to: &text
                    )
                }
            case .definitions(let definitions):
                for definition in definitions {
                    let term = scribe.string(LocalizedText.verbatim(definition.term))
                    writeLine([term, scribe.string(definition.meaning)], to: &text)
                }
            }
        }
        return text.bytes
    }

    private static func write(_ table: Table, _ scribe: Scribe, to text: inout ByteText) {
        let shown = table.shownColumns
        for row in table.rows {
            for (position, index) in shown.enumerated() {
                if position > 0 { text.append(.tab) }
                if index < row.count { text.append(scribe.string(row[index].display)) }
            }
            text.append(.lineFeed)
        }
    }

    private static func writeLine(_ cells: [String], to text: inout ByteText) {
        text.append(cells.joined(separator: "\t"))
        text.append(.lineFeed)
    }
}

extension Block {
    /// Whether it is a part that a reader of a pipe gets, beside what is only said of it.
    fileprivate var isPart: Bool {
        switch self {
        case .message, .table, .record, .chart, .timeline, .cards: true
        case .warning, .heading, .month, .picture, .definitions: false
        }
    }

    fileprivate var isDefinitions: Bool {
        if case .definitions = self { true } else { false }
    }

    /// What the part is called, or the parts behind it are.
    fileprivate var partTitle: LocalizedText? {
        switch self {
        case .heading(let title): title
        case .chart(let chart): chart.title
        case .timeline(let timeline): timeline.title
        default: nil
        }
    }
}

extension Table {
    /// The indexes of the columns that people see.
    var shownColumns: [Int] { columns.indices.filter { columns[$0].isShown } }
}
