import Localization
import Shell
import Suite

/// `filter`: selects what is looked at, and switches the filter by status and priority.
struct FilterCommand: Command {
    static let filter = Parameter.optional(
        "filter", .filter, help: text("all, recent, or a tag; #all is a tag that is called all."))
    static let status = Parameter.option(
        "status", .wanted(IssueStatus.choices),
        help: text("From now on, only issues of this status: all, open or closed."))
    static let priority = Parameter.option(
        "priority", .wanted(Priority.choices),
        help: text("From now on, only issues of this priority: all, low, medium or high."))
    static let on = Parameter.flag("on", help: text("Switches the filter by status and priority on."))
    static let off = Parameter.flag(
        "off", help: text("Switches it off; what it filters by is remembered for the next time."))

    let declaration = CommandDeclaration(
        "filter", group: .looking, summary: text("Selects the issues to look at, and lists them."),
        discussion: [
            text("The prompt shows what is selected. “filters” lists what there is to select.")
        ],
        parameters: [
            filter.declaration, status.declaration, priority.declaration, on.declaration, off.declaration,
        ],
        examples: [
            "filter recent", "filter work", "filter all --status open --priority high", "filter --off",
        ])

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let isOn = try invocation[Self.on], isOff = try invocation[Self.off]
        if isOn && isOff { throw FilterError.onAndOff }
        let place = try invocation[Self.filter].map { try session.place(of: $0) }
        let status = try invocation[Self.status], priority = try invocation[Self.priority]
        if let status { session.switched.status = status }
        if let priority { session.switched.priority = priority }
        let switchesOn = isOn || status != nil || priority != nil
        session.look(at: place, isFiltered: !isOff && (switchesOn || session.isFiltered))
        return try IssueList.output(IssueQuery(in: session), in: session)
    }
}

/// What is wrong with a filter.
enum FilterError: PresentableError {
    case onAndOff

    var problem: LocalizedText { text("The filter can be either on or off.") }
    var remedy: LocalizedText? { text("Give --on or --off.") }
    var failure: FailureKind { .usage }
}

/// `filters`: what there is to look at, with the number of open issues.
struct FiltersCommand: Command {
    let declaration = CommandDeclaration(
        "filters", aliases: ["sidebar"], group: .looking,
        summary: text("Lists the filters and the tags, each with its number of open issues."),
        examples: ["filters"])

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        var blocks: [Block] = [.table(try FilterTable.table(session))]
        if session.isFiltered { blocks.append(.message(SwitchedFilterText.sentence(session.switched))) }
        return Output(blocks)
    }
}
