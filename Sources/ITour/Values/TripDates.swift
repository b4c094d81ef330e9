import Foundation
import Localization

/// The beginning and the end of a trip.
struct TripDates: Hashable, Sendable, CustomStringConvertible {
    let start: Moment
    /// The last day of the trip, or the time at which it ends.
    let end: Moment?

    /// Creates dates without an end.
    init(_ start: Moment) {
        self.start = start
        end = nil
    }

    /// Creates dates.
    ///
    /// - Parameters:
    ///   - start: The first day, or the time at which the trip begins.
    ///   - end: The last day, or the time at which the trip ends; `nil` if it isn't known.
    /// - Throws: ``TripError/endBeforeStart(start:end:)``, ``TripError/mixedTimes(start:end:)`` if only one
    ///   of them has a time.
    init(start: Moment, end: Moment?) throws(TripError) {
        if let end {
            if (start.minute == nil) != (end.minute == nil) { throw .mixedTimes(start: start, end: end) }
            if end < start { throw .endBeforeStart(start: start, end: end) }
        }
        self.start = start
        self.end = end
    }

    /// Creates dates from their stored form. Another program may have stored an end before the beginning;
    /// such an end is dropped.
    init(stored start: Date, end: Date?, isAllDay: Bool) {
        self.start = Moment(stored: start, isAllDay: isAllDay)
        let last = end.map { Moment(stored: $0, isAllDay: isAllDay) }
        let start = self.start
        self.end = last.flatMap { $0 < start ? nil : $0 }
    }

    /// Whether the beginning and the end are days without times.
    var isAllDay: Bool { start.minute == nil }

    var firstDay: CivilDate { start.day }

    /// The last day. A trip that ends at midnight doesn't include the day that begins then.
    var lastDay: CivilDate {
        guard let end else { return start.day }
        return end.minute == 0 && end.day > start.day ? end.day.adding(days: -1) : end.day
    }

    /// The number of days.
    var length: Int { firstDay.days(until: lastDay) + 1 }

    /// Whether the trip includes a day, at least in part.
    func includes(_ day: CivilDate) -> Bool { (firstDay...lastDay).contains(day) }

    /// Whether two trips overlap. If a trip has no times, only the days are compared: leaving a place and
    /// arriving at another one on the same day isn't an overlap.
    func overlaps(_ other: TripDates) -> Bool {
        if isAllDay || other.isAllDay {
            let first = max(firstDay, other.firstDay), last = min(lastDay, other.lastDay)
            if first < last { return true }
            guard first == last else { return false }
            let (ownDays, otherDays) = (firstDay...lastDay, other.firstDay...other.lastDay)
            return ownDays == otherDays
                || (first != firstDay || first != other.lastDay)
                    && (first != lastDay || first != other.firstDay)
        }
        let (ownEnd, otherEnd) = (end ?? start, other.end ?? other.start)
        if start == other.start { return true }
        return start < otherEnd && other.start < ownEnd
    }

    /// The ISO 8601 format: `2025-05-01`, or `2025-05-01/2025-05-04`.
    var description: String { end.map { "\(start)/\($0)" } ?? "\(start)" }

    /// The dates in the user's language.
    var text: LocalizedText {
        end.map { LocalizedText("%1$@ – %2$@", table: "", [start.text, $0.text]) }
            ?? LocalizedText("%@", table: "", [start.text])
    }
}

/// The days of several ranges, merged and in order, so that a question takes a logarithmic number of steps.
struct DayRanges<Day: Comparable> {
    private var ranges: [ClosedRange<Day>] = []

    init(_ ranges: [ClosedRange<Day>]) {
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = self.ranges.last, range.lowerBound <= last.upperBound {
                self.ranges[self.ranges.count - 1] =
                    last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                self.ranges.append(range)
            }
        }
    }

    /// Whether any of the days is in a range.
    func overlaps(_ days: ClosedRange<Day>) -> Bool {
        // Search for the first range that doesn't end before the days.
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < days.lowerBound { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].lowerBound <= days.upperBound
    }
}

/// Values that are computed once for each owner, such as the conflicts of a trip while the records of a list are tested.
@MainActor
final class Remembered<Owner: AnyObject, Value> {
    private var values: [ObjectIdentifier: (owner: Owner, value: Value)] = [:]

    /// Returns the value of an owner.
    func value(of owner: Owner, _ compute: (Owner) throws -> Value) rethrows -> Value {
        // The owner is kept, so that no other object gets its identifier.
        if let known = values[ObjectIdentifier(owner)] { return known.value }
        let value = try compute(owner)
        values[ObjectIdentifier(owner)] = (owner, value)
        return value
    }
}
