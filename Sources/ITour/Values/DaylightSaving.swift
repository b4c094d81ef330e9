import Foundation

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
