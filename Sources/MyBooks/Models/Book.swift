import Foundation
import Localization
import ModelData

/// A book of the reading log.
///
/// The three dates are civil days, stored as midnight UTC. Which of them a book has follows from its status:
/// see ``ReadingDates``.
@Model
final class Book {
    /// The book's identity across stores and exports.
    @Attribute(.unique) var identifier: UUID
    var title: String
    var author: String
    var summary: String
    var status: ReadingStatus = ReadingStatus.onShelf
    /// 1 to 5.
    var rating: Int?
    var added: Date
    var started: Date?
    var completed: Date?
    /// Where the book was imported from, such as `goodreads:1000`.
    @Attribute(.unique) var source: String?
    /// What the last import put into each field, so that the next one can tell what was changed here.
    var lastImport: String?
    /// The named shelves it stands on, in no order of meaning.
    @Relationship(inverse: \Shelf.books) var shelves: [Shelf] = []
    /// What was noted from it, in the person's order.
    @Relationship(deleteRule: .cascade, inverse: \Quote.book) var quotes: [Quote] = []

    init(identifier: UUID = UUID(), title: String, author: String, added: CivilDate) {
        self.identifier = identifier
        self.title = title
        self.author = author
        self.summary = ""
        self.added = added.utcDate
    }
}
