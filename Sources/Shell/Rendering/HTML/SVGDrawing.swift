/// A drawing in SVG. Its coordinates are pixels, with y downwards, and its colours are classes of the style sheet.
struct SVGDrawing {
    /// The width of a drawing on a line of its own. A telephone shows it at two thirds of its size.
    static let width = 520
    /// The width of a drawing beside others.
    static let smallWidth = 360
    /// The width of a column of text at the size of the style sheet, for estimates.
    static let columnWidth = 8

    /// The width.
    let width: Int
    /// The height.
    let height: Int
    /// The shapes.
    private(set) var content = HTMLText()

    /// Creates an empty drawing.
    init(width: Int = SVGDrawing.width, height: Int) {
        self.width = width
        self.height = height
    }

    /// Adds a text.
    ///
    /// - Parameters:
    ///   - label: The text.
    ///   - style: The classes; empty for none.
    mutating func add(_ label: String, x: Int, y: Int, style: StaticString = "") {
        content.append(html: #"<text\#(class: style) x="\#(x)" y="\#(y)">\#(label)</text>\#n"#)
    }

    /// Adds a rectangle.
    mutating func addRectangle(x: Int, y: Int, width: Int, height: Int, style: StaticString) {
        content.append(
            html: #"<rect\#(class: style) x="\#(x)" y="\#(y)" width="\#(width)" height="\#(height)"/>\#n"#)
    }

    /// Adds a circle.
    mutating func addCircle(x: Int, y: Int, radius: Int, style: StaticString) {
        content.append(html: #"<circle\#(class: style) cx="\#(x)" cy="\#(y)" r="\#(radius)"/>\#n"#)
    }

    /// Adds a line through points. Fewer than two points make no line.
    mutating func addLine(_ points: [Point], style: StaticString) {
        addLines([points], style: style)
    }

    /// Adds several lines as one shape.
    mutating func addLines(_ lines: [[Point]], style: StaticString) {
        guard lines.contains(where: { $0.count > 1 }) else { return }
        content.append(html: #"<path\#(class: style) d=""#)
        for line in lines where line.count > 1 {
            for (index, point) in line.enumerated() {
                content.append(markup: index == 0 ? "M" : "L")
                content.append(point.x)
                content.append(markup: " ")
                content.append(point.y)
            }
        }
        content.append(markup: "\"/>\n")
    }

    /// Adds squares as one shape.
    ///
    /// - Parameters:
    ///   - corners: The corners at the top left.
    ///   - side: The length of a side.
    mutating func addSquares(_ corners: [Point], side: Int, style: StaticString) {
        if corners.isEmpty { return }
        content.append(html: #"<path\#(class: style) d=""#)
        for corner in corners {
            content.append(html: "M\(corner.x) \(corner.y)h\(side)v\(side)h-\(side)z")
        }
        content.append(markup: "\"/>\n")
    }

    /// A point of a line.
    struct Point: Hashable {
        var x: Int
        var y: Int
    }
}

extension TextStyler {
    /// Returns a label for a drawing, where text doesn't wrap.
    ///
    /// - Parameters:
    ///   - display: The value.
    ///   - columns: The maximum width in columns of text.
    func label(_ display: Cell.Display, to columns: Int) -> String {
        Wrapping.fitted(string(display), to: columns, ellipsis: ellipsis)
    }
}
