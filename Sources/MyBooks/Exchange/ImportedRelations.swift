import Basics
import Foundation
import ModelData
import ProgramKit

/// Finds and creates the shelves and quotes of imported books.
///
/// A shelf may have very many books. Its object would keep them all in memory, so it is released after each
/// batch.
@MainActor
final class ImportedRelations {
    private let session: BookSession
    private var identifiers: [String: PersistentIdentifier] = [:]
    private var shelves: [String: Shelf] = [:]
    private var shelvesWithRemovals: Set<String> = []
    private var quoteIdentifiers: Set<UUID>?
    /// The books that this import put on a shelf at a position of the file, and that aren't saved yet.
    private var unsavedPositions: [(shelf: String, book: Book, position: Int)] = []
    /// The positions and the numbers of saved books by shelf.
    private var positions: [String: [(position: Int, book: Int)]] = [:]
    /// The names of the created shelves.
    private(set) var newShelves: [String] = []

    init(session: BookSession) { self.session = session }

    /// Returns the shelf with a name, and creates it if necessary.
    func shelf(_ name: ShelfName) async throws -> Shelf {
        if let shelf = shelves[name.key] { return shelf }
        if let known = identifiers[name.key], let shelf = session.context[known, as: Shelf.self] {
            shelves[name.key] = shelf
            return shelf
        }
        if let shelf = try session.shelf(name) {
            shelves[name.key] = shelf
            identifiers[name.key] = shelf.persistentModelID
            return shelf
        }
        identifiers[name.key] = try await make(name)
        newShelves.append(name.text)
        return try await shelf(name)
    }

    /// A new shelf object keeps all its books in memory. Save it and return its identifier: an object that is
    /// fetched later loads the books only on demand.
    private func make(_ name: ShelfName) async throws -> PersistentIdentifier {
        let shelf = Shelf(name)
        session.context.insert(shelf)
        try await session.context.saveWhenUnlocked()
        return shelf.persistentModelID
    }

    /// Returns a quote of a file. If another quote already has its identifier, it gets a new one.
    func quote(_ quote: Quote) throws -> Quote {
        var known =
            try quoteIdentifiers ?? Set(session.context.fetch(FetchDescriptor<Quote>()).map(\.identifier))
        // Set the property to `nil` first; otherwise, inserting into `known` would copy the set.
        quoteIdentifiers = nil
        if !known.insert(quote.identifier).inserted {
            quote.identifier = UUID.random()
            known.insert(quote.identifier)
        }
        quoteIdentifiers = known
        return quote
    }

    /// Records that a book was removed from a shelf.
    func recordRemoval(from shelf: Shelf) { shelvesWithRemovals.insert(shelf.key) }

    /// Records the position at which the file has a book that was put on a shelf; `nil` if the file has none.
    func recordPosition(_ position: Int?, of book: Book, on shelf: ShelfName) {
        if let position { unsavedPositions.append((shelf.key, book, position)) }
    }

    /// Releases saved objects.
    func releaseSavedObjects() {
        shelves.removeAll(keepingCapacity: true)
        for (shelf, book, position) in unsavedPositions {
            positions[shelf, default: []].append((position, book.number))
        }
        unsavedPositions.removeAll(keepingCapacity: true)
    }

    /// Orders the books that this import put on shelves by their positions in the file. The books that were on a
    /// shelf before stay in front of them.
    func orderShelves() throws {
        for (key, positions) in positions {
            guard let name = ShelfName(key), let shelf = try session.shelf(name) else { continue }
            let books = positions.sorted(byKeys: positions.map(\.position), reversed: false).map(\.book)
            try session.context.reorder(shelf, \.books, to: books)
        }
    }

    /// Deletes shelves that became empty. If the store is synchronized, empty shelves are kept, because other
    /// devices may put books on them.
    func removeEmptyShelves() async throws {
        guard !shelvesWithRemovals.isEmpty, try !session.isSynchronized else { return }
        for key in shelvesWithRemovals {
            guard
                let shelf = try session.context.fetch(
                    FetchDescriptor<Shelf>(predicate: #Predicate { $0.key == key })
                ).first,
                try session.context.relatedCount(shelf, \.books) == 0
            else { continue }
            session.context.delete(shelf)
        }
        try await session.context.saveWhenUnlocked()
    }
}
