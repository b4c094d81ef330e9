import Localization
import Shell
import Suite

/// The sort orders of book lists.
enum BookOrder: String, CaseIterable, Sendable {
    case title, author, added, started, completed, rating, status, series, pages, year, shelf
    case publisher, binding, language

    /// The type of the values of `--sort`. In usage lines, the list of all orders would be too long.
    static let type = ValueType<BookOrder>(
        placeholder: text("FIELD"), completion: ValueType.choice(choices).completion,
        parse: { word, context in try ValueType.choice(choices).parse(word, context) })

    /// The words for the orders.
    static var choices: [Choice<BookOrder>] { allCases.map { Choice($0.rawValue, $0, $0.name) } }

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
        case .series: text("series")
        case .pages: text("pages")
        case .year: text("year")
        case .shelf: text("position on the shelf")
        case .publisher: BookDetail.publisher.nameInSentence
        case .binding: BookDetail.binding.nameInSentence
        case .language: BookDetail.language.nameInSentence
        }
    }

    /// Returns the books in this order. Books with equal values are sorted by title. Books without a value
    /// come last, also in reverse order.
    func sorted(_ books: [Book], collator: Collator, reversed: Bool) -> [Book] {
        let byTitle = collator.sorted(books, by: \.title)
        func byName(_ name: (Book) -> String?) -> [Book] {
            byTitle.sorted(
                byKeys: byTitle.map { name($0).map { collator.key(for: $0) } }, reversed: reversed)
        }
        return switch self {
        // Only the shelf knows the position: see `BookListOptions.books`.
        case .title, .shelf: reversed ? byTitle.reversed() : byTitle
        case .author:
            byTitle.sorted(byKeys: byTitle.map { collator.key(for: $0.author) }, reversed: reversed)
        case .added: byTitle.sorted(byKeys: byTitle.map(\.added), reversed: reversed)
        case .started:
            byTitle.sorted(byKeys: byTitle.map(\.latestReading.started), reversed: reversed)
        case .completed:
            byTitle.sorted(byKeys: byTitle.map(\.latestReading.completed), reversed: reversed)
        case .series:
            byTitle.sorted(byKeys: byTitle.map { SeriesKey($0, collator) }, reversed: reversed)
        case .publisher: byName(\.publisher)
        case .binding: byName(\.binding)
        case .language: byName(\.language)
        case .pages: byTitle.sorted(byKeys: byTitle.map(\.pages), reversed: reversed)
        case .year:
            byTitle.sorted(byKeys: byTitle.map { $0.originalYear ?? $0.year }, reversed: reversed)
        // The best ratings come first.
        case .rating: byTitle.sorted(byKeys: byTitle.map { $0.stars?.quarters }, reversed: !reversed)
        case .status: byTitle.sorted(byKeys: byTitle.map(\.status.rank), reversed: reversed)
        }
    }
}

/// The position of a book in its series.
private struct SeriesKey: Comparable {
    private let series: CollationKey
    private let number: Double

    /// Makes the key; `nil` if the book belongs to no series.
    init?(_ book: Book, _ collator: Collator) {
        guard let name = book.series else { return nil }
        series = collator.key(for: name)
        // A range such as `1-3` counts as its beginning.
        number = book.seriesNumber.flatMap { Double($0.prefix { $0.isNumber || $0 == "." }) } ?? .infinity
    }

    static func < (left: SeriesKey, right: SeriesKey) -> Bool {
        left.series == right.series ? left.number < right.number : left.series < right.series
    }
}
