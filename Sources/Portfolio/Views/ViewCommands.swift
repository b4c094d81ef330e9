import Localization
import ModelData
import Shell
import Suite

extension ValueType where Value == String {
    /// The name of a view.
    static var view: ValueType<String> {
        ValueType(placeholder: Portfolio.text("VIEW"), completion: .source(IssueCompletions.views)) {
            string, _ in
            try CheckedText.line(string)
        }
    }

    /// A part of a query.
    static var queryPart: ValueType<String> {
        ValueType(placeholder: Portfolio.text("QUERY"), completion: .source(IssueCompletions.terms)) {
            string, _ in
            let trimmed = string.trimmingSpaces
            if QuotedText.unquoted(trimmed).allSatisfy(\.isWhitespace) { throw ValueError.blank }
            return trimmed
        }.keepingQuotes
    }
}

/// A view by its name: a built-in view or a saved one.
@MainActor
struct NamedView {
    let name: LocalizedText
    /// The name in machine-readable output.
    let raw: String
    let query: String
    let order: IssueOrder?
    var isBuiltIn: Bool { number == nil }
    /// The number of a saved view.
    let number: Int?

    init(_ view: BuiltInView) {
        (name, raw, query, order, number) = (view.title, view.rawValue, view.query, nil, nil)
    }

    init(_ view: SavedView, _ session: PortfolioSession) {
        name = .verbatim(view.name)
        raw = view.name
        query = view.query
        let today = session.today
        let context = ParseContext(localizer: session.localizer, today: today)
        order = view.order.flatMap { try? ValueType<IssueOrder>.order.parse($0, context) }
        number = Int(view.persistentModelID.recordNumber ?? 0)
    }

    /// Returns the view with a name, or with a unique part of a saved view's name. Throws ``ViewError``.
    static func named(_ name: String, in session: PortfolioSession) throws -> NamedView {
        if let saved = try session.context.view(named: name) { return NamedView(saved, session) }
        if let view = BuiltInView(named: name, session.localizer) { return NamedView(view) }
        return NamedView(try session.context.view(matching: name), session)
    }

    /// Returns the built-in views and then the saved ones in the language's order.
    static func all(in session: PortfolioSession) throws -> [NamedView] {
        let saved = session.collator.sorted(
            try session.context.fetch(FetchDescriptor<SavedView>()), by: \.name)
        return BuiltInView.allCases.map { NamedView($0) } + saved.map { NamedView($0, session) }
    }
}

/// `view`: lists the issues of a view.
struct ViewCommand: Command {
    static let name = Parameter.words(
        "view", .view, minimum: 1, help: text("The view's name, or a part of it."),
        question: text("Which view"))

    let declaration = CommandDeclaration(
        "view", group: .looking, summary: text("Lists the issues of a view."),
        discussion: [text("“views” lists all views, “view save” saves a query as a view.")],
        parameters: [name.declaration], examples: [.verbatim("view overdue")])

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let view = try NamedView.named(try invocation[Self.name].joined(separator: " "), in: session)
        var query = IssueQuery(order: view.order ?? session.order(for: invocation))
        try query.add(view.query, in: session)
        query.leaveOutPast(session.today)
        return try IssueList.output(query, heading: view.name, in: session)
    }
}

/// `views`: lists the views, each with its number of issues.
struct ViewsCommand: Command {
    let declaration = CommandDeclaration(
        "views", group: .looking, summary: text("Lists the views, each with its number of open issues."),
        examples: [.verbatim("views")])

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        var problems: [Block] = []
        let views = try NamedView.all(in: session)
        let rows = try views.map { view -> [Cell] in
            var count: Int?
            do {
                var query = IssueQuery(order: IssueOrder())
                try query.add(view.query, in: session)
                query.leaveOutPast(session.today)
                count = try query.count(in: session)
            } catch let error as ConditionError {
                // A tag of the query may have been deleted.
                problems.append(.warning(text("%1$@: %2$@", view.name, error.problem)))
            }
            return [
                Cell(.string(view.raw), .text(view.name)), .text(view.query.isEmpty ? nil : view.query),
                .text(view.order?.written), .number(count),
                .text(view.isBuiltIn ? "built-in" : "saved"),
            ]
        }
        return Output(
            problems + [
                .table(
                    Table(
                        "views",
                        columns: [
                            .init("view", text("View"), priority: 8),
                            .init("query", text("Query"), priority: 5),
                            .init(
                                "order", text("Order"), priority: 4,
                                isShown: views.contains { $0.order != nil }),
                            .init("issues", text("Issues"), alignsRight: true, priority: 7),
                            .init("kind", text("Kind"), isShown: false),
                        ],
                        rows: rows, count: text("%lld views", rows.count)))
            ])
    }
}

/// `view save`: saves a query as a view.
struct SaveViewCommand: Command {
    static let name = Parameter.required(
        "view", .view, help: text("The name of the view."), question: text("Name"))
    static let query = Parameter.rest(
        "query", .queryPart, minimum: 1, help: ListCommand.queryHelp, question: text("Query")
    ).takingHyphens
    static let sort = Parameter.option("sort", .order, help: ListCommand.sortHelp)

    let declaration = CommandDeclaration(
        "view save", group: .looking, summary: text("Saves a query as a view, or replaces a view's query."),
        discussion: [text("Dates such as “today” are evaluated whenever the view is used.")],
        parameters: [name.declaration, query.declaration, sort.declaration],
        examples: [text("view save urgent priority:high due:7d --sort due")], changesData: true)

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let name = try invocation[Self.name]
        if BuiltInView(named: name, session.localizer) != nil { throw ViewError.builtIn(name) }
        let query = session.conditions.joined(try invocation[Self.query], session.localizer)
        // Look up the tags too, so that a mistyped one is reported now.
        _ = try session.condition(query)
        let order = try invocation[Self.sort]
        let known = try session.context.view(named: name)
        let saved = known ?? SavedView(name: name, query: query)
        if known == nil { session.context.insert(saved) }
        if saved.query != query { saved.query = query }
        if saved.order != order?.written { saved.order = order?.written }
        let message =
            known.map { text("Replaced the query of the view “%@”.", $0.name) }
            ?? text("Saved the view “%@”.", name)
        return Output(
            [.message(message)],
            data: [.record(saved.record)])
    }
}

/// `view delete`: deletes a saved view.
struct DeleteViewCommand: Command {
    let declaration = CommandDeclaration(
        "view delete", aliases: ["view remove", "view rm"], group: .looking,
        summary: text("Deletes a saved view after confirmation. Its issues stay."),
        parameters: [ViewCommand.name.declaration], examples: [.verbatim("view delete urgent")],
        changesData: true, needsConfirmation: true)

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let name = try invocation[ViewCommand.name].joined(separator: " ")
        if try session.context.view(named: name) == nil, BuiltInView(named: name, session.localizer) != nil {
            throw ViewError.builtIn(name)
        }
        let view = try session.context.view(matching: name)
        let data = view.record
        let question = text("Delete the view “%1$@”: %2$@?", view.name, view.query)
        guard try await session.interaction.confirm(question, for: invocation) else {
            return .nothingDeleted(data: [.record(data)])
        }
        let message = text("Deleted the view “%1$@”: %2$@", view.name, view.query)
        session.context.delete(view)
        return Output([.message(message)], data: [.record(data)])
    }
}

extension SavedView {
    /// The view for machine-readable output.
    fileprivate var record: Record {
        Record(fields: [
            .init("view", text("View"), .text(name)), .init("query", text("Query"), .text(query)),
            .init("order", text("Order"), .text(order)),
        ])
    }
}
