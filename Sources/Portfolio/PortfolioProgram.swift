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
            name: "portfolio", version: .project,
            summary: text("An issue tracker for bugs and all other tasks."),
            commands: [
                ListCommand(), AgendaCommand(), FilterCommand(), FiltersCommand(), ViewCommand(),
                ViewsCommand(),
                SaveViewCommand(), DeleteViewCommand(), SortCommand(),
                ShowCommand(), OpenCommand(),
                BackCommand<PortfolioSession>(), CopyCommand(), StatsCommand(), AwardsCommand(),
                AwardCommand(),
                NewCommand(), EditCommand(), TitleCommand(), ContentCommand(), NoteCommand(),
                PriorityCommand(),
                DayCommand.due, DayCommand.wait, EveryCommand(), BlockCommand.block, BlockCommand.unblock,
                StatusCommand.close, StatusCommand.reopen, DeleteCommand(), TagsCommand(), TaggingCommand.tag,
                TaggingCommand.untag,
                NewTagCommand(), RenameTagCommand(), DeleteTagCommand(), UndoCommand<PortfolioSession>(),
                RedoCommand<PortfolioSession>(), HistoryCommand<PortfolioSession>(), ImportCommand(),
                ExportCommand(), SamplesCommand(), ResetCommand(), WhereCommand<PortfolioSession>(),
                BackupCommand<PortfolioSession>(), RestoreCommand<PortfolioSession>(),
                RepairCommand<PortfolioSession>(),
                SyncCommand<PortfolioSession>(), SyncStatusCommand<PortfolioSession>(),
                SyncConflictsCommand<PortfolioSession>(),
                SyncLoginCommand<PortfolioSession>(), SyncOffCommand<PortfolioSession>(),
            ],
            settings: [
                SortCommand.defaultOrder.declaration, SortCommand.defaultDirection.declaration,
                FilterCommand.lasting.declaration, AwardsCommand.setting.declaration,
                SyncSettings.interval.declaration,
            ],
            related: ["syncserver"],
            describe: { SuiteErrors.describe($0, PortfolioSession.names) },
            makeSession: { try await PortfolioSession($0) })
    }
}
