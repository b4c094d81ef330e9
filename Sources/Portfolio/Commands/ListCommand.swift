import Localization
import ModelData
import Shell
import Suite

/// `list`: the issues of what is looked at, as far as they fit the terms.
struct ListCommand: Command {
    static let terms = Parameter.rest(
        "term", .term,
        help: text(
            "Texts in title or content, and #tags; a hyphen before one says that it must not be there.")
    ).takingHyphens
    static let tag = Parameter.repeatedOption(
        "tag", .wantedTag, help: text("Only issues with this tag; with -NAME, those without it."))
    static let status = Parameter.option(
        "status", .wanted(IssueStatus.choices), help: text("Only issues of this status: all, open or closed.")
    )
    static let priority = Parameter.option(
        "priority", .wanted(Priority.choices),
        help: text("Only issues of this priority: all, low, medium or high; with -high, all others."))

    let declaration = CommandDeclaration(
        "list", aliases: ["ls"], group: .looking, summary: text("Lists the issues of the selected filter."),
        discussion: [
            text(
                "All terms must hold. “filter” selects what is looked at, “sort” the order. Write text:WORD for a word that begins with # or a hyphen."
            )
        ],
        parameters: [terms.declaration, tag.declaration, status.declaration, priority.declaration],
        examples: [
            "list", "list login #work", "list -#later --status open --priority high",
            "list --tag work --priority -low",
        ])

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        var query = IssueQuery(
            in: session, status: try invocation[Self.status], priority: try invocation[Self.priority])
        try query.add(try invocation[Self.terms] + (try invocation[Self.tag]), in: session)
        return try IssueList.output(query, in: session)
    }
}

/// A list of issues below the name of what is looked at.
@MainActor
enum IssueList {
    static func output(_ query: IssueQuery, in session: PortfolioSession) throws -> Output {
        let issues = try query.issues(in: session)
        var blocks: [Block] = []
        if session.selection != .all { blocks.append(.heading(session.selectionName)) }
        if session.isFiltered { blocks.append(.message(SwitchedFilterText.sentence(session.switched))) }
        let table = IssueTable.table(issues, session)
        if !issues.isEmpty { return Output(blocks + [.table(table)]) }
        let isEmptyStore = try session.context.fetchCount(FetchDescriptor<Issue>()) == 0
        blocks.append(
            .message(
                isEmptyStore
                    ? text(
                        "There are no issues yet. Make your first one with “new”, or look around with “samples”."
                    )
                    : text("No issue fits.")))
        return Output(blocks, data: [.table(table)])
    }
}

/// The filter by status and priority in words.
enum SwitchedFilterText {
    /// A sentence that says what is shown while it is on.
    static func sentence(_ filter: SwitchedFilter) -> LocalizedText {
        text(
            "The filter is on: status %1$@, priority %2$@.", word(filter.status) { $0.name },
            word(filter.priority) { $0.name })
    }

    /// The words for what is wanted.
    static func word<Value>(_ wanted: Wanted<Value>, _ name: (Value) -> LocalizedText) -> LocalizedText {
        switch wanted {
        case .any: text("all")
        case .only(let value): name(value)
        case .anythingBut(let value): text("not %@", name(value))
        }
    }
}
