/// The place of a destination, from the gazetteer or in degrees.
struct DestinationPlace: Hashable, Sendable {
    let coordinates: Coordinates
    /// The country's code in ISO 3166; `nil` if it isn't known.
    var country: String?
    /// The identifier of the time zone; `nil` if it isn't known.
    var timeZone: String?

    /// Creates a place from coordinates only.
    init(_ coordinates: Coordinates) {
        self.coordinates = coordinates
    }

    /// Creates the place of an entry of the gazetteer.
    init(_ place: KnownPlace) {
        coordinates = place.coordinates
        country = place.country
        timeZone = place.timeZone
    }
}
