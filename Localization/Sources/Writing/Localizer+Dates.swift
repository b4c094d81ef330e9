import Foundation

/// The format of a day.
public enum DayStyle: Sendable, Hashable, CaseIterable {
    /// The ISO 8601 format, the same in every language: `2024-03-15`
    case iso
    /// Only numbers: `3/15/2024`, `15.03.2024`, `2024. 03. 15.`
    case numeric
    /// The short name of the month: `Mar 15, 2024`, `15 mar 2024`, `2024. márc. 15.`
    case medium
    /// The full name of the month: `March 15, 2024`, `15 marca 2024`, `2024. március 15.`
    case long
    /// The weekday and the full name of the month: `Friday, March 15, 2024`, `piątek, 15 marca 2024`, `2024.
    /// március 15., péntek`
    case full
}

extension Localizer {
    /// Returns a day, formatted for the language.
    /// - Parameters:
    ///   - day: The day.
    ///   - style: The format. Default: ``dayStyle``.
    public func day(_ day: CivilDate, style: DayStyle? = nil) -> String {
        guard let pattern = pattern(of: style ?? dayStyle) else { return day.description }
        return string(pattern, day: day, second: 0)
    }

    /// Returns a month and its year as a heading: `March 2024`, `marzec 2024`, `2024. március`.
    /// - Parameters:
    ///   - year: The year.
    ///   - month: The month, 1 to 12.
    public func month(year: Int, month: Int) -> String {
        let pattern = facts.pattern(facts[.monthAndYear])
        return pattern.parts.map { part in
            switch part {
            case .literal(let text): text
            case .field("y", _): String(year)
            case .field: name(month, in: facts.list(.monthsAlone))
            }
        }.joined()
    }

    /// Returns a point in time as local time: `Mar 15, 2024, 3:05 PM`, `15 mar 2024, 15:05`.
    /// - Parameters:
    ///   - instant: The point in time.
    ///   - timeZone: The time zone of the local time.
    ///   - style: The format of the day. Default: ``dayStyle``.
    ///   - showsSeconds: Whether seconds are included.
    public func instant(
        _ instant: Date, timeZone: TimeZone, style: DayStyle? = nil, showsSeconds: Bool = false
    ) -> String {
        let seconds = timeZone.wallClock(of: instant)
        let day = CivilDate(utc: Date(timeIntervalSince1970: seconds))
        let second = Int(seconds.rounded(.down) - day.utcDate.timeIntervalSince1970)
        return join(
            day: self.day(day, style: style),
            time: string(time(showsSeconds), day: day, second: min(max(second, 0), 86_399)))
    }

    /// Returns a local time on a day, independent of a time zone: `Mar 15, 2024, 3:05 PM`, `15 mar 2024,
    /// 15:05`.
    ///
    /// ```swift
    /// let day = CivilDate(year: 2024, month: 3, day: 15)
    /// let text = day.map { Localizer(.english).moment($0, minute: 15 * 60 + 5) }
    /// ```
    ///
    /// - Parameters:
    ///   - day: The day.
    ///   - minute: The minutes since midnight, 0 to 1439.
    ///   - style: The format of the day. Default: ``dayStyle``.
    public func moment(_ day: CivilDate, minute: Int, style: DayStyle? = nil) -> String {
        join(day: self.day(day, style: style), time: time(minute: minute))
    }

    /// Returns a time of day, formatted for the language: `3:05 PM`, `15:05`.
    /// - Parameter minute: The minutes since midnight, 0 to 1439.
    public func time(minute: Int) -> String {
        string(time(false), day: .first, second: min(max(minute, 0), 1439) * 60)
    }

    /// Returns the pattern of a style; `nil` for ISO 8601.
    private func pattern(of style: DayStyle) -> DatePattern? {
        switch style {
        case .iso: nil
        // If the order of day and month is ambiguous, use ISO 8601.
        case .numeric: numericDays.count == 1 ? facts.pattern(numericDays[0]) : nil
        case .medium: facts.pattern(pattern(.dateMedium))
        case .long: facts.pattern(pattern(.dateLong))
        case .full: facts.pattern(pattern(.dateFull))
        }
    }

    private func time(_ showsSeconds: Bool) -> DatePattern {
        let pattern = facts[hours == .twelve ? .timeOfTwelveHours : .timeOfTwentyFourHours]
        return facts.pattern(showsSeconds ? pattern.replacing("mm", with: "mm:ss") : pattern)
    }

    private func join(day: String, time: String) -> String {
        var result = ""
        var rest = Substring(facts[.dateAndTime])
        while let brace = rest.firstIndex(of: "{") {
            result += rest[..<brace]
            result += rest[brace...].hasPrefix("{1}") ? day : time
            rest = rest[brace...].dropFirst(3)
        }
        return result + rest
    }

    private func string(_ pattern: DatePattern, day: CivilDate, second: Int) -> String {
        var result = ""
        for part in pattern.parts {
            switch part {
            case .literal(let text): result += text
            case .field(let letter, let count):
                result += field(letter, count, day: day, second: second)
            }
        }
        return result
    }

    private func field(_ letter: Character, _ count: Int, day: CivilDate, second: Int) -> String {
        switch letter {
        case "y": padded(day.year, count)
        case "M":
            switch count {
            case 1, 2: padded(day.month, count)
            case 3: name(day.month, in: facts.list(.shortMonths))
            default: name(day.month, in: facts.list(.months))
            }
        case "d": padded(day.day, count)
        case "E": name(day.weekday.rawValue, in: facts.list(.weekdays))
        case "H": padded(second / 3600, count)
        case "h": padded((second / 3600 + 11) % 12 + 1, count)
        case "m": padded(second / 60 % 60, count)
        case "s": padded(second % 60, count)
        case "a": name(second < 43_200 ? 1 : 2, in: facts.list(.halvesOfTheDay))
        default: ""
        }
    }

    private func padded(_ number: Int, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }

    private func name(_ number: Int, in names: [String]) -> String {
        names.indices.contains(number - 1) ? names[number - 1] : String(number)
    }
}
