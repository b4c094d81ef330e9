import Foundation

/// What clocks do when summer time begins and ends.
///
/// A plan's times are what the clocks of a place show. Where summer time begins they jump, and an hour is never shown:
/// a plan for it is a mistake. The hour that is shown twice in autumn is a time like any other.
enum DaylightSaving {
    /// Whether the clocks of a time zone never show a moment.
    static func skips(_ moment: Moment, in zone: TimeZone) -> Bool {
        guard moment.minute != nil else { return false }
        let shown = moment.stored
        // What holds a day before and a day after are all the offsets that can hold then.
        let offsets = Set(
            [-86_400.0, 0, 86_400].map { zone.secondsFromGMT(for: shown.addingTimeInterval($0)) })
        return !offsets.contains { offset in
            let instant = shown.addingTimeInterval(-Double(offset))
            return zone.secondsFromGMT(for: instant) == offset
        }
    }

    /// Throws where the clocks of a time zone never show one of a trip's times.
    static func check(_ dates: TripDates, in zone: TimeZone) throws(TripError) {
        try check(dates.start, in: zone)
        if let end = dates.end { try check(end, in: zone) }
    }

    /// Throws where the clocks of a time zone never show a moment.
    static func check(_ moment: Moment, in zone: TimeZone) throws(TripError) {
        if skips(moment, in: zone) { throw .skippedHour(moment, zone: zone.identifier) }
    }
}
