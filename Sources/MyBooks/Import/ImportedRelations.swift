import Foundation
import ModelData

/// The shelves and quotes that an import brings or meets.
///
/// A shelf may have very many books. Its object is let go of with each batch that is saved, so that it doesn't hold
/// all of them.
@MainActor
final class ImportedRelations {
    private let session: BookSession
    private var identifiers: [String: PersistentIdentifier] = [:]
    private var shelves: [String: Shelf] = [:]
    private var left: Set<String> = []
    private var quoteIdentifiers: Set<UUID>?
    /// The names of the shelves that were made.
    private(set) var newShelves: [String] = []

    init(session: BookSession) {
        self.session = session
    }

    /// The shelf with a name, which is made where there is none.
    func shelf(_ name: ShelfName) throws -> Shelf {
        if let shelf = shelves[name.key] { return shelf }
        if let known = identifiers[name.key], let shelf = session.context.model(for: known) as? Shelf {
            shelves[name.key] = shelf
            return shelf
        }
        if let shelf = try session.shelf(name) {
            shelves[name.key] = shelf
            identifiers[name.key] = shelf.persistentModelID
            return shelf
        }
        identifiers[name.key] = try make(name)
        newShelves.append(name.text)
        return try shelf(name)
    }

    /// A new shelf knows all its books. One that is read from the store asks for them when somebody wants to know.
    private func make(_ name: ShelfName) throws -> PersistentIdentifier {
        let shelf = Shelf(name)
        session.context.insert(shelf)
        try session.context.save()
        return shelf.persistentModelID
    }

    /// A new quote. Where another one has its identifier, it gets one of its own.
    func quote(_ imported: ImportedQuote) throws -> Quote {
        var known =
            try quoteIdentifiers ?? Set(session.context.fetch(FetchDescriptor<Quote>()).map(\.identifier))
        // The set has one owner while it is changed.
        quoteIdentifiers = nil
        var identifier = imported.identifier ?? UUID()
        if !known.insert(identifier).inserted {
            identifier = UUID()
            known.insert(identifier)
        }
        quoteIdentifiers = known
        return Quote(identifier: identifier, text: imported.text, page: imported.page, note: imported.note)
    }

    /// Remembers that a book has left a shelf.
    func noteLeft(_ shelf: Shelf) {
        left.insert(shelf.key)
    }

    /// Lets go of objects that were saved.
    func settle() {
        shelves.removeAll(keepingCapacity: true)
    }

    /// Takes the shelves away that books have left and on which nothing stands, unless other devices may put books on
    /// them.
    func removeEmptyShelves() throws {
        guard !left.isEmpty, try !session.isSynchronized else { return }
        for key in left {
            guard
                let shelf = try session.context.fetch(
                    FetchDescriptor<Shelf>(predicate: #Predicate { $0.key == key })
                ).first,
                try session.context.relatedCount(shelf, \.books) == 0
            else { continue }
            session.context.delete(shelf)
        }
        try session.context.save()
    }
}
