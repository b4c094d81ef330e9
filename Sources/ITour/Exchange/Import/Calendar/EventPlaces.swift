import Foundation
import Localization
import ModelData
import ProgramKit

/// Finds the trips and destinations to which events go.
///
/// - Legs and stays go to the named trip. Without one, they go to the shortest trip whose days contain the first day of
///   the event, or else its last day.
/// - Sights go to the named destination. Without one, they go to a destination whose days contain the first day of the
///   event: one whose name is in the event's place, or else the one with the shortest visit. If a trip is named, only its
///   destinations count. If a trip has these days but no such destination, they go to the city of the event in this trip.
/// - Other events go to a trip and a destination with the name of the calendar, or of the file if the calendar has none.
///   They are added if they don't exist.
@MainActor
struct EventPlaces {
    private let session: TripSession
    private let zones: EventZones
    private let target: Destination?
    private let namedTrip: Trip?
    /// The name of the file without its ending.
    private let fileName: String
    private var visits: [Visit]
    private var trips: [(trip: Trip, days: ClosedRange<CivilDate>)]
    /// The trips and destinations for events on other days, by the comparison keys of their names.
    private var otherTrips: [String: Trip] = [:]
    private var otherDestinations: [String: Destination] = [:]
    /// The keys of those among them that the import added.
    private var addedTrips: Set<String> = []
    private var addedDestinations: Set<String> = []

    /// A destination with dates.
    private struct Visit {
        let destination: Destination
        let days: ClosedRange<CivilDate>
        /// The comparison key of the name.
        let key: String
        var length: Int { days.lowerBound.days(until: days.upperBound) }
    }

    init(_ session: TripSession, _ work: TripImport, _ zones: EventZones) throws {
        self.session = session
        self.zones = zones
        target = work.target
        namedTrip = work.trip
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

    /// Notes a trip that the import added.
    mutating func note(_ trip: Trip, _ days: ClosedRange<CivilDate>) { trips.append((trip, days)) }

    /// Notes a destination that the import added.
    mutating func note(_ destination: Destination) {
        if let visit = Self.visit(destination) { visits.append(visit) }
    }

    /// Adds each destination for events on other days to the trip with its name, if the import added both.
    func joinAdded() {
        for (key, destination) in otherDestinations where addedDestinations.contains(key) {
            guard destination.trip == nil, addedTrips.contains(key), let trip = otherTrips[key] else {
                continue
            }
            destination.trip = trip
        }
    }

    /// Returns the trip for a leg or a stay.
    mutating func trip(for event: ImportedEvent, _ report: inout TripImportReport) throws -> Trip {
        if let own = try ownTrip(of: event) { return own }
        let first = event.localStart.day
        if let present = trip(on: first) ?? trip(on: max(first, event.lastDay)) { return present }
        let name = event.calendar ?? fileName, key = RawFields.key(name)
        if let known = otherTrips[key] { return known }
        let present = try session.context.fetch(FetchDescriptor<Trip>()).first {
            RawFields.key($0.name) == key
        }
        let trip = present ?? Trip(name: name)
        if present == nil {
            session.context.insert(trip)
            report.added.trips += 1
            addedTrips.insert(key)
        }
        otherTrips[key] = trip
        return trip
    }

    /// Returns the shortest trip whose days contain a day; `nil` if there is none.
    private func trip(on day: CivilDate) -> Trip? {
        trips.filter { $0.days.contains(day) }.min { Self.length($0.days) < Self.length($1.days) }?.trip
    }

    /// Returns the named trip, or the one that an exported event names; `nil` if it is neither in the store nor in the file.
    func ownTrip(of event: ImportedEvent) throws -> Trip? {
        if let namedTrip { return namedTrip }
        guard let identifier = event.identifier(EventKind.tripProperty) else { return nil }
        return try session.context.fetch(
            FetchDescriptor<Trip>(predicate: #Predicate { $0.identifier == identifier })
        ).first
    }

    /// Returns the destination that an exported sight names, which has no event if it has no dates.
    private func ownDestination(of event: ImportedEvent, _ report: inout TripImportReport) throws
        -> Destination?
    {
        guard let identifier = event.identifier(EventKind.destinationProperty) else { return nil }
        let known = try session.context.fetch(
            FetchDescriptor<Destination>(predicate: #Predicate { $0.identifier == identifier })
        ).first
        if let known { return known }
        guard let name = RawFields.tidyName(event.ownFields["DESTINATION-NAME"]) else { return nil }
        let destination = Destination(identifier: identifier, name: name)
        session.context.insert(destination)
        destination.trip = try ownTrip(of: event)
        report.added.destinations += 1
        return destination
    }

    private static func length(_ days: ClosedRange<CivilDate>) -> Int {
        days.lowerBound.days(until: days.upperBound)
    }

    /// Returns the destination that is visited on the event's first day; `nil` if there is none.
    private func visited(_ event: ImportedEvent, in trip: Trip?) -> Destination? {
        let day = event.localStart.day, location = RawFields.key(event.location)
        let candidates = visits.filter {
            $0.days.contains(day) && (trip == nil || $0.destination.trip === trip)
        }
        let named = candidates.filter { !$0.key.isEmpty && location.contains($0.key) }
        return (named.isEmpty ? candidates : named).min { $0.length < $1.length }?.destination
    }

    /// Returns the zone of the destination that is visited on the first day of an event with local times.
    func visitedZone(_ event: ImportedEvent, in trip: Trip?) -> String? {
        event.start.clock == .floating ? visited(event, in: trip)?.timeZone : nil
    }

    /// Returns the destination for a sight.
    mutating func destination(for event: ImportedEvent, _ report: inout TripImportReport) throws
        -> Destination
    {
        if let target { return target }
        if let own = try ownDestination(of: event, &report) { return own }
        if let visited = visited(event, in: namedTrip) { return visited }
        let trip = namedTrip ?? trip(on: event.localStart.day)
        let city = trip == nil ? nil : zones.city(of: event)
        let name = city?.name(in: session.localizer.language) ?? event.calendar ?? fileName
        let nameKey = RawFields.key(name)
        let key = trip.map { "\($0.identifier) \(nameKey)" } ?? nameKey
        if let known = otherDestinations[key] { return known }
        let present = try session.context.fetch(FetchDescriptor<Destination>()).first {
            RawFields.key($0.name) == nameKey && (trip == nil || $0.trip === trip)
        }
        let destination = present ?? Destination(name: name)
        if present == nil {
            if let city { try destination.changePlace(DestinationPlace(city), session.fieldContext) }
            session.context.insert(destination)
            destination.trip = trip
            report.added.destinations += 1
            addedDestinations.insert(key)
        }
        otherDestinations[key] = destination
        return destination
    }
}
