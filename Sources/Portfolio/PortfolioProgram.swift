import Localization
import ProgramKit
import Shell

/// portfolio: an issue tracker with tags and awards.
@main
struct PortfolioProgram {
    static func main() async { await program.main() }

    @MainActor static var program: Program<PortfolioSession> {
        Program(
            name: "portfolio", version: .project,
            summary: text("An issue tracker for bugs and all other tasks."),
            commands: [
                ListCommand(), AgendaCommand(), NextCommand(), FilterCommand(), FiltersCommand(),
                ViewCommand(IssueViews.kind, group: .looking), ViewsCommand(IssueViews.kind, group: .looking),
                SaveViewCommand(IssueViews.kind, group: .looking),
                DeleteViewCommand(IssueViews.kind, group: .looking),
                SortCommand(), ShowCommand(), OpenCommand(), BackCommand<PortfolioSession>(), CopyCommand(),
                StatsCommand(), AwardsCommand(), AwardCommand(),
                NewCommand(), EditCommand(), TitleCommand(), ContentCommand(), NoteCommand(),
                DeleteNoteCommand(), PriorityCommand(), DayCommand.due, DayCommand.wait, EveryCommand(),
                BlockCommand.block, BlockCommand.unblock, StartCommand.start, StartCommand.stop,
                StatusCommand.close, StatusCommand.reopen, Issue.delete,
                TagsCommand(), TaggingCommand.tag, TaggingCommand.untag, NewTagCommand(), RenameTagCommand(),
                Tag.delete,
                UndoCommand<PortfolioSession>(), RedoCommand<PortfolioSession>(),
                HistoryCommand<PortfolioSession>(),
                ImportCommand(), ExportCommand(), SyncFileCommand(), SamplesCommand(), ResetCommand(),
                WhereCommand<PortfolioSession>(), BackupCommand<PortfolioSession>(),
                RestoreCommand<PortfolioSession>(), RepairCommand<PortfolioSession>(),
                SyncCommand<PortfolioSession>(), SyncStatusCommand<PortfolioSession>(),
                SyncConflictsCommand<PortfolioSession>(), SyncLoginCommand<PortfolioSession>(),
                SyncOffCommand<PortfolioSession>(), SyncKeyCommand<PortfolioSession>(),
            ],
            settings: [
                SortCommand.defaultOrder.declaration, SortCommand.defaultDirection.declaration,
                FilterCommand.lasting.declaration, TagWeight.setting.declaration,
                AwardsCommand.setting.declaration, SyncSettings.interval.declaration,
            ],
            related: ["syncserver"],
            describe: { SuiteErrors.describe($0, names) },
            makeSession: { try await session($0) })
    }

    /// Opens a session.
    @MainActor
    static func session(
        _ context: SessionContext, timer: any DelayTimer = TaskTimer()
    ) async throws -> PortfolioSession {
        try await PortfolioSession(
            context, names: names, parts: [.views, .awards, .issues], label: StoredAwardNames.localized,
            timer: timer)
    }

    /// The names of the models and their properties in the user's language.
    static let names = ModelNames(
        [
            "Issue": text("Issue"), "Tag": text("Tag"), "Note": text("Note"), "SavedView": text("View"),
            "AnnouncedAward": text("Award"), "FileLine": text("Line of a file"),
        ],
        properties: [
            "name": text("Name"), "issues": text("Issues"), "text": text("Text"),
            "written": text("Written"), "issue": text("Issue"), "query": text("Query"),
            "order": text("Order"),
        ].merging(Issue.fields.names) { own, _ in own })
}
