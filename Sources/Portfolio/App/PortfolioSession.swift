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
    /// The lasting filter as it was last read or stored.
    var storedFilter = ""
    /// The timer for automatic saves.
    let timer: any DelayTimer

    init(_ session: SessionContext, timer: any DelayTimer = TaskTimer()) async throws {
        self.timer = timer
        let store = try await StoreService(
            session, models: [Issue.self, Tag.self, Note.self, SavedView.self, AnnouncedAward.self],
            synchronizing: [Issue.self, Tag.self, Note.self, SavedView.self], names: Self.names)
        let nothingOpen = NothingOpenError(
            text("No issue selected."),
            opening: text(
                "“new” creates an issue, “open” opens one, and “list” shows the numbers of the issues."))
        services = StoreServices(
            store,
            undo: UndoService(store, label: StoredAwardNames.localized),
            places: OpenItems(store, nothingOpenError: nothingOpen))
        if keepsChoices, session.intent.scope == .data { try restoreFilter() }
    }

    /// Returns the order of a list: what `sort` chose in this session, or else at an earlier prompt.
    func order(for invocation: Invocation) -> IssueOrder {
        if let chosenOrder, usesSelection(invocation) { return chosenOrder }
        return remembered(SortCommand.defaultOrder, for: invocation)
            .directed(remembered(SortCommand.defaultDirection, for: invocation))
    }

    /// Whether the selected filter and order have an effect on a list. Those of a script last until its end; those of a
    /// prompt have no effect on `--json` and `--csv`.
    func usesSelection(_ invocation: Invocation) -> Bool {
        invocation.isForUser || !interaction.isInteractive
    }

    /// Whether lists are tables for a user, who sees only open issues unless the query asks for others.
    var showsTables: Bool { interaction.isInteractive && interaction.writesToTerminal }

    var now: Date { environment.now() }

    /// The order of names in the user's language.
    var collator: Collator { Collator(localizer.language) }

    /// The name of the selected filter.
    var selectionName: LocalizedText {
        get throws {
            switch try selection {
            case .all: BuiltInView.all.title
            case .recent: BuiltInView.recent.title
            case .tag: .verbatim(try selectedTag?.recordTitle ?? "")
            case .query(let query): .verbatim(query)
            }
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
    func execute(_ intent: Intent, _ command: () async throws -> Output) async throws -> Output {
        func body() async throws -> Output {
            do {
                return try await command()
            } catch let end as BulkEnd {
                // The command has changed nothing that should be saved.
                context.rollback()
                return try end.output(in: self)
            }
        }
        // Maintenance commands can run on a damaged store. In such a store, counting fails.
        let announcesAwards = preferences[AwardsCommand.setting]
        guard intent.changes, intent.scope == .data, announcesAwards else {
            var output = try await services.execute(intent, body)
            if intent.scope == .data { output.blocks += storeFilter() }
            return output
        }
        let before = try earnedAwards()
        var output = try await services.execute(intent, body)
        output.blocks += try await awardMessages(since: before)
        output.blocks += storeFilter()
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
            return QueryCompletion.candidates(for: prefix, tags: try tagNames())
        case IssueCompletions.entries:
            return QuickEntry.candidates(for: prefix, tags: try tagNames())
        case IssueCompletions.filters:
            if !prefix.isEmpty, prefix.contains(where: { "#:-( ".contains($0) }) {
                return QueryCompletion.candidates(for: prefix, tags: try tagNames())
            }
            return try viewNames() + tagNames() + QueryCompletion.conditions
        case IssueCompletions.views:
            return try viewNames()
        case IssueCompletions.issuesOrQueries:
            if Query.isMeant(by: prefix) || prefix.hasPrefix("#") || prefix.hasPrefix("-") {
                return QueryCompletion.candidates(for: prefix, tags: try tagNames())
            }
            let wanted = prefix.isEmpty ? nil : Issue.titled(containing: prefix)
            return try context.fetch(FetchDescriptor(predicate: wanted)).map(\.title)
                + QueryCompletion.conditions
        case IssueCompletions.awards:
            return awards.all.map(\.name)
        default:
            return []
        }
    }

    /// The names of all views.
    private func viewNames() throws -> [String] {
        BuiltInView.allCases.map(\.rawValue)
            + collator.sorted(try context.fetch(FetchDescriptor<SavedView>()).map(\.name))
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
    /// The words of `new`.
    static let entries = "entries"
    static let filters = "filters"
    static let awards = "awards"
    static let views = "views"
    static let issuesOrQueries = "issues or queries"
}
