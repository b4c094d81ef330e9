import Localization

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
