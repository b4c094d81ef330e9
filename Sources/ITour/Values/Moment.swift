import Foundation
import Localization

/// A day, or a local time of a day, without a time zone.
struct Moment: Hashable, Sendable, Comparable, CustomStringConvertible {
    var day: CivilDate
    /// The minutes since midnight, 0 to 1439; `nil` for the complete day.
    var minute: Int?

    init(_ day: CivilDate, minute: Int? = nil) {
        self.day = day
        self.minute = minute
    }

    /// Creates a moment from its stored form.
    ///
    /// - Parameters:
    ///   - stored: The stored date, in UTC.
    ///   - isAllDay: Whether it is a day without a time.
    init(stored: Date, isAllDay: Bool) {
        day = CivilDate(utc: stored)
        guard !isAllDay else { return }
        let seconds = stored.timeIntervalSince1970.rounded(.down) - day.utcDate.timeIntervalSince1970
        minute = Int(min(max(seconds, 0), 86_399)) / 60
    }

    /// Parses the format of exports: `2025-05-01`, `2025-05-01T10:00` or `2025-05-01T10:00:00`. Returns `nil`
    /// for other texts.
    init?(iso: String) {
        let parts = iso.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
        guard let day = parts.first.flatMap({ CivilDate($0) }) else { return nil }
        self.day = day
        guard parts.count > 1 else { return }
        var time = parts[1]
        // Times have no seconds, but accept “:00”.
        if time.utf8.count == 8, time.hasSuffix(":00") { time = time.dropLast(3) }
        guard time.utf8.count == 5, let minute = ClockTime.minute(iso: time) else { return nil }
        self.minute = minute
    }

    /// The stored form: the same day and time in UTC.
    var stored: Date { day.utcDate.addingTimeInterval(Double(minute ?? 0) * 60) }

    /// The ISO 8601 format of exports: `2025-05-01` or `2025-05-01T10:00`.
    var description: String { minute.map { "\(day)T\(ClockTime.iso(minute: $0))" } ?? day.description }

    /// The moment as an argument of a localized text.
    var text: TextArgument { minute.map { .moment(day, minute: $0) } ?? .day(day) }

    static func < (left: Moment, right: Moment) -> Bool {
        (left.day, left.minute ?? 0) < (right.day, right.minute ?? 0)
    }
}

/// Parses and formats times of day.
enum ClockTime {
    /// Returns the minutes since midnight of a time such as `10:05`; `nil` if the text isn't a valid time.
    static func minute(iso: some StringProtocol) -> Int? {
        let parts = iso.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
            parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
        else { return nil }
        return hour * 60 + minute
    }

    /// Formats minutes since midnight as `10:05`.
    static func iso(minute: Int) -> String { "\(two(minute / 60)):\(two(minute % 60))" }

    /// Formats a number with two digits.
    static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}

/// Checks for times that clocks skip when daylight saving time begins.
///
/// The times of a plan are local times. A time within the skipped hour doesn't exist and is an error. The
/// repeated hour in autumn is accepted.
enum DaylightSaving {
    /// Whether the clocks of a time zone skip a moment.
    static func skips(_ moment: Moment, in zone: TimeZone) -> Bool {
        guard moment.minute != nil else { return false }
        let shown = moment.stored
        // Try the UTC offsets of the day before, of this time and of the day after. These include all offsets
        // that are possible at this time.
        let offsets = Set(
            [-86_400.0, 0, 86_400].map { zone.secondsFromGMT(for: shown.addingTimeInterval($0)) })
        return !offsets.contains { offset in
            let instant = shown.addingTimeInterval(-Double(offset))
            return zone.secondsFromGMT(for: instant) == offset
        }
    }

    /// Throws ``TripError/skippedHour(_:zone:)`` if the clocks of a time zone skip one of a trip's times.
    static func check(_ dates: TripDates, in zone: TimeZone) throws(TripError) {
        try check(dates.start, in: zone)
        if let end = dates.end { try check(end, in: zone) }
    }

    /// Throws ``TripError/skippedHour(_:zone:)`` if the clocks of a time zone skip a moment.
    static func check(_ moment: Moment, in zone: TimeZone) throws(TripError) {
        if skips(moment, in: zone) { throw .skippedHour(moment, zone: zone.identifier) }
    }
}
