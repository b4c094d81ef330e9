import Foundation
import Localization

/// Finds the time zones of events in a calendar, which often don't name one.
@MainActor
struct EventZones {
    private let session: TripSession
    private let places = PlaceZones()

    init(_ session: TripSession) { self.session = session }

    /// Returns the zone of a time at a place; `nil` if it isn't known.
    ///
    /// - A time in a known zone has this zone.
    /// - A local time has the zone of the place.
    /// - A time in UTC has the zone of the place, or else that of the calendar.
    /// - A time in a zone that only the file defines has the zone of the place, the calendar or the user: the first one
    ///   whose clocks fit.
    ///
    /// - Parameters:
    ///   - time: The time.
    ///   - place: The name of the place.
    ///   - event: The event.
    ///   - trip: The trip whose places are searched, too. Default: none.
    ///   - isEnd: Whether the place is an end of transport, which may be a station named after its city.
    ///   - coordinates: The coordinates of the place, used if its name isn't known.
    func zone(
        of time: CalendarTime, at place: String, _ event: ImportedEvent, in trip: Trip? = nil,
        isEnd: Bool = false, coordinates: Coordinates? = nil
    ) throws -> String? {
        guard time.moment.minute != nil else { return nil }
        let named = place.isEmpty ? nil : try places.zone(of: place, in: trip, isEnd: isEnd, session)
        let known = named ?? coordinates.flatMap { places.zone(near: $0) }
        switch time.clock {
        case .zone(let zone): return zone
        case .floating: return known
        case .utc: return known ?? event.calendarZone
        case .unknown:
            let candidates = [known, event.calendarZone, session.environment.timeZone.identifier]
            let confirmed = candidates.lazy.compactMap(\.self).first(where: time.fits)
            // Reservations often have the offset of another season. Their times are still those of the place.
            return confirmed ?? (event.booking == nil ? nil : known)
        }
    }

    /// Returns the zone of the place where an event begins: its city, the origin in its title, or its location.
    func localZone(of event: ImportedEvent) throws -> String? {
        if !event.city.isEmpty, try places.zone(of: event.city, in: nil, session) != nil {
            return try zone(of: event.start, at: event.city, event)
        }
        if try places.zone(of: event.location, in: nil, session) == nil {
            let title = LegTitle(event.name)
            let isJourney = title.target != nil && (title.number != nil || title.word != nil)
            if let origin = title.origin, isJourney || isPlace(origin) {
                return try zone(
                    of: event.start, at: origin, event, isEnd: isJourney, coordinates: event.place)
            }
            return try zone(
                of: event.start, at: event.location, event, isEnd: isJourney, coordinates: event.place)
        }
        return try zone(of: event.start, at: event.location, event, coordinates: event.place)
    }

    /// Whether a text names an airport, a station or a city.
    var isPlace: (String) -> Bool {
        { [places] in places.isPlace($0) }
    }

    /// Returns the city of an event; `nil` if its texts name none, or if several have the name.
    func city(of event: ImportedEvent) -> KnownPlace? {
        [event.city, event.location].lazy.filter { !$0.isEmpty }
            .compactMap { Gazetteer.builtIn.city(of: $0) }.first
    }

    /// Returns the zone that a record has for a time; `nil` if it is UTC only because the place isn't known.
    func known(_ zone: String?, for time: CalendarTime, _ event: ImportedEvent) -> String? {
        zone == Self.utcZone(time) && event.calendarZone != zone ? nil : zone
    }

    /// Returns whether an event ends in another zone than that in which it begins.
    func changesZone(_ event: ImportedEvent) -> Bool {
        event.end.map { event.start.hasOtherZone(than: $0) } ?? false
    }

    /// Returns the zones of the places where transport begins and ends; `nil` for an unknown one.
    func legZones(
        _ event: ImportedEvent, _ kind: LegKind, from origin: String, to target: String, in trip: Trip?
    ) throws -> (departure: String?, arrival: String?) {
        let end = event.end ?? event.start
        var departure =
            try event.start.zone ?? zone(of: event.start, at: origin, event, in: trip, isEnd: true)
        var arrival = try end.zone ?? zone(of: end, at: target, event, in: trip, isEnd: true)
        if kind != .flight, !changesZone(event) {
            // A train rarely leaves its zone, so one known place is enough.
            if event.start.clock == .utc, try !isKnownPlace(origin, in: trip),
                try isKnownPlace(target, in: trip)
            {
                departure = arrival
            } else if end.clock == .utc, try !isKnownPlace(target, in: trip),
                try isKnownPlace(origin, in: trip)
            {
                arrival = departure
            }
        }
        let zoneOfCoordinates = event.place == nil ? nil : event.localZone
        return (departure ?? zoneOfCoordinates ?? Self.utcZone(event.start), arrival ?? Self.utcZone(end))
    }

    /// Returns UTC for a time in UTC, `nil` for other times. It is the zone if the place isn't known.
    static func utcZone(_ time: CalendarTime) -> String? { time.clock == .utc ? "UTC" : nil }

    private func isKnownPlace(_ place: String, in trip: Trip?) throws -> Bool {
        try places.zone(of: place, in: trip, isEnd: true, session) != nil
    }

    /// Returns the name of the city of a zone: `New York` for `America/New_York`.
    static func city(_ zone: String?) -> String? {
        zone?.split(separator: "/").last.map { $0.replacingOccurrences(of: "_", with: " ") }
    }
}

/// Remembers the zones of places during an import.
@MainActor
final class PlaceZones {
    private var zones: [String: String?] = [:]
    private var places: [String: Bool] = [:]

    /// Returns the zone of an airport, a destination, a station or a city; `nil` if it isn't known.
    ///
    /// - Parameter isEnd: Whether the place is an end of transport. Then the city counts with which the name begins,
    ///   as in `Madrid-Puerta de Atocha`.
    func zone(
        of place: String, in trip: Trip?, isEnd: Bool = false, _ session: TripSession
    ) throws -> String? {
        let key = "\(trip?.number ?? 0) \(isEnd) \(RawFields.key(place))"
        if let known = zones[key] { return known }
        let own = try session.zone(ofPlace: place, in: trip)
        let zone = own ?? (isEnd ? Gazetteer.builtIn.city(atStartOf: place)?.timeZone : nil)
        zones[key] = .some(zone)
        return zone
    }

    /// Returns the zone of the nearest known place; `nil` if it isn't clear.
    func zone(near place: Coordinates) -> String? {
        // Places of one booking are the same in all its events.
        let key = place.text
        if let known = zones[key] { return known }
        let zone = Gazetteer.builtIn.timeZone(near: place)
        zones[key] = .some(zone)
        return zone
    }

    /// Whether a text names an airport, a station or a city.
    func isPlace(_ text: String) -> Bool {
        if let known = places[text] { return known }
        // Names of places have a capital letter, and an unclear name proves nothing.
        let isPlace =
            text.first?.isUppercase == true && text.count <= 60
            && Gazetteer.builtIn.timeZones(of: text).count == 1
        places[text] = isPlace
        return isPlace
    }
}
