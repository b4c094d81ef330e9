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
        .choice(ReadingStatus.choices)
    }
}
