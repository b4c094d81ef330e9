import Foundation
import Localization
import Shell

/// Reads and writes durations.
public enum DurationReader {
    /// The possible durations in minutes: up to a week.
    public static let range = 1...10_080

    /// Parses a duration: `2h`, `90m`, `90 min`, `1h30`, `1 h 30 min`, `1:30`, `1.5h`, or a number of minutes.
    ///
    /// - Returns: The minutes, in ``range``; `nil` for other texts.
    public static func minutes(_ string: String) -> Int? {
        let words = string.split(whereSeparator: \.isWhitespace)
        // “2 30min” isn't “230min”.
        let isSplit = zip(words, words.dropFirst()).contains {
            $0.last?.isNumber ?? false && $1.first?.isNumber ?? false
        }
        if isSplit { return nil }
        let text = words.joined().lowercased().replacingOccurrences(of: ",", with: ".")
        guard let minutes = parsed(text[...]), range.contains(minutes) else { return nil }
        return minutes
    }

    /// Returns a duration as a user types it in every language, such as `1h30m`.
    public static func written(_ minutes: Int) -> String {
        let (hours, rest) = (minutes / 60, minutes % 60)
        return (hours == 0 ? "" : "\(hours)h") + (rest == 0 && hours > 0 ? "" : "\(rest)m")
    }

    /// Returns whether a word goes on with a duration: `30min` after `1h`, and `hours` after `2`.
    static func continues(_ value: String, _ next: String) -> Bool {
        next.contains(where: \.isLetter) && minutes(value) != nil && minutes("\(value) \(next)") != nil
    }

    /// The units of hours in all languages.
    private static let hourUnits: Set = [
        "h", "hr", "hrs", "hour", "hours", "g", "godz", "godzina", "godzinę", "godzine", "godziny", "godzin",
        "ó", "óra", "órát", "órás", "órán",
    ]
    /// The units of minutes in all languages.
    private static let minuteUnits: Set = [
        "m", "min", "mins", "minute", "minutes", "minuta", "minutę", "minuty", "minut", "p", "perc",
        "percet",
    ]

    private static func parsed(_ text: Substring) -> Int? {
        if let colon = text.firstIndex(of: ":") {
            let minutes = text[text.index(after: colon)...]
            guard minutes.count == 2, let hour = whole(text[..<colon]), let minute = whole(minutes),
                minute < 60
            else { return nil }
            return hour * 60 + minute
        }
        if let index = text.firstIndex(where: \.isLetter),
            let rest = remainder(of: text[index...], after: hourUnits)
        {
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
        guard unit.isEmpty || remainder(of: unit, after: minuteUnits)?.isEmpty ?? false else { return nil }
        return whole(digits)
    }

    /// Returns the rest of a text after one of the units, which may have a point; `nil` if the text begins with no unit.
    private static func remainder(of text: Substring, after units: Set<String>) -> Substring? {
        let unit = text.prefix(while: \.isLetter)
        guard units.contains(String(unit)) else { return nil }
        let rest = text[unit.endIndex...]
        return rest.first == "." ? rest.dropFirst() : rest
    }

    private static func whole(_ digits: Substring) -> Int? {
        guard (1...5).contains(digits.count), digits.utf8.allSatisfy({ (48...57).contains($0) }) else {
            return nil
        }
        return Int(digits)
    }
}

extension LocalizedText {
    /// Returns a duration in minutes as a text, such as “1 h 30 min”, which screen readers get in words.
    public static func duration(_ minutes: Int) -> LocalizedText {
        LocalizedText(
            "%@", table: "", [.abbreviation(shortDuration(minutes), spoken: spokenDuration(minutes))])
    }

    /// Returns a duration in minutes with abbreviations, such as “1 h 30 min”.
    fileprivate static func shortDuration(_ minutes: Int) -> LocalizedText {
        let (hours, rest) = (minutes / 60, minutes % 60)
        if hours == 0 { return text("%lld min", rest) }
        return rest == 0 ? text("%lld h", hours) : text("%1$lld h %2$lld min", hours, rest)
    }

    /// Returns a duration in minutes in words, such as “1 hour 30 minutes”, for screen readers.
    fileprivate static func spokenDuration(_ minutes: Int) -> LocalizedText {
        let (hours, rest) = (minutes / 60, minutes % 60)
        if hours == 0 { return text("%lld minutes", rest) }
        let whole = text("%lld hours", hours)
        if rest == 0 { return whole }
        return LocalizedText("%1$@ %2$@", table: "", [.text(whole), .text(text("%lld minutes", rest))])
    }
}

extension Cell {
    /// Returns a duration in minutes, such as “1 h 30 min”, which screen readers get in words.
    public static func duration(_ minutes: Int?, _ localizer: Localizer) -> Cell {
        guard let minutes else { return .empty }
        let short = localizer.string(LocalizedText.shortDuration(minutes))
        return Cell(.integer(minutes), .symbol(short, ascii: short, spoken: .spokenDuration(minutes)))
    }
}

extension ValueType where Value == Int {
    /// A duration in minutes: `2h`, `90min`, `1:30`.
    public static var duration: ValueType<Int> {
        ValueType(placeholder: ProgramKit.text("DURATION"), isContinued: DurationReader.continues) {
            string, _ in
            guard let minutes = DurationReader.minutes(string) else {
                throw ValueError.refused(
                    ProgramKit.text("“%@” is not a duration.", string),
                    remedy: ProgramKit.text("Write a duration as 2h, 45min or 1h30."))
            }
            return minutes
        }
    }
}

extension FieldType where Value == Int {
    /// A duration in minutes, which data have as a number.
    public static var duration: FieldType<Int> {
        FieldType(
            .duration, written: { minutes, _ in DurationReader.written(minutes) },
            columns: [
                Column(raw: { .integer($0) }) { Cell.duration($0, $1.localizer).display }
            ],
            order: { .number(Double($0)) },
            imported: { if case .integer(let minutes) = $0 { minutes } else { nil } }
        ) { fields, name in fields.value(name, or: .duration) { DurationReader.minutes($0) } }
    }
}

extension BadField {
    /// The value isn't a duration.
    public static var duration: BadField { BadField(text("it is not a duration")) }
}
