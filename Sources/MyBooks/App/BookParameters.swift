import Localization
import ProgramKit
import Shell

/// The arguments that name books.
enum BookParameters {
    static let book = Parameter.required(
        "book", .book, help: text("The book's number, or a part of its title."), question: text("Which book"))
    /// The words before a colon that give a day.
    static let dayWords = text("date, day, on")
    private static let bookKeys = [(name: "book", words: text("book, books"))]

    /// A book in a command whose words can also be given by keys, as in `rate rating:5 book:emma`.
    ///
    /// - Parameters:
    ///   - keys: The names of the other arguments and options, each with the words before the colon.
    ///   - marked: The names of those whose value keeps the key. Default: none.
    static func book(
        taking keys: [(name: String, words: LocalizedText)], marked: Set<String> = []
    ) -> Parameter<RecordReference> { book.taking(bookKeys + keys, marked: marked) }

    /// Returns a word that names a book without `book:` before it.
    static func withoutKey(_ word: String, _ localizer: Localizer) -> String {
        localizer.argument(namedBy: word, bookKeys)?.value ?? word
    }

    /// Separates words that give other arguments by keys, such as `date:yesterday`, from those that name books.
    ///
    /// - Parameters:
    ///   - words: The words of a line, with the quotation marks of their quoted parts.
    ///   - keys: The names of the arguments, each with the words before the colon.
    ///   - localizer: The user's language.
    /// - Returns: The words that name books, and the values by the names of the arguments.
    /// - Throws: `UsageError.repeatedOption` if a value is given twice, and `RecordReferenceError.blank` if no word names
    ///   a book.
    static func split(
        _ words: [String], _ keys: [(name: String, words: LocalizedText)], _ localizer: Localizer
    ) throws -> (words: [String], values: [String: String]) {
        var rest: [String] = [], values: [String: String] = [:]
        for word in words {
            guard let (name, value) = localizer.argument(namedBy: word, keys) else {
                rest.append(word)
                continue
            }
            if values.updateValue(QuotedText.unquoted(value), forKey: name) != nil {
                throw UsageError.repeatedOption(String(word.dropLast(value.count)))
            }
        }
        if rest.isEmpty { throw RecordReferenceError.blank }
        return (rest, values)
    }

    /// Separates a date with a key, such as `date:yesterday`, from words that name books.
    ///
    /// - Parameters:
    ///   - words: The words of a line, with the quotation marks of their quoted parts.
    ///   - given: The date of an option.
    ///   - type: The type of the date.
    ///   - parsing: The user's language and the day.
    /// - Returns: The words that name books, and the date; `nil` if there is none.
    static func split<Day: Sendable>(
        _ words: [String], _ given: Day?, _ type: ValueType<Day>, _ parsing: ParseContext
    ) throws -> (words: [String], day: Day?) {
        let (rest, values) = try split(words, [(name: "on", words: dayWords)], parsing.localizer)
        guard let typed = values["on"] else { return (rest, given) }
        if given != nil { throw UsageError.repeatedOption("--on") }
        return (rest, try type.parse(typed, parsing))
    }

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
        let words = withoutKey(try invocation[words].joined(separator: " "), session.localizer)
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
        let record = ValueType<RecordReference>.record(
            MyBooks.text("BOOK"), source: BookCompletions.titles)
        return ValueType(placeholder: record.placeholder, completion: record.completion) { word, context in
            try RecordReference(BookParameters.withoutKey(word, context.localizer))
        }
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
