import Localization

/// Outputs for a person at a terminal: tables that fit it, records with aligned labels, bars, sentences.
struct TableRenderer {
    private let scribe: Scribe
    private var text = ByteText()

    /// The output as bytes. Parts are parted by an empty line; sentences follow each other.
    static func render(_ output: Output, _ scribe: Scribe) -> [UInt8] {
        var renderer = TableRenderer(scribe)
        var previous: Block?
        for block in output.blocks {
            if renderer.isEmpty(block) { continue }
            if let previous, !(previous.isSentence && block.isSentence), !previous.isHeading {
                renderer.text.beginPart()
            }
            renderer.write(block)
            previous = block
        }
        return renderer.text.bytes
    }

    private init(_ scribe: Scribe) {
        self.scribe = scribe
    }

    /// Whether nothing of a block is seen here.
    private func isEmpty(_ block: Block) -> Bool {
        switch block {
        case .table(let table): table.rows.isEmpty
        case .cards(let cards): cards.cards.isEmpty
        case .picture(let picture): CardLines.fitting(picture, scribe).isEmpty
        default: false
        }
    }

    private mutating func write(_ block: Block) {
        switch block {
        case .message(let message):
            for line in scribe.wrapped(scribe.string(message)) { writeLine(line) }
        case .warning(let warning):
            for line in scribe.wrapped(scribe.warning(warning)) { writeLine(scribe.colored(line, .warning)) }
        case .heading(let heading):
            writeHeading(heading)
        case .table(let table):
            write(table)
            guard let count = table.count else { break }
            text.beginPart()
            for line in scribe.wrapped(scribe.string(count)) { writeLine(line) }
        case .record(let record):
            write(record.fields.filter(\.isShown).map { (scribe.string($0.title), $0.cell) })
        case .chart(let chart):
            writeHeading(chart.title)
            for line in BarLines.lines(of: chart, scribe) { writeLine(line) }
        case .timeline(let timeline):
            writeHeading(timeline.title)
            for line in TimelineLines.lines(of: timeline, scribe) { writeLine(line) }
        case .month(let month):
            let name = scribe.presentation.localizer.month(year: month.year, month: month.month)
            writeLine(scribe.colored(scribe.string(Cell.Display.verbatim(name)), .heading))
            for line in MonthGrid.lines(of: month, scribe) { writeLine(line) }
        case .picture(let picture):
            for line in CardLines.fitting(picture, scribe) { writeLine(line) }
        case .cards(let cards):
            for line in CardLines.lines(of: cards, scribe) { writeLine(line) }
            guard let count = cards.count else { break }
            text.beginPart()
            for line in scribe.wrapped(scribe.string(count)) { writeLine(line) }
        case .definitions(let definitions):
            write(definitions)
        }
    }

    private mutating func writeHeading(_ heading: LocalizedText) {
        for line in scribe.wrapped(scribe.string(heading)) { writeLine(scribe.colored(line, .heading)) }
    }

    private mutating func writeLine(_ line: String) {
        text.append(line)
        text.endLine()
    }
}

// MARK: - Tables

extension TableRenderer {
    private struct Piece {
        var text: String
        var width: Int
        var tint: Tint?

        init(_ text: String, tint: Tint? = nil) {
            self.text = text
            self.tint = tint
            width = DisplayWidth.of(text)
        }
    }

    /// The fewest columns of a text that still say something: with fewer, each row is a record of its own.
    private static let smallestText = 12

    /// The same of a text that goes on in the next line of its row, so that nothing of it is cut.
    private static let smallestWrapped = 8

    /// The fewest columns of a heading, whose values are narrower.
    private static let smallestHeading = 6

    /// The most lines that a value takes in a record of a list, where it would be cut to one in a table.
    private static let mostLines = 8

    private mutating func write(_ table: Table) {
        var shown = table.shownColumns
        var rows = table.rows.map { row in
            shown.map {
                $0 < row.count ? Piece(scribe.string(row[$0].display), tint: row[$0].tint) : Piece("")
            }
        }
        var columns = shown.indices.map { measured(table, shown[$0], rows, position: $0) }
        if let available = scribe.presentation.width,
            columns.reduce(0, { $0 + $1.demand.natural + ColumnLayout.gap }) - ColumnLayout.gap > available
        {
            // What is empty in every row gives its room to the others.
            let filled = columns.indices.filter { columns[$0].widest > 0 }
            if filled.count < columns.count {
                shown = filled.map { shown[$0] }
                columns = filled.map { columns[$0] }
                rows = rows.map { row in filled.map { row[$0] } }
            }
        }
        let headings = columns.map(\.heading)
        let widths =
            ColumnLayout.widths(of: columns.map(\.demand), available: scribe.presentation.width)
            ?? ColumnLayout.widths(of: columns.map(\.tightDemand), available: scribe.presentation.width)
        guard let widths else {
            writeVertically(table, headings: headings.map(\.text), shown: shown)
            return
        }
        let alignsRight = shown.map { table.columns[$0].alignsRight }
        text.reserve(rows.count * (widths.reduce(0, +) + 2 * widths.count))
        if headings.contains(where: { $0.width > 0 }) {
            writeHeadings(headings, widths: widths, alignsRight: alignsRight)
        }
        let wrapping = shown.indices.filter { table.columns[shown[$0]].wraps }
        for row in rows {
            for line in lines(of: row, widths: widths, wrapping: wrapping) {
                write(line, widths: widths, alignsRight: alignsRight)
            }
        }
    }

    /// A column with the room that it takes.
    private struct Column {
        var heading: Piece
        /// The columns of the terminal that its widest value takes.
        var widest: Int
        var demand: ColumnLayout.Demand
        /// What it asks for where nothing would fit otherwise, and no value is to be cut.
        var tightDemand: ColumnLayout.Demand
    }

    private func measured(_ table: Table, _ index: Int, _ rows: [[Piece]], position: Int) -> Column {
        let heading = Piece(scribe.string(table.columns[index].title))
        let widest = rows.reduce(0) { max($0, $1[position].width) }
        let column = table.columns[index]
        let isRigid = table.isRigid(column: index)
        func demand(_ smallest: Int) -> ColumnLayout.Demand {
            let least = isRigid ? widest : min(widest, smallest)
            return ColumnLayout.Demand(
                natural: max(heading.width, widest),
                minimum: max(least, min(heading.width, Self.smallestHeading), 1), priority: column.priority)
        }
        return Column(
            heading: heading, widest: widest, demand: demand(Self.smallestText),
            tightDemand: demand(column.wraps ? Self.smallestWrapped : widest))
    }

    /// The lines of a row: one, or as many as the longest cell of the columns that wrap takes.
    private func lines(of row: [Piece], widths: [Int], wrapping: [Int]) -> [[Piece]] {
        let columns = wrapping.filter { row[$0].width > widths[$0] }
        if columns.isEmpty { return [row] }
        var lines = [row]
        for column in columns {
            let pieces = Wrapping.lines(of: row[column].text, width: widths[column]).map {
                Piece($0, tint: row[column].tint)
            }
            while lines.count < pieces.count { lines.append(row.map { _ in Piece("") }) }
            for (index, piece) in pieces.enumerated() { lines[index][column] = piece }
        }
        return lines
    }

    private mutating func writeHeadings(_ headings: [Piece], widths: [Int], alignsRight: [Bool]) {
        if scribe.presentation.usesColor { text.append("\u{1B}[1m") }
        write(headings, widths: widths, alignsRight: alignsRight, endsLine: false)
        if scribe.presentation.usesColor { text.append("\u{1B}[0m") }
        text.endLine()
        let dash = scribe.presentation.usesUnicode ? "─" : "-"
        for (index, width) in widths.enumerated() {
            if index > 0 { text.append(repeating: .space, count: ColumnLayout.gap) }
            for _ in 0..<width { text.append(dash) }
        }
        text.endLine()
    }

    private mutating func write(
        _ row: [Piece], widths: [Int], alignsRight: [Bool], endsLine: Bool = true
    ) {
        for index in row.indices {
            if index > 0 { text.append(repeating: .space, count: ColumnLayout.gap) }
            let width = widths[index]
            var piece = row[index]
            if piece.width > width {
                piece = Piece(
                    Wrapping.cut(piece.text, to: width, ellipsis: scribe.ellipsis), tint: piece.tint)
            }
            if alignsRight[index] { text.append(repeating: .space, count: width - piece.width) }
            text.append(scribe.colored(piece.text, piece.tint))
            // No spaces at the end of a line.
            if !alignsRight[index], row[(index + 1)...].contains(where: { $0.width > 0 }) {
                text.append(repeating: .space, count: width - piece.width)
            }
        }
        if endsLine { text.endLine() }
    }

    private mutating func writeVertically(_ table: Table, headings: [String], shown: [Int]) {
        for (number, row) in table.rows.enumerated() {
            if number > 0 { text.append(.lineFeed) }
            for (position, index) in shown.enumerated() where index < row.count {
                let value = scribe.string(row[index].display)
                if value.isEmpty { continue }
                let heading = headings[position]
                writeStacked(
                    heading.isEmpty ? value : "\(heading): \(value)", row[index].tint,
                    atMost: table.columns[index].wraps ? .max : Self.mostLines)
            }
        }
    }

    /// Writes a field that takes several lines where it must; the later ones are indented.
    private mutating func writeStacked(_ field: String, _ tint: Tint? = nil, atMost most: Int = .max) {
        guard let width = scribe.presentation.width, DisplayWidth.of(field) > width, width > 4 else {
            for line in scribe.wrapped(field) { writeLine(scribe.colored(line, tint)) }
            return
        }
        var lines = Wrapping.lines(of: field, width: width - 2)
        if lines.count > most {
            let last = lines[most - 1]
            let room = min(width - 2, DisplayWidth.of(last) + scribe.ellipsis.count)
            lines[(most - 1)...] = [Wrapping.cut(last, to: room, ellipsis: scribe.ellipsis)]
        }
        for (index, line) in lines.enumerated() {
            writeLine(scribe.colored(index == 0 ? line : "  " + line, tint))
        }
    }
}

// MARK: - Records and definitions

extension TableRenderer {
    /// The fewest columns that values beside their labels need.
    private static let smallestValue = 20

    /// The most columns of a term that its meaning stands beside.
    private static let longestTerm = 26

    private mutating func write(_ fields: [(title: String, cell: Cell)]) {
        let labels = fields.map { $0.title + ":" }
        let labelWidth = labels.reduce(0) { max($0, DisplayWidth.of($1)) } + ColumnLayout.gap
        let isNarrow = (scribe.presentation.width ?? .max) - labelWidth < Self.smallestValue
        for (label, field) in zip(labels, fields) {
            let value = scribe.several(field.cell.display)
            if isNarrow, field.cell.tint == nil, !value.contains(where: \.isNewline) {
                writeStacked(value.isEmpty ? label : "\(label) \(value)")
            } else {
                writeTerm(label, padded: labelWidth, value, tint: field.cell.tint, below: isNarrow)
            }
        }
    }

    private mutating func write(_ definitions: [Definition]) {
        let terms = definitions.map { scribe.string(LocalizedText.verbatim($0.term)) }
        let longest = min(Self.longestTerm, (scribe.presentation.width ?? .max) / 3)
        let widest = terms.map(DisplayWidth.of).filter { $0 <= longest }.max() ?? 0
        for (term, definition) in zip(terms, definitions) {
            writeTerm(
                "  " + term, padded: 2 + widest + ColumnLayout.gap, scribe.string(definition.meaning),
                below: DisplayWidth.of(term) > longest)
        }
    }

    /// Writes a term and, beside it or below it, what belongs to it.
    private mutating func writeTerm(
        _ term: String, padded: Int, _ value: String, tint: Tint? = nil, below: Bool
    ) {
        let indent = below ? 6 : padded
        let width = scribe.presentation.width.map { max($0 - indent, 1) }
        if below {
            writeStacked(term)
        } else {
            text.append(term)
            text.append(repeating: .space, count: padded - DisplayWidth.of(term))
        }
        if value.isEmpty {
            if !below { text.endLine() }
            return
        }
        for (index, line) in Wrapping.lines(of: value, width: width).enumerated() {
            if index > 0 || below { text.append(repeating: .space, count: indent) }
            writeLine(scribe.colored(line, tint))
        }
    }
}

extension Table {
    /// Whether a column's values would be wrong when they are cut: numbers, days, symbols.
    fileprivate func isRigid(column: Int) -> Bool {
        if columns[column].alignsRight { return true }
        return rows.contains { row in
            guard column < row.count else { return false }
            return switch row[column].display {
            case .integer, .day, .instant, .symbol: true
            case .verbatim: if case .integer = row[column].raw { true } else { false }
            case .empty, .text: false
            }
        }
    }
}

extension Block {
    fileprivate var isSentence: Bool {
        switch self {
        case .message, .warning: true
        case .heading, .table, .record, .chart, .month, .timeline, .picture, .cards, .definitions: false
        }
    }

    fileprivate var isHeading: Bool {
        if case .heading = self { true } else { false }
    }
}
