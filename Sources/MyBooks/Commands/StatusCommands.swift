import Localization
import Shell
import Suite

/// `start`: begins to read a book.
struct StartCommand: Command {
    let declaration = CommandDeclaration(
        "start", group: .changes, summary: text("Begins to read a book today."),
        parameters: [ShowCommand.book.declaration], examples: ["start solaris"], changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        try StatusChange.run(.inProgress, invocation, in: session)
    }
}

/// `finish`: a book is read.
struct FinishCommand: Command {
    let declaration = CommandDeclaration(
        "finish", group: .changes, summary: text("Notes that a book is read to its end today."),
        parameters: [ShowCommand.book.declaration], examples: ["finish solaris"], changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        try StatusChange.run(.completed, invocation, in: session)
    }
}

/// `shelve`: puts a book back on the shelf.
struct ShelveCommand: Command {
    let declaration = CommandDeclaration(
        "shelve", group: .changes, summary: text("Puts a book back on the shelf."),
        parameters: [ShowCommand.book.declaration], examples: ["shelve solaris"], changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        try StatusChange.run(.onShelf, invocation, in: session)
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

/// The change of status that the four commands share.
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
        return Output([.message(message)], data: [.record(BookRecord.data(book))])
    }
}
