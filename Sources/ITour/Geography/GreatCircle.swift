import Foundation

/// Distances on the earth, taken for a ball.
enum GreatCircle {
    /// The mean radius of the earth in kilometres, as the International Union of Geodesy and Geophysics has it.
    static let earthRadius = 6371.0088

    /// The length in kilometres of the shortest way on the surface, by the haversine formula, which is exact for small
    /// distances too.
    static func distance(_ from: Place, _ to: Place) -> Double {
        let radians = Double.pi / 180
        let latitude = sin((to.latitude - from.latitude) * radians / 2)
        // The 180th meridian has two names.
        let turn = (to.longitude - from.longitude).remainder(dividingBy: 360)
        let longitude = sin(turn * radians / 2)
        let haversine =
            latitude * latitude
            + cos(from.latitude * radians) * cos(to.latitude * radians) * longitude * longitude
        // Rounding may take it beyond what an arc has.
        return 2 * earthRadius * asin(min(1, haversine.squareRoot()))
    }

    /// The middle of several places; `nil` for none, and for places that lie all around the earth.
    static func middle(of places: [Place]) -> Place? {
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
        return Place(latitude: asin(min(1, max(-1, z / length))) / radians, longitude: atan2(y, x) / radians)
    }
}
