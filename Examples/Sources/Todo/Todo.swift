import Foundation
import Localization
import ModelData
import Shell

@Model
final class Item {
    var title: String
    var isDone = false

    init(title: String) { self.title = title }
}

/// A text of the table Todo, in the folder Localization of this package.
func text(_ key: String, _ arguments: any TextArgumentConvertible...) -> LocalizedText {
    LocalizedText(key, table: "Todo", arguments.map(\.textArgument))
}

/// The store that the commands work on.
final class TodoSession: ShellSession {
    let context: ModelContext
    let prompt = Prompt("todo")

    init(_ start: SessionContext) throws {
        let folder = StandardDirectories(environment: start.environment.variables, program: "todo").data
        let path = start.options.storePath ?? "\(folder ?? ".")/todo.store"
        let configuration =
            start.options.inMemory
            ? ModelConfiguration(isStoredInMemoryOnly: true)
            : ModelConfiguration(url: URL(fileURLWithPath: path))
        context = ModelContext(try ModelContainer(for: Item.self, configurations: configuration))
    }

    /// Saves the changes of a command, or none of them.
    func execute(_ intent: Intent, _ body: () async throws -> Output) async throws -> Output {
        do {
            let output = try await body()
            try context.save()
            return output
        } catch {
            context.rollback()
            throw error
        }
    }
}

struct AddCommand: Command {
    static let title = Parameter.words("title", .nonBlank, minimum: 1, help: text("The title."))

    let declaration = CommandDeclaration(
        "add", group: .items, summary: text("Adds an item."), parameters: [title.declaration],
        changesData: true)

    func run(_ invocation: Invocation, in session: TodoSession) throws -> Output {
        let item = Item(title: try invocation[Self.title].joined(separator: " "))
        session.context.insert(item)
        return .message(text("Added “%@”.", item.title))
    }
}

struct DoneCommand: Command {
    static let title = Parameter.words("title", .nonBlank, minimum: 1, help: text("The title."))

    let declaration = CommandDeclaration(
        "done", group: .items, summary: text("Marks an item as done."), parameters: [title.declaration],
        changesData: true)

    func run(_ invocation: Invocation, in session: TodoSession) throws -> Output {
        let title = try invocation[Self.title].joined(separator: " ")
        let named = FetchDescriptor<Item>(predicate: #Predicate { $0.title == title })
        guard let item = try session.context.fetch(named).first else { throw UnknownItem(title: title) }
        item.isDone = true
        return .message(text("“%@” is done.", title))
    }
}

struct ListCommand: Command {
    let declaration = CommandDeclaration("list", group: .items, summary: text("Lists the items."))

    func run(_ invocation: Invocation, in session: TodoSession) throws -> Output {
        let items = try session.context.fetch(FetchDescriptor<Item>(sortBy: [SortDescriptor(\.title)]))
        return Output([
            .table(
                Table(
                    "items",
                    columns: [.init("title", text("Title")), .init("done", text("Done"))],
                    rows: items.map { [.text($0.title), .text($0.isDone ? "✓" : "")] },
                    count: text("%lld items", items.count)))
        ])
    }
}

/// The error of a title that no item has: the problem, and the remedy.
struct UnknownItem: PresentableError {
    let title: String
    var problem: LocalizedText { text("There is no item “%@”.", title) }
    var remedy: LocalizedText? { text("“list” shows all items.") }
}

extension CommandGroup {
    static let items = CommandGroup(text("Items"))
}

/// `Todo` reads commands from a prompt, `Todo add Post the letter` runs one.
@main
struct Todo {
    @MainActor
    static func main() async {
        StringTables.add(EmbeddedTables.table)
        await Program(
            name: "todo", version: "1.0.0", summary: text("A list of things to do."),
            commands: [AddCommand(), DoneCommand(), ListCommand()],
            makeSession: { try TodoSession($0) }
        ).main()
    }
}
