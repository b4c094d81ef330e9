import Basics
import Foundation
import Localization
import ModelData

/// A book of the reading log.
///
/// The three dates are civil days, stored as midnight UTC. The status determines which of them a book has:
/// see ``ReadingDates``.
@Model
final class Book {
    /// The book's identifier. It stays the same in all stores and exports.
    @Attribute(.unique) var identifier: UUID
    var title: String
    var author: String
    var summary: String
    var status: ReadingStatus = ReadingStatus.onShelf
    /// The rating from 1 to 5; `nil` if the book has none.
    var rating: Int?
    var added: Date
    var started: Date?
    var completed: Date?
    /// The source that the book was imported from, such as `goodreads:1000`.
    @Attribute(.unique) var source: String?
    /// The stored form of ``ImportFingerprints``: a hash of each field that the last import set. The next
    /// import compares the fields with these hashes to detect the user's changes.
    var lastImport: String?
    /// The shelves that the book is on, in no particular order.
    @Relationship(inverse: \Shelf.books) var shelves: [Shelf] = []
    /// The quotes from the book, in the user's order.
    @Relationship(deleteRule: .cascade, inverse: \Quote.book) var quotes: [Quote] = []

    init(identifier: UUID = UUID.random(), title: String, author: String, added: CivilDate) {
        self.identifier = identifier
        self.title = title
        self.author = author
        self.summary = ""
        self.added = added.utcDate
    }
}
