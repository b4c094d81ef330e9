import Localization
import Shell

/// The numbers of records of an import or an exported file, by kind.
struct TripCounts: Equatable {
    var destinations = 0
    var sights = 0
    var trips = 0
    var legs = 0
    var stays = 0
    var expenses = 0
    var budgetLines = 0
    var checklistItems = 0
    var rates = 0

    // Use separate texts, because each number has its own plural form.
    var destinationCount: LocalizedText { text("%lld destinations", destinations) }
    var sightCount: LocalizedText { text("%lld sights", sights) }

    /// The numbers of trips and of parts of trips that aren't zero.
    var parts: [LocalizedText] {
        [
            (trips, text("%lld trips", trips)), (legs, text("%lld legs", legs)),
            (stays, text("%lld stays", stays)), (expenses, text("%lld expenses", expenses)),
            (budgetLines, text("%lld budget lines", budgetLines)),
            (checklistItems, text("%lld checklist items", checklistItems)),
            (rates, text("%lld exchange rates", rates)),
        ].filter { $0.0 > 0 }.map(\.1)
    }

    /// All numbers that aren't zero.
    var all: [LocalizedText] {
        (destinations > 0 ? [destinationCount] : []) + (sights > 0 ? [sightCount] : []) + parts
    }

    /// The numbers for machine-readable output.
    var fields: [Record.Field] {
        [
            .init("destinations", text("Destinations"), .number(destinations)),
            .init("sights", text("Sights"), .number(sights)),
            .init("trips", text("Trips"), .number(trips)),
            .init("legs", text("Legs"), .number(legs)),
            .init("stays", text("Stays"), .number(stays)),
            .init("expenses", text("Expenses"), .number(expenses)),
            .init("budgetLines", text("Budget lines"), .number(budgetLines)),
            .init("checklistItems", text("Checklist items"), .number(checklistItems)),
            .init("rates", text("Rates"), .number(rates)),
        ]
    }
}
