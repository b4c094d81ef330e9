import Foundation

/// Parses coordinates in degrees, minutes and seconds: `41°53'25"N 12°29'32"E`.
enum DegreesReader {
    /// Returns the latitude and the longitude; `nil` if the text has another form.
    ///
    /// Minutes and seconds may be missing, and the last number may have a fraction. The direction is before or after
    /// the numbers: `N 41° 53.417'`. It may be missing, and then the latitude comes first. The longitude may come first
    /// if both have directions.
    static func pair(_ text: String) -> (latitude: Double, longitude: Double)? {
        var reader = Reader(text)
        guard let first = reader.angle(), let second = reader.angle(), reader.isAtEnd else { return nil }
        switch (first.axis, second.axis) {
        case (.longitude?, .latitude?): return (second.degrees, first.degrees)
        case (.latitude?, .longitude?), (nil, nil): return (first.degrees, second.degrees)
        default: return nil
        }
    }

    private enum Axis {
        case latitude
        case longitude
    }

    private struct Angle {
        let degrees: Double
        let axis: Axis?
    }

    private enum Unit: Int {
        case degree
        case minute
        case second
    }

    private struct Reader {
        private var rest: Substring

        init(_ text: String) {
            // Two single primes are a double prime.
            rest =
                text.uppercased().replacingOccurrences(of: "''", with: "\"")
                .replacingOccurrences(of: "′′", with: "\"").replacingOccurrences(of: "’’", with: "\"")[...]
        }

        var isAtEnd: Bool { rest.allSatisfy(\.isWhitespace) }

        /// Reads an angle: at least one number with the sign of a degree.
        mutating func angle() -> Angle? {
            skipSeparators()
            var direction = direction()
            let isBefore = direction != nil
            skipSpaces()
            let isNegative = sign()
            guard isNegative == nil || direction == nil, let first = number(), unit() == .degree else {
                return nil
            }
            var degrees = first
            var isWhole = first == first.rounded()
            var expected = Unit.minute
            while true {
                let before = rest
                skipSpaces()
                guard isWhole, let value = number(), let found = unit(), found.rawValue >= expected.rawValue,
                    value < 60
                else {
                    rest = before
                    break
                }
                degrees += value / (found == .minute ? 60 : 3600)
                isWhole = value == value.rounded()
                guard found == .minute else { break }
                expected = .second
            }
            if !isBefore {
                let before = rest
                skipSpaces()
                direction = self.direction()
                if direction == nil { rest = before }
                if direction != nil, isNegative != nil { return nil }
            }
            return Angle(
                degrees: direction?.isNegative ?? isNegative ?? false ? -degrees : degrees,
                axis: direction?.axis)
        }

        private mutating func direction() -> (axis: Axis, isNegative: Bool)? {
            let found: (Axis, Bool)? =
                switch rest.first {
                case "N": (.latitude, false)
                case "S": (.latitude, true)
                case "E": (.longitude, false)
                case "W": (.longitude, true)
                default: nil
                }
            if found != nil { rest.removeFirst() }
            return found
        }

        /// Reads a sign, and returns whether it is a minus sign; `nil` if there is none.
        private mutating func sign() -> Bool? {
            switch rest.first {
            case "+":
                rest.removeFirst()
                return false
            case "-", "\u{2212}":
                rest.removeFirst()
                return true
            default: return nil
            }
        }

        private mutating func number() -> Double? {
            let digits = rest.prefix { ("0"..."9").contains($0) || $0 == "." || $0 == "," }
            guard let value = PlaceReader.number(digits.replacingOccurrences(of: ",", with: ".")) else {
                return nil
            }
            rest = rest.dropFirst(digits.count)
            return value
        }

        private mutating func unit() -> Unit? {
            let before = rest
            skipSpaces()
            let found: Unit? =
                switch rest.first {
                case "°", "º", "˚": .degree
                case "'", "′", "’", "‘": .minute
                case "\"", "″", "”", "“": .second
                default: nil
                }
            if found != nil { rest.removeFirst() } else { rest = before }
            return found
        }

        private mutating func skipSpaces() {
            rest = rest.drop { $0.isWhitespace }
        }

        private mutating func skipSeparators() {
            rest = rest.drop { $0.isWhitespace || $0 == "," || $0 == ";" || $0 == "/" }
        }
    }
}
