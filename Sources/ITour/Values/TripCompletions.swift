/// The names of the completion sources.
enum TripCompletions {
    static let destinations = "destinations"
    /// The destinations. If a destination is open, this source completes nothing.
    static let unlessOpen = "destinations unless one is open"
    static let sights = "sights"
    static let places = "places"
    /// The places of the gazetteer.
    static let gazetteer = "gazetteer"
    static let points = "points"
    static let cities = "cities"
    static let countries = "countries"
    static let categories = "categories"
    static let trips = "trips"
    static let zones = "zones"
    static let months = "months"
    static let legs = "legs"
    static let stays = "stays"
    static let expenses = "expenses"
    static let checklists = "checklists"
    static let checklistItems = "checklist items"
    static let currencies = "currencies"
    static let destinationConditions = "conditions of destinations"
    static let tripsOrLegConditions = "trips or conditions of transport"
    static let tripsOrStayConditions = "trips or conditions of stays"
    static let destinationsOrSightConditions = "destinations or conditions of sights"
}
