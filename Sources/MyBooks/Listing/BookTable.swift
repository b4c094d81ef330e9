import Localization
import Shell
import Suite

/// Books as a table.
enum BookTable {
    /// The columns that users see.
    private static var shownColumns: [Table.Column] {
        [
            .init("number", text("#"), alignsRight: true, priority: 9, spokenTitle: text("Number")),
            .init("status", text("Status"), priority: 8),
            .init("title", text("Title"), priority: 5),
            .init("author", text("Author"), priority: 5),
            .init("rating", text("Rating"), priority: 7),
        ]
    }

    /// Returns a table with all columns, for machine-readable output.
    static func table(_ books: [Book]) -> Table {
        var columns = shownColumns
        columns += [
            .init("added", text("Added"), isShown: false),
            .init("started", text("Started"), isShown: false),
            .init("completed", text("Completed"), isShown: false),
            .init("shelves", text("Shelves"), isShown: false),
        ]
        for detail in details { columns.append(.init(detail.rawValue, detail.label, isShown: false)) }
        return Table(columns: columns, rows: books.map(row), count: text("%lld books", books.count))
    }

    /// Returns the cells of the columns that users see.
    private static func shownCells(_ book: Book) -> [Cell] {
        [
            .identifier(book.number), book.status.cell, .text(book.title), .text(book.author),
            rating(book.stars),
        ]
    }

    private static func row(_ book: Book) -> [Cell] {
        let reading = book.latestReading
        var row = shownCells(book)
        row += [
            .day(CivilDate(utc: book.added)), .text(reading.started?.description),
            .text(reading.completed?.description),
            Cell(.list(book.shelfNames.map { .string($0) }), .empty),
        ]
        for detail in details { row.append(detail.cell(of: book)) }
        return row
    }

    /// The books as a command's output. The columns that only data have are read only for data.
    @MainActor
    static func output(_ found: ReadableBooks, _ localizer: Localizer) -> Output {
        let (books, warnings) = (found.books, found.warnings)
        // Read the shelves within the command, which reports unreadable ones.
        for book in books { _ = book.shelves }
        let shown = Table(
            columns: shownColumns, rows: books.map(shownCells), count: text("%lld books", books.count),
            sentence: sentence)
        return Output(
            [.table(shown)] + warnings,
            makingWide: {
                let wide = Table(
                    columns: shownColumns + extraColumns,
                    rows: zip(shown.rows, books).map { $0 + extraCells($1, localizer) }, count: shown.count)
                return [.table(wide)] + warnings
            }, makingData: { [.table(table(books))] + warnings })
    }

    /// The columns that only wide terminals show, the most important first.
    private static var extraColumns: [Table.Column] {
        [
            .init("series", text("Series"), isExtra: true), .init("completed", text("Ended"), isExtra: true),
            .init("pages", text("Pages"), alignsRight: true, isExtra: true),
            .init("year", text("Year"), alignsRight: true, isExtra: true),
            .init("shelves", text("Shelves"), isExtra: true),
            .init("binding", text("Binding"), isExtra: true),
            .init("language", text("Language"), isExtra: true),
        ]
    }

    private static func extraCells(_ book: Book, _ localizer: Localizer) -> [Cell] {
        [
            .text(book.series.map { name in book.seriesNumber.map { "\(name) #\($0)" } ?? name }),
            book.latestReading.completed?.cell(localizer) ?? .empty, BookDetail.pages.cell(of: book),
            (book.originalYear ?? book.year).map { .identifier($0) } ?? .empty,
            BookRecord.shelves(of: book, localizer), BookDetail.binding.cell(of: book),
            BookDetail.language.cell(of: book),
        ]
    }

    /// Returns the shown cells of a book as a sentence.
    private static let sentence: @Sendable ([String: Cell]) -> LocalizedText = { cells in
        let (number, title, author) = (
            spoken(cells["number"]), spoken(cells["title"]), spoken(cells["author"])
        )
        let status = spoken(cells["status"])
        guard case .symbol(_, _, let rating)? = cells["rating"]?.display else {
            return text("“%1$@” by %2$@: %3$@, number %4$@.", title, author, status, number)
        }
        return text(
            "“%1$@” by %2$@: %3$@, %4$@, number %5$@.", title, author, status, TextArgument.text(rating),
            number)
    }

    private static func spoken(_ cell: Cell?) -> TextArgument {
        switch cell?.display {
        case .symbol(_, _, let spoken): .text(spoken)
        case .verbatim(let string): .string(string.collapsingSpaces)
        default: .string("")
        }
    }

    /// The details that machine-readable lists have.
    private static let details: [BookDetail] = [.series, .seriesNumber, .pages, .binding, .language, .year]

    /// A rating as stars; for `nil`, an empty cell.
    static func rating(_ rating: StarRating?) -> Cell { rating?.cell ?? .empty }
}
