import Foundation
import Localization
import ModelData
import ProgramKit

/// Imports the events of a calendar as legs, stays, sights and destinations.
///
/// A record of any kind is found by the event's identifier. Fields of known legs, stays and sights take the new values,
/// unless the user changed them since the last import.
@MainActor
struct EventImport {
    private let session: TripSession
    private let form: EventForm?
    private var events: [ImportedEvent] = []
    /// The positions of exported destinations in their trips, by their identifiers.
    private var positions: [UUID: Int] = [:]
    /// The identifiers of the records that the store had before the import, by their models; none for a model of which it
    /// had more records than the file has events. Records that were added later are from this file, in which an event
    /// occurs once.
    private var storedIdentifiers: [ObjectIdentifier: Set<UUID>] = [:]
    private let zones: EventZones
    private let records: EventRecords
    private var places: EventPlaces

    init(_ session: TripSession, _ work: TripImport) throws {
        self.session = session
        zones = EventZones(session)
        records = EventRecords(session, zones)
        places = try EventPlaces(session, work, zones)
        form = work.form
    }

    /// Reads the identifiers of the records of a model, unless they are more than the events.
    private mutating func readIdentifiers<Model: PersistentModel>(_ identifier: KeyPath<Model, UUID>) throws {
        var descriptor = FetchDescriptor<Model>()
        guard try session.context.fetchCount(descriptor) <= events.count else { return }
        descriptor.propertiesToFetch = [identifier]
        var found: Set<UUID> = []
        try session.context.enumerate(descriptor, batchSize: 1000) { found.insert($0[keyPath: identifier]) }
        storedIdentifiers[ObjectIdentifier(Model.self)] = found
    }

    /// Adds an event. ``finish(_:saving:)`` imports it, because its kind can depend on other events.
    mutating func add(_ event: ImportedEvent) { events.append(event) }

    /// Imports the events.
    ///
    /// - Parameters:
    ///   - report: Counts the records and lists what the events become.
    ///   - save: Saves the records so far. It is called after every two thousand events.
    mutating func finish(_ report: inout TripImportReport, saving save: () async throws -> Void) async throws
    {
        try readIdentifiers(\Sight.identifier)
        try readIdentifiers(\Leg.identifier)
        try readIdentifiers(\Stay.identifier)
        try readIdentifiers(\Destination.identifier)
        try readIdentifiers(\Trip.identifier)
        let classified = try classifiedEvents(&report)
        events = []
        for (index, event) in classified.enumerated() {
            try importEvent(event, &report)
            if index % 2000 == 1999 { try await save() }
        }
        places.joinAdded()
        if !positions.isEmpty { try sortDestinations() }
    }

    /// Brings the exported destinations of trips into their order.
    private func sortDestinations() throws {
        for trip in try session.context.fetch(FetchDescriptor<Trip>()) {
            let present = trip.destinations
            let positions = present.map { self.positions[$0.identifier] ?? .max }
            guard positions.contains(where: { $0 < .max }), positions != positions.sorted() else { continue }
            trip.destinations = present.sorted(byKeys: positions, reversed: false)
        }
    }

    /// Returns the events with their kinds and the zones of their places. Trips come first, because others belong to them.
    private mutating func classifiedEvents(
        _ report: inout TripImportReport
    ) throws -> [(event: ImportedEvent, kind: EventKind)] {
        var found: [(event: ImportedEvent, kind: EventKind)] = []
        // The positions of check-ins, by the comparison keys of their hotels.
        var checkIns: [String: [Int]] = [:]
        for event in newest(&report) {
            var event = event
            if event.start.zone == nil, event.start.moment.minute != nil {
                event.localZone = try zones.localZone(of: event)
            }
            // A check-out has no record of its own: it ends the stay that the check-in begins.
            if form == nil, event.ownKind == nil, !event.isCancelled, let hotel = event.checkedOut,
                let index = checkIns[RawFields.key(hotel)]?.last(where: {
                    found[$0].event.localStart < event.localStart
                })
            {
                found[index].event.end = event.start
                found[index].event.endZone = event.localZone
                continue
            }
            let kind = EventEvidence(event, isPlace: zones.isPlace).kind(as: form)
            if event.isCheckIn { checkIns[RawFields.key(event.stayName), default: []].append(found.count) }
            found.append((event, kind))
        }
        if form == nil { recognizeTrips(in: &found) }
        return found.filter { $0.kind == .trip } + found.filter { $0.kind != .trip }
    }

    /// Makes trips of events that look like one, if a leg or a stay begins on one of their days.
    private func recognizeTrips(in events: inout [(event: ImportedEvent, kind: EventKind)]) {
        let bookings = events.filter {
            if $0.event.isCancelled { return false }
            return if case .leg = $0.kind { true } else { $0.kind == .stay }
        }.map(\.event.localStart.day)
        for index in events.indices where events[index].kind == .sight {
            let event = events[index].event
            guard EventEvidence(event, isPlace: zones.isPlace).isTrip else { continue }
            let days = event.start.moment.day...event.lastDay
            if bookings.contains(where: days.contains) { events[index].kind = .trip }
        }
    }

    /// Returns the events without earlier versions of them. Of two equal versions, the later one in the file counts.
    private func newest(_ report: inout TripImportReport) -> [ImportedEvent] {
        var newest: [ImportedEvent] = []
        var positions: [UUID: Int] = [:]
        for event in events {
            guard let position = positions[event.identifier] else {
                positions[event.identifier] = newest.count
                newest.append(event)
                continue
            }
            report.known += 1
            let other = newest[position]
            if !event.isOlder(thanSequence: other.sequence, modified: other.modified) {
                newest[position] = event
            }
        }
        return newest
    }

    private mutating func importEvent(
        _ entry: (event: ImportedEvent, kind: EventKind), _ report: inout TripImportReport
    ) throws {
        var (event, kind) = entry
        if let record = try record(event.identifier) {
            try update(record, event, kind, &report)
            return
        }
        if event.isCancelled {
            report.ignored[.cancelledEvent, default: 0] += 1
            return
        }
        let place: String?
        var endZone = event.endZone ?? event.localZone
        switch kind {
        case .trip: place = addTrip(event, &report)
        case .destination: place = try addDestination(event, &report)
        case .sight:
            let destination = try addSight(event, &report)
            place = destination.name
            // A sight is on the clocks of its destination.
            if event.start.clock == .utc { event.localZone = destination.timeZone ?? event.localZone }
            endZone = event.localZone
        case .stay: place = try addStay(event, &report)
        case .leg(let transport):
            let leg = try addLeg(event, transport, &report)
            place = leg.trip?.name
            // The report has the clocks on which the times of the leg are.
            event.localZone = zones.known(leg.departureZone, for: event.start, event)
            endZone = event.end.flatMap { zones.known(leg.arrivalZone, for: $0, event) }
        }
        note(event, endZone: endZone, kind, place, &report)
    }

    private func note(
        _ event: ImportedEvent, endZone: String?, _ kind: EventKind, _ place: String?,
        _ report: inout TripImportReport
    ) {
        let times = [(event.start, event.localZone)] + (event.end.map { [($0, endZone)] } ?? [])
        let clocks = times.filter { $0.0.moment.minute != nil }
        if clocks.contains(where: { $0.0.clock == .floating }) { report.floating += 1 }
        for case (let time, nil) in clocks {
            if case .unknown(let zone, _) = time.clock { report.unknownZones.insert(zone) }
            if time.clock == .utc { report.utcEvents += 1 }
        }
        guard report.events.count < EventPlan.maximumListed else {
            report.unlistedEvents += 1
            return
        }
        report.events.append(
            EventPlan(
                line: event.position, kind: kind, start: event.localStart, name: event.name, place: place))
    }

    /// Returns the record with an identifier; `nil` if the store has none.
    private func record(_ identifier: UUID) throws -> (any PersistentModel)? {
        if let sight = try first(identifier, { #Predicate<Sight> { $0.identifier == identifier } }) {
            return sight
        }
        if let leg = try first(identifier, { #Predicate<Leg> { $0.identifier == identifier } }) { return leg }
        if let stay = try first(identifier, { #Predicate<Stay> { $0.identifier == identifier } }) {
            return stay
        }
        if let destination = try first(
            identifier, { #Predicate<Destination> { $0.identifier == identifier } })
        {
            return destination
        }
        return try first(identifier) { #Predicate<Trip> { $0.identifier == identifier } }
    }

    private func first<Model: PersistentModel>(
        _ identifier: UUID, _ predicate: () -> Predicate<Model>
    ) throws -> Model? {
        let known = storedIdentifiers[ObjectIdentifier(Model.self)]
        guard known?.contains(identifier) ?? true else { return nil }
        var descriptor = FetchDescriptor(predicate: predicate())
        // Unsaved records are from this file, in which an event occurs once. Comparing each event with all of them would
        // take quadratic time.
        descriptor.includePendingChanges = false
        descriptor.fetchLimit = 1
        return try session.context.fetch(descriptor).first
    }

    /// Reads the fields of an exported record.
    ///
    /// - Returns: Whether the event has all that the record needs.
    private func read<Model: AnyObject>(
        _ event: ImportedEvent, _ fields: FieldTable<Model>, into model: Model,
        _ report: inout TripImportReport
    ) -> Bool {
        guard !event.ownFields.isEmpty, var entry = event.own(fields.exportKeys) else { return false }
        do throws(SkippedEntry) { try fields.read(&entry, into: model) } catch { return false }
        report.entries.note(entry.problems, of: event.name, at: event.position)
        return true
    }

    // MARK: Records

    /// Adds a trip for an event that lasts as long as it.
    private mutating func addTrip(_ event: ImportedEvent, _ report: inout TripImportReport) -> String? {
        let days = event.start.moment.day...event.lastDay
        let trip = Trip(identifier: event.identifier, name: event.name)
        trip.start = days.lowerBound.utcDate
        trip.end = days.upperBound.utcDate
        trip.details = event.details
        session.context.insert(trip)
        places.note(trip, days)
        report.added.trips += 1
        return nil
    }

    private mutating func addDestination(_ event: ImportedEvent, _ report: inout TripImportReport) throws
        -> String?
    {
        let destination = Destination(identifier: event.identifier, name: event.name)
        if !read(event, Destination.fields, into: destination, &report) {
            destination.details = event.details
            destination.timeZone = event.start.zone
            destination.place = event.place
            destination.priority = event.priority ?? .maybe
            let start = event.localStart
            let end = start.minute == nil ? Moment(event.lastDay) : event.localEnd
            do {
                destination.setDates(try TripDates(start: start, end: end == start ? nil : end))
            } catch {
                destination.setDates(TripDates(start))
                var fields = EntryFields([:])
                fields.drop("DTEND", written: end?.description ?? "", BadField(error.problem))
                report.entries.note(fields.problems, of: event.name, at: event.position)
            }
        }
        session.context.insert(destination)
        destination.trip = try places.ownTrip(of: event)
        positions[event.identifier] = event.ownFields["POSITION"].flatMap { Int($0) }
        places.note(destination)
        report.added.destinations += 1
        return destination.trip?.name
    }

    private mutating func addSight(
        _ event: ImportedEvent, _ report: inout TripImportReport
    ) throws -> Destination {
        let destination = try places.destination(for: event, &report)
        var sight = Sight(identifier: event.identifier, name: event.name)
        if !read(event, Sight.fields, into: sight, &report) {
            sight = records.sight(event, in: destination, &report)
        }
        if event.ownKind == nil { sight.lastImport = EventUpdate(event).memory(of: sight) }
        sight.destination = destination
        session.context.insert(sight)
        report.added.sights += 1
        return destination
    }

    private mutating func addStay(_ event: ImportedEvent, _ report: inout TripImportReport) throws -> String?
    {
        let trip = try places.trip(for: event, &report)
        let empty = Moment(.first)
        var stay = Stay(identifier: event.identifier, name: event.name, checkIn: empty, checkOut: empty)
        if !read(event, Stay.fields, into: stay, &report) {
            stay = records.stay(event, visitedZone: places.visitedZone(event, in: trip))
        }
        if event.ownKind == nil { stay.lastImport = EventUpdate(event).memory(of: stay) }
        session.context.insert(stay)
        stay.trip = trip
        report.added.stays += 1
        return trip.name
    }

    private mutating func addLeg(
        _ event: ImportedEvent, _ kind: LegKind, _ report: inout TripImportReport
    ) throws -> Leg {
        let trip = try places.trip(for: event, &report)
        let empty = Moment(.first)
        var leg = Leg(
            identifier: event.identifier, kind: kind, origin: "", target: "", departure: empty, arrival: empty
        )
        if !read(event, Leg.fields, into: leg, &report) { leg = try records.leg(event, kind, in: trip) }
        if event.ownKind == nil { leg.lastImport = EventUpdate(event).memory(of: leg) }
        session.context.insert(leg)
        leg.trip = trip
        report.added.legs += 1
        return leg
    }

    /// Updates a record from a new version of its event.
    private func update(
        _ record: any PersistentModel, _ event: ImportedEvent, _ kind: EventKind,
        _ report: inout TripImportReport
    ) throws {
        let update = EventUpdate(event)
        if event.isCancelled {
            switch record {
            case let leg as Leg: update.cancel(leg, &report)
            case let stay as Stay: update.cancel(stay, &report)
            case let sight as Sight: update.cancel(sight, &report)
            default:
                report.known += 1
                report.stillPlanned.append(event.name)
            }
            return
        }
        switch record {
        case let leg as Leg where event.ownKind == nil:
            let transport = if case .leg(let transport) = kind { transport } else { leg.kind }
            update.update(leg, to: try records.leg(event, transport, in: leg.trip), &report)
        case let stay as Stay where event.ownKind == nil:
            let new = records.stay(event, visitedZone: places.visitedZone(event, in: stay.trip))
            // A check-in alone says nothing about the check-out.
            if event.isOnlyCheckIn {
                new.checkOut = max(stay.checkOut, Moment(new.checkIn.day.adding(days: 1)))
            }
            update.update(stay, to: new, &report)
        case let sight as Sight where event.ownKind == nil:
            guard let destination = sight.destination else { return report.known += 1 }
            update.update(sight, to: records.sight(event, in: destination, &report), &report)
        default: report.known += 1
        }
    }
}
