import Localization
import ModelData
import ProgramKit
import Shell

/// `list`: lists the issues of the selected filter that match a query.
struct ListCommand: Command {
    static let queryHelp = text(
        "Words, #tags and conditions such as is:blocked, priority:high, due:<friday or modified:7d, with “or”, “not” or a hyphen, and parentheses."
    )
    static let sortHelp = text(
        "The order: a field such as created, due or priority; several with commas, and with a hyphen in reverse."
    )
    static let query = Parameter.rest("query", .queryPart, help: queryHelp).takingHyphens
        .replacingOptions {
            ConditionVocabulary<Issue>.condition(
                forOption: $0, $1, of: Issue.fields,
                other: [
                    "tags": "#", "project": "#", "created": "created", "modified": "modified",
                    "closed": "closed",
                ])
        }
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
    static let all = Parameter.flag(
        "all", help: text("All issues: closed and waiting ones too, without the filter that is set."))
    static let view = Parameter.option(
        "view", .view, help: text("The issues of this view, without the filter that is set."))
    static let sort = Parameter.option("sort", .order, help: sortHelp)
    static let limit = Parameter.option(
        "limit", .integer(in: 1...1_000_000), help: text("The largest number of issues."))

    let declaration = CommandDeclaration(
        "list", aliases: ["ls", "search", "find"], group: .looking,
        summary: text("Lists the issues of the selected filter."),
        discussion: [
            text(
                "Closed and waiting issues are left out unless the query or an option asks for them. In scripts and with --json and --csv, the filter of the prompt has no effect."
            ),
            text(
                "Conditions: is: with open, closed, overdue, waiting, blocked, blocking, recurring, recent, started or untagged; due:, wait:, created:, modified:, closed: and started: with a day, <day, >day, first..last, 7d, none or any; priority:, tag:, text:, title:, content:, note:. Put values with spaces in quotation marks."
            ),
        ],
        parameters: [
            query.declaration, tag.declaration, status.declaration, priority.declaration, all.declaration,
            view.declaration, sort.declaration, limit.declaration,
        ],
        examples: [
            .verbatim("list"), text("list login #work"), text("list -#later --status open --priority high"),
            .verbatim("list 'due:<=friday or is:overdue' --sort priority,due"),
        ])

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let status = try invocation[Self.status], priority = try invocation[Self.priority]
        let view = try invocation[Self.view].map { try IssueViews.kind.view(named: $0, in: session) }
        let isFree = try invocation[Self.all] || view != nil || !session.usesSelection(invocation)
        let order =
            try invocation[Self.sort] ?? view.flatMap { try IssueViews.order(of: $0, in: session) }
            ?? session.order(for: invocation)
        var query =
            isFree
            ? IssueQuery(order: order, status: status, priority: priority)
            : try IssueQuery(in: session, order: order, status: status, priority: priority)
        if let view { try query.add(view.query, in: session) }
        query.add(try session.condition(invocation[Self.query], session.conditions))
        try query.add(try invocation[Self.tag], in: session)
        query.limit = try invocation[Self.limit]
        if try invocation[Self.all] { query.namesStatus = true }
        query.leaveOutPast(session.today)
        return try IssueList.output(query, heading: view?.title, namesFilter: !isFree, in: session)
    }
}

/// The output of a list of issues, with the name of the selected filter.
@MainActor
enum IssueList {
    /// Returns the output.
    ///
    /// - Parameters:
    ///   - query: The query for the list that users see.
    ///   - heading: The heading; `nil` is the name of the selected filter.
    ///   - namesFilter: Whether to say which filter is set.
    ///   - session: The session.
    static func output(
        _ query: IssueQuery, heading: LocalizedText? = nil, namesFilter: Bool = false,
        in session: PortfolioSession
    ) throws -> Output {
        let issues = try query.issues(in: session)
        let relations = try IssueRelations(of: issues, in: session)
        var blocks: [Block] = []
        if let heading {
            blocks.append(.heading(heading))
        } else if namesFilter, try session.selection != .all {
            blocks.append(.heading(try session.selectionName))
        }
        if namesFilter, session.isFiltered {
            blocks.append(.message(SwitchedFilterText.sentence(session.switched)))
        }
        if session.showsTables, query.order != IssueOrder(), !issues.isEmpty {
            blocks.append(.message(text("Sorted by %@.", query.order.name)))
        }
        if issues.isEmpty {
            let isEmptyStore = try session.context.fetchCount(FetchDescriptor<Issue>()) == 0
            blocks.append(
                .message(
                    isEmptyStore
                        ? text(
                            "There are no issues yet. Create one with “new”, or add sample issues with “samples”."
                        )
                        : query.showsOnlyCurrent
                            ? text(
                                "No open issue matches. “list --all” also searches closed and waiting ones.")
                            : text("No issue matches.")))
            return Output(blocks, data: [.table(IssueTable.data(issues, relations, session))])
        }
        var count =
            query.showsOnlyCurrent
            ? text("%lld open issues", issues.count) : text("%lld issues", issues.count)
        let estimate = issues.reduce(0) { $0 + ($1.estimate ?? 0) }
        if estimate > 0 { count = text("%1$@, estimate: %2$@", count, LocalizedText.duration(estimate)) }
        return IssueTable.output(issues, relations, session, count: count, heading: blocks)
    }
}

extension IssueOrder {
    /// The order in the user's language: “priority, due”.
    var name: LocalizedText {
        text(
            "%@",
            TextArgument.list(
                parts.map { $0.isReversed ? .text(text("%@ (reversed)", $0.name)) : .text($0.name) }))
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

/// `sort`: sets the order of lists.
struct SortCommand: Command {
    static let key = Parameter.required(
        "key", .order, placeholder: text("KEY"), help: ListCommand.sortHelp,
        question: text("Sort by which field"))
    static let direction = Parameter.optional(
        "direction", .choice(IssueOrder.Direction.choices), placeholder: text("DIRECTION"),
        help: text("The issues that come first: newest or oldest. Default: newest.")
    )
    static let defaultOrder = Setting.value(
        "sort", .order, IssueOrder(), written: \.written, words: IssueOrder.choices,
        help: text("The fields that lists are sorted by, such as created or priority,due."))
    static let defaultDirection = Setting.choice(
        "order", IssueOrder.Direction.choices, defaultWord: "newest", .newest,
        help: text("The issues that come first in lists: newest or oldest."))

    let declaration = CommandDeclaration(
        "sort", group: .looking, summary: text("Sorts lists from now on, also after a restart."),
        discussion: [
            text("In scripts, the order lasts until the script ends. “list --sort” sorts one list.")
        ],
        parameters: [key.declaration, direction.declaration],
        examples: [
            .verbatim("sort modified"), .verbatim("sort created oldest"), .verbatim("sort priority,due"),
        ])

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let order = try invocation[Self.key].directed(try invocation[Self.direction] ?? .newest)
        session.chosenOrder = order
        let newest = IssueOrder.Direction.newest.rawValue
        try session.remember(Self.defaultDirection, as: newest, for: invocation)
        try session.remember(Self.defaultOrder, as: order.written, for: invocation)
        let message: LocalizedText =
            switch order.parts {
            case [.init(key: "created")]: text("Lists are now sorted by creation date, newest first.")
            case [.init(key: "created", isReversed: true)]:
                text("Lists are now sorted by creation date, oldest first.")
            case [.init(key: "modified")]: text("Lists are now sorted by modification date, newest first.")
            case [.init(key: "modified", isReversed: true)]:
                text("Lists are now sorted by modification date, oldest first.")
            default: text("Lists are now sorted by %@.", order.name)
            }
        return .message(message)
    }
}
