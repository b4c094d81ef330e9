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
    var place: Assignment<DestinationPlace>?
    var trip: TripMembership?
    /// Whether the planned sights move with the first day; `nil`: only if no end is given.
    var movesSights: Bool?

    /// Whether there are no changes.
    var isEmpty: Bool {
        name == nil && details == nil && start == nil && end == nil && zone == nil && priority == nil
            && place == nil
            && trip == nil
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
        if let end { return try TripDates(start: first, end: end.value) }
        return try TripDates(start: first, end: movedEnd(of: present, to: first))
    }

    /// Returns the end of a trip that is moved to another beginning and keeps its length.
    ///
    /// - Throws: ``TripError/mixedTimes(start:end:)`` if only one of the old and the new beginning has a time.
    private func movedEnd(of dates: TripDates?, to first: Moment) throws(TripError) -> Moment? {
        guard let dates, let end = dates.end else { return nil }
        guard dates.isAllDay == (first.minute == nil) else { throw .mixedTimes(start: first, end: end) }
        let length = end.stored.timeIntervalSince(dates.start.stored)
        return Moment(stored: first.stored.addingTimeInterval(length), isAllDay: dates.isAllDay)
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
        // A place of the gazetteer also sets the time zone, unless the user sets it.
        let zoneName =
            zone.map { $0.value?.identifier } ?? place?.value?.timeZone ?? destination.timeZone
        // If the time zone stays the same, only check times that change.
        let isElsewhere = zoneName != destination.timeZone
        if isElsewhere || dates?.start != before?.start {
            try session.checkClock(dates?.start, zone: zoneName)
        }
        if isElsewhere || dates?.end != before?.end {
            try checkEnd(dates?.end, zone: zoneName, in: session)
        }

        var changed = FieldChanges(of: destination)
        changed.set(\.name, name, text("name"))
        if before?.start != dates?.start { changed.note(text("date")) }
        if before?.end != dates?.end { changed.note(text("end")) }
        if start != nil || end != nil { destination.setDates(dates) }
        if let place {
            let country = Self.country(of: place.value, instead: destination)
            changed.set(\.place, .some(place.value?.coordinates), text("place"))
            changed.set(\.country, .some(country), text("country"))
        }
        if isElsewhere { changed.set(\.timeZone, .some(zoneName), text("time zone")) }
        changed.set(\.priority, priority, text("priority"))
        changed.set(\.details, details, text("details"))
        if let trip, destination.trip !== trip.trip {
            destination.trip = trip.trip
            changed.note(text("trip"))
        }
        return changed.labels
    }

    /// Throws if the clocks of the place skip the end, with its own error if the user set only the beginning.
    @MainActor
    private func checkEnd(_ moment: Moment?, zone: String?, in session: TripSession) throws {
        do {
            try session.checkClock(moment, zone: zone)
        } catch {
            guard case .skippedHour(let moment, let zone) = error, end == nil, start != nil else {
                throw error
            }
            throw TripError.skippedEnd(moment, zone: zone)
        }
    }

    /// The distance in kilometres up to which a place without a country is in the country of the old place.
    private static let nearby = 100.0

    /// Returns the country of a new place. Degrees alone have no country, but they often only correct a place.
    private static func country(
        of place: DestinationPlace?, instead destination: Destination
    ) -> String? {
        guard let place, place.country == nil, let old = destination.place else { return place?.country }
        return GreatCircle.distance(old, place.coordinates) <= nearby ? destination.country : nil
    }
}

/// The trip that a destination gets; no trip makes it an idea.
enum TripMembership {
    case none
    case some(Trip)

    /// The trip; `nil` for none.
    var trip: Trip? { if case .some(let trip) = self { trip } else { nil } }
}
