import Foundation
import Localization
import Shell
import Suite

/// What an edit wants of a destination.
struct DestinationChanges {
    var name: String?
    var details: String?
    var start: Assignment<Moment>?
    var end: Assignment<Moment>?
    var zone: Assignment<TimeZone>?
    var priority: Priority?

    /// Whether nothing is asked for.
    var isEmpty: Bool {
        name == nil && details == nil && start == nil && end == nil && zone == nil && priority == nil
    }

    /// The dates of a destination after the changes.
    ///
    /// - Throws: ``TripError``.
    func dates(of destination: Destination) throws(TripError) -> TripDates? {
        let present = destination.dates
        if start == nil, end == nil { return present }
        guard let first = start.map(\.value) ?? present?.start else {
            if let end, end.value != nil { throw .endWithoutStart(name: name ?? destination.name) }
            return nil
        }
        return try TripDates(start: first, end: end.map(\.value) ?? present?.end)
    }

    /// Applies the changes, or throws and leaves the destination as it was.
    ///
    /// - Returns: The labels of the fields that changed; none where the destination was so already.
    @MainActor
    func apply(to destination: Destination, in session: TripSession) throws -> [LocalizedText] {
        let before = destination.dates
        let dates = try dates(of: destination)
        let zoneName = zone.map { $0.value?.identifier } ?? destination.timeZone
        // A time that stands already is left, unless another clock is to show it.
        let isElsewhere = zoneName != destination.timeZone
        if isElsewhere || dates?.start != before?.start {
            try session.checkClock(dates?.start, zone: zoneName)
        }
        if isElsewhere || dates?.end != before?.end { try session.checkClock(dates?.end, zone: zoneName) }

        var changed = FieldChanges(of: destination)
        changed.set(\.name, name, text("name"))
        if before?.start != dates?.start { changed.note(text("date")) }
        if before?.end != dates?.end { changed.note(text("end")) }
        if start != nil || end != nil { destination.setDates(dates) }
        if zone != nil { changed.set(\.timeZone, .some(zoneName), text("time zone")) }
        changed.set(\.priority, priority, text("priority"))
        changed.set(\.details, details, text("details"))
        return changed.labels
    }
}
