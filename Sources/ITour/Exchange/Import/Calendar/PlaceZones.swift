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
