import Localization
import Suite

extension TripSession {
    /// The names of the models and their properties in the user's language.
    static let names = ModelNames(
        [
            "Destination": text("Destination"), "Sight": text("Sight"),
            "PointOfInterest": text("Point of interest"), "Category": text("Category"),
        ],
        properties: [
            "identifier": text("Identifier"), "name": text("Name"), "details": text("Details"),
            "start": text("Date"), "end": text("End"), "isAllDay": text("All day"),
            "timeZone": text("Time zone"), "priority": text("Priority"), "sights": text("Sights"),
            "note": text("Note"), "latitude": text("Latitude"), "longitude": text("Longitude"),
            "address": text("Address"), "isVisited": text("Visited"), "destination": text("Destination"),
            "city": text("City"), "country": text("Country"), "information": text("Information"),
            "isFavourite": text("Favourite"), "category": text("Category"),
        ])
}
