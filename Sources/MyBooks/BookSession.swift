import Foundation
import Localization
import ModelData
import Shell
import Suite

/// The session of mybooks with its store of books.
@MainActor
final class BookSession: StoreSession {
    let services: StoreServices

    init(_ session: SessionContext) async throws {
        services = StoreServices(
            try await StoreService(
                session, models: [Book.self, Shelf.self, Quote.self],
                synchronizing: [Book.self, Shelf.self, Quote.self], names: Self.names))
    }

    /// Completes titles, authors, names of shelves, and beginnings of quotes.
    func candidates(for source: String, matching prefix: String) throws -> [String] {
        switch source {
        case BookCompletions.titles: return try texts(of: \Book.title, matching: prefix)
        case BookCompletions.authors: return try texts(of: \Book.author, matching: prefix)
        case BookCompletions.shelves: return try texts(of: \Shelf.name, matching: prefix)
        case BookCompletions.quotes:
            let wanted = prefix.isEmpty ? nil : Quote.titled(containing: prefix)
            return try context.fetch(FetchDescriptor(predicate: wanted)).map(\.beginning)
        default: return []
        }
    }

    /// Returns the book with the same title and author, ignoring case and accents.
    func duplicate(title: String, author: String) throws -> Book? {
        let folded = (SearchFold.fold(title), SearchFold.fold(author))
        return try context.fetch(FetchDescriptor(predicate: Book.titled(containing: title)))
            .first {
                (SearchFold.fold($0.title), SearchFold.fold($0.author)) == folded
            }
    }
}

/// The names of the completion sources.
enum BookCompletions {
    static let titles = "titles"
    static let authors = "authors"
    static let shelves = "shelves"
    static let quotes = "quotes"
}
