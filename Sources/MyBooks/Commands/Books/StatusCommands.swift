import Localization
import Shell
import Suite

/// `start`, `finish` and `shelve`: change the status of a book.
struct TransitionCommand: Command {
    let declaration: CommandDeclaration
    private let status: ReadingStatus

    private init(_ name: String, to status: ReadingStatus, summary: LocalizedText) {
        self.status = status
        declaration = CommandDeclaration(
            name, group: .changes, summary: summary, parameters: [ShowCommand.book.declaration],
            examples: [.verbatim("\(name) solaris")], changesData: true)
    }

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        try StatusChange.run(status, invocation, in: session)
    }

    /// `start`: marks a book as in progress.
    static var start: TransitionCommand {
        TransitionCommand("start", to: .inProgress, summary: text("Marks a book as started today."))
    }

    /// `finish`: marks a book as completed.
    static var finish: TransitionCommand {
        TransitionCommand(
            "finish", to: .completed, summary: text("Marks a book as finished today."))
    }

    /// `shelve`: marks a book as on shelf.
    static var shelve: TransitionCommand {
        TransitionCommand(
            "shelve", to: .onShelf,
            summary: text("Marks a book as not started: its status becomes “on shelf”."))
    }
}

/// `status`: sets the status of a book.
struct StatusCommand: Command {
    static let status = Parameter.required(
        "status", .status, placeholder: text("STATUS"),
        help: text("on-shelf, in-progress or completed."), question: text("Status"))

    let declaration = CommandDeclaration(
        "status", group: .changes, summary: text("Sets the reading status of a book."),
        discussion: [
            text(
                "“in-progress” sets the start date to today, “completed” the completion date. Going back to an earlier status clears the dates."
            )
        ],
        parameters: [ShowCommand.book.declaration, status.declaration],
        examples: [.verbatim("status solaris completed")], changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        try StatusChange.run(try invocation[Self.status], invocation, in: session)
    }
}

/// The status change that these commands share.
enum StatusChange {
    @MainActor
    static func run(
        _ status: ReadingStatus, _ invocation: Invocation, in session: BookSession
    ) throws -> Output {
        let book = try session.record(try invocation[ShowCommand.book], in: Book.self)
        let changed = try BookChanges(status: status).apply(to: book, today: session.today)
        let message =
            changed.isEmpty
            ? text("“%1$@” is already %2$@. Nothing changed.", book.title, status.name)
            : text("“%1$@” is now %2$@.", book.title, status.name)
        return Output(
            [.message(message)], data: [.record(BookRecord.data(book))],
            label: text("Marked “%1$@” as %2$@.", book.title, status.name))
    }
}
