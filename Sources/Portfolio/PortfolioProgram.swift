import Shell
import Suite

/// portfolio: an issue tracker with tags and awards.
@main
struct PortfolioProgram {
    static func main() async {
        await program.main()
    }

    @MainActor static var program: Program<PortfolioSession> {
        Program(
            name: "portfolio", version: "1.0.0",
            summary: text("An issue tracker for bugs and all other tasks."),
            commands: [
                ListCommand(), FilterCommand(), FiltersCommand(), SortCommand(), ShowCommand(), OpenCommand(),
                BackCommand<PortfolioSession>(), CopyCommand(), StatsCommand(), AwardsCommand(),
                AwardCommand(),
                NewCommand(), TitleCommand(), ContentCommand(), PriorityCommand(), StatusCommand.close,
                StatusCommand.reopen, DeleteCommand(), TagsCommand(), TaggingCommand.tag,
                TaggingCommand.untag,
                NewTagCommand(), RenameTagCommand(), DeleteTagCommand(), UndoCommand<PortfolioSession>(),
                RedoCommand<PortfolioSession>(), HistoryCommand<PortfolioSession>(), ImportCommand(),
                ExportCommand(), SamplesCommand(), ResetCommand(), WhereCommand<PortfolioSession>(),
                BackupCommand<PortfolioSession>(), RestoreCommand<PortfolioSession>(),
                RepairCommand<PortfolioSession>(),
                SyncCommand<PortfolioSession>(), SyncStatusCommand<PortfolioSession>(),
                SyncLoginCommand<PortfolioSession>(), SyncOffCommand<PortfolioSession>(),
            ],
            settings: [
                SortCommand.defaultKey.declaration, SortCommand.defaultDirection.declaration,
                SyncSettings.interval.declaration,
            ],
            describe: { SuiteErrors.describe($0, PortfolioSession.names) },
            makeSession: { try await PortfolioSession($0) })
    }
}
