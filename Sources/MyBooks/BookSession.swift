import Foundation
import Localization
import ModelData
import Shell
import Suite

/// mybooks' session on its store.
@MainActor
final class BookSession: StoreSession {
    init(_ session: SessionContext) throws {
        try super.init(session, models: [Book.self])
    }

    /// Titles complete BOOK, authors an author.
    override func candidates(for source: String, matching prefix: String) throws -> [String] {
        switch source {
        case LiveValues.titles: try texts(of: \Book.title, matching: prefix)
        case LiveValues.authors: try texts(of: \Book.author, matching: prefix)
        default: []
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
}
