import Localization
import ProgramKit
import Shell

/// itour: a trip planner.
@main
struct ITourProgram {
    static func main() async { await program.main() }

    @MainActor static var program: Program<TripSession> {
        Program(
            name: "itour", version: .project,
            summary: text("A planner for trips: where you want to go, when, and what to see there."),
            commands: [
                ListCommand(), SearchCommand(), ShowCommand(), OpenCommand(), BackCommand<TripSession>(),
                ViewCommand(ListOptions.views, group: .looking),
                ViewsCommand(ListOptions.views, group: .looking),
                SaveViewCommand(ListOptions.views, group: .looking),
                DeleteViewCommand(ListOptions.views, group: .looking),
                PlanCommand(), CheckCommand(), DayCommand(), CalendarCommand(), StatsCommand(),
                NearbyCommand(), MapCommand(),
                PlaceCommand(),
                Sight.list, Sight.show,
                AddCommand(), EditCommand(), NameCommand(), DetailsCommand(), DateCommand(),
                PriorityCommand(),
                SightAddCommand(), Sight.edit, SightMoveCommand(), SightScheduleCommand(),
                SightUnscheduleCommand(), RouteCommand(), SightVisitedCommand(),
                Sight.delete, Destination.delete,
                Trip.list, TripShowCommand(), TripAddCommand(), TripOpenCommand(), TripEditCommand(),
                TripMoveCommand(), Trip.delete, NextCommand(), TodayCommand(),
                Leg.list, LegAddCommand(), Leg.show, Leg.edit, Leg.delete,
                Stay.list, StayAddCommand(), Stay.show, Stay.edit, Stay.delete,
                Expense.list, ExpenseAddCommand(), Expense.show, Expense.edit, Expense.delete,
                BudgetCommand(),
                BudgetSetCommand(), RateCommand(), ChecklistCommand(), ChecklistAddCommand(),
                ChecklistDoneCommand(), ChecklistCopyCommand(), ChecklistItem.edit, ChecklistItem.delete,
                PointListCommand(), PointSearchCommand(), PointNearCommand(), PointCategoriesCommand(),
                PointCitiesCommand(), PointOfInterest.show,
                PointAddCommand(), PointOfInterest.edit, PointFavouriteCommand(), PointToSightCommand(),
                PointOfInterest.delete, PointImportCommand(),
                UndoCommand<TripSession>(), RedoCommand<TripSession>(), HistoryCommand<TripSession>(),
                ImportCommand(), ExportCommand(), SamplesCommand(), WhereCommand<TripSession>(),
                BackupCommand<TripSession>(), RestoreCommand<TripSession>(), RepairCommand<TripSession>(),
                SyncCommand<TripSession>(), SyncStatusCommand<TripSession>(),
                SyncConflictsCommand<TripSession>(),
                SyncLoginCommand<TripSession>(), SyncOffCommand<TripSession>(), SyncKeyCommand<TripSession>(),
            ],
            settings: settings + [SyncSettings.interval.declaration], related: ["syncserver"],
            describe: { SuiteErrors.describe($0, names) }, makeSession: { try await session($0) })
    }

    /// The settings of lists and money.
    static let settings: [SettingDeclaration] = ListOptions.settings + [TripSettings.currency.declaration]

    /// Opens a store.
    static func session(_ context: SessionContext) async throws -> TripSession {
        try await TripSession(context, names: names, candidates: candidates) { session in
            // If the store can't be read, there is nothing to compare; the next command reports the error.
            if let destination = try? session.opened(Destination.self) {
                let record = Destination.fields.data(destination, session.fieldContext)
                return ShownRecord(title: destination.name, record: record)
            }
            return (try? session.opened(Trip.self)).map {
                ShownRecord(title: $0.name, record: Trip.fields.data($0, session.fieldContext))
            }
        }
    }

    /// What Tab offers for the sources of things.
    private static let candidates: [String: TripSession.Candidates] = [
        TripCompletions.destinationConditions: {
            $0.destinationConditions.candidates(for: $1, $0.localizer)
        },
        TripCompletions.destinationsOrConditions: either(
            { $0.destinationConditions }, TripCompletions.destinations),
        TripCompletions.destinationsOrSightConditions: either(
            { $0.sightConditions }, TripCompletions.destinations),
        TripCompletions.sightsOrConditions: either({ $0.sightConditions }, TripCompletions.sights),
        TripCompletions.tripsOrConditions: either({ $0.tripConditions }, TripCompletions.trips),
        TripCompletions.tripsOrLegConditions: either({ $0.legConditions }, TripCompletions.trips),
        TripCompletions.legsOrConditions: either({ $0.legConditions }, TripCompletions.legs),
        TripCompletions.tripsOrStayConditions: either({ $0.stayConditions }, TripCompletions.trips),
        TripCompletions.staysOrConditions: either({ $0.stayConditions }, TripCompletions.stays),
        TripCompletions.tripsOrExpenseConditions: either({ $0.expenseConditions }, TripCompletions.trips),
        TripCompletions.expensesOrConditions: either({ $0.expenseConditions }, TripCompletions.expenses),
        TripCompletions.tripsOrChecklistConditions: either({ $0.checklistConditions }, TripCompletions.trips),
        TripCompletions.checklistItemsOrConditions: either(
            { $0.checklistConditions }, TripCompletions.checklistItems),
        TripCompletions.pointsOrConditions: either({ $0.pointConditions }, TripCompletions.points),
    ]

    /// Returns what Tab offers where records and conditions are possible.
    ///
    /// - Parameters:
    ///   - vocabulary: What conditions can ask.
    ///   - titles: The source of the records' titles.
    private static func either<Model>(
        _ vocabulary: @escaping @MainActor @Sendable (TripSession) -> ConditionVocabulary<Model>,
        _ titles: String
    ) -> TripSession.Candidates {
        { session, typed in
            let conditions = vocabulary(session)
            if "-(".contains(typed.first ?? " ") || conditions.isMeant(by: typed, session.localizer) {
                return conditions.candidates(for: typed, session.localizer)
            }
            return try session.candidates(for: titles, matching: typed)
        }
    }

    /// The names of the models and their properties in the user's language.
    static let names = ModelNames(
        [
            "Destination": text("Destination"), "Sight": text("Sight"),
            "PointOfInterest": text("Point of interest"), "Category": text("Category"),
            "Trip": text("Trip"), "Leg": text("Transport"), "Stay": text("Stay"), "Expense": text("Expense"),
            "BudgetLine": text("Budget"), "ChecklistItem": text("Checklist item"),
            "ExchangeRate": text("Exchange rate"), "SavedView": text("View"),
        ],
        properties: [
            "sights": text("Sights"), "latitude": text("Latitude"), "longitude": text("Longitude"),
            "destination": text("Destination"), "trip": text("Trip"), "legs": text("Transport"),
            "stays": text("Stays"), "expenses": text("Expenses"), "budget": text("Budget"),
            "checklist": text("Checklist"), "amount": text("Amount"), "currency": text("Currency"),
            "identifier": text("Identifier"), "source": text("Source"),
        ].merging(fieldNames) { own, _ in own })

    private static let fieldNames: [String: LocalizedText] = [
        Trip.fields.names, Destination.fields.names, Sight.fields.names, Leg.fields.names, Stay.fields.names,
        Expense.fields.names, ChecklistItem.fields.names, ExchangeRate.fields.names,
        PointOfInterest.fields.names,
    ].reduce(into: [:]) { $0.merge($1) { own, _ in own } }
}
