import Foundation
import Localization
import ModelData
import Shell
import Suite

/// portfolio's session on its store, with the selected filter, the open issue and the order of lists.
@MainActor
final class PortfolioSession: StoreSession {
    let services: StoreServices
    /// The filter by status and priority.
    var switched = SwitchedFilter()
    /// The order from `sort`; `nil` uses the settings.
    var chosenOrder: IssueOrder?
    /// The awards in the language that was used last.
    private var knownAwards: (language: Language, file: AwardFile)?
    /// The timer for automatic saves.
    let timer: any DelayTimer

    init(_ session: SessionContext, timer: any DelayTimer = TaskTimer()) async throws {
        self.timer = timer
        let store = try await StoreService(
            session, models: [Issue.self, Tag.self, AnnouncedAward.self],
            synchronizing: [Issue.self, Tag.self], names: Self.names)
        let nothingOpen = NothingOpenError(
            text("No issue selected."),
            opening: text(
                "“new” creates an issue, “open” opens one, and “list” shows the numbers of the issues."))
        services = StoreServices(
            store,
            undo: UndoService(
                store, label: StoredAwardNames.localized, willUndo: AwardAnnouncements.deleteBeforeUndo),
            places: OpenItems(store, nothingOpenError: nothingOpen))
        // If another process changed the same property, make the save throw. The session then shows a warning
        // and keeps its own, later change.
        context.mergePolicy = .error
    }

    /// The order of lists.
    var order: IssueOrder {
        chosenOrder
            ?? IssueOrder(
                key: preferences[SortCommand.defaultKey],
                direction: preferences[SortCommand.defaultDirection])
    }

    var now: Date { environment.now() }

    /// The order of names in the user's language.
    var collator: Collator { Collator(localizer.language) }

    /// The name of the selected filter.
    var selectionName: LocalizedText {
        switch selection {
        case .all: text("All Issues")
        case .recent: text("Recent Issues")
        case .tag: .verbatim(selectedTag?.recordTitle ?? "")
        }
    }

    /// The awards in the user's language.
    var awards: AwardFile {
        if let known = knownAwards, known.language == localizer.language { return known.file }
        let file = AwardFile.builtIn(localizer.language)
        knownAwards = (localizer.language, file)
        return file
    }

    /// Runs a command. After a change, announces awards that it earned.
    func execute(_ intent: Intent, _ body: () async throws -> Output) async throws -> Output {
        // Maintenance commands can run on a damaged store. In such a store, counting fails.
        guard intent.changes, intent.scope == .data else {
            return try await services.execute(intent, save: saveReportingConflicts, body)
        }
        let before = try earnedAwards()
        var output = try await services.execute(intent, save: saveReportingConflicts, body)
        output.blocks += try await awardMessages(since: before)
        return output
    }

    func candidates(for source: String, matching prefix: String) throws -> [String] {
        switch source {
        case IssueCompletions.issues:
            let wanted = prefix.isEmpty ? nil : Issue.titled(containing: prefix)
            return try context.fetch(FetchDescriptor(predicate: wanted)).map(\.title)
        case IssueCompletions.tags:
            let typesToken = prefix.hasPrefix("#")
            return try tagNames().map { typesToken ? "#\($0)" : $0 }
        case IssueCompletions.terms:
            if prefix.hasPrefix("-#") { return try tagNames().map { "-#\($0)" } }
            return try tagNames().map { "#\($0)" }
        case IssueCompletions.filters:
            if prefix.hasPrefix("#") { return try tagNames().map { "#\($0)" } }
            return try ["all", "recent"] + tagNames()
        case IssueCompletions.awards:
            return awards.all.map(\.name)
        default:
            return []
        }
    }

    /// The names of all tags, in the language's order.
    private func tagNames() throws -> [String] {
        collator.sorted(try context.fetch(FetchDescriptor<Tag>()).map(\.name))
    }
}

/// The names of the completion sources.
enum IssueCompletions {
    static let issues = "issues"
    static let tags = "tags"
    static let terms = "terms"
    static let filters = "filters"
    static let awards = "awards"
}
