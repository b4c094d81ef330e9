import Localization

/// The match key of a destination: the values by which an import finds it without an identifier.
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

    /// Whether all values of a trip with the same name are in this key. The trip may have fewer values.
    func includesAllFields(of trip: ImportedTrip) -> Bool {
        (trip.dates == nil || trip.dates == dates) && (trip.details.isEmpty || trip.details == details)
            && (trip.timeZone == nil || trip.timeZone == timeZone)
            && (trip.priority == nil || trip.priority == priority)
    }

    /// Whether another trip with the same source may be the same: it has the same name and no other dates.
    func isCompatible(with other: Self) -> Bool {
        name == other.name && (dates == nil || other.dates == nil || dates == other.dates)
    }

    /// Whether the row of a sight may belong to this destination of the same name.
    ///
    /// With the same dates, it is the same destination: other values of the row may belong to its sight. If
    /// the row has no dates, different details mean a different destination.
    func mayMatch(row trip: ImportedTrip) -> Bool {
        trip.dates == dates || (trip.dates == nil && (trip.details.isEmpty || trip.details == details))
    }
}
