import Localization
import ModelData
import Shell

/// `view`: lists the entries of a view.
public struct ViewCommand<Session: StoreSession>: Command {
    private let kind: ViewKind<Session>
    /// The command's name, parameters and help.
    public let declaration: CommandDeclaration

    /// Makes the command.
    ///
    /// - Parameters:
    ///   - kind: The views of the program.
    ///   - group: The group that the command is listed in.
    public init(_ kind: ViewKind<Session>, group: CommandGroup) {
        self.kind = kind
        declaration = CommandDeclaration(
            "view", group: group, summary: text("Lists the entries of a view."),
            discussion: [text("“views” lists all views, “view save” saves conditions as a view.")],
            parameters: [Self.name.declaration], examples: [.verbatim("view urgent")])
    }

    /// The name of a view.
    static var name: Parameter<[String]> {
        Parameter<String>.words(
            "view", .view, minimum: 1, help: text("The name of the view."), question: text("Which view"))
    }

    /// Lists the entries.
    public func run(_ invocation: Invocation, in session: Session) async throws -> Output {
        let name = try invocation[Self.name].joined(separator: " ")
        let view = try kind.view(named: name, in: session)
        return try kind.list(of: view).list(view, invocation, session)
    }
}

/// `views`: lists the views, each with its number of entries.
public struct ViewsCommand<Session: StoreSession>: Command {
    private let kind: ViewKind<Session>
    /// The command's name, parameters and help.
    public let declaration: CommandDeclaration

    /// Makes the command.
    ///
    /// - Parameters:
    ///   - kind: The views of the program.
    ///   - group: The group that the command is listed in.
    public init(_ kind: ViewKind<Session>, group: CommandGroup) {
        self.kind = kind
        declaration = CommandDeclaration(
            "views", group: group, summary: text("Lists the views, each with its number of entries."),
            examples: [.verbatim("views")])
    }

    /// Lists the views.
    public func run(_ invocation: Invocation, in session: Session) async throws -> Output {
        var problems: [Block] = []
        let hasLists = kind.lists.count > 1
        func listCell(_ view: ListedView) -> Cell {
            let list = view.list.map { name in kind.lists.first { $0.name == name } } ?? kind.lists[0]
            return Cell(
                .string(view.list ?? kind.lists[0].name), .text(list?.title ?? .verbatim(view.list ?? "")))
        }
        let views = try kind.builtIn.map { ListedView($0) } + session.savedViews().map { ListedView($0) }
        let rows = try views.map { view -> [Cell] in
            var count: Int?
            do {
                count = try kind.list(of: view).count(view, session)
            } catch let error as ConditionError {
                // A name in the conditions may have been deleted.
                problems.append(.warning(text("%1$@: %2$@", view.title, error.problem)))
            } catch let error as ViewError {
                problems.append(.warning(error.problem))
            }
            let isUsual = view.list == nil
            return [
                Cell(.string(view.name), .text(view.title)), .text(view.query.isEmpty ? nil : view.query),
                .text(view.order), isUsual ? .number(count) : .empty,
                .text(view.isBuiltIn ? "built-in" : "saved"),
            ] + (hasLists ? [listCell(view), .number(count)] : [])
        }
        let table = Table(
            "views",
            columns: [
                .init("view", text("View"), priority: 8), .init("query", text("Conditions"), priority: 5),
                .init("order", text("Order"), priority: 4, isShown: views.contains { $0.order != nil }),
                .init(
                    kind.counted.key, kind.counted.title, alignsRight: true, priority: 7, isShown: !hasLists),
                .init("kind", text("Kind"), isShown: false),
            ]
                + (hasLists
                    ? [
                        .init("list", text("List"), priority: 6),
                        .init("entries", text("Entries"), alignsRight: true, priority: 7),
                    ] : []),
            rows: rows, count: text("%lld views", rows.count))
        if !rows.isEmpty { return Output(problems + [.table(table)]) }
        return Output(
            [.message(text("There are no views yet. Save one with “view save”."))], data: [.table(table)])
    }
}

/// `view save`: saves conditions as a view.
public struct SaveViewCommand<Session: StoreSession>: Command {
    private let kind: ViewKind<Session>
    /// The command's name, parameters and help.
    public let declaration: CommandDeclaration

    /// Makes the command.
    ///
    /// - Parameters:
    ///   - kind: The views of the program.
    ///   - group: The group that the command is listed in.
    public init(_ kind: ViewKind<Session>, group: CommandGroup) {
        self.kind = kind
        declaration = CommandDeclaration(
            "view save", group: group,
            summary: text("Saves conditions as a view, or replaces those of a view."),
            discussion: [text("Dates such as “today” are evaluated whenever the view is used.")],
            parameters: [Self.name.declaration, kind.conditions.declaration] + kind.options
                + [kind.listOption?.declaration].compactMap(\.self),
            examples: kind.examples, changesData: true)
    }

    private static var name: Parameter<String> {
        Parameter<String>.required(
            "view", .view, help: text("The name of the view."), question: text("Name"))
    }

    /// Returns the name that a word means, without `name:` before it.
    ///
    /// - Throws: ``ViewSavingError/conditionAsName(_:)`` if the word is a condition, and no view has it as its name.
    @MainActor
    private static func newName(
        _ word: String, of list: ViewList<Session>, in session: Session
    ) throws -> String {
        if NameMatch.known(word, in: try session.savedViews(), named: \.name) != nil { return word }
        guard let colon = word.firstIndex(of: ":"), colon > word.startIndex,
            let next = word[word.index(after: colon)...].first, !next.isWhitespace
        else { return word }
        let key = SearchFold.fold(String(word[..<colon]))
        if session.localizer.words(of: text("name, view")).contains(key) {
            return word[word.index(after: colon)...].trimmingWhitespace()
        }
        if list.isKey(key, session) { throw ViewSavingError.conditionAsName(word) }
        return word
    }

    /// Saves the view.
    public func run(_ invocation: Invocation, in session: Session) async throws -> Output {
        let named = try kind.listOption.flatMap { try invocation[$0] }
        let list = kind.lists.first { $0.name == named } ?? kind.lists[0]
        let name = try Self.newName(try invocation[Self.name], of: list, in: session)
        if kind.builtIn(named: name, session.localizer) != nil { throw ViewError.builtIn(name) }
        let words = try invocation[kind.conditions]
        let order = try kind.order(invocation)
        if words.isEmpty, order == nil { throw ViewSavingError.nothing }
        let isUsual = list.name == kind.lists[0].name
        if !isUsual, order != nil { throw ViewError.noOrder(list: list.name) }
        let query = try list.check(words, session)
        let known = NameMatch.known(name, in: try session.savedViews(), named: \.name)
        let view = known ?? SavedView(name: name, query: query)
        if known == nil { session.context.insert(view) }
        if view.query != query { view.query = query }
        if view.order != order { view.order = order }
        if view.list != (isUsual ? nil : list.name) { view.list = isUsual ? nil : list.name }
        let message =
            known.map { text("Replaced the conditions of the view “%@”.", $0.name) }
            ?? text("Saved the view “%@”.", name)
        return Output([.message(message)], data: [.record(view.record(kind))])
    }
}

/// `view delete`: deletes a saved view.
public struct DeleteViewCommand<Session: StoreSession>: Command {
    private let kind: ViewKind<Session>
    /// The command's name, parameters and help.
    public let declaration: CommandDeclaration

    /// Makes the command.
    ///
    /// - Parameters:
    ///   - kind: The views of the program.
    ///   - group: The group that the command is listed in.
    public init(_ kind: ViewKind<Session>, group: CommandGroup) {
        self.kind = kind
        declaration = CommandDeclaration(
            "view delete", aliases: ["view remove", "view rm"], group: group,
            summary: text("Deletes a saved view after confirmation. Its entries stay."),
            parameters: [ViewCommand<Session>.name.declaration], examples: [.verbatim("view delete urgent")],
            changesData: true, needsConfirmation: true)
    }

    /// Deletes the view.
    public func run(_ invocation: Invocation, in session: Session) async throws -> Output {
        let name = try invocation[ViewCommand<Session>.name].joined(separator: " ")
        guard let view = try kind.saved(name, in: session) else {
            // A name that isn't known is an error.
            throw ViewError.builtIn(try kind.view(named: name, in: session).name)
        }
        let data = view.record(kind)
        let conditions = view.query.isEmpty ? view.order ?? "" : view.query
        let question = text("Delete the view “%1$@”: %2$@?", view.name, conditions)
        guard try await session.interaction.confirm(question, for: invocation) else {
            return .nothingDeleted(data: [.record(data)])
        }
        let message = text("Deleted the view “%1$@”: %2$@", view.name, conditions)
        session.context.delete(view)
        return Output([.message(message)], data: [.record(data)])
    }
}

/// An error of `view save`.
enum ViewSavingError: PresentableError {
    case nothing
    /// The name of a new view is a condition.
    case conditionAsName(String)

    var problem: LocalizedText {
        switch self {
        case .nothing: text("The view has neither conditions nor an order.")
        case .conditionAsName(let word): text("“%@” is a condition, not the name of a view.", word)
        }
    }
    var remedy: LocalizedText? {
        switch self {
        case .nothing: text("Write the conditions after the name, as in “list”.")
        case .conditionAsName(let word):
            text("Write a name first: view save NAME %1$@. “name:%1$@” makes it the name.", word)
        }
    }
    var failure: FailureKind { .usage }
}

extension SavedView {
    /// The view for machine-readable output.
    @MainActor
    fileprivate func record<Session>(_ kind: ViewKind<Session>) -> Record {
        let lists = kind.lists.map(\.name)
        func fields(_ view: SavedView) -> [Record.Field] {
            [
                .init("view", text("View"), .text(view.name)),
                .init("query", text("Conditions"), .text(view.query)),
                .init("order", text("Order"), .text(view.order)),
            ] + (lists.count > 1 ? [.init("list", text("List"), .text(view.list ?? lists[0]))] : [])
        }
        var record = Record(fields: fields(self))
        record.reader = { object in
            [(try object(self) as? SavedView).map { fields($0).map { .init($0.key, $0.cell.raw) } }]
        }
        return record
    }
}
