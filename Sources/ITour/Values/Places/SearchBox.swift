import Foundation

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
