/// Renders grids of cards and pictures as lines.
enum CardLines {
    /// The space between two cards, in columns.
    static let gap = 3

    /// The assumed width of the output, in columns, if it is unknown.
    private static let usualWidth = 80

    /// Returns the lines of a picture, with colours if the terminal has them.
    static func lines(of picture: Picture, _ styler: TextStyler) -> [String] {
        picture.lines.map { line(of: $0, styler) }
    }

    /// Returns the lines of a picture, or none if they don't fit. A truncated drawing is unrecognizable.
    static func fitting(_ picture: Picture, _ styler: TextStyler) -> [String] {
        picture.width <= styler.presentation.width ?? .max ? lines(of: picture, styler) : []
    }

    private static func line(of runs: [Picture.Run], _ styler: TextStyler) -> String {
        runs.map { run in
            guard styler.presentation.usesColor, let color = run.color else { return run.text }
            return "\u{1B}[\(color.code)m\(run.text)\u{1B}[0m"
        }.joined()
    }

    /// Returns the lines of a grid. A row has as many cards as fit. Empty lines separate rows.
    static func lines(of grid: Cards, _ styler: TextStyler) -> [String] {
        let available = max(styler.presentation.width ?? usualWidth, 1)
        let texts = grid.cards.map {
            [styler.string($0.title.display)] + $0.details.map { styler.string($0.cell.display) }
        }
        let widest = texts.joined().reduce(0) { max($0, DisplayWidth.of($1)) }
        let pictures = grid.cards.reduce(0) { max($0, $1.picture?.width ?? 0) }
        let showsPictures = pictures <= available
        let width = min(max(widest, showsPictures ? pictures : 0, 1), available)
        let columns = max(1, (available + gap) / (width + gap))
        let height = showsPictures ? grid.cards.reduce(0) { max($0, $1.picture?.lines.count ?? 0) } : 0

        var lines: [String] = []
        for start in stride(from: 0, to: grid.cards.count, by: columns) {
            if start > 0 { lines.append("") }
            let row = (start..<min(start + columns, grid.cards.count)).map { index in
                cells(of: grid.cards[index], texts[index], height: height, width: width, styler)
            }
            for line in 0..<(row.map(\.count).max() ?? 0) {
                lines.append(join(row.map { line < $0.count ? $0[line] : Piece() }, width: width))
            }
        }
        return lines
    }

    /// A text and its width without escape sequences.
    private struct Piece {
        var text = ""
        var width = 0
    }

    private static func cells(
        of card: Cards.Card, _ texts: [String], height: Int, width: Int, _ styler: TextStyler
    ) -> [Piece] {
        var pieces: [Piece] = []
        if height > 0 {
            let picture = card.picture.map { lines(of: $0, styler) } ?? []
            for index in 0..<height {
                pieces.append(
                    index < picture.count
                        ? Piece(text: picture[index], width: card.picture?.lineWidth(index) ?? 0) : Piece())
            }
        }
        for (index, text) in texts.enumerated() {
            for line in Wrapping.lines(of: text, width: width) {
                pieces.append(
                    Piece(
                        text: index == 0 ? styler.colored(line, .heading) : line, width: DisplayWidth.of(line)
                    ))
            }
        }
        return pieces
    }

    private static func join(_ pieces: [Piece], width: Int) -> String {
        var line = ""
        var missing = 0
        for piece in pieces {
            if !piece.text.isEmpty {
                line += String(repeating: " ", count: missing) + piece.text
                missing = 0
            }
            missing += width - piece.width + gap
        }
        return line
    }
}

extension Picture {
    /// Returns the width of a line, in columns.
    fileprivate func lineWidth(_ index: Int) -> Int { lines[index].reduce(0) { $0 + $1.text.count } }
}
