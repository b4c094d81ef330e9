import Localization
import Suite

extension TripSession {
    /// The names of the models and their properties in the user's language.
    static let names = ModelNames(
        [
            "Destination": text("Destination"), "Sight": text("Sight"),
            "PointOfInterest": text("Point of interest"), "Category": text("Category"),
            "Trip": text("Trip"), "Leg": text("Transport"), "Stay": text("Stay"), "Expense": text("Expense"),
            "BudgetLine": text("Budget"), "ChecklistItem": text("Checklist item"),
            "ExchangeRate": text("Exchange rate"),
        ],
        properties: [
            "identifier": text("Identifier"), "name": text("Name"), "details": text("Details"),
            "start": text("Date"), "end": text("End"), "isAllDay": text("All day"),
            "timeZone": text("Time zone"), "priority": text("Priority"), "sights": text("Sights"),
            "note": text("Note"), "latitude": text("Latitude"), "longitude": text("Longitude"),
            "address": text("Address"), "destination": text("Destination"),
            "city": text("City"), "country": text("Country"), "information": text("Information"),
            "isFavourite": text("Favourite"), "category": text("Category"),
            "trip": text("Trip"), "destinations": text("Destinations"), "legs": text("Transport"),
            "stays": text("Stays"), "expenses": text("Expenses"), "budget": text("Budget"),
            "checklist": text("Checklist"), "day": text("Day"),
            "amount": text("Amount"), "currency": text("Currency"), "list": text("List"),
            "isDone": text("Done"), "value": text("Value"), "base": text("Base currency"),
            "source": text("Source"),
        ].merging(Leg.fields.names) { own, _ in own }.merging(Sight.fields.names) { own, _ in own }.merging(
            Stay.fields.names
        ) { own, _ in own }.merging(
            Expense.fields.names
        ) { own, _ in own })
}
