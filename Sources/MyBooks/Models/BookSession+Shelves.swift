import Foundation
import Localization
import ModelData

extension BookSession {
    /// The shelf with a name, whatever its case and accents, if there is one.
    func shelf(_ name: ShelfName) throws -> Shelf? {
        let key = name.key
        return try context.fetch(FetchDescriptor<Shelf>(predicate: #Predicate { $0.key == key })).first
    }

    /// The shelf with a name. Throws ``ShelfError/unknown(_:nearest:)``.
    func existingShelf(_ name: ShelfName) throws -> Shelf {
        if let shelf = try shelf(name) { return shelf }
        let names = try context.fetch(FetchDescriptor<Shelf>()).map(\.name)
        throw ShelfError.unknown(name.text, nearest: nearest(to: name.text, in: names))
    }

    /// The shelf with a name, which is made where there is none.
    func shelf(makingIfNeeded name: ShelfName) throws -> (shelf: Shelf, isNew: Bool) {
        if let shelf = try shelf(name) { return (shelf, false) }
        let shelf = Shelf(name)
        context.insert(shelf)
        return (shelf, true)
    }

    /// Deletes books, and the shelves on which nothing stands then, unless other devices may put books on them.
    func delete(_ books: [Book]) throws {
        for shelf in Set(books.flatMap(\.shelves)) {
            let going = books.count { $0.shelves.contains { $0 === shelf } }
            if try context.relatedCount(shelf, \.books) == going, try !isSynchronized {
                context.delete(shelf)
            }
        }
        for book in books { context.delete(book) }
    }

    /// What becomes of a shelf from which books are taken.
    enum ShelfFate {
        /// Other books stand on it.
        case used
        /// Nothing stands on it, so it was deleted.
        case gone
        /// Nothing stands on it here. Were it deleted, books that another device puts on it at this time would lose it.
        case kept
    }

    /// Takes books off a shelf, and the shelf away where nothing stands on it then.
    func take(_ books: [Book], off shelf: Shelf) throws -> ShelfFate {
        for book in books { book.shelves.removeAll { $0 === shelf } }
        guard try context.relatedCount(shelf, \.books) == 0 else { return .used }
        if try isSynchronized { return .kept }
        context.delete(shelf)
        return .gone
    }
}
