import Localization

/// Draws a map: outlines, the route, the places with numbers, a scale, and a legend with the names.
struct MapDrawing {
    private let map: GlobeMap
    private let styler: TextStyler
    private let view: MapView
    /// The map.
    private(set) var drawing: SVGDrawing

    /// The width of a map below which outlines look like polygons, as a part of the globe's radius: 2,500 km on the
    /// Earth. The ends of their lines are up to 100 km apart.
    private static let finestOutlines = 2500 / 6371.0088

    /// Draws a map.
    ///
    /// - Parameters:
    ///   - map: The map.
    ///   - isSmall: Whether the drawing is beside others.
    init(_ map: GlobeMap, _ styler: TextStyler, isSmall: Bool = false) {
        self.map = map
        self.styler = styler
        // A column has two dots, and a row has four.
        let width = isSmall ? SVGDrawing.smallWidth : SVGDrawing.width
        view = MapView(map, columns: width / 2, rows: isSmall ? 24...36 : 30...90)
        drawing = SVGDrawing(width: width, height: view.rows * 4)
        drawing.addRectangle(x: 0, y: 0, width: width, height: view.rows * 4, style: "frame")
        if view.width >= Self.finestOutlines * map.globe.radius { addOutlines() }
        if map.isRoute { addRoute() }
        addScale(beside: addPlaces())
    }

    private func point(_ position: Globe.Position) -> SVGDrawing.Point? {
        guard let point = view.projection.point(position) else { return nil }
        let dot = view.dot(point)
        // Far outside the map, the place doesn't matter.
        let limit = 1e6
        guard abs(dot.x) < limit, abs(dot.y) < limit else { return nil }
        return SVGDrawing.Point(x: Int(dot.x.rounded()), y: Int(dot.y.rounded()))
    }

    private func isInside(_ point: SVGDrawing.Point) -> Bool {
        0...drawing.width ~= point.x && 0...drawing.height ~= point.y
    }

    /// Returns whether a line may be on the map.
    private func mayCross(_ start: SVGDrawing.Point, _ end: SVGDrawing.Point) -> Bool {
        max(start.x, end.x) >= 0 && min(start.x, end.x) <= drawing.width && max(start.y, end.y) >= 0
            && min(start.y, end.y) <= drawing.height
    }

    /// Returns the parts of a line that may be on the map, without points that are at the same place.
    private func lines(_ positions: [Globe.Position]) -> [[SVGDrawing.Point]] {
        // A line across the edge of a cylindrical map would cross the complete map.
        let longest =
            view.projection.isCylindrical
            ? Int(view.projection.circumference * view.scale / 2) : Int.max
        var lines: [[SVGDrawing.Point]] = []
        var line: [SVGDrawing.Point] = []
        var previous: SVGDrawing.Point?
        for position in positions {
            let point = point(position)
            defer { previous = point }
            guard let point, let start = previous, abs(point.x - start.x) <= longest, mayCross(start, point)
            else {
                if !line.isEmpty { lines.append(line) }
                line = []
                continue
            }
            if line.isEmpty { line = [start] }
            if point != start { line.append(point) }
        }
        return lines + [line]
    }

    private mutating func addOutlines() {
        let outlines = map.outlines()
        drawing.addLines(outlines.filter { $0.kind == .border }.flatMap { lines($0.points) }, style: "border")
        drawing.addLines(outlines.filter { $0.kind == .coast }.flatMap { lines($0.points) }, style: "coast")
    }

    private mutating func addRoute() {
        let ways = zip(map.places, map.places.dropFirst()).map {
            map.globe.path(from: $0.position, to: $1.position)
        }
        drawing.addLines(ways.flatMap(lines), style: "route")
    }

    /// The mark of a place.
    private struct Mark {
        let name: String
        let radius: Int
        let place: SVGDrawing.Point
        var x, y: Double

        var point: SVGDrawing.Point { .init(x: Int(x.rounded()), y: Int(y.rounded())) }
        /// Whether the mark doesn't cover its place.
        var isApart: Bool {
            let (x, y) = (x - Double(place.x), y - Double(place.y))
            return x * x + y * y > Double(radius * radius)
        }
    }

    /// Draws the places, and returns their marks.
    private mutating func addPlaces() -> [Mark] {
        var marks = map.places.enumerated().compactMap { index, place -> Mark? in
            guard let point = point(place.position), isInside(point) else { return nil }
            let name = place.mark ?? String(index + 1)
            return Mark(
                name: name, radius: name.utf8.count > 2 ? 13 : 10, place: point, x: Double(point.x),
                y: Double(point.y))
        }
        if marks.count <= Self.mostSeparated { separate(&marks) }
        for mark in marks where mark.isApart {
            drawing.addLine([mark.place, mark.point], style: "scale")
            drawing.addCircle(x: mark.place.x, y: mark.place.y, radius: 3, style: "place")
        }
        // The first places are in front of the others.
        for mark in marks.reversed() {
            drawing.addCircle(x: mark.point.x, y: mark.point.y, radius: mark.radius, style: "place")
            drawing.add(mark.name, x: mark.point.x, y: mark.point.y + 4, style: "name")
        }
        return marks
    }

    /// The number of marks up to which they are moved apart. A map of more has no room for them.
    private static let mostSeparated = 40

    /// Directions for marks of one place.
    private static let directions: [(x: Double, y: Double)] = [(1, 0), (0, 1), (-1, 0), (0, -1)]

    /// Moves marks that cover each other apart, as far as the map has room.
    private func separate(_ marks: inout [Mark]) {
        for _ in 0..<60 {
            var hasMoved = false
            for first in marks.indices {
                for second in marks.indices where second > first {
                    var (x, y) = (marks[second].x - marks[first].x, marks[second].y - marks[first].y)
                    let distance = (x * x + y * y).squareRoot()
                    let missing = Double(marks[first].radius + marks[second].radius + 2) - distance
                    if missing <= 0.5 { continue }
                    if distance < 0.5 {
                        (x, y) = Self.directions[(first + second) % Self.directions.count]
                    } else {
                        (x, y) = (x / distance, y / distance)
                    }
                    move(&marks[first], -x * missing / 2, -y * missing / 2)
                    move(&marks[second], x * missing / 2, y * missing / 2)
                    hasMoved = true
                }
            }
            if !hasMoved { return }
        }
    }

    private func move(_ mark: inout Mark, _ x: Double, _ y: Double) {
        let radius = Double(mark.radius)
        mark.x = min(max(mark.x + x, radius), Double(drawing.width) - radius)
        mark.y = min(max(mark.y + y, radius), Double(drawing.height) - radius)
    }

    /// Draws the scale at the bottom: at the left, or at the right if only the left has marks.
    private mutating func addScale(beside marks: [Mark]) {
        let length = Int((view.scaleLength * view.scale).rounded())
        let distance = styler.string(MapDistance.text(view.scaleLength, styler.presentation.localizer))
        let label = "\(distance)   \(styler.string(text("↑ N")))"
        // A character is 7 units wide at most.
        let width = max(length, 7 * label.count)
        let places = [12, drawing.width - 12 - width]
        let free = places.first { x in
            !marks.contains { mark in
                let radius = Double(mark.radius)
                return mark.y + radius > Double(drawing.height - 36) && mark.x + radius > Double(x)
                    && mark.x - radius < Double(x + width)
            }
        }
        let (x, y) = (free ?? places[0], drawing.height - 12)
        drawing.addLine(
            [
                .init(x: x, y: y - 5), .init(x: x, y: y), .init(x: x + length, y: y),
                .init(x: x + length, y: y - 5),
            ],
            style: "scale")
        drawing.add(label, x: x, y: y - 9)
    }

    /// The names of the places, by number.
    var legend: HTMLText {
        var list = HTMLText()
        if map.places.isEmpty { return list }
        let hasMarks = map.places.contains { $0.mark != nil }
        list.append(markup: hasMarks ? "<ul>\n" : "<ol>\n")
        for place in map.places {
            var name = [place.mark.map { "\($0):" }, styler.string(place.label.display)].compactMap(\.self)
                .joined(separator: " ")
            let detail = styler.string(place.detail.display)
            if !detail.isEmpty { name += ", \(detail)" }
            list.append(start: "li", direction: name)
            if !(point(place.position).map(isInside) ?? false) {
                name = styler.string(text("%@ (not on this map)", name))
            }
            list.append(name)
            list.append(markup: "</li>\n")
        }
        list.append(markup: hasMarks ? "</ul>\n" : "</ol>\n")
        return list
    }
}
