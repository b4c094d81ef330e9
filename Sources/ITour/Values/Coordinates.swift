import Foundation

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
