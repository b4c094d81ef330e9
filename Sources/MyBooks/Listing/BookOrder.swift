import Localization
import Shell

/// What a list of books is sorted by.
enum BookOrder: String, CaseIterable, Sendable {
    case title, author, added, started, completed, rating, status

    /// The order in words.
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

    /// The books in this order. Titles decide between equals; what has no value stands last, also in reverse.
    func sorted(_ books: [Book], collator: Collator, reversed: Bool) -> [Book] {
        let byTitle = collator.sorted(books, by: \.title)
        return switch self {
        case .title: reversed ? byTitle.reversed() : byTitle
        case .author:
            Self.sort(byTitle, byTitle.map { collator.key(for: $0.author) }, reversed)
        case .added: Self.sort(byTitle, byTitle.map(\.added), reversed)
        case .started: Self.sort(byTitle, byTitle.map(\.started), reversed)
        case .completed: Self.sort(byTitle, byTitle.map(\.completed), reversed)
        // The best come first, as in any ranking.
        case .rating: Self.sort(byTitle, byTitle.map { $0.rating.map { -$0 } }, reversed)
        case .status: Self.sort(byTitle, byTitle.map(\.status.rank), reversed)
        }
    }

    private static func sort<Key: Comparable>(_ books: [Book], _ keys: [Key?], _ reversed: Bool) -> [Book] {
        let order = books.indices.sorted { left, right in
            switch (keys[left], keys[right]) {
            case (let leftKey?, let rightKey?) where leftKey != rightKey:
                reversed ? rightKey < leftKey : leftKey < rightKey
            case (.some, nil): true
            case (nil, .some): false
            default: left < right
            }
        }
        return order.map { books[$0] }
    }
}
