import Localization

/// What is said of a destination: by this it is known again where it has no identifier.
struct TripWords: Hashable {
    /// The name, as names are compared.
    let name: String
    let dates: TripDates?
    private var details: String
    private let timeZone: String?
    private let priority: Priority

    /// What the store says of a destination.
    init(_ destination: Destination) {
        name = RawFields.key(destination.name)
        dates = destination.dates
        details = destination.details
        timeZone = destination.timeZone
        priority = destination.priority
    }

    /// What a file says of a destination, with what it gets where the file says nothing.
    init(_ trip: ImportedTrip) {
        name = RawFields.key(trip.name)
        dates = trip.dates
        details = trip.details
        timeZone = trip.timeZone
        priority = trip.priority ?? .maybe
    }

    /// The same with other details.
    func with(details: String) -> Self {
        var words = self
        words.details = details
        return words
    }

    /// Whether a trip of the same name says nothing else, though perhaps less.
    func sayAll(of trip: ImportedTrip) -> Bool {
        (trip.dates == nil || trip.dates == dates) && (trip.details.isEmpty || trip.details == details)
            && (trip.timeZone == nil || trip.timeZone == timeZone)
            && (trip.priority == nil || trip.priority == priority)
    }

    /// Whether another trip from the same place may be this one: it has the name, and no other dates.
    func agree(with other: Self) -> Bool {
        name == other.name && (dates == nil || other.dates == nil || dates == other.dates)
    }

    /// Whether the row of a sight may be about this destination of the same name.
    ///
    /// Where the dates are the same, so is the destination: what else the row says may be of its sight. Where the row
    /// leaves the dates out, other details are those of another destination.
    func fit(row trip: ImportedTrip) -> Bool {
        trip.dates == dates || (trip.dates == nil && (trip.details.isEmpty || trip.details == details))
    }
}
