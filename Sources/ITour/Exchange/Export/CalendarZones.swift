import Formats
import Foundation
import Localization

/// The time zones that the events of a calendar use, written as VTIMEZONE.
@MainActor
struct CalendarZones {
    /// The days that the events of each zone cover.
    private var used: [String: ClosedRange<CivilDate>] = [:]

    /// The longest period whose changes of clocks are written, in days. Without it, a mistyped year would make
    /// the calendar huge.
    private static let longest = 366 * 30

    /// Notes that an event has a time in a zone.
    mutating func use(_ zone: TimeZone, at moment: Moment) {
        let day = moment.day
        let known = used[zone.identifier] ?? day...day
        used[zone.identifier] = min(known.lowerBound, day)...max(known.upperBound, day)
    }

    /// Writes the zones, each with the offset before the first event and all changes until the last one.
    func write(to lines: inout ContentLines) {
        for (identifier, days) in used.sorted(by: { $0.key < $1.key }) {
            guard let zone = TimeZone(identifier: identifier) else { continue }
            lines.append("BEGIN", "VTIMEZONE")
            lines.append("TZID", identifier)
            // Begin a year earlier, so that the first event is after an observance that has begun.
            var instant = days.lowerBound.adding(days: -400).utcDate
            let end = min(days.upperBound, days.lowerBound.adding(days: Self.longest)).adding(days: 2).utcDate
            var offset = zone.secondsFromGMT(for: instant)
            observance(zone, at: instant, from: offset, to: &lines)
            while let next = zone.nextDaylightSavingTimeTransition(after: instant), next < end, next > instant
            {
                observance(zone, at: next, from: offset, to: &lines)
                offset = zone.secondsFromGMT(for: next)
                instant = next
            }
            lines.append("END", "VTIMEZONE")
        }
    }

    /// Writes one change of clocks.
    private func observance(
        _ zone: TimeZone, at instant: Date, from offset: Int, to lines: inout ContentLines
    ) {
        let name = zone.isDaylightSavingTime(for: instant) ? "DAYLIGHT" : "STANDARD"
        lines.append("BEGIN", name)
        // The local time of the change is on the clocks before it.
        let local = Moment(stored: instant.addingTimeInterval(Double(offset)), isAllDay: false)
        lines.append("DTSTART", ICalendarWriter.floating(local))
        lines.append("TZOFFSETFROM", Self.text(offset))
        lines.append("TZOFFSETTO", Self.text(zone.secondsFromGMT(for: instant)))
        if let abbreviation = zone.abbreviation(for: instant) { lines.append("TZNAME", text: abbreviation) }
        lines.append("END", name)
    }

    /// Formats an offset from UTC: `+0900`, `-0330`.
    private static func text(_ seconds: Int) -> String {
        let minutes = seconds.magnitude / 60
        return
            "\(seconds < 0 ? "-" : "+")\(ClockTime.two(Int(minutes / 60)))\(ClockTime.two(Int(minutes % 60)))"
    }
}
