import Foundation
import Localization
import Shell
import Suite

/// The changes of an edit to a destination; `nil` leaves a field as it is.
struct DestinationChanges {
    var name: String?
    var details: String?
    var start: Assignment<Moment>?
    var end: Assignment<Moment>?
    var zone: Assignment<TimeZone>?
    var priority: Priority?

    /// Whether there are no changes.
    var isEmpty: Bool {
        name == nil && details == nil && start == nil && end == nil && zone == nil && priority == nil
    }

    /// Returns the dates of a destination after the changes.
    ///
    /// - Throws: ``TripError`` if the dates contradict each other.
    func dates(of destination: Destination) throws(TripError) -> TripDates? {
        let present = destination.dates
        if start == nil, end == nil { return present }
        guard let first = start.map(\.value) ?? present?.start else {
            if let end, end.value != nil { throw .endWithoutStart(name: name ?? destination.name) }
            return nil
        }
        return try TripDates(start: first, end: end.map(\.value) ?? present?.end)
    }

    /// Applies the changes. If this throws, the destination isn't changed.
    ///
    /// - Parameters:
    ///   - destination: The destination.
    ///   - session: The session, whose time zone is used if the place's isn't known.
    /// - Returns: The labels of the fields whose values changed.
    /// - Throws: ``TripError``.
    @MainActor
    func apply(to destination: Destination, in session: TripSession) throws -> [LocalizedText] {
        let before = destination.dates
        let dates = try dates(of: destination)
        let zoneName = zone.map { $0.value?.identifier } ?? destination.timeZone
        // If the time zone stays the same, only check times that change.
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
