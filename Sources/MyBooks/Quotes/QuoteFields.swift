import Basics
import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

extension Quote {
    /// The fields of a quote.
    static let fields = FieldTable<Quote> {
        Field.exported(
            "identifier", stored: \.identifier, type: .identifier, get: { $0.identifier },
            set: { if let identifier = $1 { $0.identifier = identifier } })
        Field.computed(
            "number", MyBooks.text("#"), raw: { .integer($0.number) },
            display: { quote, _ in .verbatim(String(quote.number)) }
        )
        .listed(spokenTitle: MyBooks.text("Number"), priority: 9, alignsRight: true)
        Field.computed(
            "book", MyBooks.text("Book number"), stored: \.book,
            raw: { $0.book.map { .integer($0.number) } ?? .null }
        )
        Field.computed(
            "title", MyBooks.text("Book"), raw: { $0.book.map { .string($0.title) } ?? .null },
            display: { quote, _ in .verbatim(quote.bookTitle) }
        )
        .listed(priority: 5)
        Field(
            required: "text", MyBooks.text("Quote"), sentence: MyBooks.text("quote"),
            help: MyBooks.text("The new text."),
            stored: \.text, type: .lines, get: { $0.text }, set: { $0.text = $1 }
        )
        .listed(priority: 2, wraps: true)
        Field(
            "page", MyBooks.text("Page"), sentence: MyBooks.text("page"),
            help: MyBooks.text("The page in the book, such as 217 or 12–13, or “none”."), stored: \.page,
            type: .line(.page), get: { $0.page }, set: { $0.page = $1 }
        )
        .listed(priority: 8)
        Field(
            "note", MyBooks.text("Note"), sentence: MyBooks.text("note"),
            help: MyBooks.text("Your note on the quote, or “none”."),
            stored: \.note, type: .lines, get: { $0.note }, set: { $0.note = $1 }
        )
        .listed(priority: 3, wraps: true)
        Field(
            "location", MyBooks.text("Location"), sentence: MyBooks.text("location"),
            help: MyBooks.text("The location in the e-book, such as 1100-1102, or “none”."),
            stored: \.location, type: .line(.location), get: { $0.location }, set: { $0.location = $1 }
        )
        .listed(priority: 1, hidesEmpty: true)
        Field(
            "noted", MyBooks.text("Marked"), sentence: MyBooks.text("time of marking"),
            help: MyBooks.text(
                "When you marked the quote, such as 2024-05-01 or 2024-05-01 10:00, or “none”."),
            stored: \.noted, type: .line(.timeOfMarking), get: { $0.noted }, set: { $0.noted = $1 }
        )
        .listed(priority: 1, hidesEmpty: true)
    }

    /// The title of the quote's book.
    var bookTitle: String { book?.title ?? "" }

    /// Returns a table of quotes in the given order.
    ///
    /// - Parameter showsBooks: Whether the user sees the book of each quote. Data always have it.
    @MainActor
    static func table(_ quotes: [Quote], showsBooks: Bool, _ context: FieldContext) -> Table {
        fields.table(
            "quotes", quotes, context, count: MyBooks.text("%lld quotes", quotes.count),
            hiding: showsBooks ? [] : ["title"])
    }
}

extension ValueType where Value == String {
    /// A place in a book, usually a number, but also `xii`, `12–13` or `ch. 3`.
    fileprivate static var page: ValueType<String> { place(MyBooks.text("PAGE")) }

    /// A location in an e-book.
    fileprivate static var location: ValueType<String> { place(MyBooks.text("LOCATION")) }

    private static func place(_ placeholder: LocalizedText) -> ValueType<String> {
        ValueType(placeholder: placeholder) { string, context in
            try ValueType.nonBlank.parse(string.collapsingSpaces, context)
        }
    }

    /// A day, or a day and a time.
    fileprivate static var timeOfMarking: ValueType<String> {
        ValueType(placeholder: MyBooks.text("TIME")) { string, _ in
            guard let time = MarkingTime(string) else {
                throw ValueError.refused(
                    MyBooks.text("“%@” is not a day with a time.", string),
                    remedy: MyBooks.text("Write it as 2024-05-01 or 2024-05-01 10:00."))
            }
            return time.text
        }
    }
}
