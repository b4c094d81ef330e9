import Foundation

/// Parses durations that the user types.
enum DurationReader {
    /// The possible durations in minutes: up to a week.
    static let range = 1...10_080

    /// Parses a duration: `2h`, `90m`, `90 min`, `1h30`, `1 h 30 min`, `1:30`, `1.5h`, or a number of minutes.
    ///
    /// - Returns: The minutes, in ``range``; `nil` for other texts.
    static func minutes(_ string: String) -> Int? {
        let text = string.lowercased().filter { !$0.isWhitespace }.replacingOccurrences(of: ",", with: ".")
        guard let minutes = parsed(text[...]), range.contains(minutes) else { return nil }
        return minutes
    }

    private static func parsed(_ text: Substring) -> Int? {
        if let colon = text.firstIndex(of: ":") {
            let minutes = text[text.index(after: colon)...]
            guard minutes.count == 2, let hour = whole(text[..<colon]), let minute = whole(minutes),
                minute < 60
            else { return nil }
            return hour * 60 + minute
        }
        if let index = text.firstIndex(where: { "hgó".contains($0) }) {
            let rest = text[text.index(after: index)...].drop { $0.isLetter || $0 == "." }
            guard let hours = Double(String(text[..<index])), hours.isFinite, (0...168).contains(hours) else {
                return nil
            }
            let minutes = rest.isEmpty ? 0 : minutes(after: rest)
            return minutes.map { Int((hours * 60).rounded()) + $0 }
        }
        return minutes(after: text)
    }

    /// Parses a number, with or without a unit of minutes.
    private static func minutes(after text: Substring) -> Int? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let unit = text.dropFirst(digits.count)
        guard unit.isEmpty || ["m", "min", "p", "perc"].contains(unit) else { return nil }
        return whole(digits)
    }

    private static func whole(_ digits: Substring) -> Int? {
        guard (1...5).contains(digits.count), digits.utf8.allSatisfy({ (48...57).contains($0) }) else {
            return nil
        }
        return Int(digits)
    }
}
