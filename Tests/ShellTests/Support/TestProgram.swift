import Foundation
import Localization
import Synchronization

@testable import Shell

/// The session of the test program.
@MainActor
final class ShelfSession: ShellSession {
    let context: SessionContext
    var titles: [String]
    var prompt: Prompt { log.prompt }
    private(set) var isOver = false
    private let number: Int
    private let log: ShelfLog

    init(_ context: SessionContext, log: ShelfLog) {
        self.context = context
        self.log = log
        titles = log.titles
        log.begun += 1
        number = log.begun
        log.options = context.options
        log.sessionIntents.append(context.intent)
    }

    func candidates(for source: String, matching prefix: String) throws -> [String] {
        titles.filter { $0.lowercased().hasPrefix(prefix.lowercased()) }
    }

    func command(inferredFrom words: [String]) -> [String]? {
        words == ["the", "titles", "please"] ? ["list"] : nil
    }

    func notices() -> [LocalizedText] {
        defer { log.notices = [] }
        return log.notices
    }

    func execute(_ intent: Intent, _ body: () async throws -> Output) async throws -> Output {
        log.intents.append(intent)
        return try await body()
    }

    func checkOutput() throws -> [Block] {
        defer { log.unreadable = [] }
        return log.unreadable.map { .warning($0) }
    }

    /// Records that a command ran.
    func note(_ command: any Command<ShelfSession>) {
        log.executed.append(command.declaration.name)
        if command.declaration.name == log.lastCommand { isOver = true }
    }

    func inputIsAwaited() async { log.awaiting.append(number) }

    func close() { log.closed += 1 }
}

/// Records the actions of all sessions of one run.
@MainActor
final class ShelfLog {
    var begun = 0
    var closed = 0
    var executed: [String] = []
    /// The name of the command after which a session is over.
    var lastCommand: String?
    /// The number of the session that waits for input, for each time.
    var awaiting: [Int] = []
    var intents: [Intent] = []
    var sessionIntents: [Intent] = []
    var prompt = Prompt("shelf")
    var notices: [LocalizedText] = []
    var titles = ["Solaris", "War and Peace"]
    /// The warnings about values that can't be read.
    var unreadable: [LocalizedText] = []
    var options = LaunchOptions()
}

/// Adds a title. If the title is missing, asks for it.
struct AddCommand: Command {
    static let title = Parameter.required(
        "title", .nonBlank, placeholder: plain("TITLE"), help: plain("The title."),
        question: plain("Title?"))
    static let rating = Parameter.option("rating", .integer(in: 1...5), help: plain("The rating."))
    static let tag = Parameter.repeatedOption("tag", .text, help: plain("A tag."))

    let declaration = CommandDeclaration(
        "add", aliases: ["new"], group: CommandGroup(plain("Books")), summary: plain("Adds a title."),
        discussion: [plain("It goes to the end.")],
        parameters: [title.declaration, rating.declaration, tag.declaration],
        examples: [plain("add \"War and Peace\" --rating 5")], changesData: true)

    func run(_ invocation: Invocation, in session: ShelfSession) async throws -> Output {
        session.note(self)
        let title = try invocation[Self.title]
        session.titles.append(title)
        let record = Record(fields: [
            .init("title", plain("Title"), .text(title)),
            .init("rating", plain("Rating"), .number(try invocation[Self.rating])),
            .init("tags", plain("Tags"), Cell(.list(try invocation[Self.tag].map { .string($0) }), .empty)),
        ])
        return Output(
            [.message(plain("Added \(title).")), .warning(plain("Look here."))], data: [.record(record)])
    }
}

/// Lists the titles.
struct ListCommand: Command {
    let declaration = CommandDeclaration(
        "list", group: CommandGroup(plain("Books")), summary: plain("Lists the titles."))

    func run(_ invocation: Invocation, in session: ShelfSession) async throws -> Output {
        session.note(self)
        return Output([
            .table(
                Table(columns: [.init("title", plain("Title"))], rows: session.titles.map { [.text($0)] }))
        ])
    }
}

/// Deletes titles after a confirmation.
struct DeleteCommand: Command {
    static let titles = Parameter.rest(
        "book", ValueType.text.completed(from: "titles"), minimum: 1, placeholder: plain("BOOK"),
        help: plain("The titles."))
    static let yes = Parameter.flag("yes", help: plain("Without a question."))

    let declaration = CommandDeclaration(
        "delete", group: CommandGroup(plain("Books")), summary: plain("Deletes titles."),
        parameters: [titles.declaration, yes.declaration], changesData: true)

    func run(_ invocation: Invocation, in session: ShelfSession) async throws -> Output {
        session.note(self)
        let titles = try invocation[Self.titles]
        if try !invocation[Self.yes] {
            if titles == ["Solaris"] {
                try session.context.interaction.show(.message(plain("This can't be taken back.")))
            }
            guard try await session.context.interaction.confirm(plain("Delete?")) else {
                return .message(plain("Kept."))
            }
        }
        session.titles.removeAll { titles.contains($0) }
        return .message(plain("Deleted."))
    }
}

/// A command of the family “tag”, such as “tag add”. The program has two commands of this family.
struct TagCommand: Command {
    static let tag = Parameter.required(
        "tag", .nonBlank, placeholder: plain("TAG"), help: plain("The tag."))

    let declaration: CommandDeclaration

    init(_ verb: String, aliases: [String] = []) {
        declaration = CommandDeclaration(
            "tag \(verb)", aliases: aliases, group: CommandGroup(plain("Tags")),
            summary: plain("Does \(verb) a tag."), parameters: [Self.tag.declaration],
            examples: [plain("tag \(verb) polish")], changesData: true)
    }

    func run(_ invocation: Invocation, in session: ShelfSession) async throws -> Output {
        session.note(self)
        return .message(plain("\(invocation.command): \(try invocation[Self.tag])"))
    }
}

/// Fails with the error that its argument names.
struct FailCommand: Command {
    struct Unknown: Error {}
    struct Described: Error {}

    static let how = Parameter.required(
        "how",
        .choice([Choice("unknown", 0), Choice("described", 1), Choice("cancelled", 2), Choice("file", 3)]),
        placeholder: plain("HOW"), help: plain("How."))

    let declaration = CommandDeclaration(
        "fail", group: CommandGroup(plain("Errors")), summary: plain("Fails."), parameters: [how.declaration])

    func run(_ invocation: Invocation, in session: ShelfSession) async throws -> Output {
        session.note(self)
        switch try invocation[Self.how] {
        case 0: throw Unknown()
        case 1: throw Described()
        case 2: throw CancellationError()
        default: throw FileError.missing(path: "/nowhere")
        }
    }
}

struct DescribedProblem: PresentableError {
    var problem: LocalizedText { plain("The store is no store.") }
    var failure: FailureKind { .badData }
}

/// The test program.
@MainActor
func shelfProgram(_ log: ShelfLog) -> Program<ShelfSession> {
    Program(
        name: "shelf", version: "1.2.3", summary: plain("A shelf of titles."),
        commands: [
            AddCommand(), ListCommand(), DeleteCommand(), TagCommand("add", aliases: ["tag new", "label"]),
            TagCommand("remove"), FailCommand(),
        ],
        describe: { $0 is FailCommand.Described ? DescribedProblem() : nil },
        makeSession: { ShelfSession($0, log: log) })
}
