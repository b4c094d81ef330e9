import Foundation
import Localization

/// A book as a file describes it, whatever the file's format.
struct ImportedBook {
    /// The line of a CSV file or the element of a JSON array, from 1.
    var position: Int
    var identifier: UUID?
    /// Where the book comes from, such as `goodreads:1000`.
    var source: String?
    var title: String
    var author: String
    var summary = ""
    var status = ReadingStatus.onShelf
    var rating: Int?
    var added: CivilDate?
    var started: CivilDate?
    var completed: CivilDate?
    /// Whether one of our own exports wrote the row: its values are the person's, not another service's.
    var isFromLog = false
    /// The fingerprints that the book carried when our own export wrote it.
    var lastImport: String?
    /// The named shelves that the file puts it on, each once.
    var shelves: [ShelfName] = []
    /// Whether these are all its shelves, so that one that an earlier import named and this one doesn't is left.
    var namesAllShelves = false
    /// The quotes from it, in order.
    var quotes: [ImportedQuote] = []
}

/// A quote as a file describes it.
struct ImportedQuote {
    var identifier: UUID?
    var text: String
    var page: String?
    var note = ""
}

/// What an import file gives, one after the other.
enum ImportRow {
    case book(ImportedBook)
    /// A row that can't be read, and why.
    case skipped(position: Int, reason: LocalizedText)
}

/// A file of books, read as a stream.
protocol ImportSource {
    /// Whether the positions of rows are lines of the file, and not entries of a list.
    var countsLines: Bool { get }

    /// The last line, once it is read, where the file may be cut off in its last field.
    var openEnd: Int? { get }

    /// The next row, or `nil` at the end.
    mutating func next() throws -> ImportRow?
}

extension ImportSource {
    var countsLines: Bool { true }

    var openEnd: Int? { nil }
}
