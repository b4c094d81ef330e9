/// A canvas of dots for line drawings: each terminal column has two dots beside and four above each other.
///
/// With braille characters, a terminal shows all dots. In ASCII, it shows one character for all dots of a column.
struct DotCanvas {
    /// The kind of line to which a dot belongs, from the least to the most important.
    enum Ink: UInt8 {
        case border = 1
        case coast
        case route
    }

    /// The size in terminal columns and lines.
    let columns: Int
    let rows: Int
    private var dots: [UInt8]
    private var inks: [UInt8]
    private var marks: [Int: (symbol: Character, color: TerminalColor, label: String)] = [:]

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        dots = Array(repeating: 0, count: columns * rows)
        inks = dots
    }

    /// The size in dots.
    var width: Int { columns * 2 }
    var height: Int { rows * 4 }

    /// Draws a line between two points in dots, with y downwards.
    ///
    /// - Parameters:
    ///   - from: The first point, which may be outside the canvas.
    ///   - to: The last point, which may be outside the canvas.
    ///   - ink: The kind of line.
    ///   - gap: Every dot whose number is a multiple of this is drawn; 1 for a solid line.
    ///   - phase: The number of the first dot. It is advanced, so that a dotted line continues across points.
    mutating func line(
        from: (x: Double, y: Double), to: (x: Double, y: Double), _ ink: Ink, every gap: Int, phase: inout Int
    ) {
        guard let (start, end) = clipped(from, to) else { return }
        var (x, y) = (Int(start.x.rounded(.down)), Int(start.y.rounded(.down)))
        let (lastX, lastY) = (Int(end.x.rounded(.down)), Int(end.y.rounded(.down)))
        let (stepX, stepY) = (lastX < x ? -1 : 1, lastY < y ? -1 : 1)
        let (width, height) = (abs(lastX - x), -abs(lastY - y))
        var error = width + height
        while true {
            if phase % gap == 0 { dot(x, y, ink) }
            if x == lastX, y == lastY { break }
            phase += 1
            let double = 2 * error
            if double >= height {
                error += height
                x += stepX
            }
            if double <= width {
                error += width
                y += stepY
            }
        }
    }

    private mutating func dot(_ x: Int, _ y: Int, _ ink: Ink) {
        guard (0..<width).contains(x), (0..<height).contains(y) else { return }
        let cell = y / 4 * columns + x / 2
        dots[cell] |= Self.bits[y % 4 * 2 + x % 2]
        inks[cell] = max(inks[cell], ink.rawValue)
    }

    /// The bits of the braille characters, from the upper left to the lower right dot.
    private static let bits: [UInt8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]

    /// Returns the part of a line on the canvas (Liang and Barsky); `nil` if there is none.
    private func clipped(
        _ from: (x: Double, y: Double), _ to: (x: Double, y: Double)
    ) -> ((x: Double, y: Double), (x: Double, y: Double))? {
        let (dx, dy) = (to.x - from.x, to.y - from.y)
        var (enter, leave) = (0.0, 1.0)
        let right = Double(width) - 1e-6, bottom = Double(height) - 1e-6
        for (move, room) in [(-dx, from.x), (dx, right - from.x), (-dy, from.y), (dy, bottom - from.y)] {
            if move == 0 {
                if room < 0 { return nil }
            } else if move < 0 {
                enter = max(enter, room / move)
            } else {
                leave = min(leave, room / move)
            }
        }
        guard enter <= leave else { return nil }
        return ((from.x + enter * dx, from.y + enter * dy), (from.x + leave * dx, from.y + leave * dy))
    }

    /// Marks the cell of a point in dots, and as many cells beside it as the label has further characters. A label that
    /// would cover another one, or touch it as “1214” does, moves to the left, up or down. If there is no room, it touches
    /// the other one, or the present mark stays.
    ///
    /// - Returns: The label of the cell; `nil` if the point is outside the canvas.
    mutating func mark(x: Double, y: Double, _ label: String, _ color: TerminalColor) -> String? {
        guard x >= 0, y >= 0, x < Double(width), y < Double(height) else { return nil }
        let (row, column) = (Int(y) / 4, Int(x) / 2)
        let length = label.count
        // A single character has one place, so that places at the same position share a mark.
        let moves =
            length > 1
            ? [(0, 0), (0, 1 - length), (-1, 0), (1, 0), (-1, 1 - length), (1, 1 - length)] : [(0, 0)]
        for gap in length > 1 ? [1, 0] : [0] {
            for (down, right) in moves {
                let (line, start) = (row + down, column + right)
                guard (0..<rows).contains(line), start >= 0, start + length <= columns else { continue }
                let first = line * columns
                let near = first + max(start - gap, 0)..<first + min(start + length + gap, columns)
                if near.contains(where: { marks[$0] != nil }) { continue }
                for (cell, symbol) in zip((first + start)..., label) { marks[cell] = (symbol, color, label) }
                return label
            }
        }
        let cell = row * columns + column
        if let present = marks[cell] { return present.label }
        // A label at the edge that doesn't fit has only its first character.
        if let first = label.first { marks[cell] = (first, color, label) }
        return label
    }

    /// Returns the lines of the canvas without empty lines at the top and the bottom.
    ///
    /// - Parameters:
    ///   - usesBraille: Whether the terminal shows braille characters; otherwise the lines are in ASCII.
    ///   - colored: Returns a text in a colour.
    func lines(usesBraille: Bool, colored: (String, TerminalColor) -> String) -> [String] {
        var lines = (0..<rows).map { row in
            line(row, usesBraille: usesBraille, colored: colored)
        }
        while lines.first?.isEmpty ?? false { lines.removeFirst() }
        while lines.last?.isEmpty ?? false { lines.removeLast() }
        return lines
    }

    private func line(_ row: Int, usesBraille: Bool, colored: (String, TerminalColor) -> String) -> String {
        var line = ""
        var run = ""
        var runColor: TerminalColor?
        var spaces = 0
        func flush() {
            if !run.isEmpty { line += runColor.map { colored(run, $0) } ?? run }
            run = ""
        }
        for cell in row * columns..<(row + 1) * columns {
            let character: Character
            let color: TerminalColor
            if let mark = marks[cell] {
                (character, color) = (mark.symbol, mark.color)
            } else if dots[cell] != 0, let ink = Ink(rawValue: inks[cell]) {
                character =
                    usesBraille
                    ? Character(Unicode.Scalar(UInt32(0x2800) + UInt32(dots[cell])) ?? " ") : Self.ascii(ink)
                color = Self.color(ink)
            } else {
                spaces += 1
                continue
            }
            if color != runColor || spaces > 0 {
                flush()
                line += String(repeating: " ", count: spaces)
                spaces = 0
                runColor = color
            }
            run.append(character)
        }
        flush()
        return line
    }

    private static func ascii(_ ink: Ink) -> Character {
        switch ink {
        case .border: ":"
        case .coast: "."
        case .route: "+"
        }
    }

    private static func color(_ ink: Ink) -> TerminalColor {
        switch ink {
        case .border: .grey
        case .coast: .green
        case .route: .cyan
        }
    }
}
