import Foundation
import Localization
import Sync

/// An event of a calendar file.
struct ImportedEvent {
    /// The line of its beginning.
    var position: Int
    /// The record's identifier: that of the event, or one that is derived from it. So another import finds the record,
    /// also on another device.
    var identifier: UUID
    /// Where the event comes from, for events with an identifier that isn't a UUID.
    var source: String?
    var name: String
    var start: CalendarTime
    /// The end; `nil` if the file has none. The end of an event without times is the day after its last day.
    var end: CalendarTime?
    var location = ""
    var details = ""
    var link = ""
    var place: Coordinates?
    /// The kind of an event that itour exported.
    var ownKind: EventKind?
    var priority: Priority?
    /// The name of the calendar.
    var calendar: String?
    /// The zone of the calendar.
    var calendarZone: String?

    /// What the event becomes.
    ///
    /// - Parameter form: What the user says; `nil` for the rules:
    ///   1. An event that itour exported becomes what it was.
    ///   2. With an end, an event with two time zones or with the number of a flight or train becomes a leg.
    ///   3. An event with a place that lasts past 4 o'clock of a later day becomes a stay; one without times, if it has
    ///      at least two days.
    ///   4. Others become sights.
    @MainActor
    func kind(as form: EventForm?) -> EventKind {
        switch form {
        case .leg: return .leg(legKind(LegTitle(name)))
        case .stay: return .stay
        case .sight: return .sight
        case nil: break
        }
        if let ownKind { return ownKind }
        if let end, start.moment.minute != nil, end.moment.minute != nil {
            let title = LegTitle(name)
            if start.hasOtherZone(than: end) || title.hasNumber { return .leg(legKind(title)) }
        }
        return isNight && !location.isEmpty ? .stay : .sight
    }

    @MainActor
    private func legKind(_ title: LegTitle) -> LegKind {
        if case .leg(let kind) = ownKind { return kind }
        return title.kind ?? (end.map { start.hasOtherZone(than: $0) } ?? false ? .flight : .other)
    }

    /// Whether the event spans a night.
    private var isNight: Bool {
        guard let end else { return false }
        let days = start.moment.day.days(until: end.moment(in: start.zone).day)
        guard let minute = end.moment(in: start.zone).minute else { return days > 1 }
        return days > 1 || days == 1 && minute >= 4 * 60
    }

    /// The last day. An event that ends at midnight doesn't include the day that begins then.
    var lastDay: CivilDate {
        guard let end = end?.moment else { return start.moment.day }
        let last = (end.minute ?? 0) == 0 ? end.day.adding(days: -1) : end.day
        return max(start.moment.day, last)
    }
}
