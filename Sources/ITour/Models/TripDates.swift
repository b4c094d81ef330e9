import Foundation
import Localization

/// When a trip begins and ends.
struct TripDates: Hashable, Sendable, CustomStringConvertible {
    let start: Moment
    /// The last day, which belongs to the trip, or the time at which it ends.
    let end: Moment?

    /// Makes dates. Throws where they end before they begin, or where only one of them has a time.
    init(start: Moment, end: Moment? = nil) throws(TripError) {
        if let end {
            if (start.minute == nil) != (end.minute == nil) { throw .mixedTimes(start: start, end: end) }
            if end < start { throw .endBeforeStart(start: start, end: end) }
        }
        self.start = start
        self.end = end
    }

    /// Reads dates back as they are stored, whatever a database program has made of them.
    fileprivate init(stored start: Date, end: Date?, isAllDay: Bool) {
        self.start = Moment(stored: start, isAllDay: isAllDay)
        let last = end.map { Moment(stored: $0, isAllDay: isAllDay) }
        let start = self.start
        self.end = last.flatMap { $0 < start ? nil : $0 }
    }

    /// Whether they are days without times.
    var isAllDay: Bool { start.minute == nil }

    /// The first day.
    var firstDay: CivilDate { start.day }

    /// The last day; a trip that ends at midnight doesn't reach into the day that begins then.
    var lastDay: CivilDate {
        guard let end else { return start.day }
        return end.minute == 0 && end.day > start.day ? end.day.adding(days: -1) : end.day
    }

    /// How many days it takes.
    var length: Int { firstDay.days(until: lastDay) + 1 }

    /// Whether it takes place, in part, on a day.
    func includes(_ day: CivilDate) -> Bool { (firstDay...lastDay).contains(day) }

    /// Whether both take place at the same time. Where one has no times, days are compared.
    func overlaps(_ other: TripDates) -> Bool {
        if isAllDay || other.isAllDay {
            return firstDay <= other.lastDay && other.firstDay <= lastDay
        }
        let (ownEnd, otherEnd) = (end ?? start, other.end ?? other.start)
        if start == other.start { return true }
        return start < otherEnd && other.start < ownEnd
    }

    /// The ISO 8601 form: `2025-05-01`, or `2025-05-01/2025-05-04`.
    var description: String { end.map { "\(start)/\($0)" } ?? "\(start)" }

    /// The dates for a person: a day or a time of it, or two.
    var text: LocalizedText {
        end.map { LocalizedText("%1$@ – %2$@", table: "", [start.text, $0.text]) }
            ?? LocalizedText("%@", table: "", [start.text])
    }
}

extension Destination {
    /// When the trip is; `nil` while it is only an idea.
    var dates: TripDates? {
        start.map { TripDates(stored: $0, end: end, isAllDay: isAllDay) }
    }

    /// Sets the dates that differ, so that a destination that stays the same isn't saved.
    func setDates(_ dates: TripDates?) {
        if start != dates?.start.stored { start = dates?.start.stored }
        if end != dates?.end?.stored { end = dates?.end?.stored }
        if isAllDay != dates?.isAllDay ?? true { isAllDay = dates?.isAllDay ?? true }
    }
}
