import Foundation
import Localization

/// A book as an import file describes it, in any format.
struct ImportedBook {
    /// The line of a CSV file, or the index in a JSON array, from 1.
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
    /// Whether our own export wrote the row, so that its values are the user's.
    var isFromLog = false
    /// The stored fingerprints from our own export.
    var lastImport: String?
    /// The shelves that the file names, each once.
    var shelves: [ShelfName] = []
    /// Whether the file names all shelves, so that the book is removed from imported shelves that are missing
    /// here.
    var namesAllShelves = false
    /// The quotes, in order.
    var quotes: [ImportedQuote] = []
}

/// A quote as an import file describes it.
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
    /// Whether the positions of rows are line numbers, and not indexes of list entries.
    var countsLines: Bool { get }

    /// The number of the last line, once it was read, if its last field may be truncated.
    var possiblyTruncatedLine: Int? { get }

    /// Reads the next row; `nil` at the end.
    mutating func next() throws -> ImportRow?
}

extension BookSource {
    var countsLines: Bool { true }

    var possiblyTruncatedLine: Int? { nil }
}
