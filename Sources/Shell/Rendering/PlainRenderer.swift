import Localization

/// Outputs for pipes: a row a line, its cells separated by tabs, without headings, and nothing cut.
enum PlainRenderer {
    static func render(_ output: Output, _ scribe: Scribe) -> [UInt8] {
        var text = ByteText()
        for block in output.blocks {
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

extension Table {
    /// The indexes of the columns that people see.
    var shownColumns: [Int] { columns.indices.filter { columns[$0].isShown } }
}
