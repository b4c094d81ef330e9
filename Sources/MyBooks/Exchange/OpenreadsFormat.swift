import Foundation
import Localization
import ProgramKit

/// An export of Openreads in CSV.
struct OpenreadsFormat: NamedFieldsFormat, ServiceReader {
    static let needed = ["title", "author", "status", "readings", "my_review"]
    static let names = [
        "title", "author", "status", "favourite", "deleted", "rating", "pages", "publication_year", "isbn",
        "tags", "my_review", "notes", "book_format", "readings", "date_added", "description",
    ]

    private static let separator = "|||||"

    func entry(_ fields: inout EntryFields) throws(SkippedEntry) -> ImportedBook {
        if fields.text("deleted") == "true" { throw SkippedEntry(text("it is deleted in Openreads")) }
        var book = try ImportedBook(
            title: fields.text("title"), authors: ServiceValues.names(fields.text("author")))
        book.service = .openreads
        book.take(fields.status("status", ServiceValues.status))
        book.rating = fields.value("rating", ServiceValues.rating)
        book.added = fields.date("date_added")?.first
        book.details["pages"] = fields.value("pages", ServiceValues.count)
        book.details["originalYear"] = fields.value("publication_year", ServiceValues.year)
        book.details["isbn"] = fields.value("isbn", ServiceValues.isbn)
        book.details["binding"] = fields.value("book_format", ServiceValues.line)
        book.details["notes"] = fields.value("notes") { .string($0) }
        book.details["review"] = fields.value("my_review") { .string($0) }
        book.summary = fields.text("description")
        book.addShelves(fields.text("tags").components(separatedBy: Self.separator))
        if fields.text("favourite") == "true" { book.addShelves(["favourites"]) }
        var list: [ReadingValues] = []
        // A reading is its start, its end and a reading time in milliseconds. Readings are joined with semicolons, unlike tags.
        for reading in fields.text("readings").components(separatedBy: ";") where !reading.isEmpty {
            let parts = reading.components(separatedBy: "|")
            if parts.count > 2, !parts[2].isEmpty {
                fields.drop("readings", written: parts[2], BadField(text("mybooks has no reading times")))
            }
            list.append(
                ReadingValues(
                    status: .completed, started: fields.date(parts[0], in: "readings"),
                    completed: parts.count > 1 ? fields.date(parts[1], in: "readings") : nil))
        }
        book.take(list, count: 0, start: "readings", in: &fields)
        return book
    }
}
