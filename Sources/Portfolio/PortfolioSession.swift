import Foundation
import Localization
import ModelData
import Shell
import Suite

/// portfolio's session on its store: what is looked at, what is open, and how lists are sorted.
@MainActor
final class PortfolioSession: StoreSession {
    /// What the filter by status and priority lets through where it is on.
    var switched = SwitchedFilter()
    /// How lists are sorted; what was set, until `sort` says otherwise.
    var chosenOrder: IssueOrder?
    /// The awards of the language that was last asked for.
    private var knownAwards: (language: Language, file: AwardFile)?
    /// Does things later, on the main actor.
    let timer: any DelayTimer

    init(_ session: SessionContext, timer: any DelayTimer = TaskTimer()) throws {
        self.timer = timer
        try super.init(
            session, models: [Issue.self, Tag.self, AnnouncedAward.self],
            synchronizing: [Issue.self, Tag.self])
        // Of two changes of the same property the later wins, but not without a word.
        context.mergePolicy = .error
    }

    /// How lists are sorted.
    var order: IssueOrder {
        chosenOrder
            ?? IssueOrder(
                key: preferences[SortCommand.usualKey], direction: preferences[SortCommand.usualDirection])
    }

    /// The present time.
    var now: Date { surroundings.now() }

    /// The order of the language's letters.
    var collator: Collator { Collator(localizer.language) }

    /// The name of what is looked at.
    var selectionName: LocalizedText {
        switch selection {
        case .all: text("All Issues")
        case .recent: text("Recent Issues")
        case .tag: .verbatim(selectedTag?.recordTitle ?? "")
        }
    }

    /// The awards in the person's language.
    var awards: AwardFile {
        if let known = knownAwards, known.language == localizer.language { return known.file }
        let file = AwardFile.builtIn(localizer.language)
        knownAwards = (localizer.language, file)
        return file
    }

    override var modelNames: ModelNames { Self.names }

    override var nothingOpen: NothingOpen {
        NothingOpen(
            text("No issue selected."),
            opening: text("“new” makes one, “open” opens one, and “list” shows their numbers."))
    }

    override func execute(
        _ declaration: CommandDeclaration, _ body: () async throws -> Output
    ) async throws -> Output {
        // What cares for the store as a whole may find one that can't be counted.
        guard declaration.changesData, !declaration.isForCare else {
            return try await super.execute(declaration, body)
        }
        if declaration.name == "undo" { try forgetToldAwards() }
        let before = try earnedAwards()
        var output = try await super.execute(declaration, body)
        output.blocks += try awardNews(since: before)
        return output
    }

    override func words(ofStep step: LocalizedText, in language: Language) -> LocalizedText {
        KeptAwardNames.shown(step, in: language)
    }

    override func saveChanges() throws -> [Block] { try saveTellingConflicts() }

    override func candidates(for source: String, matching prefix: String) throws -> [String] {
        switch source {
        case LiveValues.issues:
            let wanted = prefix.isEmpty ? nil : Issue.titled(containing: prefix)
            return try context.fetch(FetchDescriptor(predicate: wanted)).map(\.title)
        case LiveValues.tags:
            let typesToken = prefix.hasPrefix("#")
            return try tagNames().map { typesToken ? "#\($0)" : $0 }
        case LiveValues.terms:
            if prefix.hasPrefix("-#") { return try tagNames().map { "-#\($0)" } }
            return try tagNames().map { "#\($0)" }
        case LiveValues.filters:
            if prefix.hasPrefix("#") { return try tagNames().map { "#\($0)" } }
            return try ["all", "recent"] + tagNames()
        case LiveValues.awards:
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

/// The names of the live values that complete arguments.
enum LiveValues {
    static let issues = "issues"
    static let tags = "tags"
    static let terms = "terms"
    static let filters = "filters"
    static let awards = "awards"
}
