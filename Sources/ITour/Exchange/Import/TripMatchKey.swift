import Localization

/// The match key of a destination: the values by which an import finds the destination if it has no
/// identifier.
struct TripMatchKey: Hashable {
    /// The comparison key of the name.
    let name: String
    let dates: TripDates?
    private var details: String
    private let timeZone: String?
    private let priority: Priority

    /// Creates the match key of a stored destination.
    init(_ destination: Destination) {
        name = RawFields.key(destination.name)
        dates = destination.dates
        details = destination.details
        timeZone = destination.timeZone
        priority = destination.priority
    }

    /// Creates the match key of a destination in a file, with the default priority if the file has none.
    init(_ trip: ImportedTrip) {
        name = RawFields.key(trip.name)
        dates = trip.dates
        details = trip.details
        timeZone = trip.timeZone
        priority = trip.priority ?? .maybe
    }

    /// Returns the key with other details.
    func with(details: String) -> Self {
        var matchKey = self
        matchKey.details = details
        return matchKey
    }

    /// Whether this key includes all values of a trip with the same name. The trip may have fewer values.
    func includesAllFields(of trip: ImportedTrip) -> Bool {
        (trip.dates == nil || trip.dates == dates) && (trip.details.isEmpty || trip.details == details)
            && (trip.timeZone == nil || trip.timeZone == timeZone)
            && (trip.priority == nil || trip.priority == priority)
    }

    /// Whether another trip with the same source may be the same trip. The names must be equal, and the dates
    /// must not differ.
    func isCompatible(with other: Self) -> Bool {
        name == other.name && (dates == nil || other.dates == nil || dates == other.dates)
    }

    /// Whether a row with this destination's name may be about this destination.
    ///
    /// If the row has the same dates, it matches, because its other values may describe a sight. If the row
    /// has no dates, it must have the same details or none.
    func mayMatch(row trip: ImportedTrip) -> Bool {
        trip.dates == dates || (trip.dates == nil && (trip.details.isEmpty || trip.details == details))
    }
}
