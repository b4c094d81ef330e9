import Shell
import Suite

/// itour: a trip planner.
@main
struct ITourProgram {
    static func main() async {
        await program.main()
    }

    @MainActor static var program: Program<TripSession> {
        Program(
            name: "itour", version: .project,
            summary: text("A planner for trips: where you want to go, when, and what to see there."),
            commands: [
                ListCommand(), SearchCommand(), ShowCommand(), OpenCommand(), BackCommand<TripSession>(),
                PlanCommand(), DayCommand(), CalendarCommand(), StatsCommand(), NearbyCommand(), MapCommand(),
                PlaceCommand(),
                Sight.list, Sight.show,
                AddCommand(), EditCommand(), NameCommand(), DetailsCommand(), DateCommand(),
                PriorityCommand(),
                SightAddCommand(), Sight.edit, SightMoveCommand(), SightScheduleCommand(),
                SightUnscheduleCommand(), RouteCommand(), SightVisitedCommand(),
                Sight.delete, Destination.delete,
                Trip.list, TripShowCommand(), TripAddCommand(), TripOpenCommand(), TripEditCommand(),
                TripMoveCommand(), Trip.delete,
                Leg.list, LegAddCommand(), Leg.show, Leg.edit, Leg.delete,
                Stay.list, StayAddCommand(), Stay.show, Stay.edit, Stay.delete,
                Expense.list, ExpenseAddCommand(), Expense.show, Expense.edit, Expense.delete,
                BudgetCommand(),
                BudgetSetCommand(), RateCommand(), ChecklistCommand(), ChecklistAddCommand(),
                ChecklistDoneCommand(), ChecklistCopyCommand(), ChecklistItem.delete,
                PointListCommand(), PointSearchCommand(), PointNearCommand(), PointCategoriesCommand(),
                PointCitiesCommand(), PointShowCommand(),
                PointAddCommand(), PointEditCommand(), PointFavouriteCommand(), PointToSightCommand(),
                PointDeleteCommand(), PointImportCommand(),
                UndoCommand<TripSession>(), RedoCommand<TripSession>(), HistoryCommand<TripSession>(),
                ImportCommand(), ExportCommand(), SamplesCommand(), WhereCommand<TripSession>(),
                BackupCommand<TripSession>(), RestoreCommand<TripSession>(), RepairCommand<TripSession>(),
                SyncCommand<TripSession>(), SyncStatusCommand<TripSession>(),
                SyncConflictsCommand<TripSession>(),
                SyncLoginCommand<TripSession>(), SyncOffCommand<TripSession>(),
            ],
            settings: TripSettings.all + [SyncSettings.interval.declaration],
            related: ["syncserver"],
            describe: { SuiteErrors.describe($0, TripSession.names) },
            makeSession: { try await TripSession($0) })
    }
}
