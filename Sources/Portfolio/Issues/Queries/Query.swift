import Localization

/// A query for issues as the user wrote it, parsed but not yet looked up in the store.
indirect enum Query: Hashable, Sendable {
    case term(QueryTerm)
    case not(Query)
    /// All of these; without any, every issue matches.
    case all([Query])
    /// At least one of these.
    case any([Query])
}

/// One condition of a query.
enum QueryTerm: Hashable, Sendable {
    /// A text in the title or the content.
    case text(String)
    case title(String)
    case content(String)
    case note(String)
    case tag(String)
    case priority(Priority)
    case status(IssueStatus)
    case flag(Flag)
    case date(DateField, DateCondition)

    /// A condition without a value, such as `is:blocked`.
    enum Flag: String, CaseIterable, Sendable {
        case overdue, waiting, blocked, blocking, recurring, recent, untagged
    }

    /// A field with a date.
    enum DateField: String, CaseIterable, Sendable {
        case due, wait, created, modified, closed

        /// Whether a number of days means days that have passed, as in `modified:7d`.
        var isPast: Bool { self != .due && self != .wait }
    }

    /// The condition for a date.
    enum DateCondition: Hashable, Sendable {
        case missing
        case present
        /// From the first to the last of these days; `nil` is open-ended.
        case days(from: CivilDate?, through: CivilDate?)
    }
}

extension Query {
    /// Whether the query itself says which issues are listed: open or closed ones, or those that wait. Lists
    /// then don't leave any out.
    var namesStatus: Bool {
        switch self {
        case .not(let query): query.namesStatus
        case .all(let queries), .any(let queries): queries.contains(where: \.namesStatus)
        case .term(.status), .term(.flag(.waiting)), .term(.date(.closed, _)), .term(.date(.wait, _)): true
        case .term: false
        }
    }
}
