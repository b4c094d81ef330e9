import Localization

/// Renders outputs for pipes: one row per line, with cells separated by tabs, without column names. Nothing
/// is truncated. Only the values of a record may have several lines. Titles appear only if the output has several parts.
enum PlainRenderer {
    static func render(_ output: Output, _ styler: TextStyler) -> [UInt8] {
        var text = ByteText()
        // Write help without headings. Help is then a plain list of terms, so that scripts can read the first
        // word of each line.
        let hasHeadings =
            output.blocks.count(where: \.isPart) > 1 && !output.blocks.contains(where: \.isDefinitions)
        for block in output.blocks {
            if hasHeadings, let title = block.partTitle { writeLine([styler.string(title)], to: &text) }
            switch block {
            case .message(let message): writeLine([styler.string(message)], to: &text)
            case .warning(let warning): writeLine([styler.warning(warning)], to: &text)
            case .heading, .month: continue
            case .table(let table): write(table, styler, to: &text)
            case .chart(let chart): write(chart.table, styler, to: &text)
            case .timeline(let timeline): write(timeline.table, styler, to: &text)
            case .map(let map): write(map.table, styler, to: &text)
            case .record(let record):
                for field in record.fields where field.isShown {
                    // Further lines of a text have an empty name, so that the second column is the text.
                    let lines = styler.multiline(field.cell.display)
                        .split(separator: "\n", omittingEmptySubsequences: false)
                    for (index, line) in lines.enumerated() {
                        writeLine([index == 0 ? styler.string(field.title) : "", String(line)], to: &text)
                    }
                }
            case .picture: continue
            case .cards(let cards):
                for card in cards.cards {
                    writeLine(
                        ([card.title] + card.details.map(\.cell)).map { styler.string($0.display) }, to: &text
                    )
                }
            case .definitions(let definitions):
                for definition in definitions {
                    let term = styler.string(definition.term)
                    writeLine([term, styler.string(definition.meaning)], to: &text)
                }
            }
        }
        return text.bytes
    }

    private static func write(_ table: Table, _ styler: TextStyler, to text: inout ByteText) {
        let shown = table.shownColumns
        for row in table.rows {
            for (position, index) in shown.enumerated() {
                if position > 0 { text.append(.tab) }
                guard index < row.count else { continue }
                switch row[index].display {
                case .empty: continue
                // Most cells. Other texts take longer.
                case .verbatim(let string) where string.isPrintableASCII: text.append(string)
                default: text.append(styler.string(row[index].display))
                }
            }
            text.append(.lineFeed)
            text.endRow(styler.sink)
        }
    }

    private static func writeLine(_ cells: [String], to text: inout ByteText) {
        text.append(cells.joined(separator: "\t"))
        text.append(.lineFeed)
    }
}

extension Block {
    /// Whether the block counts as a separate part of the output in a pipe.
    fileprivate var isPart: Bool {
        switch self {
        case .message, .table, .record, .chart, .timeline, .map, .cards: true
        case .warning, .heading, .month, .picture, .definitions: false
        }
    }

    fileprivate var isDefinitions: Bool {
        if case .definitions = self { true } else { false }
    }

    /// The title of the block or of the blocks after it.
    fileprivate var partTitle: LocalizedText? {
        switch self {
        case .heading(let title): title
        case .chart(let chart): chart.title
        case .timeline(let timeline): timeline.title
        case .map(let map): map.title
        default: nil
        }
    }
}

extension Table {
    /// The indexes of the columns that the user sees.
    var shownColumns: [Int] { columns.indices.filter { columns[$0].isShown && !columns[$0].isExtra } }
}
