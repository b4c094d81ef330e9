import ProgramKit
import Shell

/// mybooks: a reading log.
@main
struct MyBooksProgram {
    static func main() async { await program.main() }

    @MainActor static var program: Program<BookSession> {
        Program(
            name: "mybooks", version: .project,
            summary: text("A reading log: what you have read, are reading, and want to read."),
            commands: [
                ListCommand(), SearchCommand(), ShowCommand(), NowCommand(), SeriesCommand(), AuthorCommand(),
                DuplicatesCommand(), LookupCommand(), ProposalCommand.next, ProposalCommand.random,
                StatsCommand(),
                ViewCommand(BookListOptions.views, group: .looking),
                ViewsCommand(BookListOptions.views, group: .looking),
                SaveViewCommand(BookListOptions.views, group: .looking),
                DeleteViewCommand(BookListOptions.views, group: .looking),
                AddCommand(), EditCommand(), TransitionCommand.start, TransitionCommand.finish,
                TransitionCommand.abandon, TransitionCommand.shelve, PauseCommand(), ReopenCommand(),
                StatusCommand(), ProgressCommand(), RateCommand(), MergeCommand(), Book.delete,
                ReadingListCommand(), ReadingShowCommand(), ReadingProgressCommand(), ReadingEditCommand(),
                ReadingDeleteCommand(),
                GoalCommand(), ReviewCommand(),
                LendCommand(), ReturnCommand(), LoansCommand(),
                ShelvesCommand(), ShelfAddCommand(), ShelfRemoveCommand(), ShelfMoveCommand(),
                ShelfRenameCommand(), ShelfDeleteCommand(),
                QuoteListCommand(), QuoteAddCommand(), Quote.edit, QuoteMoveCommand(), Quote.delete,
                UndoCommand<BookSession>(), RedoCommand<BookSession>(), HistoryCommand<BookSession>(),
                ImportCommand(), ExportCommand(), SamplesCommand(), WhereCommand<BookSession>(),
                BackupCommand<BookSession>(), RestoreCommand<BookSession>(), RepairCommand<BookSession>(),
                SyncCommand<BookSession>(), SyncStatusCommand<BookSession>(),
                SyncConflictsCommand<BookSession>(), SyncLoginCommand<BookSession>(),
                SyncOffCommand<BookSession>(), SyncKeyCommand<BookSession>(),
            ],
            settings: [
                BookListOptions.defaultOrder.declaration, SyncSettings.interval.declaration,
                BookLookup.server.declaration, BookLookup.contact.declaration,
            ],
            related: ["syncserver"],
            describe: { SuiteErrors.describe($0, names) },
            makeSession: {
                try await BookSession(
                    $0, names: names,
                    candidates: [
                        BookCompletions.conditions: { try $0.conditionCandidates(for: $1) },
                        BookCompletions.titlesOrConditions: { try $0.titleOrConditionCandidates(for: $1) },
                    ])
            })
    }

    /// The names of the models and their properties in the user's language.
    static let names = ModelNames(
        [
            "Book": text("Book"), "Shelf": text("Shelf"), "Quote": text("Quote"),
            "Reading": text("Reading"), "ReadingProgress": text("Progress"), "Goal": text("Goal"),
            "Loan": text("Loan"), "RememberedColumns": text("Columns of a CSV file"),
            "SavedView": text("View"),
        ],
        properties: [
            Book.fields.sentenceNames, Quote.fields.sentenceNames, Reading.fields.sentenceNames,
            ReadingProgress.fields.sentenceNames, Goal.fields.sentenceNames, Loan.fields.sentenceNames,
            Shelf.fields.sentenceNames,
        ].reduce(into: [:]) { names, more in names.merge(more) { first, _ in first } })
}
