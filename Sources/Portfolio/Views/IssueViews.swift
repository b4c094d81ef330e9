import Localization
import ProgramKit
import Shell

/// Views of issues.
@MainActor
enum IssueViews {
    static let kind = ViewKind<PortfolioSession>(
        conditions: ListCommand.query, options: [ListCommand.sort.declaration],
        builtIn: BuiltInView.allCases.map { .init($0.rawValue, $0.title, query: $0.query) },
        counted: ("issues", text("Issues")),
        examples: [text("view save urgent priority:high due:7d --sort due")],
        vocabulary: { $0.conditions }, order: { try $0[ListCommand.sort]?.written },
        list: { view, invocation, session in
            let query = try query(of: view, order: session.order(for: invocation), in: session)
            return try IssueList.output(query, heading: view.title, in: session)
        },
        count: { view, session in try query(of: view, order: IssueOrder(), in: session).count(in: session) })

    private static func query(
        of view: ListedView, order: IssueOrder, in session: PortfolioSession
    ) throws -> IssueQuery {
        var query = IssueQuery(order: try Self.order(of: view, in: session) ?? order)
        try query.add(view.query, in: session)
        query.leaveOutPast(session.today)
        return query
    }

    /// Returns the order of a view; `nil` if it has none.
    ///
    /// - Throws: `ViewError` for an unknown order.
    static func order(of view: ListedView, in session: PortfolioSession) throws -> IssueOrder? {
        guard let order = view.order else { return nil }
        do {
            return try ValueType<IssueOrder>.order.parse(order, session.fieldContext.parsing)
        } catch is any PresentableError {
            throw ViewError.unknownOrder(order, view: view.name, known: IssueOrder.choices.map(\.name))
        }
    }
}

extension ValueType where Value == String {
    /// A part of a query.
    static var queryPart: ValueType<String> {
        ValueType(placeholder: Portfolio.text("QUERY"), completion: .source(IssueCompletions.terms)) {
            string, _ in
            let trimmed = string.trimmingWhitespace()
            if QuotedText.unquoted(trimmed).allSatisfy(\.isWhitespace) { throw ValueError.blank }
            return trimmed
        }.keepingQuotes
    }
}

/// The views that every store has.
enum BuiltInView: String, CaseIterable, Sendable {
    case all, recent, today, overdue, blocked, waiting

    /// The views that are also filters.
    static let filters: [BuiltInView] = [.all, .recent]

    /// The query of the view.
    var query: String {
        switch self {
        case .all: ""
        case .recent: "is:recent"
        case .today: "is:open due:<=today"
        case .overdue: "is:overdue"
        case .blocked: "is:blocked"
        case .waiting: "is:waiting"
        }
    }

    /// The name in the user's language.
    var title: LocalizedText {
        switch self {
        case .all: text("All Issues")
        case .recent: text("Recent Issues")
        case .today: text("Due today")
        case .overdue: text("Overdue")
        case .blocked: text("Blocked")
        case .waiting: text("Waiting")
        }
    }

    /// Creates the view with a name in English or in the user's language; `nil` if there is none.
    init?(named name: String, _ localizer: Localizer) {
        let folded = SearchFold.fold(name)
        let found = Self.allCases.first {
            $0.rawValue == folded || SearchFold.fold(localizer.string($0.title)) == folded
        }
        guard let found else { return nil }
        self = found
    }
}
