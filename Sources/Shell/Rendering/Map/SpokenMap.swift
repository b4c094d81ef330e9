import Localization

/// Renders a map for screen readers: distances and directions instead of a drawing.
enum SpokenMap {
    /// Returns the heading, the number of places, and a line for each place. Along a route, a distance is measured
    /// from the place before, otherwise from the centre or from the first place.
    static func lines(of map: GlobeMap, _ styler: TextStyler) -> [String] {
        var lines = [styler.string(map.title), styler.string(text("%lld places", map.places.count))]
        var previous = map.places.first
        for (index, place) in map.places.enumerated() {
            let label = styler.spoken(place.label.display), detail = styler.spoken(place.detail.display)
            let name = detail.isEmpty ? label : "\(label), \(detail)"
            guard index > 0, let start = previous else {
                lines.append(name)
                continue
            }
            lines.append(
                "\(name): " + styler.string(description(of: place, from: start, map, styler)))
            if map.isRoute { previous = place }
        }
        if map.isRoute, map.places.count > 2 {
            let sum = zip(map.places, map.places.dropFirst()).reduce(0.0) {
                $0 + map.globe.distance($1.0.position, $1.1.position)
            }
            lines.append(
                styler.string(
                    text("Total distance: %@", MapDistance.spoken(sum, styler.presentation.localizer))))
        }
        return lines
    }

    private static func description(
        of place: GlobeMap.Place, from start: GlobeMap.Place, _ map: GlobeMap, _ styler: TextStyler
    ) -> LocalizedText {
        let distance = map.globe.distance(start.position, place.position)
        let name = styler.spoken(start.label.display)
        // Closer than a metre, there is no direction.
        guard distance >= 0.001 else { return text("at the same place as %@", name) }
        let length = TextArgument.text(MapDistance.spoken(distance, styler.presentation.localizer))
        switch CompassPoint(bearing: map.globe.bearing(from: start.position, to: place.position)) {
        case .north: return text("%1$@ north of %2$@", length, name)
        case .northEast: return text("%1$@ northeast of %2$@", length, name)
        case .east: return text("%1$@ east of %2$@", length, name)
        case .southEast: return text("%1$@ southeast of %2$@", length, name)
        case .south: return text("%1$@ south of %2$@", length, name)
        case .southWest: return text("%1$@ southwest of %2$@", length, name)
        case .west: return text("%1$@ west of %2$@", length, name)
        case .northWest: return text("%1$@ northwest of %2$@", length, name)
        }
    }
}
