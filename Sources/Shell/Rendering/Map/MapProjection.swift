import Foundation

/// A projection of a globe onto a plane in kilometres, with x to the east and y to the north.
struct MapProjection {
    private enum Kind {
        /// Distances and directions from the centre are exact. It suits all places, also the poles and the 180th
        /// meridian, but not the other side of the globe.
        case azimuthal(sine: Double, cosine: Double)
        /// Degrees are distances, for maps of the globe or a large part of it.
        case cylindrical(shrink: Double)
    }

    /// A point of the plane, in kilometres.
    struct Point: Hashable {
        var x: Double
        var y: Double
    }

    private let kind: Kind
    private let centre: Globe.Position
    private let radius: Double
    private static let radians = Double.pi / 180

    /// The projection around a position. It shows at most the half of the globe that is nearer to the position.
    static func azimuthal(around centre: Globe.Position, on globe: Globe) -> MapProjection {
        let latitude = centre.latitude * radians
        return MapProjection(
            kind: .azimuthal(sine: sin(latitude), cosine: cos(latitude)), centre: centre, radius: globe.radius
        )
    }

    /// The projection with a meridian in the middle.
    ///
    /// - Parameters:
    ///   - centre: The middle of the map.
    ///   - globe: The globe.
    static func cylindrical(around centre: Globe.Position, on globe: Globe) -> MapProjection {
        // Far from the equator, degrees of longitude are shorter. The limit keeps the map from becoming a narrow strip.
        MapProjection(
            kind: .cylindrical(shrink: cos(min(abs(centre.latitude), 50) * radians)), centre: centre,
            radius: globe.radius)
    }

    /// Whether the map repeats after 360 degrees.
    var isCylindrical: Bool { if case .cylindrical = kind { true } else { false } }

    /// The width of the complete globe in the plane, in kilometres.
    var circumference: Double {
        switch kind {
        case .azimuthal: 2 * .pi * radius
        case .cylindrical(let shrink): 2 * .pi * radius * shrink
        }
    }

    /// Returns the point of a position; `nil` if the map doesn't show that side of the globe.
    func point(_ position: Globe.Position) -> Point? {
        let turn = (position.longitude - centre.longitude).remainder(dividingBy: 360) * Self.radians
        let latitude = position.latitude * Self.radians
        switch kind {
        case .cylindrical(let shrink):
            return Point(x: radius * turn * shrink, y: radius * (latitude - centre.latitude * Self.radians))
        case .azimuthal(let sine, let cosine):
            let (north, side, along) = (sin(latitude), cos(latitude) * sin(turn), cos(latitude) * cos(turn))
            let z = sine * north + cosine * along
            guard z > -0.05 else { return nil }
            let y = cosine * north - sine * along
            let length = (side * side + y * y).squareRoot()
            guard length > 1e-12 else { return Point(x: 0, y: 0) }
            let scale = radius * atan2(length, z) / length
            return Point(x: side * scale, y: y * scale)
        }
    }
}
