import Foundation
import Localization
import ProgramKit

/// A catalogue of Calibre in CSV. Its books are owned; whether they were read is unknown.
struct CalibreFormat: NamedFieldsFormat, ServiceReader {
    static let needed = ["title", "authors"]
    static let names = [
        "title", "authors", "rating", "timestamp", "isbn", "identifiers", "comments", "tags", "series",
        "series_index", "languages", "publisher", "pubdate", "formats", "uuid",
    ]

    /// Whether a table has a column that no other program's table with titles and authors has. Which columns a catalogue has
    /// is the user's choice.
    static func fits(_ columns: [String]) -> Bool {
        let own = [
            "uuid", "author_sort", "title_sort", "library_name", "series_index", "identifiers", "timestamp",
            "pubdate", "formats",
        ]
        return columns.contains(where: own.contains)
    }

    var shortened: [FileField] { ["identifiers", "pubdate"] }

    func entry(_ fields: inout EntryFields) throws(SkippedEntry) -> ImportedBook {
        var book = try ImportedBook(
            title: fields.text("title"), authors: fields.text("authors").components(separatedBy: "&"))
        book.service = .calibre
        let known = fields.text("identifiers").split(separator: ",").map { String($0).collapsingSpaces }
        let id = fields.text("uuid").collapsingSpaces
        book.knowsStatus = false
        book.source = known.first { $0.hasPrefix("goodreads:") } ?? (id.isEmpty ? nil : "calibre:\(id)")
        // Calibre writes 0 to 5 in some versions, and 0 to 10 in others. Above 5, the scale is clear.
        book.rating = fields.value("rating") { written throws(BadField) in
            let isOfTen = (Double(written) ?? 0) > 5
            return try isOfTen ? ServiceValues.ratingOfTen(written) : ServiceValues.rating(written)
        }
        book.added = fields.date("timestamp")?.first
        book.details["isbn"] = fields.value("isbn", ServiceValues.isbn)
        book.details["series"] = fields.value("series", ServiceValues.line)
        if book.details["series"] != nil, let index = Double(fields.text("series_index")),
            index.magnitude < 1e6
        {
            let isWhole = index == index.rounded()
            book.details["seriesNumber"] = .string(isWhole ? String(Int(index)) : String(index))
        }
        book.details["language"] = fields.value("languages", ServiceValues.line)
        book.details["publisher"] = fields.value("publisher", ServiceValues.line)
        book.details["year"] = fields.value("pubdate", ServiceValues.year)
        book.details["binding"] = fields.value("formats", ServiceValues.line)
        book.details["copies"] = .integer(1)
        book.summary = ReviewMarkup.plainText(fields.text("comments"))
        book.addShelves(fields.text("tags").split(separator: ",").map(String.init))
        return book
    }
}
