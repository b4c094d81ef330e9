import Localization
import Shell
import Suite

/// The arguments of the commands for quotes.
enum QuoteArguments {
    static let quote = Parameter.required(
        "quote", .quote, help: text("The quote's number, or a part of its text."),
        question: text("Which quote"))
    static let page = Parameter.option(
        "page", ValueType<String>.page.orNone,
        help: text("Where it stands in the book, such as 217 or 12–13; or “none”."))
    static let note = Parameter.option("note", .text, help: text("What you think of it."))

    /// Throws where a quote would be blank.
    static func check(_ quote: String) throws {
        if quote.allSatisfy(\.isWhitespace) { throw ValueError.blank }
    }
}

extension ValueType where Value == RecordReference {
    /// A quote, by its number or a part of its text.
    static var quote: ValueType<RecordReference> { .record("QUOTE", live: LiveValues.quotes) }
}

extension ValueType where Value == String {
    /// A place in a book: mostly a number, but also `xii`, `12–13`, or `ch. 3`.
    static var page: ValueType<String> {
        ValueType(placeholder: "PAGE") { string, context in
            try ValueType.nonBlank.parse(string.collapsingSpaces, context)
        }
    }
}

extension Quote {
    /// The title of the book that it is from.
    var bookTitle: String { book?.title ?? "" }
}
