import Localization
import Shell

/// Quotes as a table.
enum QuoteTable {
    /// Returns a table of the quotes in the given order.
    ///
    /// - Parameter showsBooks: Whether to show each quote's book on screen. Machine-readable output always
    ///   has it.
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

    /// Returns the fields of a quote.
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
