import Foundation
import Shell

/// The coordinates of a point on the earth, in degrees.
struct Coordinates: Hashable, Sendable {
    /// Degrees north of the equator, -90 to 90.
    let latitude: Double
    /// Degrees east of Greenwich, -180 to 180.
    let longitude: Double

    /// Creates coordinates. Returns `nil` if a number is out of range or NaN.
    ///
    /// - Parameters:
    ///   - latitude: Degrees north of the equator, -90 to 90.
    ///   - longitude: Degrees east of Greenwich, -180 to 180.
    init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        // Turn -0.0 into 0.0.
        self.latitude = latitude + 0
        self.longitude = longitude + 0
    }

    /// The degrees in the form that maps accept: `41.8902, 12.4922`.
    var text: String { "\(Self.degrees(latitude)), \(Self.degrees(longitude))" }

    /// Formats degrees without an exponent, with up to 7 decimal digits, which is a precision of about a
    /// centimetre.
    static func degrees(_ number: Double) -> String {
        let scaled = (number * 1e7).rounded()
        guard scaled.magnitude < 1e15 else { return "0.0" }
        let digits = String(Int64(scaled.magnitude))
        let padded = String(repeating: "0", count: max(0, 8 - digits.utf8.count)) + digits
        var fraction = padded.suffix(7)
        while fraction.count > 1, fraction.last == "0" { fraction = fraction.dropLast() }
        return "\(scaled < 0 ? "-" : "")\(padded.dropLast(7)).\(fraction)"
    }
}

/// A model whose coordinates are optional.
protocol Locatable: AnyObject {
    /// Degrees north of the equator. Either both this and ``longitude`` are `nil`, or neither is.
    var latitude: Double? { get set }
    /// Degrees east of Greenwich. Either both this and ``latitude`` are `nil`, or neither is.
    var longitude: Double? { get set }
}

extension Locatable {
    /// The coordinates; `nil` if they aren't known.
    var place: Coordinates? {
        get {
            guard let latitude, let longitude else { return nil }
            return Coordinates(latitude: latitude, longitude: longitude)
        }
        set {
            if latitude != newValue?.latitude { latitude = newValue?.latitude }
            if longitude != newValue?.longitude { longitude = newValue?.longitude }
        }
    }
}

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

/// A bounding box around a circle: the ranges of latitudes and longitudes that contain it.
///
/// A box across the 180th meridian has two ranges of longitudes. A box that contains a pole has all
/// longitudes.
struct SearchBox: Hashable {
    let latitudes: ClosedRange<Double>
    let longitudes: [ClosedRange<Double>]

    /// Creates the box around a place.
    ///
    /// - Parameters:
    ///   - place: The centre of the circle.
    ///   - distance: The radius in kilometres; not negative.
    init(around place: Coordinates, within distance: Double) {
        let degrees = 180 / Double.pi
        // Slightly enlarged, so that rounding doesn't exclude places on the edge.
        let angle = min(distance / GreatCircle.earthRadius * (1 + 1e-9) + 1e-9, .pi)
        let south = place.latitude - angle * degrees, north = place.latitude + angle * degrees
        latitudes = max(south, -90)...min(north, 90)
        guard south > -90, north < 90 else {
            longitudes = [-180...180]
            return
        }
        // The circle is widest at a latitude between its centre and the pole.
        let ratio = sin(angle) / cos(place.latitude / degrees)
        guard ratio < 1 else {
            longitudes = [-180...180]
            return
        }
        let half = asin(ratio) * degrees + 1e-9
        let west = place.longitude - half, east = place.longitude + half
        if west < -180 {
            longitudes = [-180...east, (west + 360)...180]
        } else if east > 180 {
            longitudes = [west...180, -180...(east - 360)]
        } else {
            // 180 and -180 degrees are the same meridian.
            longitudes =
                [west...east] + (east == 180 ? [-180 ... -180] : []) + (west == -180 ? [180...180] : [])
        }
    }
}
