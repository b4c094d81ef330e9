import Localization
import Shell

/// Quotes as a table.
enum QuoteTable {
    /// The quotes, in the order in which they are given.
    ///
    /// - Parameter showsBooks: Whether people see which book a quote is from; programs do in any case.
    static func table(_ quotes: [Quote], showsBooks: Bool) -> Table {
        Table(
            "quotes",
            columns: [
                .init("number", text("#"), alignsRight: true, priority: 9, spokenTitle: text("Number")),
                .init("book", text("Book number"), isShown: false),
                .init("title", text("Book"), priority: 5, isShown: showsBooks),
                .init("text", text("Quote"), priority: 2, wraps: true),
                .init("page", text("Page"), priority: 8),
                .init("note", text("Note"), priority: 3, wraps: true),
            ],
            rows: quotes.map { quote in
                [
                    .identifier(quote.number), .number(quote.book?.number), .text(quote.book?.title),
                    .text(quote.text), .text(quote.page), .text(quote.note.isEmpty ? nil : quote.note),
                ]
            },
            count: text("%lld quotes", quotes.count))
    }

    /// One quote, field by field.
    static func record(_ quote: Quote) -> Record {
        Record(fields: [
            .init("number", text("#"), .identifier(quote.number), spokenTitle: text("Number")),
            .init("book", text("Book number"), .number(quote.book?.number), isShown: false),
            .init("title", text("Book"), .text(quote.book?.title)),
            .init("text", text("Quote"), .text(quote.text)),
            .init("page", text("Page"), .text(quote.page)),
            .init("note", text("Note"), .text(quote.note.isEmpty ? nil : quote.note)),
        ])
    }
}
