import Foundation
import Localization
import ModelData
import ProgramKit
import Shell
import Sync

/// The session of mybooks with its store of books.
@MainActor
final class BookSession: StoreSession {
    let services: StoreServices

    /// The names of the models and their properties in the user's language.
    let names: ModelNames
    /// What Tab offers for the sources of things, by their names.
    private let candidatesOfThings: [String: Candidates]

    /// Returns the texts that Tab offers for typed text.
    typealias Candidates = @MainActor @Sendable (BookSession, String) throws -> [String]

    /// Opens the store.
    ///
    /// - Parameters:
    ///   - session: The program's call.
    ///   - names: The names of the models and their properties in the user's language.
    ///   - candidates: What Tab offers for the sources of things, by their names. Default: nothing.
    init(
        _ session: SessionContext, names: ModelNames, candidates: [String: Candidates] = [:]
    ) async throws {
        self.names = names
        candidatesOfThings = candidates
        let models: [any Synchronizable.Type] = [
            Book.self, Shelf.self, Quote.self, Reading.self, ReadingProgress.self, Goal.self, Loan.self,
            SavedView.self,
        ]
        services = StoreServices(
            // Without the closure, each type is cast at run time, which searches all conformances of the program.
            try await StoreService(
                session, models: models.map { $0 as any PersistentModel.Type } + [RememberedColumns.self],
                synchronizing: models,
                names: names))
    }

    /// Completes titles, authors, names of shelves and of borrowers, and beginnings of quotes.
    func candidates(for source: String, matching prefix: String) throws -> [String] {
        switch source {
        case BookCompletions.titles: return try texts(of: \Book.title, matching: prefix)
        case BookCompletions.authors: return try texts(of: \Book.author, matching: prefix)
        case BookCompletions.shelves: return try texts(of: \Shelf.name, matching: prefix)
        case ViewCompletion.names: return try texts(of: \SavedView.name, matching: prefix)
        case BookCompletions.borrowers: return try texts(of: \Loan.borrower, matching: prefix)
        case BookCompletions.quotes:
            let wanted = prefix.isEmpty ? nil : Quote.titled(containing: prefix)
            return try context.fetch(FetchDescriptor(predicate: wanted)).map(\.beginning)
        default: return try candidatesOfThings[source]?(self, prefix) ?? []
        }
    }

    /// Returns the book with the same ISBN, or with the same title and author by the rules of ``BookKey``.
    func duplicate(title: String, author: String, isbn: String? = nil) throws -> Book? {
        if let same = isbn.flatMap({ Book.identified(by: $0) }),
            let book = try context.fetch(FetchDescriptor(predicate: same)).first
        {
            return book
        }
        let keys = BookKey.Maker(localizer.language)
        let key = keys.key(title: title, author: author)
        let wanted = SeriesSuffix(title)?.title ?? title
        // The store knows the letters of a title, but not its other spellings.
        let words = wanted.split { !$0.isLetter && !$0.isNumber }
        let word = words.max { $0.count < $1.count }.map(String.init) ?? wanted
        return try context.fetch(FetchDescriptor(predicate: Book.titled(containing: word)))
            .first { keys.key(title: $0.title, author: $0.author) == key }
    }
}

/// The names of the completion sources.
enum BookCompletions {
    static let titles = "titles"
    static let authors = "authors"
    static let shelves = "shelves"
    static let quotes = "quotes"
    static let borrowers = "borrowers"
    static let conditions = "conditions"
    static let titlesOrConditions = "titlesOrConditions"
}
