import Localization
import ModelData
import Shell
import Suite

/// `list`: lists the issues of the selected filter that match the terms.
struct ListCommand: Command {
    static let terms = Parameter.rest(
        "term", .term,
        help: text(
            "Texts from the title or content, or #tags. A hyphen before a term excludes the issues that match it."
        )
    ).takingHyphens
    static let tag = Parameter.repeatedOption(
        "tag", .wantedTag, help: text("Only issues with this tag. With -NAME, only issues without it."))
    static let status = Parameter.option(
        "status", .wanted(IssueStatus.choices),
        help: text("Only issues with this status: all, open or closed.")
    )
    static let priority = Parameter.option(
        "priority", .wanted(Priority.choices),
        help: text(
            "Only issues with this priority: all, low, medium or high. With -high, all other priorities."))

    let declaration = CommandDeclaration(
        "list", aliases: ["ls"], group: .looking, summary: text("Lists the issues of the selected filter."),
        discussion: [
            text(
                "An issue is listed only if it matches all terms. “filter” selects the issues to search, “sort” the order. Write text:WORD for a word that begins with # or a hyphen."
            )
        ],
        parameters: [terms.declaration, tag.declaration, status.declaration, priority.declaration],
        examples: [
            .verbatim("list"), text("list login #work"), text("list -#later --status open --priority high"),
            text("list --tag work --priority -low"),
        ])

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        var query = IssueQuery(
            in: session, status: try invocation[Self.status], priority: try invocation[Self.priority])
        try query.add(try invocation[Self.terms] + (try invocation[Self.tag]), in: session)
        return try IssueList.output(query, in: session)
    }
}

/// The output of a list of issues, with the name of the selected filter.
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
                        "There are no issues yet. Create one with “new”, or add sample issues with “samples”."
                    )
                    : text("No issue matches.")))
        return Output(blocks, data: [.table(table)])
    }
}

/// Describes the filter by status and priority.
enum SwitchedFilterText {
    /// Returns a sentence about the filter while it is on.
    static func sentence(_ filter: SwitchedFilter) -> LocalizedText {
        text(
            "The filter is on: status %1$@, priority %2$@.", word(filter.status) { $0.name },
            word(filter.priority) { $0.name })
    }

    /// Returns the text for the filter of one property.
    ///
    /// - Parameters:
    ///   - wanted: The filter.
    ///   - name: Returns the name of a value.
    static func word<Value>(_ wanted: ValueFilter<Value>, _ name: (Value) -> LocalizedText) -> LocalizedText {
        switch wanted {
        case .any: text("all")
        case .only(let value): name(value)
        case .except(let value): text("not %@", name(value))
        }
    }
}
