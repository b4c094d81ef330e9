import Foundation
import Localization
import ModelData
import Suite

/// Imports the events of a calendar as legs, stays, sights and destinations.
///
/// A record matches by its identifier, whatever it is. Known records stay as they are.
///
/// - Legs and stays go to the named trip. Without one, they go to the shortest trip whose days contain the first day of
///   the event, or else its last day.
/// - Sights go to the named destination. Without one, they go to a destination whose days contain the first day of the
///   event: one whose name is in the event's place, or else the one with the shortest visit. If a trip is named, only its
///   destinations count.
/// - Other events go to a trip and a destination with the name of the calendar, or of the file if the calendar has none.
///   They are added if they don't exist.
@MainActor
struct EventImport {
    private let session: TripSession
    private let target: Destination?
    private let namedTrip: Trip?
    private let form: EventForm?
    /// The name of the file without its ending.
    private let fileName: String
    private var visits: [Visit]
    private let trips: [(trip: Trip, days: ClosedRange<CivilDate>)]
    /// The trips and destinations for events on other days, by the comparison keys of their names.
    private var otherTrips: [String: Trip] = [:]
    private var otherDestinations: [String: Destination] = [:]
    /// The keys of the trips and destinations among these that the import added.
    private var added: Set<String> = []
    private var seen: Set<UUID> = []
    private var zones: [String: String?] = [:]

    /// A destination with dates.
    private struct Visit {
        let destination: Destination
        let days: ClosedRange<CivilDate>
        /// The comparison key of the name.
        let key: String
        var length: Int { days.lowerBound.days(until: days.upperBound) }
    }

    init(_ session: TripSession, _ work: TripImport) throws {
        self.session = session
        target = work.target
        namedTrip = work.trip
        form = work.form
        fileName = work.file.nameWithoutEnding
        let trip = work.trip
        visits = try session.context.fetch(FetchDescriptor<Destination>())
            .filter { trip == nil || $0.trip === trip }
            .compactMap(Self.visit)
        trips = try session.tripsInOrder().compactMap { trip in trip.span.map { (trip, $0) } }
    }

    private static func visit(_ destination: Destination) -> Visit? {
        destination.dates.map {
            Visit(
                destination: destination, days: $0.firstDay...max($0.firstDay, $0.lastDay),
                key: RawFields.key(destination.name))
        }
    }

    /// Imports an event.
    mutating func add(_ event: ImportedEvent, _ report: inout TripImportReport) throws {
        guard seen.insert(event.identifier).inserted, try !isKnown(event.identifier) else {
            report.known += 1
            return
        }
        let kind = event.kind(as: form), place: String?
        switch kind {
        case .destination: place = try addDestination(event, &report)
        case .sight: place = try addSight(event, &report)
        case .stay: place = try addStay(event, &report)
        case .leg(let transport): place = try addLeg(event, transport, &report)
        }
        note(event, kind, place, &report)
    }

    /// Adds a new destination for other events to a new trip of the same calendar.
    mutating func finish() throws {
        for (key, destination) in otherDestinations where added.contains("destination \(key)") {
            guard destination.trip == nil, added.contains("trip \(key)"), let trip = otherTrips[key] else {
                continue
            }
            destination.trip = trip
        }
    }

    private func note(
        _ event: ImportedEvent, _ kind: EventKind, _ place: String?, _ report: inout TripImportReport
    ) {
        let times = [event.start, event.end].compactMap(\.self).filter { $0.moment.minute != nil }
        if times.contains(where: { $0.clock == .floating }) { report.floating += 1 }
        for time in times {
            if case .unknown(let zone) = time.clock { report.unknownZones.insert(zone) }
        }
        guard report.events.count < EventPlan.maximumListed else {
            report.unlistedEvents += 1
            return
        }
        report.events.append(
            EventPlan(
                line: event.position, kind: kind, start: localStart(event), name: event.name, place: place))
    }

    /// Whether the store has a record with an identifier.
    private func isKnown(_ identifier: UUID) throws -> Bool {
        try has(#Predicate<Sight> { $0.identifier == identifier })
            || has(#Predicate<Leg> { $0.identifier == identifier })
            || has(#Predicate<Stay> { $0.identifier == identifier })
            || has(#Predicate<Destination> { $0.identifier == identifier })
    }

    private func has<Model: PersistentModel>(_ predicate: Predicate<Model>) throws -> Bool {
        var descriptor = FetchDescriptor(predicate: predicate)
        // All unsaved records are of this file, so `seen` has their identifiers. Comparing them too would take a time
        // that grows with their number.
        descriptor.includePendingChanges = false
        return try session.context.fetchCount(descriptor) > 0
    }

    // MARK: Days and zones

    /// The zone of times that the file gives in UTC: that of the calendar, or else that of the user.
    private func usualZone(_ event: ImportedEvent) -> String {
        event.calendarZone ?? session.environment.timeZone.identifier
    }

    /// The beginning on the clocks of its own zone.
    private func localStart(_ event: ImportedEvent) -> Moment {
        event.start.moment(in: event.start.zone ?? usualZone(event))
    }

    // MARK: Places

    /// Returns the trip for a leg or a stay.
    private mutating func trip(for event: ImportedEvent, _ report: inout TripImportReport) throws -> Trip {
        if let namedTrip { return namedTrip }
        let first = localStart(event).day
        for day in [first, max(first, event.lastDay)] {
            let shortest = trips.filter { $0.days.contains(day) }
                .min { Self.length($0.days) < Self.length($1.days) }
            if let shortest { return shortest.trip }
        }
        let name = event.calendar ?? fileName, key = RawFields.key(name)
        if let known = otherTrips[key] { return known }
        let present = try session.context.fetch(FetchDescriptor<Trip>()).first {
            RawFields.key($0.name) == key
        }
        let trip = present ?? Trip(name: name)
        if present == nil {
            session.context.insert(trip)
            report.trips += 1
            added.insert("trip \(key)")
        }
        otherTrips[key] = trip
        return trip
    }

    private static func length(_ days: ClosedRange<CivilDate>) -> Int {
        days.lowerBound.days(until: days.upperBound)
    }

    /// Returns the destination that is visited on the event's first day; `nil` if there is none.
    private func visited(_ event: ImportedEvent, in trip: Trip?) -> Destination? {
        let day = localStart(event).day, location = RawFields.key(event.location)
        let candidates = visits.filter {
            $0.days.contains(day) && (trip == nil || $0.destination.trip === trip)
        }
        let named = candidates.filter { !$0.key.isEmpty && location.contains($0.key) }
        return (named.isEmpty ? candidates : named).min { $0.length < $1.length }?.destination
    }

    /// Returns the destination for a sight.
    private mutating func destination(for event: ImportedEvent, _ report: inout TripImportReport) throws
        -> Destination
    {
        if let target { return target }
        if let visited = visited(event, in: namedTrip) { return visited }
        let name = event.calendar ?? fileName, key = RawFields.key(name)
        if let known = otherDestinations[key] { return known }
        let present = try session.context.fetch(FetchDescriptor<Destination>()).first {
            RawFields.key($0.name) == key && (namedTrip == nil || $0.trip === namedTrip)
        }
        let destination = present ?? Destination(name: name)
        if present == nil {
            session.context.insert(destination)
            destination.trip = namedTrip
            report.destinations += 1
            added.insert("destination \(key)")
        }
        otherDestinations[key] = destination
        return destination
    }

    // MARK: Records

    private mutating func addDestination(_ event: ImportedEvent, _ report: inout TripImportReport) throws
        -> String?
    {
        let destination = Destination(identifier: event.identifier, name: event.name)
        destination.details = event.details
        destination.timeZone = event.start.zone
        destination.place = event.place
        destination.priority = event.priority ?? .maybe
        let start = localStart(event)
        let end =
            start.minute == nil
            ? Moment(event.lastDay) : event.end?.moment(in: event.start.zone ?? usualZone(event))
        destination.setDates(try? TripDates(start: start, end: end == start ? nil : end))
        session.context.insert(destination)
        destination.trip = namedTrip
        if let visit = Self.visit(destination) { visits.append(visit) }
        report.destinations += 1
        return namedTrip?.name
    }

    private mutating func addSight(_ event: ImportedEvent, _ report: inout TripImportReport) throws -> String?
    {
        let destination = try destination(for: event, &report)
        let sight = Sight(identifier: event.identifier, name: event.name)
        let zone = destination.timeZone ?? event.start.zone ?? usualZone(event)
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
        sight.source = event.source
        sight.destination = destination
        session.context.insert(sight)
        report.sights += 1
        return destination.name
    }

    /// Returns the address of a sight: the event's place without the name of the destination at its end, which exports
    /// of itour write.
    private func address(_ location: String, in destination: Destination) -> String {
        if location == destination.name { return "" }
        let ending = ", \(destination.name)"
        return location.hasSuffix(ending) ? String(location.dropLast(ending.count)) : location
    }

    private mutating func addStay(_ event: ImportedEvent, _ report: inout TripImportReport) throws -> String?
    {
        let trip = try trip(for: event, &report)
        let zone =
            try event.start.zone ?? visited(event, in: trip)?.timeZone
            ?? utcZone(event.start, at: event.location, event, trip)
        let checkIn = event.start.moment(in: zone)
        let next = Moment(checkIn.day.adding(days: 1))
        let checkOut = event.end.map { $0.moment(in: zone) } ?? next
        let stay = Stay(
            identifier: event.identifier, name: event.name, checkIn: checkIn, checkOut: max(checkIn, checkOut)
        )
        stay.timeZone = zone
        stay.address = event.location
        stay.place = event.place
        stay.link = event.link
        stay.note = event.details
        stay.source = event.source
        session.context.insert(stay)
        stay.trip = trip
        report.stays += 1
        return trip.name
    }

    private mutating func addLeg(
        _ event: ImportedEvent, _ kind: LegKind, _ report: inout TripImportReport
    ) throws -> String? {
        let trip = try trip(for: event, &report)
        let title = LegTitle(event.name)
        let end = event.end ?? event.start
        let isMove = event.end.map { event.start.hasOtherZone(than: $0) } ?? false
        let cities = isMove ? (Self.city(event.start.zone), Self.city(end.zone)) : (nil, nil)
        let written = RawFields.tidyName(event.location)
        let origin = title.origin ?? written ?? cities.0 ?? event.name
        let target = title.target ?? cities.1 ?? event.name
        let departureZone = try event.start.zone ?? utcZone(event.start, at: origin, event, trip)
        let arrivalZone = try end.zone ?? utcZone(end, at: target, event, trip)
        let departure = event.start.moment(in: departureZone)
        let arrival: Moment
        if event.end == nil {
            arrival = Moment(departure.day)
        } else {
            // The day after the last one ends an event without times.
            arrival = event.start.moment.minute == nil ? Moment(event.lastDay) : end.moment(in: arrivalZone)
        }
        let leg = Leg(
            identifier: event.identifier, kind: kind, origin: origin, target: target, departure: departure,
            arrival: arrival)
        leg.departureZone = departureZone
        leg.arrivalZone = arrivalZone
        leg.line = title.line
        var notes = [event.details, event.link, event.place?.text ?? ""]
        // Keep the texts that the other fields don't have.
        if title.origin == nil || title.target == nil, origin != event.name || target != event.name {
            notes.insert(event.name, at: 0)
        }
        if let written, written != origin { notes.append(event.location) }
        leg.note = notes.filter { !$0.isEmpty }.joined(separator: "\n")
        leg.source = event.source
        session.context.insert(leg)
        leg.trip = trip
        report.legs += 1
        return trip.name
    }

    /// Returns the zone of a place for a time in UTC: that of the destination or city with its name, or else that of the
    /// calendar or the user. Returns `nil` for other times.
    private mutating func utcZone(
        _ time: CalendarTime, at place: String, _ event: ImportedEvent, _ trip: Trip
    ) throws -> String? {
        guard time.clock == .utc else { return nil }
        let key = RawFields.key(place)
        let known = try zones[key] ?? session.zone(ofPlace: place, in: trip)
        zones[key] = .some(known)
        return known ?? usualZone(event)
    }

    /// Returns the name of the city of a zone: `New York` for `America/New_York`.
    private static func city(_ zone: String?) -> String? {
        zone?.split(separator: "/").last.map { $0.replacingOccurrences(of: "_", with: " ") }
    }
}
