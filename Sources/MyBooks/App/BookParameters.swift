import Localization
import ProgramKit
import Shell

/// The arguments that name books.
enum BookParameters {
    static let book = Parameter.required(
        "book", .book, help: text("The book's number, or a part of its title."), question: text("Which book"))
    /// Books by their numbers, parts of their titles, or conditions.
    static let books = several(
        text("The numbers of the books, parts of their titles, or conditions such as is:abandoned."))
    /// Books, as in ``books``, before a date.
    static let dated = several(
        text(
            "The numbers of the books, parts of their titles, or conditions such as is:abandoned. A date can follow, such as “yesterday” or “20 nov”."
        ))

    private static func several(_ help: LocalizedText) -> Parameter<[String]> {
        Parameter.rest(
            "book", .recordOrCondition(text("BOOK"), source: BookCompletions.titlesOrConditions), minimum: 1,
            help: help, question: text("Which book")
        ).takingHyphens
    }

    /// A book as the only argument. A title of several words needs no quotation marks.
    static let words = Parameter.words(
        "book", word, minimum: 1, help: text("The book's number, or a part of its title."),
        question: text("Which book"))

    /// The words of a date at the end of a line.
    ///
    /// - Parameter help: A description of the date, as a sentence.
    static func date(_ help: LocalizedText) -> Parameter<[String]> {
        let day = ValueType<CivilDate>.day
        return Parameter<String>.words(
            "date",
            ValueType<String>(placeholder: day.placeholder, completion: day.completion) { word, _ in word },
            help: help)
    }

    /// The type of each word, with the completion of titles.
    static var word: ValueType<String> {
        let book = ValueType<RecordReference>.book
        return ValueType(placeholder: book.placeholder, completion: book.completion) { string, _ in
            // A blank word names no book.
            _ = try RecordReference(string)
            return string
        }
    }

    /// Returns the book that the words name together.
    @MainActor
    static func book(of invocation: Invocation, in session: BookSession) throws -> Book {
        let words = try invocation[words].joined(separator: " ")
        return try session.record(try RecordReference(words), in: Book.self)
    }
}

extension BookSession {
    /// Separates a day at the end of words from the words before it.
    ///
    /// - Parameters:
    ///   - words: The words of a line.
    ///   - minimum: The number of words that the command needs before the day. Default: 1.
    func day(
        atEndOf words: [String], leaving minimum: Int = 1
    ) async throws -> (words: [String], day: CivilDate?) {
        let context = fieldContext.parsing
        let parsed = try await trailingDates(
            words, leaving: minimum, date: { (text) throws(ValueError) in try context.dayIfAny(text) },
            title: { try titleUse(of: $0, in: Book.self) })
        return (parsed.words, parsed.dates.first)
    }
}

extension ValueType where Value == RecordReference {
    /// A book, named by its number or a part of its title.
    static var book: ValueType<RecordReference> {
        .record(MyBooks.text("BOOK"), source: BookCompletions.titles)
    }
}

extension Array {
    /// Splits the elements into those that match a condition and those that don't. Both lists keep their order.
    func partitioned(_ fits: (Element) -> Bool) -> (fitting: [Element], others: [Element]) {
        (filter(fits), filter { !fits($0) })
    }
}

extension Book {
    /// Returns the titles of books as a list for a sentence.
    static func titles(_ books: [Book]) -> TextArgument { .list(books.map { .text(text("“%@”", $0.title)) }) }
}

extension ValueType where Value == ShelfReference {
    /// The value type of a shelf's name, with completion of existing names. It may have the mark of shelves in
    /// conditions, as in `#favourites` and `shelf:favourites`, or the name of the argument, as in `name:favourites`.
    static var shelf: ValueType<ShelfReference> {
        ValueType(
            placeholder: MyBooks.text("SHELF"), completion: .source(BookCompletions.shelves)
        ) { string, context in
            guard let shelf = ShelfReference(named: string, context.localizer) else {
                throw ValueError.blank
            }
            return shelf
        }
    }
}
