import Foundation

/// A sphere with places: the Earth, the Moon or another one.
///
/// ```swift
/// let rome = Globe.Position(latitude: 41.9, longitude: 12.5)
/// let kyoto = Globe.Position(latitude: 35.0, longitude: 135.8)
/// Globe.earth.distance(rome, kyoto)  // about 9,700 km
/// ```
public struct Globe: Sendable, Hashable {
    /// A place on a globe, in degrees.
    public struct Position: Sendable, Hashable {
        /// Degrees north of the equator, -90 to 90.
        public let latitude: Double
        /// Degrees east of the zero meridian, -180 to 180.
        public let longitude: Double

        /// Creates a position.
        ///
        /// - Parameters:
        ///   - latitude: Degrees north of the equator. Values out of range are clamped.
        ///   - longitude: Degrees east of the zero meridian. Values out of range are wrapped.
        public init(latitude: Double, longitude: Double) {
            self.latitude = latitude.isFinite ? min(max(latitude, -90), 90) : 0
            self.longitude =
                !longitude.isFinite
                ? 0 : (-180...180).contains(longitude) ? longitude : longitude.remainder(dividingBy: 360)
        }
    }

    /// The mean radius in kilometres.
    public let radius: Double

    /// Creates a globe.
    ///
    /// - Parameter radius: The mean radius in kilometres; positive.
    public init(radius: Double) {
        self.radius = radius
    }

    /// The Earth (International Union of Geodesy and Geophysics).
    public static let earth = Globe(radius: 6371.0088)
    /// The Moon (International Astronomical Union).
    public static let moon = Globe(radius: 1737.4)

    private static let radians = Double.pi / 180

    /// Returns the great-circle distance in kilometres. The haversine formula is also precise for small
    /// distances.
    public func distance(_ from: Position, _ to: Position) -> Double {
        let latitude = sin((to.latitude - from.latitude) * Self.radians / 2)
        // The longitudes 180 and -180 degrees are the same meridian.
        let turn = (to.longitude - from.longitude).remainder(dividingBy: 360)
        let longitude = sin(turn * Self.radians / 2)
        let haversine =
            latitude * latitude
            + cos(from.latitude * Self.radians) * cos(to.latitude * Self.radians) * longitude * longitude
        // Because of rounding, the sum may be greater than 1.
        return 2 * radius * asin(min(1, haversine.squareRoot()))
    }

    /// Returns the direction in which a place is first seen from another one, in degrees clockwise from north, 0 to
    /// 360.
    public func bearing(from: Position, to: Position) -> Double {
        let (north, other) = (from.latitude * Self.radians, to.latitude * Self.radians)
        let turn = (to.longitude - from.longitude) * Self.radians
        let angle = atan2(
            sin(turn) * cos(other), cos(north) * sin(other) - sin(north) * cos(other) * cos(turn))
        let degrees = angle / Self.radians
        return degrees < 0 ? degrees + 360 : degrees
    }

    /// Returns points along the shortest way between two positions, both of them included.
    func path(from: Position, to: Position) -> [Position] {
        let angle = distance(from, to) / radius
        let steps = Int((angle * 20).rounded(.up))
        guard steps > 1, sin(angle) > 1e-9 else { return [from, to] }
        func vector(_ position: Position) -> (x: Double, y: Double, z: Double) {
            let latitude = position.latitude * Self.radians, longitude = position.longitude * Self.radians
            return (cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
        }
        let (a, b) = (vector(from), vector(to))
        return (0...steps).map { step in
            let part = Double(step) / Double(steps)
            let (p, q) = (sin((1 - part) * angle) / sin(angle), sin(part * angle) / sin(angle))
            let (x, y, z) = (p * a.x + q * b.x, p * a.y + q * b.y, p * a.z + q * b.z)
            return Position(
                latitude: asin(min(1, max(-1, z))) / Self.radians, longitude: atan2(y, x) / Self.radians)
        }
    }

    /// Returns the centre of several places. Returns `nil` if the list is empty or if the places are spread
    /// evenly around the globe.
    public static func middle(of places: [Position]) -> Position? {
        var (x, y, z) = (0.0, 0.0, 0.0)
        for place in places {
            let latitude = place.latitude * radians, longitude = place.longitude * radians
            x += cos(latitude) * cos(longitude)
            y += cos(latitude) * sin(longitude)
            z += sin(latitude)
        }
        let length = (x * x + y * y + z * z).squareRoot()
        guard length > 1e-9 * Double(max(places.count, 1)) else { return nil }
        return Position(
            latitude: asin(min(1, max(-1, z / length))) / radians, longitude: atan2(y, x) / radians)
    }
}

/// The eight main directions.
public enum CompassPoint: Int, Sendable, CaseIterable {
    /// The directions clockwise from north.
    case north, northEast, east, southEast, south, southWest, west, northWest

    /// Creates the direction that is nearest to an angle.
    ///
    /// - Parameter degrees: Degrees clockwise from north.
    public init(bearing degrees: Double) {
        let turn = degrees.truncatingRemainder(dividingBy: 360)
        let eighths = Int(((turn < 0 ? turn + 360 : turn) / 45).rounded()) % 8
        self = CompassPoint(rawValue: eighths) ?? .north
    }
}
