import Shell
import Suite

/// mybooks: a reading log.
@main
struct MyBooksProgram {
    static func main() async {
        await program.main()
    }

    @MainActor static var program: Program<BookSession> {
        Program(
            name: "mybooks", version: .project,
            summary: text("A reading log: what you have read, are reading, and want to read."),
            commands: [
                ListCommand(), SearchCommand(), ShowCommand(), ProposalCommand.next,
                ProposalCommand.random, StatsCommand(),
                AddCommand(), EditCommand(), TransitionCommand.start, TransitionCommand.finish,
                TransitionCommand.abandon, TransitionCommand.shelve, StatusCommand(), ProgressCommand(),
                RateCommand(), MergeCommand(), DeleteCommand(),
                ReadingListCommand(), ReadingShowCommand(), ReadingProgressCommand(), ReadingEditCommand(),
                ReadingDeleteCommand(),
                GoalCommand(),
                ReviewCommand(), LendCommand(), ReturnCommand(), LoansCommand(),
                ShelvesCommand(), ShelfAddCommand(), ShelfRemoveCommand(), ShelfMoveCommand(),
                ShelfRenameCommand(),
                ShelfDeleteCommand(),
                QuoteListCommand(), QuoteAddCommand(), QuoteEditCommand(), QuoteMoveCommand(),
                QuoteDeleteCommand(),
                UndoCommand<BookSession>(), RedoCommand<BookSession>(), HistoryCommand<BookSession>(),
                ImportCommand(), ExportCommand(), SamplesCommand(), WhereCommand<BookSession>(),
                BackupCommand<BookSession>(), RestoreCommand<BookSession>(), RepairCommand<BookSession>(),
                SyncCommand<BookSession>(), SyncStatusCommand<BookSession>(),
                SyncLoginCommand<BookSession>(), SyncOffCommand<BookSession>(),
            ],
            settings: [BookListOptions.defaultOrder.declaration, SyncSettings.interval.declaration],
            related: ["syncserver"],
            describe: { SuiteErrors.describe($0, BookSession.names) },
            makeSession: { try await BookSession($0) })
    }
}
