import Foundation

/// Distances on the earth, treated as a sphere.
enum GreatCircle {
    /// The mean radius of the earth in kilometres (International Union of Geodesy and Geophysics).
    static let earthRadius = 6371.0088

    /// Returns the great-circle distance in kilometres. The haversine formula is also precise for small
    /// distances.
    static func distance(_ from: Coordinates, _ to: Coordinates) -> Double {
        let radians = Double.pi / 180
        let latitude = sin((to.latitude - from.latitude) * radians / 2)
        // The longitudes 180 and -180 degrees are the same meridian.
        let turn = (to.longitude - from.longitude).remainder(dividingBy: 360)
        let longitude = sin(turn * radians / 2)
        let haversine =
            latitude * latitude
            + cos(from.latitude * radians) * cos(to.latitude * radians) * longitude * longitude
        // Because of rounding, the sum may be greater than 1.
        return 2 * earthRadius * asin(min(1, haversine.squareRoot()))
    }

    /// Returns the centre of several places. Returns `nil` if the list is empty or if the places are spread
    /// evenly around the earth.
    static func middle(of places: [Coordinates]) -> Coordinates? {
        let radians = Double.pi / 180
        var (x, y, z) = (0.0, 0.0, 0.0)
        for place in places {
            let latitude = place.latitude * radians, longitude = place.longitude * radians
            x += cos(latitude) * cos(longitude)
            y += cos(latitude) * sin(longitude)
            z += sin(latitude)
        }
        let length = (x * x + y * y + z * z).squareRoot()
        guard length > 1e-9 * Double(max(places.count, 1)) else { return nil }
        return Coordinates(
            latitude: asin(min(1, max(-1, z / length))) / radians, longitude: atan2(y, x) / radians)
    }
}
