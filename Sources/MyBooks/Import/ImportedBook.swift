import Foundation
import Localization

/// A book in an import file of any format.
struct ImportedBook {
    /// The book's position in the file: the line of a CSV file, or the index in a JSON array, from 1.
    var position: Int
    var identifier: UUID?
    /// The source of the book, such as `goodreads:1000`.
    var source: String?
    var title: String
    var author: String
    var summary = ""
    var status = ReadingStatus.onShelf
    var rating: Int?
    var added: CivilDate?
    var started: CivilDate?
    var completed: CivilDate?
    /// The day on which the book was read, if the book isn't completed. A book has no field for it.
    var droppedDateRead: CivilDate?
    /// Whether our own export wrote the row. If so, the row's values count as set by the user.
    var isFromLog = false
    /// The stored form of the fingerprints, which only our own exports contain.
    var lastImport: String?
    /// The shelves that the file names for the book, without duplicates.
    var shelves: [ShelfName] = []
    /// Whether the file names all shelves of the book. If so, the import removes the book from imported
    /// shelves that the file doesn't name.
    var namesAllShelves = false
    /// The quotes from the book, in order.
    var quotes: [ImportedQuote] = []
}

/// A quote in an import file.
struct ImportedQuote {
    var identifier: UUID?
    var text: String
    var page: String?
    var note = ""
}

/// A row of an import file.
enum ImportRow {
    case book(ImportedBook)
    /// An unreadable row, with the reason.
    case skipped(position: Int, reason: LocalizedText)
}

/// An import file with books, read as a stream.
protocol BookSource {
    /// Whether the positions of rows are line numbers. If not, they are indexes in a list.
    var countsLines: Bool { get }

    /// The number of the last line if that line may be truncated in its last field; `nil` otherwise, and
    /// until that line was read.
    var possiblyTruncatedLine: Int? { get }

    /// Reads the next row; `nil` at the end.
    mutating func next() throws -> ImportRow?
}

extension BookSource {
    var countsLines: Bool { true }

    var possiblyTruncatedLine: Int? { nil }
}
