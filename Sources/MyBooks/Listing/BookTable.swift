import Localization
import Shell
import Suite

/// Books as a table.
enum BookTable {
    /// Returns a table with all columns, for machine-readable output.
    static func table(_ books: [Book]) -> Table { Book.fields.data("rows", books) }

    /// The books as a command's output.
    @MainActor
    static func output(_ found: ReadableBooks, in session: BookSession) -> Output {
        // Read the shelves within the command, which reports unreadable ones.
        for book in found.books { _ = book.shelves }
        return Book.fields.list(
            "rows", found.books, session.fieldContext, count: text("%lld books", found.books.count),
            sentence: sentence, warnings: found.warnings)
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
}
