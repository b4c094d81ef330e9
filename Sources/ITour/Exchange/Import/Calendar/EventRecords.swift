import Foundation
import Localization
import ProgramKit

/// Makes sights, stays and legs from events of other programs.
@MainActor
struct EventRecords {
    private let session: TripSession
    private let zones: EventZones

    init(_ session: TripSession, _ zones: EventZones) {
        self.session = session
        self.zones = zones
    }

    /// Returns the sight that an event describes. It belongs to no destination yet.
    func sight(
        _ event: ImportedEvent, in destination: Destination, _ report: inout TripImportReport
    ) -> Sight {
        let sight = Sight(identifier: event.identifier, name: event.name)
        let zone = destination.timeZone ?? event.start.zone ?? event.localZone
        sight.schedule = event.start.moment(in: zone)
        if let end = event.end {
            let minutes = event.start.moment.minute == nil ? nil : event.start.minutes(until: end)
            if let minutes, DurationReader.range.contains(minutes) { sight.duration = minutes }
            let isDay = event.start.moment.minute == nil && event.lastDay == event.start.moment.day
            if sight.duration == nil, !isDay, minutes != 0 { report.ignored[.laterDays, default: 0] += 1 }
        }
        sight.address = address(event.location, in: destination)
        sight.place = event.place
        sight.link = event.link
        sight.note = event.details
        sight.cost = details(of: event).cost
        sight.source = event.source
        return sight
    }

    /// Returns the address of a sight: the event's location without the name of the destination, which itour's export
    /// appends.
    private func address(_ location: String, in destination: Destination) -> String {
        if location == destination.name { return "" }
        let ending = ", \(destination.name)"
        return location.hasSuffix(ending) ? String(location.dropLast(ending.count)) : location
    }

    /// Returns the stay that an event describes. It belongs to no trip yet.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - visitedZone: The zone of the destination that is visited then; `nil` if it isn't known.
    func stay(_ event: ImportedEvent, visitedZone: String?) -> Stay {
        let zone = event.start.zone ?? visitedZone ?? event.localZone ?? EventZones.utcZone(event.start)
        let checkIn = event.start.moment(in: zone)
        let next = Moment(checkIn.day.adding(days: 1))
        let checkOut =
            event.isOnlyCheckIn ? next : event.end.map { $0.moment(in: event.endZone ?? zone) } ?? next
        let stay = Stay(
            identifier: event.identifier, name: event.ownKind == nil ? event.stayName : event.name,
            checkIn: checkIn, checkOut: max(checkIn, checkOut))
        let details = self.details(of: event)
        stay.code = details.code
        stay.cost = details.cost
        stay.timeZone = zone
        stay.address = event.location
        stay.place = event.place
        stay.link = event.link
        stay.note = event.details
        stay.source = event.source
        return stay
    }

    /// Returns the transport that an event describes. It belongs to no trip yet.
    func leg(_ event: ImportedEvent, _ kind: LegKind, in trip: Trip?) throws -> Leg {
        let title = LegTitle(event.name), booking = event.booking
        let end = event.end ?? event.start
        let cities =
            zones.changesZone(event)
            ? (EventZones.city(event.start.zone), EventZones.city(end.zone)) : (nil, nil)
        let location = RawFields.tidyName(event.location)
        let origin = booking?.origin ?? title.origin ?? location ?? cities.0 ?? event.name
        let target = booking?.target ?? title.target ?? cities.1 ?? event.name
        let (departureZone, arrivalZone) = try zones.legZones(event, kind, from: origin, to: target, in: trip)
        let departure = event.start.moment(in: departureZone)
        let arrival: Moment
        if event.end == nil {
            arrival = Moment(departure.day)
        } else {
            // The day after the last one ends an event without times.
            arrival =
                event.start.moment.minute == nil ? Moment(event.lastDay) : end.moment(in: arrivalZone)
        }
        let leg = Leg(
            identifier: event.identifier, kind: kind, origin: origin, target: target, departure: departure,
            arrival: arrival)
        leg.departureZone = departureZone
        leg.arrivalZone = arrivalZone
        leg.line = booking?.line ?? (title.line.isEmpty ? event.legOfDetails?.line ?? "" : title.line)
        let details = self.details(of: event)
        leg.code = details.code
        leg.seat = details.seat
        leg.platform = details.platform
        leg.cost = details.cost
        leg.note = legNote(event, title, leg)
        leg.source = event.source
        return leg
    }

    /// Returns the note of a leg: the texts of its event that the leg's other fields lack.
    private func legNote(_ event: ImportedEvent, _ title: LegTitle, _ leg: Leg) -> String {
        var notes = [event.details, event.link, event.place?.text ?? ""]
        let isWhole = event.name.count <= LegTitle.longest
        if event.booking == nil,
            title.origin == nil || title.target == nil || !isWhole || title.leavesOutWords,
            leg.origin != event.name || leg.target != event.name
        {
            notes.insert(event.name, at: 0)
        }
        if let location = RawFields.tidyName(event.location), location != leg.origin {
            notes.append(event.location)
        }
        return notes.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// Returns the details of a booking: the fields of the file, or else those that the lines of the description contain.
    private func details(of event: ImportedEvent) -> ImportedBooking {
        if let booking = event.booking { return booking }
        let details = BookingDetails(event.ownKind == nil ? event.details : "", session.localizer)
        var booking = ImportedBooking(code: details.code)
        (booking.seat, booking.platform, booking.cost) = (details.seat, details.platform, details.cost)
        return booking
    }
}
