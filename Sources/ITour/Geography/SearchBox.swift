import Foundation

/// The ranges of degrees in which everything lies that is within a distance of a place.
///
/// Where the box crosses the 180th meridian, there are two ranges of longitudes; where it holds a pole, all longitudes
/// count.
struct SearchBox: Hashable {
    let latitudes: ClosedRange<Double>
    let longitudes: [ClosedRange<Double>]

    /// Makes the box around a place.
    ///
    /// - Parameter distance: In kilometres; not negative.
    init(around place: Place, within distance: Double) {
        let degrees = 180 / Double.pi
        // A little more than exact, so that rounding loses nothing on the edge.
        let angle = min(distance / GreatCircle.earthRadius * (1 + 1e-9) + 1e-9, .pi)
        let south = place.latitude - angle * degrees, north = place.latitude + angle * degrees
        latitudes = max(south, -90)...min(north, 90)
        guard south > -90, north < 90 else {
            longitudes = [-180...180]
            return
        }
        // The widest place of the circle is not at the latitude of its middle, but nearer to the pole.
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
            // The two names of the same meridian.
            longitudes =
                [west...east] + (east == 180 ? [-180 ... -180] : []) + (west == -180 ? [180...180] : [])
        }
    }
}
