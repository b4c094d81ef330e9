import Localization
import Shell

/// The shelf of the books to read. A book leaves it when the user starts to read it.
enum ReadingList {
    /// The name of the shelf, which is that of Goodreads in every language.
    static let name = "to-read"

    /// Takes the books off the shelf that are no longer unread, and returns messages about it.
    ///
    /// - Throws: Errors of the store.
    @MainActor static func removeBegun(_ books: [Book], in session: BookSession) throws -> [Block] {
        guard let key = ShelfName(name)?.key else { return [] }
        let begun = books.filter { $0.status != .onShelf }
            .filter { $0.shelves.contains { $0.key == key } }
        guard let shelf = begun.first?.shelves.first(where: { $0.key == key }) else { return [] }
        let title = shelf.name
        _ = try session.remove(begun, from: shelf)
        return [.message(text("Removed from the shelf “%1$@”: %2$@.", title, Book.titles(begun)))]
    }
}
