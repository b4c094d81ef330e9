import Localization
import Shell

/// Books as a table.
enum BookTable {
    static func table(_ books: [Book]) -> Table {
        var columns: [Table.Column] = [
            .init("number", text("#"), alignsRight: true, priority: 9, spokenTitle: text("Number")),
            .init("status", text("Status"), priority: 8),
            .init("title", text("Title"), priority: 5),
            .init("author", text("Author"), priority: 5),
            .init("rating", text("Rating"), priority: 7),
            .init("added", text("Added"), isShown: false),
            .init("started", text("Started"), isShown: false),
            .init("completed", text("Completed"), isShown: false),
            .init("shelves", text("Shelves"), isShown: false),
        ]
        for detail in details { columns.append(.init(detail.rawValue, detail.label, isShown: false)) }
        return Table(columns: columns, rows: books.map(row), count: text("%lld books", books.count))
    }

    private static func row(_ book: Book) -> [Cell] {
        let reading = book.latestReading
        var row: [Cell] = [
            .identifier(book.number), book.status.cell, .text(book.title), .text(book.author),
            rating(reading.rating), .day(CivilDate(utc: book.added)), .text(reading.started?.description),
            .text(reading.completed?.description),
            Cell(.list(book.shelfNames.map { .string($0) }), .empty),
        ]
        for detail in details { row.append(detail.cell(of: book)) }
        return row
    }

    /// The books as a command's output.
    static func output(_ found: ReadableBooks) -> Output {
        Output([.table(table(found.books))] + found.warnings)
    }

    /// The details that machine-readable lists have.
    private static let details: [BookDetail] = [.series, .seriesNumber, .pages, .binding, .language, .year]

    /// A rating as stars; for `nil`, an empty cell.
    static func rating(_ rating: StarRating?) -> Cell { rating?.cell ?? .empty }
}
