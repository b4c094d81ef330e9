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
            name: "itour", version: "1.0.0",
            summary: text("A planner for trips: where you want to go, when, and what to see there."),
            commands: [
                ListCommand(), SearchCommand(), ShowCommand(), OpenCommand(), BackCommand<TripSession>(),
                PlanCommand(), CalendarCommand(), StatsCommand(), NearbyCommand(), MapCommand(),
                PlaceCommand(),
                SightListCommand(),
                AddCommand(), EditCommand(), NameCommand(), DetailsCommand(), DateCommand(),
                PriorityCommand(),
                SightAddCommand(), SightEditCommand(), SightMoveCommand(), RouteCommand(),
                SightVisitedCommand(),
                SightDeleteCommand(), DeleteCommand(),
                PointListCommand(), PointSearchCommand(), PointNearCommand(), PointShowCommand(),
                PointAddCommand(), PointEditCommand(), PointFavouriteCommand(), PointToSightCommand(),
                PointDeleteCommand(), PointImportCommand(),
                UndoCommand<TripSession>(), RedoCommand<TripSession>(), HistoryCommand<TripSession>(),
                ImportCommand(), ExportCommand(), SamplesCommand(), WhereCommand<TripSession>(),
                BackupCommand<TripSession>(), RestoreCommand<TripSession>(), RepairCommand<TripSession>(),
                SyncCommand<TripSession>(), SyncStatusCommand<TripSession>(),
                SyncLoginCommand<TripSession>(), SyncOffCommand<TripSession>(),
            ],
            settings: ListOptions.settings + [SyncSettings.interval.declaration],
            describe: { SuiteErrors.describe($0, TripSession.names) },
            makeSession: { try await TripSession($0) })
    }
}
