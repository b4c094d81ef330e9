/// The lines of a grid of cards, and of pictures.
enum CardLines {
    /// The space between two cards.
    static let gap = 3

    /// The columns that there are where nothing says how many.
    private static let usualWidth = 80

    /// The lines of a picture; without colours where there are none.
    static func lines(of picture: Picture, _ scribe: Scribe) -> [String] {
        picture.lines.map { line(of: $0, scribe) }
    }

    /// The lines of a picture where they fit, else none: a drawing that is cut shows nothing.
    static func fitting(_ picture: Picture, _ scribe: Scribe) -> [String] {
        picture.width <= scribe.presentation.width ?? .max ? lines(of: picture, scribe) : []
    }

    private static func line(of runs: [Picture.Run], _ scribe: Scribe) -> String {
        runs.map { run in
            guard scribe.presentation.usesColor, let color = run.color else { return run.text }
            return "\u{1B}[\(color.rawValue)m\(run.text)\u{1B}[0m"
        }.joined()
    }

    /// The lines of a grid: rows of as many cards as fit, parted by empty lines.
    static func lines(of grid: Cards, _ scribe: Scribe) -> [String] {
        let available = max(scribe.presentation.width ?? usualWidth, 1)
        let texts = grid.cards.map {
            [scribe.string($0.title.display)] + $0.details.map { scribe.string($0.cell.display) }
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
                cells(of: grid.cards[index], texts[index], height: height, width: width, scribe)
            }
            for line in 0..<(row.map(\.count).max() ?? 0) {
                lines.append(join(row.map { line < $0.count ? $0[line] : Piece() }, width: width))
            }
        }
        return lines
    }

    /// A text with its width, which escape sequences don't add to.
    private struct Piece {
        var text = ""
        var width = 0
    }

    private static func cells(
        of card: Cards.Card, _ texts: [String], height: Int, width: Int, _ scribe: Scribe
    ) -> [Piece] {
        var pieces: [Piece] = []
        if height > 0 {
            let picture = card.picture.map { lines(of: $0, scribe) } ?? []
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
                        text: index == 0 ? scribe.colored(line, .heading) : line, width: DisplayWidth.of(line)
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
    /// The columns of a line.
    fileprivate func lineWidth(_ index: Int) -> Int { lines[index].reduce(0) { $0 + $1.text.count } }
}
