import Foundation
import Localization
import ModelData

extension Query {
    /// Returns the condition that the store checks. Looks up the tags.
    ///
    /// - Throws: ``TagError`` if a tag isn't known.
    @MainActor
    func condition(in session: PortfolioSession) throws -> IssueFilter.Condition {
        switch self {
        case .term(let term): try term.condition(in: session)
        case .not(let query): .not(try query.condition(in: session))
        case .all(let queries): .all(try queries.map { try $0.condition(in: session) })
        case .any(let queries): .any(try queries.map { try $0.condition(in: session) })
        }
    }
}

extension QueryTerm {
    @MainActor
    fileprivate func condition(in session: PortfolioSession) throws -> IssueFilter.Condition {
        let today = session.today
        switch self {
        case .text(let text):
            // `+work` and `@home` are tags, as in “new”, if there are such tags.
            guard let name = QuickEntry.tag(text), let tag = try session.context.tag(named: name) else {
                return .text(text)
            }
            return .any([.tag(tag.persistentModelID), .text(text)])
        case .title(let text): return .title(text)
        case .content(let text): return .content(text)
        case .note(let text): return .note(text)
        case .tag(let name): return .tag(try session.context.tag(matching: name).persistentModelID)
        case .priority(let priority): return .priority(priority)
        case .status(let status): return .status(status)
        case .flag(.overdue): return .all([.status(.open), .date(.due, from: nil, before: today.utcDate)])
        case .flag(.waiting): return .waiting(after: today)
        case .flag(.blocked): return .blocked
        case .flag(.blocking): return .blocking
        case .flag(.recurring): return .recurring
        case .flag(.recent): return IssueQuery.recent(session.now)
        case .flag(.untagged): return .untagged
        case .date(let field, .missing): return .not(.dated(field))
        case .date(let field, .present): return .dated(field)
        case .date(let field, .days(let first, let last)):
            // Due days are stored as midnight in UTC; the other fields are instants.
            let zone = session.environment.timeZone
            func start(_ day: CivilDate) -> Date { field.isPast ? day.start(in: zone) : day.utcDate }
            // There is no day after the last one of the calendar.
            let end = last.flatMap { $0.adding(1, .day) }
            return .date(field, from: first.map(start), before: end.map(start))
        }
    }
}

extension IssueFilter.Condition {
    /// Returns the condition that an issue is open and hidden until a later day.
    static func waiting(after today: CivilDate) -> IssueFilter.Condition {
        .all([.status(.open), .date(.wait, from: today.adding(days: 1).utcDate, before: nil)])
    }
}

extension PortfolioSession {
    /// Parses a query in the user's language.
    ///
    /// - Throws: ``QueryError``.
    func query(_ text: String) throws(QueryError) -> Query {
        try QueryParser.parse(text, localizer, today: today)
    }
}
