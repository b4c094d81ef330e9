import Shell

/// Distances on the Earth, treated as a sphere.
enum GreatCircle {
    /// The mean radius of the Earth in kilometres.
    static let earthRadius = Globe.earth.radius

    /// Returns the great-circle distance in kilometres.
    static func distance(_ from: Coordinates, _ to: Coordinates) -> Double {
        Globe.earth.distance(from.position, to.position)
    }

    /// Returns the centre of several places. Returns `nil` if the list is empty or if the places are spread
    /// evenly around the Earth.
    static func middle(of places: [Coordinates]) -> Coordinates? {
        Globe.middle(of: places.map(\.position)).flatMap {
            Coordinates(latitude: $0.latitude, longitude: $0.longitude)
        }
    }
}

extension Coordinates {
    /// The position on a globe.
    var position: Globe.Position { Globe.Position(latitude: latitude, longitude: longitude) }
}
