import Foundation
import Localization
import ModelData
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
            .verbatim("filter all --status open --priority high"), .verbatim("filter --off"),
        ])

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let isOn = try invocation[Self.on], isOff = try invocation[Self.off]
        if isOn && isOff {
            throw ValueError.refused(
                text("--on and --off can't be used together."), remedy: text("Use either --on or --off."))
        }
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
        ValueType(placeholder: Portfolio.text("QUERY")) { string, context in
            let query = try CheckedText.line(string)
            return query.lowercased() == "all" ? "" : ConditionOperators(context.localizer).inEnglish(query)
        }
    }
}

/// A filter as the user names it in a command.
enum FilterReference: Hashable, Sendable {
    case all
    case recent
    /// A tag or a view by its name.
    case named(String)
    /// A tag by its name.
    case tag(String)
    case query(String)

    /// Parses the words of `filter`. For a tag that is called “all”, the user types `#all`.
    ///
    /// - Throws: `ValueError.blank`.
    init(
        _ words: [String], _ vocabulary: ConditionVocabulary<Issue>, _ localizer: Localizer
    ) throws(ValueError) {
        guard words.count == 1, let word = words.first?.trimmingWhitespace() else {
            self = .query(vocabulary.stored(words, localizer))
            return
        }
        let name = QuotedText.unquoted(word)
        if name.isEmpty { throw ValueError.blank }
        if let view = BuiltInView(named: name, localizer), BuiltInView.filters.contains(view) {
            self = view == .all ? .all : .recent
            return
        }
        if word.hasPrefix("#"), word != name || !name.contains(where: \.isWhitespace) {
            let tag = String(name.dropFirst())
            if tag.isEmpty { throw ValueError.blank }
            self = .tag(tag)
        } else if vocabulary.isMeant(by: word, localizer) {
            self = .query(vocabulary.stored([word], localizer))
        } else {
            self = .named(name)
        }
    }
}

extension ValueType {
    /// The value type for a filter of a property: `all`, a value, or a value with a hyphen before it. With
    /// the hyphen, the filter allows all values except the given value.
    static func wanted<Choosable>(_ choices: [Choice<Choosable>]) -> ValueType<ValueFilter<Choosable>>
    where Value == ValueFilter<Choosable> {
        let all = Choice("all", ValueFilter<Choosable>.any, Portfolio.text("all"))
        let positive = ValueType<ValueFilter<Choosable>>.choice(
            [all]
                + choices.map {
                    Choice($0.name, ValueFilter.only($0.value), $0.words.first ?? .verbatim($0.name))
                })
        let negative = ValueType<Choosable>.choice(choices)
        return ValueType(placeholder: positive.placeholder, completion: positive.completion) {
            string, context in
            guard string.hasPrefix("-") else { return try positive.parse(string, context) }
            return .except(try negative.parse(String(string.dropFirst()), context))
        }
    }
}

extension ValueType where Value == WantedTag {
    /// A tag that an issue must have. With a hyphen, a tag that it must not have.
    static var wantedTag: ValueType<WantedTag> {
        ValueType(placeholder: Portfolio.text("NAME"), completion: .source(IssueCompletions.tags)) {
            string, _ in
            var rest = Substring(string.trimmingWhitespace())
            let isNegated = rest.hasPrefix("-")
            if isNegated { rest = rest.dropFirst() }
            if rest.hasPrefix("#") { rest = rest.dropFirst() }
            if rest.allSatisfy(\.isWhitespace) { throw ValueError.blank }
            return WantedTag(name: String(rest), isNegated: isNegated)
        }
    }
}

/// Shows the filters and tags, each with its number of open issues.
@MainActor
enum FilterTable {
    static func table(_ session: PortfolioSession) throws -> Table {
        let context = session.context
        let current = IssueFilter.Condition.current(session.today)
        let shown = IssueFilter(conditions: current).predicate
        let recent = IssueQuery.recent(session.now)
        let tags = session.collator.sorted(try context.fetch(FetchDescriptor<Tag>()), by: \.name)
        let counts = try TagCounts(current, of: tags, in: session)
        let all = try context.fetchCount(FetchDescriptor(predicate: shown))
        let changed = try context.fetchCount(
            FetchDescriptor(predicate: IssueFilter(conditions: current + [recent]).predicate))
        let selection = try session.selection
        var rows = [
            row("all", BuiltInView.all.title, all, isSelected: selection == .all, kind: "smart"),
            row("recent", BuiltInView.recent.title, changed, isSelected: selection == .recent, kind: "smart"),
        ]
        for tag in tags {
            rows.append(
                row(
                    tag.name, .verbatim("#\(tag.name)"), counts[tag],
                    isSelected: selection == .tag(tag.persistentModelID.recordNumber ?? 0),
                    kind: "tag"))
        }
        return Table(
            "filters",
            columns: [
                .init("selected", .verbatim(""), priority: 9, spokenTitle: text("Selected")),
                .init("filter", text("Filter"), priority: 5),
                .init("openIssues", text("Open"), priority: 7),
                .init("kind", text("Kind"), isShown: false),
            ],
            rows: rows, count: text("%lld filters", rows.count))
    }

    private static func row(
        _ raw: String, _ name: LocalizedText, _ count: Int, isSelected: Bool, kind: String
    ) -> [Cell] {
        let mark: Cell.Display = isSelected ? .symbol("▸", ascii: ">", spoken: text("yes")) : .empty
        return [
            Cell(.bool(isSelected), mark), Cell(.string(raw), .text(name)),
            Cell(.integer(count), .text(text("%lld open issues", count))), .text(kind),
        ]
    }
}
