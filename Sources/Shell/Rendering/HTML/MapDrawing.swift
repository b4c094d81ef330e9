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
        addPlaces()
        addScale()
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

    private mutating func addPlaces() {
        // The first places are in front of the others.
        for (index, place) in map.places.enumerated().reversed() {
            guard let point = point(place.position), isInside(point) else { continue }
            let name = place.mark ?? String(index + 1)
            drawing.addCircle(x: point.x, y: point.y, radius: name.utf8.count > 2 ? 13 : 10, style: "place")
            drawing.add(name, x: point.x, y: point.y + 4, style: "name")
        }
    }

    private mutating func addScale() {
        let length = Int((view.scaleLength * view.scale).rounded())
        let (x, y) = (12, drawing.height - 12)
        drawing.addLine(
            [
                .init(x: x, y: y - 5), .init(x: x, y: y), .init(x: x + length, y: y),
                .init(x: x + length, y: y - 5),
            ],
            style: "scale")
        let distance = styler.string(MapDistance.text(view.scaleLength, styler))
        drawing.add("\(distance)   \(styler.string(text("↑ N")))", x: x, y: y - 9)
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
