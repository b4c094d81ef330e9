import Localization
import ProgramKit
import Shell

/// `filter`: selects the issues to show, and switches the filter by status and priority.
struct FilterCommand: Command {
    static let filter = Parameter.rest(
        "filter", ValueType<String>.queryPart.completed(from: IssueCompletions.filters),
        placeholder: text("FILTER"),
        help: text("all, recent, the name of a view or a tag, or a query. #all selects a tag named “all”.")
    ).takingHyphens
    static let status = Parameter.option(
        "status", .wanted(IssueStatus.choices),
        help: text("Show only issues with this status from now on: all, open or closed."))
    static let priority = Parameter.option(
        "priority", .wanted(Priority.choices),
        help: text("Show only issues with this priority from now on: all, low, medium or high."))
    static let on = Parameter.flag("on", help: text("Turn on the filter by status and priority."))
    static let off = Parameter.flag(
        "off",
        help: text("Turn off the filter by status and priority. Its status and priority are remembered."))
    /// The filter that `filter` selected at a terminal, as a query.
    static let lasting = Setting.value(
        "filter", .lastingQuery, "", written: { $0.isEmpty ? "all" : $0 },
        words: [Choice("all", ""), Choice("is:recent", "is:recent")],
        help: text("The query of the lasting filter, or all."))

    let declaration = CommandDeclaration(
        "filter", group: .looking, summary: text("Selects a filter and lists its issues."),
        discussion: [
            text(
                "The prompt shows the selected filter. At a terminal, it lasts until you select another one, also after a restart; “filter all” ends it. “filters” lists all filters."
            )
        ],
        parameters: [
            filter.declaration, status.declaration, priority.declaration, on.declaration, off.declaration,
        ],
        examples: [
            .verbatim("filter recent"), text("filter work"), .verbatim("filter is:overdue or priority:high"),
            .verbatim("filter all --status open --priority high"),
            .verbatim("filter --off"),
        ])

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let isOn = try invocation[Self.on], isOff = try invocation[Self.off]
        if isOn && isOff { throw FilterError.onAndOff }
        let words = try invocation[Self.filter]
        let place =
            words.isEmpty
            ? nil : try session.place(of: FilterReference(words, session.conditions, session.localizer))
        let status = try invocation[Self.status], priority = try invocation[Self.priority]
        if let status { session.switched.status = status }
        if let priority { session.switched.priority = priority }
        let switchesOn = isOn || status != nil || priority != nil
        try session.select(place, isFiltered: !isOff && (switchesOn || session.isFiltered))
        var query = try IssueQuery(in: session, order: session.order(for: invocation))
        query.leaveOutPast(session.today)
        return try IssueList.output(query, namesFilter: true, in: session)
    }
}

/// An error in the options of `filter`.
enum FilterError: PresentableError {
    case onAndOff

    var problem: LocalizedText { text("--on and --off can't be used together.") }
    var remedy: LocalizedText? { text("Use either --on or --off.") }
    var failure: FailureKind { .usage }
}

/// `filters`: lists the filters and tags, each with its number of open issues.
struct FiltersCommand: Command {
    let declaration = CommandDeclaration(
        "filters", aliases: ["sidebar"], group: .looking,
        summary: text("Lists the filters and the tags, each with its number of open issues."),
        examples: [.verbatim("filters")])

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        var blocks: [Block] = [.table(try FilterTable.table(session))]
        if session.isFiltered { blocks.append(.message(SwitchedFilterText.sentence(session.switched))) }
        return Output(blocks)
    }
}

extension ValueType where Value == String {
    /// A query for the setting `filter`; “all” is an empty query.
    static var lastingQuery: ValueType<String> {
        ValueType(placeholder: Portfolio.text("QUERY")) { string, _ in
            let query = try CheckedText.line(string)
            return query.lowercased() == "all" ? "" : query
        }
    }
}
