import Foundation
import Localization
import ModelData
import Shell

/// What the views of a program list, and how.
public struct ViewKind<Session: StoreSession>: Sendable {
    /// A view that every store has.
    public struct BuiltIn: Sendable {
        /// The name in English and in machine-readable output.
        public let name: String
        /// The name in the user's language.
        public let title: LocalizedText
        /// The conditions.
        public let query: String

        /// Creates a view.
        public init(_ name: String, _ title: LocalizedText, query: String) {
            self.name = name
            self.title = title
            self.query = query
        }
    }

    /// The conditions, as the commands for lists take them.
    let conditions: Parameter<[String]>
    /// The options with the order.
    let options: [ParameterDeclaration]
    let order: @MainActor @Sendable (Invocation) throws -> String?
    let builtIn: [BuiltIn]
    /// The lists that have views. The first one is the program's usual list.
    let lists: [ViewList<Session>]
    /// The key and the title of the column with the number of entries.
    let counted: (key: String, title: LocalizedText)
    let examples: [LocalizedText]

    /// Creates a kind of views.
    ///
    /// - Parameters:
    ///   - conditions: The argument with the conditions.
    ///   - options: The options with the order.
    ///   - builtIn: The views that every store has. Default: none.
    ///   - counted: The key and the title of the column with the number of entries.
    ///   - examples: Lines that save views.
    ///   - vocabulary: What conditions can ask.
    ///   - order: Returns the order that a call names, as it is stored; `nil` for the usual one.
    ///   - others: Further lists that have views. Default: none.
    ///   - list: Lists the entries of a view.
    ///   - count: Counts them.
    public init<Model: AnyObject>(
        conditions: Parameter<[String]>, options: [ParameterDeclaration], builtIn: [BuiltIn] = [],
        counted: (key: String, title: LocalizedText), examples: [LocalizedText],
        vocabulary: @escaping @MainActor @Sendable (Session) -> ConditionVocabulary<Model>,
        order: @escaping @MainActor @Sendable (Invocation) throws -> String?,
        others: [ViewList<Session>] = [],
        list: @escaping @MainActor @Sendable (ListedView, Invocation, Session) throws -> Output,
        count: @escaping @MainActor @Sendable (ListedView, Session) throws -> Int
    ) {
        self.conditions = conditions
        self.options = options
        self.order = order
        self.builtIn = builtIn
        self.counted = counted
        self.examples = examples
        lists =
            [ViewList(counted.key, counted.title, vocabulary: vocabulary, list: list, count: count)] + others
    }

    /// The option that names the list of a view; `nil` if the program has one list.
    var listOption: Parameter<String?>? {
        if lists.count < 2 { return nil }
        return Parameter<String>.option(
            "list", .choice(lists.map { Choice($0.name, $0.name) }),
            help: text("The list whose entries the view shows. Default: %@.", lists[0].name))
    }

    /// Returns the list of a view.
    ///
    /// - Throws: ``ViewError/unknownList(_:view:known:)``.
    func list(of view: ListedView) throws -> ViewList<Session> {
        guard let name = view.list else { return lists[0] }
        guard let list = lists.first(where: { $0.name == name }) else {
            throw ViewError.unknownList(name, view: view.name, known: lists.map(\.name))
        }
        return list
    }

    /// Returns the built-in view with a name in English or in the user's language; `nil` if there is none.
    func builtIn(named name: String, _ localizer: Localizer) -> BuiltIn? {
        let folded = SearchFold.fold(name)
        return builtIn.first { $0.name == folded || SearchFold.fold(localizer.string($0.title)) == folded }
    }

    /// Returns the view with a name. Case and accents don't matter.
    ///
    /// - Throws: ``ViewError/unknown(_:nearest:)``, and `ModelDataError` if the store can't be read.
    @MainActor
    public func view(named name: String, in session: Session) throws -> ListedView {
        if let saved = try saved(name, in: session) { return ListedView(saved) }
        if let view = builtIn(named: name, session.localizer) { return ListedView(view) }
        throw ViewError.unknown(name, nearest: nearest(to: name, in: try names(in: session), limit: 3))
    }

    /// Returns the saved view with a name, which may be typed without its accents; `nil` if there is none, and if the
    /// names of several views differ only in accents.
    ///
    /// - Throws: `ModelDataError` if the store can't be read.
    @MainActor
    public func saved(_ name: String, in session: Session) throws -> SavedView? {
        if let view = try session.context.view(named: name) { return view }
        let found = NameMatch.found(name, in: try session.savedViews(), named: \.name)
        return found.count == 1 ? found[0] : nil
    }

    /// Returns the names of all views: the built-in ones, and then the saved ones in the language's order.
    ///
    /// - Throws: `ModelDataError` if the store can't be read.
    @MainActor
    public func names(in session: Session) throws -> [String] {
        try builtIn.map(\.name) + session.savedViews().map(\.name)
    }
}

/// A list that has views, such as that of the sights.
public struct ViewList<Session: StoreSession>: Sendable {
    /// The name in `--list` and in machine-readable output.
    let name: String
    let title: LocalizedText
    let check: @MainActor @Sendable ([String], Session) throws -> String
    /// Returns whether a word before a colon is the key of a condition.
    let isKey: @MainActor @Sendable (String, Session) -> Bool
    let list: @MainActor @Sendable (ListedView, Invocation, Session) throws -> Output
    let count: @MainActor @Sendable (ListedView, Session) throws -> Int

    /// Creates a list.
    ///
    /// - Parameters:
    ///   - name: The name in `--list` and in machine-readable output.
    ///   - title: The name in the user's language.
    ///   - vocabulary: What conditions can ask.
    ///   - list: Lists the entries of a view.
    ///   - count: Counts them.
    public init<Model: AnyObject>(
        _ name: String, _ title: LocalizedText,
        vocabulary: @escaping @MainActor @Sendable (Session) -> ConditionVocabulary<Model>,
        list: @escaping @MainActor @Sendable (ListedView, Invocation, Session) throws -> Output,
        count: @escaping @MainActor @Sendable (ListedView, Session) throws -> Int
    ) {
        self.name = name
        self.title = title
        self.list = list
        self.count = count
        isKey = { vocabulary($1).isKey($0, $1.localizer) }
        check = { words, session in
            let vocabulary = vocabulary(session)
            let query = vocabulary.stored(words, session.localizer)
            // Also look up names, so that a mistyped one is reported now.
            _ = try session.condition(parsing: query, vocabulary)
            return query
        }
    }

    /// Creates a list of records that its owner shows as a table.
    ///
    /// - Parameters:
    ///   - name: The name in `--list` and in machine-readable output.
    ///   - title: The name in the user's language.
    ///   - vocabulary: What conditions can ask.
    ///   - records: Returns all records in their order.
    ///   - table: Returns records as a table.
    public init<Model: AnyObject>(
        _ name: String, _ title: LocalizedText,
        vocabulary: @escaping @MainActor @Sendable (Session) -> ConditionVocabulary<Model>,
        records: @escaping @MainActor @Sendable (Session) throws -> [Model],
        table: @escaping @MainActor @Sendable ([Model], FieldContext) -> Table
    ) {
        let entries: @MainActor @Sendable (ListedView, Session) throws -> [Model] = { view, session in
            let condition = try session.condition(parsing: view.query, vocabulary(session))
            return try records(session).filter { try condition.holds(for: $0) }
        }
        self.init(
            name, title, vocabulary: vocabulary,
            list: { view, _, session in
                let found = try entries(view, session)
                let table = table(found, session.fieldContext.forList)
                let shown: Block =
                    found.isEmpty ? .message(text("The view has no entries now.")) : .table(table)
                return Output([.heading(view.title), shown], data: [.table(table)])
            },
            count: { try entries($0, $1).count })
    }
}

/// A view that is listed: a built-in one or a saved one.
public struct ListedView: Sendable {
    /// The name in the user's language.
    public let title: LocalizedText
    /// The name in machine-readable output.
    public let name: String
    /// The conditions.
    public let query: String
    /// The order as it is stored; `nil` for the usual one.
    public let order: String?
    /// The name of the list; `nil` for the program's usual one.
    let list: String?
    let isBuiltIn: Bool

    init<Session>(_ view: ViewKind<Session>.BuiltIn) {
        (title, name, query, order, list) = (view.title, view.name, view.query, nil, nil)
        isBuiltIn = true
    }

    init(_ view: SavedView) {
        (title, name, query, order, list) = (
            .verbatim(view.name), view.name, view.query, view.order, view.list
        )
        isBuiltIn = false
    }
}

/// The completion source of the names of views.
public enum ViewCompletion {
    /// The source's name.
    public static let names = "views"
}

extension ValueType where Value == String {
    /// The name of a view.
    public static var view: ValueType<String> {
        ValueType(placeholder: ProgramKit.text("VIEW"), completion: .source(ViewCompletion.names)) {
            string, context in
            let name = try ValueType<String>.nonBlank.parse(string, context)
            // Names are shown within lines.
            if name.hasControlCharacters {
                throw ValueError.refused(
                    ProgramKit.text("A name can't have control characters."),
                    remedy: ProgramKit.text("Write the name on one line."))
            }
            return name
        }
    }
}
