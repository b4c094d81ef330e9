import Localization
import Shell

/// Books as a table.
enum BookTable {
    static func table(_ books: [Book]) -> Table {
        Table(
            columns: [
                .init("number", text("#"), alignsRight: true, priority: 9, spokenTitle: text("Number")),
                .init("status", text("Status"), priority: 8),
                .init("title", text("Title"), priority: 5),
                .init("author", text("Author"), priority: 5),
                .init("rating", text("Rating"), priority: 7),
                .init("added", text("Added"), isShown: false),
                .init("started", text("Started"), isShown: false),
                .init("completed", text("Completed"), isShown: false),
                .init("shelves", text("Shelves"), isShown: false),
            ],
            rows: books.map { book in
                [
                    .identifier(book.number), book.status.cell, .text(book.title), .text(book.author),
                    rating(book.rating), .day(CivilDate(utc: book.added)),
                    .day(book.started.map { CivilDate(utc: $0) }),
                    .day(book.completed.map { CivilDate(utc: $0) }),
                    Cell(.list(book.shelfNames.map { .string($0) }), .empty),
                ]
            },
            count: text("%lld books", books.count))
    }

    /// The books as a command's output.
    static func output(_ found: ReadableBooks) -> Output {
        Output([.table(table(found.books))] + found.warnings)
    }

    /// A rating as stars.
    static func rating(_ rating: Int?) -> Cell {
        guard let rating else { return .empty }
        let stars = (1...5).count { $0 <= rating }
        return Cell(
            .integer(rating),
            .symbol(
                String(repeating: "★", count: stars), ascii: String(repeating: "*", count: stars),
                spoken: text("rated %1$@ of %2$@", String(rating), "5")))
    }
}
