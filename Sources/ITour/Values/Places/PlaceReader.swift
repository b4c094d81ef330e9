import Foundation
import Localization

/// Parses coordinates that the user types or copies from a map.
enum PlaceReader {
    /// Parses coordinates:
    ///
    /// - decimal degrees: `41.8902,12.4922`, `41.8902 12.4922`, `41.8902N 12.4922E`, `41,8902; 12,4922`
    /// - degrees, minutes and seconds: `41°53'25"N 12°29'32"E`, `N 41° 53.417' E 12° 29.533'`
    /// - `geo:` addresses: `geo:41.8902,12.4922?z=15`
    /// - links of maps, if they contain coordinates; see ``MapLink``
    ///
    /// - Throws: ``TripError/notAPlace(_:)``, ``TripError/placeOutOfRange(_:)``, ``TripError/linkWithoutPlace(_:)``.
    static func place(_ string: String) throws(TripError) -> Coordinates {
        let text = string.trimmingCharacters(in: .whitespacesAndNewlines)
        if let link = MapLink(text) {
            guard let numbers = link.degrees else { throw .linkWithoutPlace(text) }
            return try coordinates(numbers, string)
        }
        if let numbers = decimalPair(text) ?? DegreesReader.pair(text) {
            return try coordinates(numbers, string)
        }
        throw .notAPlace(string)
    }

    private static func coordinates(
        _ degrees: (latitude: Double, longitude: Double), _ string: String
    ) throws(TripError) -> Coordinates {
        guard let place = Coordinates(latitude: degrees.latitude, longitude: degrees.longitude) else {
            throw .placeOutOfRange(string)
        }
        return place
    }

    /// Parses two decimal numbers with optional directions. The numbers may have decimal commas if a semicolon, a
    /// space or a comma with a space separates them.
    static func decimalPair(_ text: String) -> (latitude: Double, longitude: Double)? {
        let byComma = text.split { $0 == "," || $0 == ";" || $0.isWhitespace }.map(String.init)
        if byComma.count == 2 { return pair(byComma) }
        // `41,8902; 12,4922`, `41,8902 12,4922` and `41,8902, 12,4922`. Without a space or a semicolon, it isn't
        // clear which comma separates the numbers.
        let parts = text.split { $0 == ";" || $0.isWhitespace }
            .map { $0.hasSuffix(",") ? $0.dropLast() : $0 }.filter { !$0.isEmpty }
        guard parts.count == 2 else { return nil }
        let plain = parts.map { part in
            part.filter { $0 == "," }.count == 1 && !part.contains(".")
                ? part.replacingOccurrences(of: ",", with: ".") : String(part)
        }
        return pair(plain)
    }

    private static func pair(_ parts: [String]) -> (latitude: Double, longitude: Double)? {
        guard let latitude = degrees(parts[0], "N", "S"), let longitude = degrees(parts[1], "E", "W") else {
            return nil
        }
        return (latitude, longitude)
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
        return number(text).map { sign * $0 }
    }

    /// Parses a decimal number without an exponent.
    static func number(_ text: String) -> Double? {
        let text = text.replacingOccurrences(of: "\u{2212}", with: "-")
        guard !text.isEmpty, text.utf8.allSatisfy({ "0123456789.+-".utf8.contains($0) }) else { return nil }
        return Double(text)
    }
}
