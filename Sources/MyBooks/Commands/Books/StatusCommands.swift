import Localization
import Shell
import Suite

/// `start`, `finish` and `shelve`: the changes of status that have a word of their own.
struct TransitionCommand: Command {
    let declaration: CommandDeclaration
    private let status: ReadingStatus

    private init(_ name: String, to status: ReadingStatus, summary: LocalizedText) {
        self.status = status
        declaration = CommandDeclaration(
            name, group: .changes, summary: summary, parameters: [ShowCommand.book.declaration],
            examples: ["\(name) solaris"], changesData: true)
    }

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        try StatusChange.run(status, invocation, in: session)
    }

    /// `start`: begins to read a book.
    static var start: TransitionCommand {
        TransitionCommand("start", to: .inProgress, summary: text("Begins to read a book today."))
    }

    /// `finish`: a book is read.
    static var finish: TransitionCommand {
        TransitionCommand(
            "finish", to: .completed, summary: text("Notes that a book is read to its end today."))
    }

    /// `shelve`: puts a book back on the shelf.
    static var shelve: TransitionCommand {
        TransitionCommand("shelve", to: .onShelf, summary: text("Puts a book back on the shelf."))
    }
}

/// `status`: sets how far one has come with a book.
struct StatusCommand: Command {
    static let status = Parameter.required(
        "status", .status, help: text("on-shelf, in-progress or completed."), question: text("Status"))

    let declaration = CommandDeclaration(
        "status", group: .changes, summary: text("Sets how far you have come with a book."),
        discussion: [
            text(
                "Beginning sets the day it was started, finishing the day it was completed; going back clears them."
            )
        ],
        parameters: [ShowCommand.book.declaration, status.declaration],
        examples: ["status solaris completed"], changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        try StatusChange.run(try invocation[Self.status], invocation, in: session)
    }
}

/// The change of status that these commands share.
enum StatusChange {
    @MainActor
    static func run(
        _ status: ReadingStatus, _ invocation: Invocation, in session: BookSession
    ) throws -> Output {
        let book = try session.record(try invocation[ShowCommand.book], in: Book.self)
        let changed = try BookChanges(status: status).apply(to: book, today: session.today)
        let message =
            changed.isEmpty
            ? text("“%1$@” is %2$@ already. Nothing changed.", book.title, status.name)
            : text("“%1$@” is now %2$@.", book.title, status.name)
        return Output(
            [.message(message)], data: [.record(BookRecord.data(book))],
            label: text("Marked “%1$@” as %2$@.", book.title, status.name))
    }
}
