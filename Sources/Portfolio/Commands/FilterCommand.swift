import Localization
import Shell
import Suite

/// `filter`: selects the issues to show, and switches the filter by status and priority.
struct FilterCommand: Command {
    static let filter = Parameter.optional(
        "filter", .filter, placeholder: text("FILTER"),
        help: text("all, recent or the name of a tag. #all selects a tag named “all”."))
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

    let declaration = CommandDeclaration(
        "filter", group: .looking, summary: text("Selects a filter and lists its issues."),
        discussion: [
            text("The prompt shows the selected filter. “filters” lists all filters.")
        ],
        parameters: [
            filter.declaration, status.declaration, priority.declaration, on.declaration, off.declaration,
        ],
        examples: [
            .verbatim("filter recent"), text("filter work"),
            .verbatim("filter all --status open --priority high"),
            .verbatim("filter --off"),
        ])

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let isOn = try invocation[Self.on], isOff = try invocation[Self.off]
        if isOn && isOff { throw FilterError.onAndOff }
        let place = try invocation[Self.filter].map { try session.place(of: $0) }
        let status = try invocation[Self.status], priority = try invocation[Self.priority]
        if let status { session.switched.status = status }
        if let priority { session.switched.priority = priority }
        let switchesOn = isOn || status != nil || priority != nil
        session.select(place, isFiltered: !isOff && (switchesOn || session.isFiltered))
        return try IssueList.output(IssueQuery(in: session), in: session)
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
