import Foundation
import Localization

/// Renders a map as terminal lines: a drawing, a legend, a scale and a compass.
struct MapLines {
    private let map: GlobeMap
    private let styler: TextStyler

    /// Returns the lines of a map. If the terminal is too narrow for a drawing, only the legend is shown.
    static func lines(of map: GlobeMap, _ styler: TextStyler) -> [String] {
        MapLines(map: map, styler: styler).lines()
    }

    /// The width of a drawing in columns, at least and at most.
    private static let widths = 20...160
    /// The assumed width of the output, in columns, if it is unknown.
    private static let usualWidth = 80
    private static let symbols = Array("123456789abcdefghijklmnopqrstuvwxyz")

    private func lines() -> [String] {
        let width = styler.presentation.width ?? Self.usualWidth
        guard width >= Self.widths.lowerBound else { return legend(marks: []) }
        let view = MapView(map, columns: min(width, Self.widths.upperBound))
        var canvas = DotCanvas(columns: view.columns, rows: view.rows)
        if view.hasOutlines(of: map) { drawOutlines(view, &canvas) }
        if map.isRoute { drawRoute(view, &canvas) }
        let marks = drawPlaces(view, &canvas)
        let usesBraille = styler.presentation.usesUnicode && styler.presentation.usesBraille
        return canvas.lines(usesBraille: usesBraille) { styler.colored($0, $1) }
            + styler.wrapped(scaleLine(view)) + legend(marks: marks)
    }

    // MARK: Drawing

    private func drawOutlines(_ view: MapView, _ canvas: inout DotCanvas) {
        for outline in map.outlines() {
            var phase = 0
            draw(
                outline.points, outline.kind == .coast ? .coast : .border,
                every: outline.kind == .coast ? 1 : 3, &phase, view, &canvas)
        }
    }

    private func drawRoute(_ view: MapView, _ canvas: inout DotCanvas) {
        var phase = 0
        for (from, to) in zip(map.places, map.places.dropFirst()) {
            draw(
                map.globe.path(from: from.position, to: to.position), .route, every: 2, &phase, view, &canvas)
        }
    }

    private func draw(
        _ positions: [Globe.Position], _ ink: DotCanvas.Ink, every gap: Int, _ phase: inout Int,
        _ view: MapView, _ canvas: inout DotCanvas
    ) {
        var previous: MapProjection.Point?
        for position in positions {
            let point = view.projection.point(position)
            defer { previous = point }
            guard let point, let start = previous else { continue }
            // A line across the edge of a cylindrical map would cross the complete map.
            if view.projection.isCylindrical, abs(point.x - start.x) > view.projection.circumference / 2 {
                continue
            }
            canvas.line(from: view.dot(start), to: view.dot(point), ink, every: gap, phase: &phase)
        }
    }

    /// The mark of a place: its symbol, or that of the place at the same position of the drawing.
    private struct Mark {
        let symbol: String
        /// The symbol that the drawing shows; `nil` if the place is outside the drawing.
        let shown: String?
    }

    private func drawPlaces(_ view: MapView, _ canvas: inout DotCanvas) -> [Mark] {
        map.places.enumerated().map { index, place in
            let symbol = symbol(index)
            guard let point = view.projection.point(place.position) else {
                return Mark(symbol: symbol, shown: nil)
            }
            let dot = view.dot(point)
            return Mark(symbol: symbol, shown: canvas.mark(x: dot.x, y: dot.y, symbol, place.color))
        }
    }

    private func symbol(_ index: Int) -> String {
        if map.places.indices.contains(index), let mark = map.places[index].mark { return mark }
        return index < Self.symbols.count
            ? String(Self.symbols[index]) : styler.presentation.usesUnicode ? "•" : "*"
    }

    // MARK: Legend

    /// Returns the lines with the names of the places. As many names as fit are in one line.
    private func legend(marks: [Mark]) -> [String] {
        let width = styler.presentation.width ?? Self.usualWidth
        var lines: [String] = []
        var line = ""
        var lineWidth = 0
        for (index, place) in map.places.prefix(Self.symbols.count).enumerated() {
            let mark = index < marks.count ? marks[index] : nil
            let symbol = mark?.symbol ?? symbol(index)
            let entry = symbol + " " + name(of: place, mark)
            let size = DisplayWidth.of(entry)
            if !line.isEmpty, lineWidth + 3 + size > width {
                lines.append(line)
                (line, lineWidth) = ("", 0)
            }
            if size > width {
                lines += styler.wrapped(entry)
                continue
            }
            if !line.isEmpty { line += "   " }
            lineWidth += (line.isEmpty ? 0 : 3) + size
            line += styler.colored(symbol, place.color) + entry.dropFirst(symbol.count)
        }
        if !line.isEmpty { lines.append(line) }
        let others = map.places.count - Self.symbols.count
        if others > 0 {
            let count = styler.string(text("%lld more", others))
            lines += styler.wrapped("\(symbol(.max)) \(count)")
        }
        return lines
    }

    private func name(of place: GlobeMap.Place, _ mark: Mark?) -> String {
        let name = styler.string(place.label.display)
        guard let mark, mark.shown != mark.symbol else { return name }
        guard let shown = mark.shown else { return styler.string(text("%@ (not on this map)", name)) }
        return styler.string(text("%1$@ (at %2$@)", name, shown))
    }

    /// Returns the line with the scale and the compass, such as `├────┤ 500 km   ↑ N`.
    private func scaleLine(_ view: MapView) -> String {
        let unicode = styler.presentation.usesUnicode
        let length = view.scaleLength
        let columns = max(2, Int((length * view.scale / 2).rounded()))
        let bar =
            unicode
            ? "├" + String(repeating: "─", count: columns - 2) + "┤"
            : "|" + String(repeating: "-", count: columns - 2) + "|"
        let compass = styler.string(text("↑ N"))
        return "\(bar) \(styler.string(MapDistance.text(length, styler.presentation.localizer)))   \(compass)"
    }
}

/// Distances as texts.
enum MapDistance {
    /// Returns a distance with its unit: metres below a kilometre, and fewer digits for longer distances.
    ///
    /// - Parameters:
    ///   - kilometres: The distance in kilometres.
    ///   - localizer: The language of the number.
    static func text(_ kilometres: Double, _ localizer: Localizer) -> LocalizedText {
        let metres = (kilometres * 1000).rounded()
        if metres < 1000 { return Shell.text("%@ m", String(Int(metres))) }
        let digits = kilometres < 9.95 ? 0...1 : 0...0
        return Shell.text("%@ km", localizer.decimal(kilometres, fractionDigits: digits))
    }

    /// Returns a distance with its unit in words, for screen readers.
    static func spoken(_ kilometres: Double, _ localizer: Localizer) -> LocalizedText {
        let metres = (kilometres * 1000).rounded()
        if metres < 1000 { return Shell.text("%lld metres", Int(metres)) }
        let tenths = (kilometres * 10).rounded()
        if kilometres >= 9.95 || tenths.truncatingRemainder(dividingBy: 10) == 0 {
            return Shell.text("%lld kilometres", Int(kilometres.rounded()))
        }
        return Shell.text("%@ kilometres", localizer.decimal(kilometres, fractionDigits: 1...1))
    }
}

extension TextArgument {
    /// Returns a distance such as “800 m” or “1.6 km”, whose unit screen readers get in words.
    ///
    /// - Parameters:
    ///   - kilometres: The distance in kilometres; not negative.
    ///   - localizer: The language of the number.
    public static func distance(_ kilometres: Double, _ localizer: Localizer) -> TextArgument {
        .abbreviation(
            MapDistance.text(kilometres, localizer), spoken: MapDistance.spoken(kilometres, localizer))
    }

    /// Returns a distance of whole kilometres, whose unit screen readers get in words.
    public static func distance(kilometres: Int) -> TextArgument {
        .abbreviation(
            Shell.text("%@ km", String(kilometres)), spoken: Shell.text("%lld kilometres", kilometres))
    }
}
