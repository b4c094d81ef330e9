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
                synchronizing: models, names: names))
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

/// The books that could be read, with warnings about unreadable books.
struct ReadableBooks {
    var books: [Book]
    var warnings: [Block]
    /// The names of kept columns that the list shows, because it was asked for them.
    var columns: [String] = []
}

extension BookSession {
    /// Fetches books. Unreadable books are left out and reported in the warnings: a store that was edited by
    /// hand may contain invalid values.
    ///
    /// - Throws: `ModelDataError`.
    func readableBooks(_ descriptor: FetchDescriptor<Book>) throws -> ReadableBooks {
        readable(try context.fetchReadable(descriptor))
    }

    /// Fetches the books that meet a condition. Unreadable books are left out and reported.
    ///
    /// - Parameters:
    ///   - descriptor: What to fetch, with further predicates.
    ///   - condition: The condition.
    ///   - years: The years in which a reading, the latest or an earlier one, ended. Default: all books.
    /// - Throws: `ModelDataError`, and the errors of conditions.
    func readableBooks(
        _ descriptor: FetchDescriptor<Book>, meeting condition: Condition<Book>,
        endedIn years: ClosedRange<Int>? = nil
    ) throws -> ReadableBooks {
        let (stored, rest) = condition.parts
        var descriptor = descriptor
        let predicates = [descriptor.predicate].compactMap(\.self) + stored
        descriptor.predicate = predicates.isEmpty ? nil : .all(predicates)
        var found =
            try years.map { try readableBooks(endedIn: ReadingPeriod($0), descriptor) }
            ?? readableBooks(descriptor)
        if years != nil {
            for predicate in predicates {
                found.books = try found.books.filter { try predicate.evaluate($0) }
            }
        }
        if !rest.isEmpty { found.books = try found.books.filter { try Condition.all(rest).holds(for: $0) } }
        return found
    }

    /// Fetches the books with a reading, the latest or an earlier one, that ended in a period.
    ///
    /// - Parameters:
    ///   - period: The period.
    ///   - descriptor: What to fetch with the books. Its predicate doesn't count.
    /// - Throws: `ModelDataError`.
    func readableBooks(
        endedIn period: ReadingPeriod, _ descriptor: FetchDescriptor<Book>
    ) throws -> ReadableBooks {
        var latest = descriptor, earlier = FetchDescriptor(predicate: period.endedReadings)
        latest.predicate = period.endedBooks()
        earlier.relationshipKeyPathsForPrefetching = [\.book]
        var found = readable(try context.fetchReadable(latest))
        var known = Set(found.books.map { ObjectIdentifier($0) })
        for reading in try context.fetchReadable(earlier).models {
            if let book = reading.book, known.insert(ObjectIdentifier(book)).inserted {
                found.books.append(book)
            }
        }
        return found
    }

    /// Returns the books, with warnings about the unreadable ones.
    private func readable(_ found: ReadableFetch<Book>) -> ReadableBooks {
        // Show only a few messages, because many unreadable records usually have one cause.
        let shown = 5
        let errors = found.unreadable.prefix(shown).compactMap { SuiteErrors.describe($0, names) }
        var warnings = errors.map { Block.warning($0.problem) }
        if found.unreadable.count > shown {
            warnings.append(.warning(text("%lld more books can't be read.", found.unreadable.count - shown)))
        }
        if let remedy = errors.first?.remedy { warnings.append(.warning(remedy)) }
        return ReadableBooks(books: found.models, warnings: warnings)
    }
}
