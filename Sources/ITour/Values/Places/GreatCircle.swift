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

/// The box around an area of a map.
enum BoundingBox {
    /// Returns the middle of the box around an area, halfway between its outermost coordinates: the longitude, then the
    /// latitude. Returns `nil` if there is no point.
    ///
    /// - Parameter outline: The points of the area's outline, each with its longitude and latitude.
    static func middle(of outline: some Sequence<[Double]>) -> [Double]? {
        let points = outline.filter { $0.count >= 2 }
        guard let south = points.map({ $0[1] }).min(), let north = points.map({ $0[1] }).max(),
            var west = points.map({ $0[0] }).min(), var east = points.map({ $0[0] }).max()
        else { return nil }
        if east - west > 180 {
            // The area crosses the date line.
            west = points.map { $0[0] }.filter { $0 >= 0 }.min() ?? west
            east = (points.map { $0[0] }.filter { $0 < 0 }.max() ?? east) + 360
        }
        let middle = (west + east) / 2
        return [middle > 180 ? middle - 360 : middle, (south + north) / 2]
    }
}
