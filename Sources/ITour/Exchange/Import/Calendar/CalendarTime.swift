import Formats
import Foundation
import Localization

/// A day or a time in a calendar file.
struct CalendarTime: Hashable {
    /// The clock that shows a time.
    enum Clock: Hashable {
        /// A local time without a zone.
        case floating
        case utc
        case zone(String)
        /// A zone with a name that isn't known, and its offsets from UTC in minutes, if the file says them.
        case unknown(String, offsets: Set<Int>)
    }

    var moment: Moment
    var clock: Clock

    /// Parses a property such as `DTSTART;TZID=Europe/Rome:20250501T100000`; `nil` for other texts.
    ///
    /// - Parameters:
    ///   - line: The property.
    ///   - rules: The offsets of the zones that the file describes, by their names. Default: none.
    init?(_ line: ContentLine, rules: [String: Set<Int>] = [:]) {
        guard var written = line.value?.trimmingCharacters(in: .whitespaces)[...] else { return nil }
        let isUTC = written.last == "Z" || written.last == "z"
        if isUTC { written = written.dropLast() }
        guard let moment = Self.moment(written) else { return nil }
        self.moment = moment
        let zone = line.parameter("TZID")
        if moment.minute == nil {
            clock = .floating
        } else if isUTC {
            clock = .utc
        } else if let zone, !zone.isEmpty {
            clock =
                Self.zone(named: zone).map { .zone($0) }
                ?? .unknown(zone, offsets: rules[zone] ?? Set([Self.offset(named: zone)].compactMap(\.self)))
        } else {
            clock = .floating
        }
    }

    /// Parses a day or a time in ISO 8601, such as `2027-04-04T13:45:00+02:00`, whose clocks are those of the place; `nil` for
    /// other texts.
    init?(iso written: String) {
        guard let moment = Moment(iso: String(written.prefix(16))), moment.minute != nil else {
            guard let day = Moment(iso: written) else { return nil }
            self.init(Moment(day.day), .floating)
            return
        }
        let rest = written.dropFirst(16).drop { $0 == ":" || $0 == "." || $0.isNumber }
        if rest == "Z" || rest == "z" {
            self.init(moment, .utc)
        } else if let offset = Self.offset(named: String(rest)) {
            self.init(moment, .unknown("UTC\(rest)", offsets: [offset]))
        } else {
            self.init(moment, .floating)
        }
    }

    private init(_ moment: Moment, _ clock: Clock) {
        self.moment = moment
        self.clock = clock
    }

    /// Parses `20250501` and `20250501T100000`. Seconds are left out, because the times of plans have none.
    private static func moment(_ written: Substring) -> Moment? {
        let parts = written.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
        guard let date = parts.first, date.utf8.count == 8, isDigits(date), let year = Int(date.prefix(4)),
            let month = Int(date.dropFirst(4).prefix(2)), let number = Int(date.suffix(2)),
            let day = CivilDate(year: year, month: month, day: number)
        else { return nil }
        guard parts.count > 1 else { return Moment(day) }
        let time = parts[1]
        guard time.utf8.count == 6 || time.utf8.count == 4, isDigits(time), let hour = Int(time.prefix(2)),
            let minute = Int(time.dropFirst(2).prefix(2)), hour < 24, minute < 60
        else { return nil }
        return Moment(day, minute: hour * 60 + minute)
    }

    private static func isDigits(_ text: Substring) -> Bool {
        text.utf8.allSatisfy { (48...57).contains($0) }
    }

    /// Returns the identifier of a zone that the file names; `nil` if the zone isn't known. Some programs write a
    /// prefix: `/example.org/20250101_1/Europe/Rome`.
    static func zone(named written: String) -> String? {
        if let known = known(written) ?? WindowsZones.identifier(named: written) { return known }
        let parts = written.split(separator: "/")
        return (1..<max(parts.count, 1)).lazy.compactMap { known(parts[$0...].joined(separator: "/")) }.first
    }

    /// Returns the offset from UTC in minutes that a name says, such as `(UTC+09:00) Osaka`, `GMT+2` or `+0900`; `nil` for
    /// other names.
    static func offset(named written: String) -> Int? {
        var rest = written[...].drop { "( ".contains($0) }
        for name in ["UTC", "GMT"] where rest.hasPrefix(name) { rest = rest.dropFirst(3) }
        guard let sign = rest.first, "+-−".contains(sign) else { return nil }
        let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber || $0 == ":" }.split(separator: ":")
        let (hours, minutes): (Substring, Substring)
        switch digits.count {
        case 1 where digits[0].count == 4: (hours, minutes) = (digits[0].prefix(2), digits[0].suffix(2))
        case 1 where digits[0].count <= 2: (hours, minutes) = (digits[0], "0")
        case 2: (hours, minutes) = (digits[0], digits[1])
        default: return nil
        }
        guard let hours = Int(hours), let minutes = Int(minutes), hours <= 14, minutes < 60 else {
            return nil
        }
        return (sign == "+" ? 1 : -1) * (hours * 60 + minutes)
    }

    /// Whether the clocks of a zone can show the time: they have one of the offsets that the file says.
    func fits(_ identifier: String) -> Bool {
        guard case .unknown(_, let offsets) = clock, let zone = TimeZone(identifier: identifier) else {
            return false
        }
        return offsets.contains(zone.secondsFromGMT(for: LegClock.instant(of: moment, in: zone)) / 60)
    }

    private static func known(_ identifier: String) -> String? {
        // Foundation accepts abbreviations and offsets too, such as “PST”, whose clocks may be others than meant.
        guard identifier.contains("/") || identifier == "UTC" || identifier == "GMT",
            TimeZone(identifier: identifier) != nil
        else { return nil }
        return identifier
    }

    /// The zone of the time, if the file says it and it is known.
    var zone: String? { if case .zone(let identifier) = clock { identifier } else { nil } }

    /// The point in time; `nil` for days and for local times without a known zone.
    var instant: Date? {
        guard moment.minute != nil else { return nil }
        switch clock {
        case .floating, .unknown: return nil
        case .utc: return moment.stored
        case .zone(let identifier):
            return TimeZone(identifier: identifier).map { LegClock.instant(of: moment, in: $0) }
        }
    }

    /// Returns what the clocks of a zone show at the time. Days, and times without a known zone, stay the same.
    func moment(in identifier: String?) -> Moment {
        guard let instant, let zone = identifier.flatMap({ TimeZone(identifier: $0) }) else { return moment }
        return Moment(
            stored: instant.addingTimeInterval(Double(zone.secondsFromGMT(for: instant))), isAllDay: false)
    }

    /// Whether two times are on clocks of different zones.
    func hasOtherZone(than other: CalendarTime) -> Bool {
        switch (clock, other.clock) {
        case (.zone, .zone), (.unknown, .unknown), (.zone, .unknown), (.unknown, .zone): clock != other.clock
        default: false
        }
    }

    /// Returns the minutes until another time; `nil` if they can't be compared.
    func minutes(until other: CalendarTime) -> Int? {
        if let instant, let end = other.instant { return Int(end.timeIntervalSince(instant) / 60) }
        guard clock == other.clock, (moment.minute == nil) == (other.moment.minute == nil) else { return nil }
        return Int(other.moment.stored.timeIntervalSince(moment.stored) / 60)
    }

    /// Returns the time after a duration such as `PT1H30M`, `P2D` or `P1W`; `nil` for other texts. A day has as
    /// many hours as the clocks make of it.
    func adding(duration: String) -> CalendarTime? {
        var rest = duration[...]
        if rest.first == "+" { rest = rest.dropFirst() }
        guard rest.popFirst() == "P" else { return nil }
        var days = 0, minutes = 0, isTime = false, hasPart = false
        while let first = rest.first {
            if first == "T" {
                isTime = true
                rest = rest.dropFirst()
                continue
            }
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            // A calendar has no longer durations, and this one can't overflow.
            guard digits.count <= 6, let number = Int(digits) else { return nil }
            rest = rest.dropFirst(digits.count)
            switch (rest.popFirst(), isTime) {
            case ("W", false): days += 7 * number
            case ("D", false): days += number
            case ("H", true): minutes += 60 * number
            case ("M", true): minutes += number
            case ("S", true): minutes += number / 60
            default: return nil
            }
            hasPart = true
        }
        guard hasPart, days < 100_000, minutes < 100_000_000 else { return nil }
        let day = moment.day.adding(days: days)
        guard let minute = moment.minute else { return CalendarTime(Moment(day), clock) }
        let shifted = CalendarTime(Moment(day, minute: minute), clock)
        guard minutes > 0 else { return shifted }
        guard case .zone(let identifier) = clock, let instant = shifted.instant,
            let zone = TimeZone(identifier: identifier)
        else {
            let end = shifted.moment.stored.addingTimeInterval(Double(minutes) * 60)
            return CalendarTime(Moment(stored: end, isAllDay: false), clock)
        }
        let end = instant.addingTimeInterval(Double(minutes) * 60)
        let local = end.addingTimeInterval(Double(zone.secondsFromGMT(for: end)))
        return CalendarTime(Moment(stored: local, isAllDay: false), clock)
    }
}

/// The names of time zones in Windows, which Outlook and Exchange write into calendars.
enum WindowsZones {
    /// Returns the identifier of the zone with a name; `nil` for names that aren't among the usual ones.
    static func identifier(named name: String) -> String? { identifiers[name] }

    /// The identifiers of the zones, by name.
    static let identifiers = [
        "Hawaiian Standard Time": "Pacific/Honolulu",
        "Alaskan Standard Time": "America/Anchorage",
        "Pacific Standard Time": "America/Los_Angeles",
        "US Mountain Standard Time": "America/Phoenix",
        "Mountain Standard Time": "America/Denver",
        "Central Standard Time": "America/Chicago",
        "Central Standard Time (Mexico)": "America/Mexico_City",
        "Central America Standard Time": "America/Guatemala",
        "Canada Central Standard Time": "America/Regina",
        "Eastern Standard Time": "America/New_York",
        "SA Pacific Standard Time": "America/Bogota",
        "Venezuela Standard Time": "America/Caracas",
        "SA Western Standard Time": "America/La_Paz",
        "Pacific SA Standard Time": "America/Santiago",
        "Atlantic Standard Time": "America/Halifax",
        "Newfoundland Standard Time": "America/St_Johns",
        "E. South America Standard Time": "America/Sao_Paulo",
        "Argentina Standard Time": "America/Argentina/Buenos_Aires",
        "Azores Standard Time": "Atlantic/Azores",
        "Greenwich Standard Time": "Atlantic/Reykjavik",
        "GMT Standard Time": "Europe/London",
        "Morocco Standard Time": "Africa/Casablanca",
        "W. Europe Standard Time": "Europe/Berlin",
        "Central Europe Standard Time": "Europe/Budapest",
        "Central European Standard Time": "Europe/Warsaw",
        "Romance Standard Time": "Europe/Paris",
        "W. Central Africa Standard Time": "Africa/Lagos",
        "GTB Standard Time": "Europe/Bucharest",
        "FLE Standard Time": "Europe/Helsinki",
        "E. Europe Standard Time": "Europe/Chisinau",
        "Israel Standard Time": "Asia/Jerusalem",
        "Jordan Standard Time": "Asia/Amman",
        "Middle East Standard Time": "Asia/Beirut",
        "Egypt Standard Time": "Africa/Cairo",
        "South Africa Standard Time": "Africa/Johannesburg",
        "E. Africa Standard Time": "Africa/Nairobi",
        "Turkey Standard Time": "Europe/Istanbul",
        "Russian Standard Time": "Europe/Moscow",
        "Belarus Standard Time": "Europe/Minsk",
        "Arab Standard Time": "Asia/Riyadh",
        "Arabian Standard Time": "Asia/Dubai",
        "Iran Standard Time": "Asia/Tehran",
        "Georgian Standard Time": "Asia/Tbilisi",
        "Caucasus Standard Time": "Asia/Yerevan",
        "Azerbaijan Standard Time": "Asia/Baku",
        "West Asia Standard Time": "Asia/Tashkent",
        "Pakistan Standard Time": "Asia/Karachi",
        "India Standard Time": "Asia/Kolkata",
        "Sri Lanka Standard Time": "Asia/Colombo",
        "Nepal Standard Time": "Asia/Kathmandu",
        "Bangladesh Standard Time": "Asia/Dhaka",
        "Myanmar Standard Time": "Asia/Yangon",
        "SE Asia Standard Time": "Asia/Bangkok",
        "China Standard Time": "Asia/Shanghai",
        "Singapore Standard Time": "Asia/Singapore",
        "Taipei Standard Time": "Asia/Taipei",
        "W. Australia Standard Time": "Australia/Perth",
        "Tokyo Standard Time": "Asia/Tokyo",
        "Korea Standard Time": "Asia/Seoul",
        "AUS Central Standard Time": "Australia/Darwin",
        "Cen. Australia Standard Time": "Australia/Adelaide",
        "E. Australia Standard Time": "Australia/Brisbane",
        "AUS Eastern Standard Time": "Australia/Sydney",
        "Tasmania Standard Time": "Australia/Hobart",
        "New Zealand Standard Time": "Pacific/Auckland",
        "Fiji Standard Time": "Pacific/Fiji",
    ]
}
