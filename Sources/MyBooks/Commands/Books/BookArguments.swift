import Localization
import Shell
import Suite

extension ValueType where Value == RecordReference {
    /// A book, named by its number or a part of its title.
    static var book: ValueType<RecordReference> {
        .record(MyBooks.text("BOOK"), source: BookCompletions.titles)
    }
}

/// A book as the only argument of a command. A title of several words needs no quotation marks.
enum BookWords {
    static let required = Parameter.words(
        "book", word, minimum: 1, help: text("The book's number, or a part of its title."),
        question: text("Which book"))

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
    static func book(_ invocation: Invocation, in session: BookSession) throws -> Book {
        let words = try invocation[required].joined(separator: " ")
        return try session.record(try RecordReference(words), in: Book.self)
    }
}

extension ValueType where Value == ReadingStatus {
    /// A status: `on-shelf`, `in-progress`, `completed`, `abandoned`, or its name in the user's language.
    static var status: ValueType<ReadingStatus> {
        .choice(ReadingStatus.allCases.map { Choice($0.rawValue, $0, $0.name) })
    }
}

/// The fields that `add` and `edit` can set.
enum BookFields {
    static let summary = Parameter.option(
        "summary", .text, help: text("A summary of the book, or your opinion of it."))
    static let status = Parameter.option("status", .status, help: text("The reading status."))
    static let rating = Parameter.option(
        "rating", ValueType<StarRating>.rating.orNone,
        help: text("Your rating from 1 to 5, also with halves and quarters, or “none”."))
    static let added = Parameter.option(
        "added", .day, help: text("The day on which the book was added to the log."))
    static let started = Parameter.option(
        "started", ValueType<PartialDate>.partialDate.orNone,
        help: text("The day, month or year in which you started the book, or “none”."))
    static let completed = Parameter.option(
        "completed", ValueType<PartialDate>.partialDate.orNone,
        help: text("The day, month or year in which you finished the book, or “none”."))

    static var declarations: [ParameterDeclaration] {
        [
            summary.declaration, status.declaration, rating.declaration, added.declaration,
            started.declaration, completed.declaration,
        ] + BookDetail.allCases.map(\.parameter.declaration)
    }

    /// Returns the changes from the options.
    static func changes(_ invocation: Invocation) throws -> BookChanges {
        var changes = BookChanges(
            summary: try invocation[summary], status: try invocation[status], rating: try invocation[rating],
            added: try invocation[added], started: try invocation[started],
            completed: try invocation[completed])
        for detail in BookDetail.allCases { changes.details[detail] = try invocation[detail.parameter] }
        return changes
    }
}
