import Foundation

/// Parses coordinates that the user types or copies from a map.
enum PlaceReader {
    /// Parses coordinates in decimal degrees: `41.8902,12.4922`, `41.8902 12.4922`, `41.8902N 12.4922E`,
    /// `geo:41.8902,12.4922`.
    ///
    /// - Throws: ``TripError/notAPlace(_:)``, ``TripError/placeOutOfRange(_:)``.
    static func place(_ string: String) throws(TripError) -> Coordinates {
        var text = string.trimmingCharacters(in: .whitespacesAndNewlines)
        if text.lowercased().hasPrefix("geo:") {
            text = String(text.dropFirst(4).prefix { $0 != ";" && $0 != "?" })
        }
        let parts = text.split { $0 == "," || $0 == ";" || $0.isWhitespace }.map(String.init)
        guard parts.count == 2, let latitude = degrees(parts[0], "N", "S"),
            let longitude = degrees(parts[1], "E", "W")
        else { throw .notAPlace(string) }
        guard let place = Coordinates(latitude: latitude, longitude: longitude) else {
            throw .placeOutOfRange(string)
        }
        return place
    }

    private static func degrees(_ text: String, _ positive: Character, _ negative: Character) -> Double? {
        var text = text.uppercased()
        var sign = 1.0
        if text.last == positive || text.last == negative {
            sign = text.last == negative ? -1 : 1
            text.removeLast()
            // Refuse coordinates that have both a direction and a sign.
            if text.hasPrefix("-") { return nil }
        }
        if text.last == "°" { text.removeLast() }
        guard !text.isEmpty, text.utf8.allSatisfy({ "0123456789.+-".utf8.contains($0) }),
            let number = Double(text)
        else { return nil }
        return sign * number
    }
}
