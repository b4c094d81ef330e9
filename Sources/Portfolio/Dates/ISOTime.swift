import Foundation
import Localization
import ProgramKit

/// Formats and parses instants in ISO 8601.
enum ISOTime {
    /// Formats an instant in UTC, with milliseconds if they aren't 0: `2024-03-15T12:00:00Z`.
    static func string(_ date: Date) -> String {
        // Another program may have stored a date outside the supported calendar. In that case, use the first
        // or last supported day.
        let instant = Int(min(max((date.timeIntervalSince1970 * 1000).rounded(), -1e17), 1e17))
        let days = Int((Double(instant) / 86_400_000).rounded(.down))
        let day = CivilDate(daysSince1970: days) ?? (days < 0 ? .first : .last)
        let milliseconds = instant - days * 86_400_000
        let second = milliseconds / 1000, rest = milliseconds % 1000
        return String(unsafeUninitializedCapacity: 24) { text in
            var length = 0
            func write(_ number: Int, digits: Int, _ end: Unicode.Scalar) {
                var rest = number
                for index in (length..<length + digits).reversed() {
                    text[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                    rest /= 10
                }
                length += digits
                text[length] = UInt8(ascii: end)
                length += 1
            }
            write(day.year, digits: 4, "-")
            write(day.month, digits: 2, "-")
            write(day.day, digits: 2, "T")
            write(second / 3600, digits: 2, ":")
            write(second / 60 % 60, digits: 2, ":")
            write(second % 60, digits: 2, rest == 0 ? "Z" : ".")
            if rest != 0 { write(rest, digits: 3, "Z") }
            return length
        }
    }

    /// Parses an instant. A day without a time is midnight in UTC. Returns `nil` for other texts.
    static func date(_ string: String) -> Date? {
        if let day = CivilDate(string) { return day.utcDate }
        guard string.count >= 19, let day = CivilDate(String(string.prefix(10))) else { return nil }
        var rest = string.dropFirst(10)
        guard let separator = rest.first, separator == "T" || separator == " " else { return nil }
        rest = rest.dropFirst()
        let clock = rest.prefix(8).split(separator: ":", omittingEmptySubsequences: false).map { digits($0) }
        guard clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2], hour < 24,
            minute < 60, second < 61
        else { return nil }
        rest = rest.dropFirst(8)
        var fraction = 0.0
        if rest.hasPrefix(".") {
            let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
            guard let value = Double("0.\(digits)") else { return nil }
            fraction = value
            rest = rest.dropFirst(1 + digits.count)
        }
        guard let offset = offset(rest) else { return nil }
        let time = Double(hour * 3600 + minute * 60 + second - offset) + fraction
        return day.utcDate.addingTimeInterval(time).wholeMilliseconds
    }

    /// Returns the offset from UTC in seconds for texts such as `Z` or `+02:00`.
    private static func offset(_ zone: Substring) -> Int? {
        if zone == "Z" || zone == "z" { return 0 }
        guard let sign = zone.first, sign == "+" || sign == "-" else { return nil }
        let parts = zone.dropFirst().split(separator: ":", omittingEmptySubsequences: false).map {
            digits($0)
        }
        guard parts.count == 2, let hours = parts[0], let minutes = parts[1], hours < 24, minutes < 60 else {
            return nil
        }
        return (hours * 3600 + minutes * 60) * (sign == "-" ? -1 : 1)
    }

    private static func digits(_ text: Substring) -> Int? {
        guard text.utf8.count == 2, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text)
    }
}

extension Date {
    /// The date, rounded to milliseconds. Rounding removes the errors of floating-point calculations.
    var wholeMilliseconds: Date {
        Date(timeIntervalSinceReferenceDate: (timeIntervalSinceReferenceDate * 1000).rounded() / 1000)
    }
}

extension CivilDate {
    /// The Monday of the day's week.
    var monday: CivilDate { adding(days: 1 - weekday.rawValue) }

    /// Returns the beginning of the day in a time zone.
    func start(in zone: TimeZone) -> Date {
        let midnight = utcDate
        let guess = midnight.addingTimeInterval(-Double(zone.secondsFromGMT(for: midnight)))
        let start = midnight.addingTimeInterval(-Double(zone.secondsFromGMT(for: guess)))
        // If the clocks skip midnight, this time may be on the day before.
        return CivilDate.today(now: start, timeZone: zone) == self ? start : guess
    }
}

extension EntryFields {
    /// Returns a field's time.
    mutating func time(_ field: FileField) -> Date? { value(field, or: .date) { ISOTime.date($0) } }
}
