import Foundation

/// A point on the earth, in degrees.
struct Place: Hashable, Sendable {
    /// Degrees north of the equator, -90 to 90.
    let latitude: Double
    /// Degrees east of Greenwich, -180 to 180.
    let longitude: Double

    /// Makes a place; `nil` where the degrees are out of range or no numbers.
    init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        // Zero has no sign on a map.
        self.latitude = latitude + 0
        self.longitude = longitude + 0
    }

    /// The degrees as programs and maps read them: `41.8902, 12.4922`.
    var text: String { "\(Self.degrees(latitude)), \(Self.degrees(longitude))" }

    /// A number of degrees in decimal digits, without an exponent, to the ten-millionth, which is a centimetre.
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

/// What is somewhere on the earth, if that is known.
protocol Placed: AnyObject {
    /// Degrees north of the equator; there with ``longitude`` or not at all.
    var latitude: Double? { get set }
    /// Degrees east of Greenwich.
    var longitude: Double? { get set }
}

extension Sight: Placed {}
extension PointOfInterest: Placed {}

extension Placed {
    /// Where it is, where that is known.
    var place: Place? {
        get {
            guard let latitude, let longitude else { return nil }
            return Place(latitude: latitude, longitude: longitude)
        }
        set {
            if latitude != newValue?.latitude { latitude = newValue?.latitude }
            if longitude != newValue?.longitude { longitude = newValue?.longitude }
        }
    }
}
