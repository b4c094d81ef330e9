import Localization
import Shell
import Suite

/// The sort orders of book lists.
enum BookOrder: String, CaseIterable, Sendable {
    case title, author, added, started, completed, rating, status

    /// The order's name.
    var name: LocalizedText {
        switch self {
        case .title: text("title")
        case .author: text("author")
        case .added: ReadingDates.Name.added.nameInSentence
        case .started: ReadingDates.Name.started.nameInSentence
        case .completed: ReadingDates.Name.completed.nameInSentence
        case .rating: text("rating")
        case .status: text("status")
        }
    }

    /// Returns the books in this order. Books with equal values are sorted by title. Books without a value
    /// come last, also in reverse order.
    func sorted(_ books: [Book], collator: Collator, reversed: Bool) -> [Book] {
        let byTitle = collator.sorted(books, by: \.title)
        return switch self {
        case .title: reversed ? byTitle.reversed() : byTitle
        case .author:
            byTitle.sorted(byKeys: byTitle.map { collator.key(for: $0.author) }, reversed: reversed)
        case .added: byTitle.sorted(byKeys: byTitle.map(\.added), reversed: reversed)
        case .started: byTitle.sorted(byKeys: byTitle.map(\.started), reversed: reversed)
        case .completed: byTitle.sorted(byKeys: byTitle.map(\.completed), reversed: reversed)
        // The best ratings come first.
        case .rating: byTitle.sorted(byKeys: byTitle.map(\.rating), reversed: !reversed)
        case .status: byTitle.sorted(byKeys: byTitle.map(\.status.rank), reversed: reversed)
        }
    }
}
