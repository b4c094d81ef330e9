import Formats
import Foundation
import Localization
import Suite

/// Reads a Goodreads library export in CSV. It finds columns by name, so that it can read older and newer
/// exports.
struct GoodreadsSource: BookSource {
    /// The required columns.
    static let neededColumns = ["Book Id", "Title", "Author", "Exclusive Shelf"]

    private var reader: CSVReader
    private let columns: Columns

    var possiblyTruncatedLine: Int? { reader.possiblyTruncatedLine }

    private struct Columns {
        let id: Int
        let title: Int
        let author: Int
        let shelf: Int
        let rating: Int?
        let dateRead: Int?
        let dateAdded: Int?
        let review: Int?
        let shelves: Int?
    }

    /// Makes a source from a reader that has already read the header. Returns `nil` if a required column is
    /// missing.
    init?(header: [String], reader: CSVReader) {
        func column(_ name: String) -> Int? { header.firstIndex(of: name) }
        guard let id = column("Book Id"), let title = column("Title"), let author = column("Author"),
            let shelf = column("Exclusive Shelf")
        else { return nil }
        self.reader = reader
        columns = Columns(
            id: id, title: title, author: author, shelf: shelf, rating: column("My Rating"),
            dateRead: column("Date Read"), dateAdded: column("Date Added"), review: column("My Review"),
            shelves: column("Bookshelves"))
    }

    mutating func next() throws -> ImportRow? {
        guard let record = try reader.next() else { return nil }
        do throws(RowProblem) {
            return .book(try book(of: record))
        } catch {
            return .skipped(position: record.line, reason: error.reason)
        }
    }

    private func book(of record: CSVRecord) throws(RowProblem) -> ImportedBook {
        if let malformation = record.malformation { throw .malformed(malformation) }
        let title = try string(record, columns.title).collapsingSpaces
        guard !title.isEmpty else { throw .missing(text("title")) }
        let author = try string(record, columns.author).collapsingSpaces
        guard !author.isEmpty else { throw .missing(text("author")) }

        var book = ImportedBook(position: record.line, title: title, author: author)
        let id = try string(record, columns.id).collapsingSpaces
        if !id.isEmpty { book.source = "goodreads:" + id }
        book.rating = try rating(record)
        let dateAdded = try date(record, columns.dateAdded, "Date Added")
        let dateRead = try date(record, columns.dateRead, "Date Read")
        book.added = dateAdded

        let exclusive = try string(record, columns.shelf).collapsingSpaces
        switch exclusive {
        case "read":
            book.status = .completed
            book.completed = dateRead
            // In Goodreads, the date added can be later than the date read. Use the earlier of the two.
            if let dateAdded, let dateRead, dateRead < dateAdded { book.added = dateRead }
        case "currently-reading": book.status = .inProgress
        // A user-defined exclusive shelf, such as “did-not-finish”, doesn't correspond to a status.
        default: book.status = .onShelf
        }
        if book.status != .completed { book.droppedDateRead = dateRead }
        try addShelves(record, exclusive: exclusive, to: &book)
        if let review = columns.review, !record.isEmpty(at: review) {
            book.summary = ReviewMarkup.plainText(try string(record, review))
        }
        return book
    }

    /// Adds the user's tags and exclusive shelf as shelves. Shelves that correspond to a status are left out.
    private func addShelves(
        _ record: CSVRecord, exclusive: String, to book: inout ImportedBook
    ) throws(RowProblem) {
        book.namesAllShelves = columns.shelves != nil
        var names = Self.statuses.contains(exclusive) ? [] : [exclusive[...]]
        if let column = columns.shelves, !record.isEmpty(at: column) {
            names += try string(record, column).split(separator: ",")
        }
        for name in names {
            guard let shelf = ShelfName(String(name)), !Self.statuses.contains(shelf.text),
                !book.shelves.contains(shelf)
            else { continue }
            book.shelves.append(shelf)
        }
    }

    private static let statuses: Set<String> = ["read", "currently-reading", "to-read"]

    private func string(_ record: CSVRecord, _ column: Int) throws(RowProblem) -> String {
        guard let string = record.string(at: column) else { throw .invalidUTF8 }
        return string.withoutNUL
    }

    private func rating(_ record: CSVRecord) throws(RowProblem) -> Int? {
        guard let column = columns.rating, !record.isEmpty(at: column) else { return nil }
        let written = try string(record, column).collapsingSpaces
        guard let rating = Int(written), (0...5).contains(rating) else { throw .rating(written) }
        return rating == 0 ? nil : rating
    }

    private func date(_ record: CSVRecord, _ column: Int?, _ name: String) throws(RowProblem) -> CivilDate? {
        guard let column, !record.isEmpty(at: column) else { return nil }
        let written = try string(record, column).collapsingSpaces
        guard let date = Self.date(written) else { throw .date(written, column: name) }
        return date
    }

    /// Parses `YYYY/MM/DD`, or `YYYY-MM-DD` from files that were saved by another program.
    static func date(_ written: String) -> CivilDate? {
        let bytes = written.utf8
        guard bytes.count <= 10 else { return nil }
        var year = 0, month = 0
        var number = 0, digits = 0, separators = 0
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                number = number * 10 + Int(byte - UInt8(ascii: "0"))
                digits += 1
            case UInt8(ascii: "/"), UInt8(ascii: "-"):
                guard digits > 0, separators < 2 else { return nil }
                if separators == 0 { year = number } else { month = number }
                separators += 1
                (number, digits) = (0, 0)
            default: return nil
            }
        }
        guard separators == 2, digits > 0, year >= 1000 else { return nil }
        return CivilDate(year: year, month: month, day: number)
    }
}
