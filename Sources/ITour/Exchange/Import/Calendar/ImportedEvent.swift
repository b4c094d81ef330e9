import Foundation
import Localization
import ProgramKit
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
    /// The city of the place with its country, if the file has it apart from the address.
    var city = ""
    /// The fields of a booking that the file has in places of their own.
    var booking: ImportedBooking?
    /// The kind that the file says, as a boarding pass does.
    var toldKind: EventKind?
    /// The kind of an event that itour exported.
    var ownKind: EventKind?
    var priority: Priority?
    /// The fields of the record that itour exported, by the names of their properties without the prefix.
    var ownFields: [String: String] = [:]
    /// Whether the file says that the event was cancelled.
    var isCancelled = false
    /// The number of the event's version.
    var sequence: UInt64?
    /// The digits of the time at which this version was made, in UTC.
    var modified: UInt64?
    /// The name of the calendar.
    var calendar: String?
    /// The zone of the calendar.
    var calendarZone: String?

    /// The zone of the beginning's place, for times that the file gives in another one.
    var localZone: String?
    /// The number of a train or a flight in the description, and the kind that follows.
    @MainActor var legOfDetails: LegTitle? { LegTitle.withNumber(in: details) }

    /// The zone of the end's place, if it is another event that ends this one.
    var endZone: String?

    /// Whether the event is an earlier version than another one.
    func isOlder(thanSequence sequence: UInt64?, modified: UInt64?) -> Bool {
        if let own = self.sequence, let sequence, own != sequence { return own < sequence }
        guard let own = self.modified, let modified else { return false }
        return own < modified
    }

    /// Returns the fields of an own record by their keys; `nil` if the event has none.
    func own(_ keys: [String]) -> EntryFields? {
        var texts: [String: String] = [:]
        for key in keys { texts[key] = ownFields[key.uppercased()] }
        return texts.count > 1 ? EntryFields(texts) : nil
    }

    /// Returns the identifier in an own property.
    func identifier(_ property: String) -> UUID? {
        ownFields[String(property.dropFirst(EventKind.prefix.count))].flatMap { UUID(uuidString: $0) }
    }

    /// The beginning on the clocks of its place.
    var localStart: Moment { start.moment(in: start.zone ?? localZone) }

    /// The end on the clocks of the place where the event begins; `nil` if there is none.
    var localEnd: Moment? { end?.moment(in: start.zone ?? localZone) }

    /// The last day. An event that ends at midnight doesn't include the day that begins then.
    var lastDay: CivilDate {
        guard let end = end?.moment else { return start.moment.day }
        let last = (end.minute ?? 0) == 0 ? end.day.adding(days: -1) : end.day
        return max(start.moment.day, last)
    }
}
