import Foundation
import Localization
import ModelData
import Shell
import Suite

/// mybooks' session on its store.
@MainActor
final class BookSession: StoreSession {
    init(_ session: SessionContext) throws {
        try super.init(
            session, models: [Book.self, Shelf.self, Quote.self],
            synchronizing: [Book.self, Shelf.self, Quote.self])
    }

    override var modelNames: ModelNames { Self.names }

    /// Titles complete BOOK, authors an author, shelves NAME, and the beginnings of quotes QUOTE.
    override func candidates(for source: String, matching prefix: String) throws -> [String] {
        switch source {
        case LiveValues.titles: return try texts(of: \Book.title, matching: prefix)
        case LiveValues.authors: return try texts(of: \Book.author, matching: prefix)
        case LiveValues.shelves: return try texts(of: \Shelf.name, matching: prefix)
        case LiveValues.quotes:
            let wanted = prefix.isEmpty ? nil : Quote.titled(containing: prefix)
            return try context.fetch(FetchDescriptor(predicate: wanted)).map(\.beginning)
        default: return []
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
