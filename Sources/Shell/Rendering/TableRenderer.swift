import Localization

/// Renders outputs for a terminal: tables that fit its width, records with aligned labels, bars and
/// sentences.
struct TableRenderer {
    private let styler: TextStyler
    private var text = ByteText()

    /// Returns the output as bytes. Empty lines separate the parts, except between sentences.
    static func render(_ output: Output, _ styler: TextStyler) -> [UInt8] {
        var renderer = TableRenderer(styler)
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

    private init(_ styler: TextStyler) {
        self.styler = styler
    }

    /// Whether the block adds nothing to the output on a terminal.
    private func isEmpty(_ block: Block) -> Bool {
        switch block {
        case .table(let table): table.rows.isEmpty
        case .cards(let cards): cards.cards.isEmpty
        case .picture(let picture): CardLines.fitting(picture, styler).isEmpty
        default: false
        }
    }

    private mutating func write(_ block: Block) {
        switch block {
        case .message(let message):
            for line in styler.wrapped(styler.string(message)) { writeLine(line) }
        case .warning(let warning):
            for line in styler.wrapped(styler.warning(warning)) { writeLine(styler.colored(line, .warning)) }
        case .heading(let heading):
            writeHeading(heading)
        case .table(let table):
            write(table)
            guard let count = table.count else { break }
            text.beginPart()
            for line in styler.wrapped(styler.string(count)) { writeLine(line) }
        case .record(let record):
            write(record.fields.filter(\.isShown).map { (styler.string($0.title), $0.cell) })
        case .chart(let chart):
            writeHeading(chart.title)
            for line in BarLines.lines(of: chart, styler) { writeLine(line) }
        case .timeline(let timeline):
            writeHeading(timeline.title)
            for line in TimelineLines.lines(of: timeline, styler) { writeLine(line) }
        case .map(let map):
            writeHeading(map.title)
            for line in MapLines.lines(of: map, styler) { writeLine(line) }
        case .month(let month):
            let name = styler.presentation.localizer.month(year: month.year, month: month.month)
            writeLine(styler.colored(styler.string(Cell.Display.verbatim(name)), .heading))
            for line in MonthGrid.lines(of: month, styler) { writeLine(line) }
        case .picture(let picture):
            for line in CardLines.fitting(picture, styler) { writeLine(line) }
        case .cards(let cards):
            for line in CardLines.lines(of: cards, styler) { writeLine(line) }
            guard let count = cards.count else { break }
            text.beginPart()
            for line in styler.wrapped(styler.string(count)) { writeLine(line) }
        case .definitions(let definitions):
            write(definitions)
        }
    }

    private mutating func writeHeading(_ heading: LocalizedText) {
        for line in styler.wrapped(styler.string(heading)) { writeLine(styler.colored(line, .heading)) }
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
        var color: TerminalColor?

        init(_ text: String, color: TerminalColor? = nil) {
            self.text = text
            self.color = color
            width = DisplayWidth.of(text)
        }
    }

    /// The minimum width to which text is truncated, in terminal columns. If a table would need narrower
    /// columns, each row becomes a block of “heading: value” lines.
    private static let smallestText = 12

    /// The minimum width to which text is wrapped, in terminal columns.
    private static let smallestWrapped = 8

    /// The minimum width of a heading that is wider than its values, in terminal columns.
    private static let smallestHeading = 6

    /// The maximum number of lines of a value in a “heading: value” block. In a table, the value has one
    /// line.
    private static let mostLines = 8

    private mutating func write(_ table: Table) {
        let available = styler.presentation.width
        // The extra columns come last.
        let usual = table.shownColumns
        let measured =
            available == nil ? usual : usual + table.columns.indices.filter { table.columns[$0].isExtra }
        let (columns, kept) = measure(table, measured)
        var shown = Array(usual.indices)
        if let available {
            addExtraColumns(columns, to: &shown, available)
            let natural = shown.reduce(-ColumnLayout.gap) {
                $0 + columns[$1].demand.natural + ColumnLayout.gap
            }
            // Leave out columns without values if the table is too wide.
            if natural > available { shown.removeAll { columns[$0].widest == 0 } }
        }
        let headings = shown.map { columns[$0].heading }
        let indices = shown.map { measured[$0] }
        let wrapping = indices.indices.filter { table.columns[indices[$0]].wraps }
        let rows: AnySequence<[Piece]>
        if !table.rows.areStored {
            rows = AnySequence(
                table.rows.lazy.map { [styler] row in indices.map { Self.piece(row, $0, styler) } })
        } else if shown.count == measured.count {
            rows = AnySequence(kept)
        } else {
            rows = AnySequence(kept.map { row in shown.map { row[$0] } })
        }
        let widths =
            ColumnLayout.widths(of: shown.map { columns[$0].demand }, available: available)
            ?? ColumnLayout.widths(of: shown.map { columns[$0].tightDemand }, available: available)
            .flatMap { splitsWords(in: rows, wrapping, at: $0) ? nil : $0 }
        guard let widths else {
            writeVertically(table, headings: headings.map(\.text), shown: indices)
            return
        }
        let alignsRight = indices.map { table.columns[$0].alignsRight }
        if styler.sink == nil { text.reserve(table.rows.count * (widths.reduce(0, +) + 2 * widths.count)) }
        if headings.contains(where: { $0.width > 0 }) {
            writeHeadings(headings, widths: widths, alignsRight: alignsRight)
        }
        for row in rows {
            for line in lines(of: row, widths: widths, wrapping: wrapping) {
                write(line, widths: widths, alignsRight: alignsRight)
            }
            text.endRow(styler.sink)
        }
    }

    /// Whether wrapping would split words that aren't longer than the usual minimum of a column.
    private func splitsWords(in rows: AnySequence<[Piece]>, _ wrapping: [Int], at widths: [Int]) -> Bool {
        let narrow = wrapping.filter { widths[$0] < Self.smallestText }
        if narrow.isEmpty { return false }
        return rows.contains { row in
            narrow.contains { column in
                row[column].width > widths[column]
                    && row[column].text.split(whereSeparator: \.isWhitespace).contains {
                        (widths[column] + 1...Self.smallestText).contains(DisplayWidth.of(String($0)))
                    }
            }
        }
    }

    /// Adds the extra columns that have values and fit beside the others, which keep their full widths.
    private func addExtraColumns(_ columns: [Column], to shown: inout [Int], _ available: Int) {
        var room = shown.reduce(available) { $0 - columns[$1].demand.natural - ColumnLayout.gap }
        for (index, column) in columns.enumerated().dropFirst(shown.count) {
            let width = column.demand.natural
            guard column.widest > 0, width <= room else { continue }
            room -= width + ColumnLayout.gap
            shown.append(index)
        }
    }

    private static func piece(_ row: [Cell], _ index: Int, _ styler: TextStyler) -> Piece {
        index < row.count ? Piece(styler.string(row[index].display), color: row[index].color) : Piece("")
    }

    /// A column and its measured widths.
    private struct Column {
        var heading: Piece
        /// The width of the widest value.
        var widest: Int
        var demand: ColumnLayout.Demand
        /// The width requirements for the second layout attempt. In this attempt, columns that wrap may be
        /// narrower, and no value may be truncated.
        var tightDemand: ColumnLayout.Demand
    }

    /// Measures columns of a table.
    ///
    /// - Returns: The columns, and their cells, unless the table is too long to keep them.
    private func measure(_ table: Table, _ indices: [Int]) -> (columns: [Column], cells: [[Piece]]) {
        var widest = indices.map { _ in 0 }
        var rigid = indices.map { table.columns[$0].alignsRight }
        var kept: [[Piece]] = []
        let keepsCells = table.rows.areStored
        for row in table.rows {
            let pieces = indices.map { Self.piece(row, $0, styler) }
            for (position, index) in indices.enumerated() where index < row.count {
                widest[position] = max(widest[position], pieces[position].width)
                if !rigid[position] { rigid[position] = row[index].isRigid }
            }
            if keepsCells { kept.append(pieces) }
        }
        return (
            indices.enumerated().map {
                measured(table.columns[$1], widest: widest[$0], isRigid: rigid[$0])
            }, kept
        )
    }

    private func measured(_ column: Table.Column, widest: Int, isRigid: Bool) -> Column {
        let heading = Piece(styler.string(column.title))
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

    /// Returns the lines of a row: one line, or as many lines as the longest wrapped cell needs.
    private func lines(of row: [Piece], widths: [Int], wrapping: [Int]) -> [[Piece]] {
        let columns = wrapping.filter { row[$0].width > widths[$0] }
        if columns.isEmpty { return [row] }
        var lines = [row]
        for column in columns {
            let pieces = Wrapping.lines(of: row[column].text, width: widths[column]).map {
                Piece($0, color: row[column].color)
            }
            while lines.count < pieces.count { lines.append(row.map { _ in Piece("") }) }
            for (index, piece) in pieces.enumerated() { lines[index][column] = piece }
        }
        return lines
    }

    private mutating func writeHeadings(_ headings: [Piece], widths: [Int], alignsRight: [Bool]) {
        if styler.presentation.usesColor { text.append("\u{1B}[1m") }
        write(headings, widths: widths, alignsRight: alignsRight, endsLine: false)
        if styler.presentation.usesColor { text.append("\u{1B}[0m") }
        text.endLine()
        let dash = styler.presentation.usesUnicode ? "─" : "-"
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
                    Wrapping.cut(piece.text, to: width, ellipsis: styler.ellipsis), color: piece.color)
            }
            if alignsRight[index] { text.append(repeating: .space, count: width - piece.width) }
            // Otherwise, a right-to-left text would move the cells beside it.
            let shown = piece.width == piece.text.utf8.count ? piece.text : RightToLeft.isolated(piece.text)
            text.append(styler.colored(shown, piece.color))
            // Add padding only if further cells follow, so that lines have no trailing spaces.
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
                let value = styler.string(row[index].display)
                if value.isEmpty { continue }
                let heading = headings[position]
                writeStacked(
                    heading.isEmpty ? value : "\(heading): \(value)", row[index].color,
                    atMost: table.columns[index].wraps ? .max : Self.mostLines)
            }
            text.endRow(styler.sink)
        }
    }

    /// Writes a field. If the value needs several lines, all lines after the first are indented.
    private mutating func writeStacked(
        _ field: String, _ color: TerminalColor? = nil, atMost most: Int = .max
    ) {
        guard let width = styler.presentation.width, DisplayWidth.of(field) > width, width > 4 else {
            for line in styler.wrapped(field) { writeLine(styler.colored(line, color)) }
            return
        }
        var lines = Wrapping.lines(of: field, width: width - 2)
        if lines.count > most {
            let last = lines[most - 1]
            let room = min(width - 2, DisplayWidth.of(last) + styler.ellipsis.count)
            lines[(most - 1)...] = [Wrapping.cut(last, to: room, ellipsis: styler.ellipsis)]
        }
        for (index, line) in lines.enumerated() {
            writeLine(styler.colored(index == 0 ? line : "  " + line, color))
        }
    }
}

// MARK: - Records and definitions

extension TableRenderer {
    /// The minimum width of values beside their labels, in columns.
    private static let smallestValue = 20

    /// The maximum width, in columns, of a term with its meaning on the same line. The meaning of a longer
    /// term is on the next line.
    private static let longestTerm = 26

    private mutating func write(_ fields: [(title: String, cell: Cell)]) {
        let labels = fields.map { $0.title + ":" }
        let labelWidth = labels.reduce(0) { max($0, DisplayWidth.of($1)) } + ColumnLayout.gap
        let isNarrow = (styler.presentation.width ?? .max) - labelWidth < Self.smallestValue
        for (label, field) in zip(labels, fields) {
            let value = styler.multiline(field.cell.display)
            if isNarrow, field.cell.color == nil, !value.contains(where: \.isNewline) {
                writeStacked(value.isEmpty ? label : "\(label) \(value)")
            } else {
                writeTerm(label, padded: labelWidth, value, color: field.cell.color, below: isNarrow)
            }
        }
    }

    private mutating func write(_ definitions: [Definition]) {
        let terms = definitions.map { styler.string($0.term) }
        let longest = min(Self.longestTerm, (styler.presentation.width ?? .max) / 3)
        let widest = terms.map(DisplayWidth.of).filter { $0 <= longest }.max() ?? 0
        for (term, definition) in zip(terms, definitions) {
            writeTerm(
                "  " + term, padded: 2 + widest + ColumnLayout.gap, styler.string(definition.meaning),
                below: DisplayWidth.of(term) > longest)
        }
    }

    /// Writes a term with its value beside or below it.
    private mutating func writeTerm(
        _ term: String, padded: Int, _ value: String, color: TerminalColor? = nil, below: Bool
    ) {
        let indent = below ? 6 : padded
        let width = styler.presentation.width.map { max($0 - indent, 1) }
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
            writeLine(styler.colored(line, color))
        }
    }
}

extension Cell {
    /// Whether a truncated value would be wrong or misleading, as for numbers, days and symbols.
    fileprivate var isRigid: Bool {
        switch display {
        case .integer, .day, .instant, .symbol: true
        case .verbatim: if case .integer = raw { true } else { false }
        case .empty, .text: false
        }
    }
}

extension Block {
    fileprivate var isSentence: Bool {
        switch self {
        case .message, .warning: true
        case .heading, .table, .record, .chart, .month, .timeline, .map, .picture, .cards, .definitions:
            false
        }
    }

    fileprivate var isHeading: Bool {
        if case .heading = self { true } else { false }
    }
}
