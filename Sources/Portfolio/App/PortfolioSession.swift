import Foundation
import Localization
import ModelData
import ProgramKit
import Shell
import Sync

/// portfolio's session on its store, with the selected filter, the open issue and the order of lists.
@MainActor
final class PortfolioSession: StoreSession {
    let services: StoreServices
    /// The filter by status and priority.
    var switched = SwitchedFilter()
    /// The order from `sort`; `nil` uses the settings.
    var chosenOrder: IssueOrder?
    /// The lasting filter as it was last read or stored.
    var storedFilter = ""
    /// The timer for automatic saves.
    let timer: any DelayTimer
    /// The names of the models and their properties in the user's language.
    let names: ModelNames
    private let parts: [SessionPart]
    private static let synchronized: [any Synchronizable.Type] = [
        Issue.self, Tag.self, Note.self, SavedView.self,
    ]

    /// Opens the store.
    ///
    /// - Parameters:
    ///   - session: The program's call.
    ///   - names: The names of the models and their properties.
    ///   - parts: What the folders of the program do in the session.
    ///   - label: Returns the label of a step of the history in a language.
    ///   - timer: The timer for automatic saves.
    init(
        _ session: SessionContext, names: ModelNames, parts: [SessionPart],
        label: @escaping @Sendable (LocalizedText, Language) -> LocalizedText,
        timer: any DelayTimer = TaskTimer()
    ) async throws {
        self.timer = timer
        self.names = names
        self.parts = parts
        let store = try await StoreService(
            session,
            models: [Issue.self, Tag.self, Note.self, SavedView.self, AnnouncedAward.self, FileLine.self],
            synchronizing: Self.synchronized, names: names)
        let nothingOpen = NothingOpenError(
            text("No issue selected."),
            opening: text(
                "“new” creates an issue, “open” opens one, and “list” shows the numbers of the issues."))
        services = StoreServices(
            store,
            undo: UndoService(store, label: label),
            places: OpenItems(store, nothingOpenError: nothingOpen))
        services.sync.correct = { [environment = session.environment] context in
            try context.breakCycles(now: environment.now(), models: Self.synchronized)
        }
        for part in parts where session.intent.scope == .data { try part.begin(self) }
    }

    /// Whether the selected filter and order have an effect on a list. Those of a script last until its end; those of a
    /// prompt have no effect on `--json` and `--csv`.
    func usesSelection(_ invocation: Invocation) -> Bool {
        invocation.isForUser || !interaction.isInteractive
    }

    /// Whether lists are tables at a terminal.
    var showsTables: Bool { interaction.isInteractive && interaction.writesToTerminal }

    var now: Date { environment.now() }

    /// The order of names in the user's language.
    var collator: Collator { Collator(localizer.language) }

    /// Runs a command.
    func execute(_ intent: Intent, _ command: () async throws -> Output) async throws -> Output {
        try await execute(intent, parts[...], command)
    }

    private func execute(
        _ intent: Intent, _ parts: ArraySlice<SessionPart>, _ command: () async throws -> Output
    ) async throws -> Output {
        guard let part = parts.first else {
            return try await services.execute(intent) { try await within(self.parts[...], command) }
        }
        return try await part.around(self, intent) { try await execute(intent, parts.dropFirst(), command) }
    }

    private func within(
        _ parts: ArraySlice<SessionPart>, _ command: () async throws -> Output
    ) async throws -> Output {
        guard let part = parts.first else { return try await command() }
        return try await part.within(self) { try await within(parts.dropFirst(), command) }
    }

    func candidates(for source: String, matching prefix: String) throws -> [String] {
        for part in parts {
            if let candidates = try part.candidates(self, source, prefix) { return candidates }
        }
        return []
    }

    /// The names of all tags, in the language's order.
    func tagNames() throws -> [String] {
        collator.sorted(try context.fetch(FetchDescriptor<Tag>()).map(\.name))
    }
}

/// The names of the completion sources.
enum IssueCompletions {
    static let issues = "issues"
    static let tags = "tags"
    static let terms = "terms"
    /// The words of `new`.
    static let entries = "entries"
    static let filters = "filters"
    static let awards = "awards"
    static let issuesOrQueries = "issues or queries"
    static let daysAndIssues = "days and issues"
    static let recurrencesAndIssues = "recurrences and issues"
}

/// What a folder of the program does in every session. The session itself knows none of them.
@MainActor
struct SessionPart {
    typealias Body = () async throws -> Output

    /// Called when a session on data begins.
    var begin: @MainActor (PortfolioSession) throws -> Void = { _ in }
    /// Runs a command and what follows its save.
    var around: @MainActor (PortfolioSession, Intent, Body) async throws -> Output = { try await $2() }
    /// Runs a command, before its save.
    var within: @MainActor (PortfolioSession, Body) async throws -> Output = { try await $1() }
    /// Returns the candidates of a completion source, by its name and the typed text; `nil` for other sources.
    var candidates: @MainActor (PortfolioSession, String, String) throws -> [String]? = { _, _, _ in nil }
}

/// The open items of portfolio are nested in this order:
///
/// 1. a smart filter or a tag
/// 2. the filter by status and priority, if it is on
/// 3. an issue
///
/// The prompt shows the open items, and `back` closes the innermost item.
extension PortfolioSession {
    /// The selected tag; `nil` if no tag is selected or it was deleted.
    var selectedTag: Tag? { get throws { try opened(Tag.self) } }

    /// The open issue; `nil` if no issue is open or it was deleted.
    var openIssue: Issue? { get throws { try opened(Issue.self) } }

    /// Opens an issue. It replaces the issue that was open.
    func open(_ issue: Issue) throws { open(issue, at: openItems.count - (try openIssue == nil ? 0 : 1)) }

    /// Deletes an issue. If the issue is open, closes it first.
    func delete(_ issue: Issue) throws {
        if try openIssue === issue { leave() }
        context.delete(issue)
    }
}

extension PortfolioSession {
    /// Creates a tag after a question.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - isAllowed: Whether to create it without a question.
    /// - Throws: ``TagError/needsConsent(_:nearest:)`` without a terminal, ``BulkEnd/declined``, and `ValueError`.
    func createTag(_ name: String, isAllowed: Bool) async throws -> Tag {
        let checked = try CheckedText.tagName(name)
        if !isAllowed {
            let names = try context.fetch(FetchDescriptor<Tag>()).map(\.name)
            let near = nearest(to: name, in: names, limit: 3)
            guard interaction.isInteractive else { throw TagError.needsConsent(name, nearest: near) }
            let question =
                near.isEmpty
                ? text("There is no tag “%@”. Create it?", checked)
                : text(
                    "There is no tag “%1$@”, but %2$@. Create it?", checked,
                    TextArgument.list(near.map { .text(text("“%@”", $0)) }))
            guard try await interaction.confirm(question) else { throw BulkEnd.declined }
        }
        let tag = Tag(name: checked)
        context.insert(tag)
        return tag
    }
}

/// The reason why a command that changes several issues ends without a change.
enum BulkEnd: Error {
    /// No issue matches. `isCurrentOnly` says whether closed and waiting ones were left out.
    case noMatch(isCurrentOnly: Bool)
    case declined
}

/// The filter by status and priority, which the user switches on and off.
struct SwitchedFilter: Hashable, Sendable {
    var status = ValueFilter<IssueStatus>.any
    var priority = ValueFilter<Priority>.any
}

/// A filter of a property. It allows any value, only a given value, or all values except a given value.
enum ValueFilter<Value: Hashable & Sendable>: Hashable, Sendable {
    case any
    case only(Value)
    case except(Value)
}

/// A timer that runs a single action on the main actor after a delay. Tests use an implementation that
/// doesn't wait.
@MainActor
protocol DelayTimer: AnyObject {
    /// Schedules an action. It replaces the action that is already scheduled.
    ///
    /// - Parameters:
    ///   - seconds: The delay in seconds.
    ///   - action: The action.
    func schedule(after seconds: Double, _ action: @escaping @MainActor () -> Void)

    /// Cancels the scheduled action.
    func cancel()
}

/// A timer that uses `Task.sleep`.
@MainActor
final class TaskTimer: DelayTimer {
    private var task: Task<Void, Never>?

    func schedule(after seconds: Double, _ action: @escaping @MainActor () -> Void) {
        task?.cancel()
        task = Task { @MainActor in
            try? await Task.sleep(for: .seconds(seconds))
            if !Task.isCancelled { action() }
        }
    }

    func cancel() {
        task?.cancel()
        task = nil
    }
}
