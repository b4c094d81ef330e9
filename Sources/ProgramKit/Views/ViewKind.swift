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
    let check: @MainActor @Sendable ([String], Session) throws -> String
    let list: @MainActor @Sendable (ListedView, Invocation, Session) throws -> Output
    let count: @MainActor @Sendable (ListedView, Session) throws -> Int
    /// The key and the title of the column with the number of entries.
    let counted: (key: String, title: LocalizedText)
    let example: LocalizedText

    /// Creates a kind of views.
    ///
    /// - Parameters:
    ///   - conditions: The argument with the conditions.
    ///   - options: The options with the order.
    ///   - builtIn: The views that every store has. Default: none.
    ///   - counted: The key and the title of the column with the number of entries.
    ///   - example: A line that saves a view.
    ///   - vocabulary: What conditions can ask.
    ///   - order: Returns the order that a call names, as it is stored; `nil` for the usual one.
    ///   - list: Lists the entries of a view.
    ///   - count: Counts them.
    public init<Model: AnyObject>(
        conditions: Parameter<[String]>, options: [ParameterDeclaration], builtIn: [BuiltIn] = [],
        counted: (key: String, title: LocalizedText), example: LocalizedText,
        vocabulary: @escaping @MainActor @Sendable (Session) -> ConditionVocabulary<Model>,
        order: @escaping @MainActor @Sendable (Invocation) throws -> String?,
        list: @escaping @MainActor @Sendable (ListedView, Invocation, Session) throws -> Output,
        count: @escaping @MainActor @Sendable (ListedView, Session) throws -> Int
    ) {
        self.conditions = conditions
        self.options = options
        self.order = order
        self.builtIn = builtIn
        self.counted = counted
        self.example = example
        self.list = list
        self.count = count
        check = { words, session in
            let vocabulary = vocabulary(session)
            let query = vocabulary.joined(words, session.localizer)
            // Also look up names, so that a mistyped one is reported now.
            _ = try session.condition(parsing: query, vocabulary)
            return query
        }
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
    let isBuiltIn: Bool

    init<Session>(_ view: ViewKind<Session>.BuiltIn) {
        (title, name, query, order, isBuiltIn) = (view.title, view.name, view.query, nil, true)
    }

    init(_ view: SavedView) {
        (title, name, query, order, isBuiltIn) = (
            .verbatim(view.name), view.name, view.query, view.order, false
        )
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
