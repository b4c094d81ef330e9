import Foundation
import Localization

/// A book in an import file of any format.
struct ImportedBook {
    var identifier: UUID?
    /// The source of the book, such as `goodreads:1000`.
    var source: String?
    /// The service that wrote the file; `nil` for our own exports.
    var service: BookService?
    var title: String
    var author: String
    var summary = ""
    var status = ReadingStatus.onShelf
    /// Whether the file tells the status. If not, a book of the log keeps its status.
    var knowsStatus = true
    var rating: StarRating?
    var added: CivilDate?
    var started: PartialDate?
    var completed: PartialDate?
    /// The series, the edition and other details.
    var details = ImportedDetails()
    /// The columns that no field keeps; `nil` if the format doesn't keep them.
    var otherColumns: OtherColumns.Update?
    /// The earlier readings, in order.
    var earlier: [ReadingValues] = []
    /// The positions in each earlier reading. Only our own exports have them.
    var earlierProgress: [[ReadingProgress]] = []
    /// The positions in the latest reading. Only our own exports have them.
    var progress: [ReadingProgress] = []
    /// The reading goals of an entry that is no book. Only our own exports have such an entry.
    var goals: [Goal] = []
    /// The loans. Only our own exports have them.
    var loans: [Loan] = []
    /// Whether our own export wrote the row. If so, the row's values count as set by the user.
    var isFromLog = false
    /// The stored form of the fingerprints, which only our own exports contain.
    var lastImport: String?
    /// The shelves that the file names for the book, without duplicates.
    var shelves: [ShelfName] = []
    /// The positions of the book on shelves by the keys of the shelves, from 1.
    var positions: [String: Int] = [:]
    /// Whether the file names all shelves of the book. If so, the import removes the book from imported
    /// shelves that the file doesn't name.
    var namesAllShelves = false
    /// The quotes from the book, in order.
    var quotes: [Quote] = []
}

/// A service or program whose exports are imported.
enum BookService: String, Sendable {
    case goodreads, storygraph, hardcover, librarything, bookwyrm, openreads, calibre
    /// Any table with columns that the user mapped.
    case table

    /// Finds the service in the source of a book, such as `goodreads:1000`.
    init?(source: String?) {
        guard let name = source?.prefix(while: { $0 != ":" }) else { return nil }
        self.init(rawValue: String(name))
    }
}
