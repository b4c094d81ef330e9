import Foundation
import Localization
import ModelData
import Shell
import Suite

/// mybooks' session on its store.
@MainActor
final class BookSession: StoreSession {
    init(_ session: SessionContext) throws {
        try super.init(session, models: [Book.self, Shelf.self, Quote.self])
    }

    /// Titles complete BOOK, authors an author, shelves NAME, and the beginnings of quotes QUOTE.
    override func candidates(for source: String, matching prefix: String) throws -> [String] {
        // What the store can leave out needs no object: a log may have very many books.
        switch source {
        case LiveValues.titles:
            let wanted = prefix.isEmpty ? nil : Book.titled(containing: prefix)
            return try context.fetch(FetchDescriptor(predicate: wanted)).map(\.title)
        case LiveValues.authors:
            let wanted = #Predicate<Book> { $0.author.localizedStandardContains(prefix) }
            let books = try context.fetch(FetchDescriptor(predicate: prefix.isEmpty ? nil : wanted))
            return Array(Set(books.map(\.author))).sorted()
        case LiveValues.shelves:
            return try context.fetch(FetchDescriptor<Shelf>()).map(\.name)
        case LiveValues.quotes:
            let wanted = prefix.isEmpty ? nil : Quote.titled(containing: prefix)
            return try context.fetch(FetchDescriptor(predicate: wanted)).map(\.beginning)
        default:
            return []
        }
    }

    /// The book with the same title and author, whatever the case and accents.
    func twin(title: String, author: String) throws -> Book? {
        let folded = (Localization.SearchFold.fold(title), Localization.SearchFold.fold(author))
        return try context.fetch(FetchDescriptor(predicate: Book.titled(containing: title)))
            .first {
                (Localization.SearchFold.fold($0.title), Localization.SearchFold.fold($0.author)) == folded
            }
    }
}

/// The names of the live values that complete arguments.
enum LiveValues {
    static let titles = "titles"
    static let authors = "authors"
    static let shelves = "shelves"
    static let quotes = "quotes"
}
