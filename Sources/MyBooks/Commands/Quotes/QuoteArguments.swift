import Localization
import Shell
import Suite

/// The arguments of the quote commands.
enum QuoteArguments {
    static let quote = Parameter.required(
        "quote", .quote, help: text("The quote's number, or a part of its text."),
        question: text("Which quote"))
    static let page = Parameter.option(
        "page", ValueType<String>.page.orNone,
        help: text("The page in the book, such as 217 or 12–13, or “none”."))
    static let note = Parameter.option("note", .text, help: text("Your note on the quote."))

    /// Throws if a quote is blank.
    static func check(_ quote: String) throws {
        if quote.allSatisfy(\.isWhitespace) { throw ValueError.blank }
    }
}

extension ValueType where Value == RecordReference {
    /// A quote, named by its number or a part of its text.
    static var quote: ValueType<RecordReference> {
        .record(MyBooks.text("QUOTE"), source: BookCompletions.quotes)
    }
}

extension ValueType where Value == String {
    /// A place in a book, usually a number, but also `xii`, `12–13` or `ch. 3`.
    static var page: ValueType<String> {
        ValueType(placeholder: MyBooks.text("PAGE")) { string, context in
            try ValueType.nonBlank.parse(string.collapsingSpaces, context)
        }
    }
}

extension Quote {
    /// The title of the quote's book.
    var bookTitle: String { book?.title ?? "" }
}
