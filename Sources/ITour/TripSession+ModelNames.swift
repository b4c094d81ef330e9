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
            "sights": text("Sights"),
            "note": text("Note"), "latitude": text("Latitude"), "longitude": text("Longitude"),
            "address": text("Address"), "destination": text("Destination"),
            "city": text("City"), "information": text("Information"),
            "isFavourite": text("Favourite"), "category": text("Category"),
            "trip": text("Trip"), "legs": text("Transport"),
            "stays": text("Stays"), "expenses": text("Expenses"), "budget": text("Budget"),
            "checklist": text("Checklist"), "day": text("Day"),
            "amount": text("Amount"), "currency": text("Currency"), "list": text("List"),
            "isDone": text("Done"), "value": text("Value"), "base": text("Base currency"),
            "identifier": text("Identifier"), "source": text("Source"),
        ].merging(fieldNames) { own, _ in own })

    nonisolated private static let fieldNames: [String: LocalizedText] = [
        Trip.fields.names, Destination.fields.names, Sight.fields.names, Leg.fields.names, Stay.fields.names,
        Expense.fields.names,
    ].reduce(into: [:]) { $0.merge($1) { own, _ in own } }
}
