import Foundation
import Localization
import ProgramKit

/// An export of BookWyrm in CSV.
struct BookWyrmFormat: NamedFieldsFormat, ServiceReader {
    static let needed = ["title", "author_text", "shelf", "remote_id"]
    static let names = [
        "title", "author_text", "remote_id", "goodreads_key", "isbn_10", "isbn_13", "start_date",
        "finish_date", "stopped_date", "rating", "review_content", "shelf", "shelf_name", "shelf_date",
    ]

    func entry(_ fields: inout EntryFields) throws(SkippedEntry) -> ImportedBook {
        var book = try ImportedBook(
            title: fields.text("title"), authors: ServiceValues.names(fields.text("author_text")))
        book.service = .bookwyrm
        let key = fields.text("goodreads_key").collapsingSpaces,
            address = fields.text("remote_id").collapsingSpaces
        book.source = key.isEmpty ? (address.isEmpty ? nil : "bookwyrm:\(address)") : "goodreads:\(key)"
        book.rating = fields.value("rating", ServiceValues.rating)
        book.details["isbn"] =
            fields.value("isbn_13", ServiceValues.isbn) ?? fields.value("isbn_10", ServiceValues.isbn)
        book.details["review"] = fields.value("review_content") { .string(ReviewMarkup.plainText($0)) }
        book.added = fields.date("shelf_date")?.first
        let end = fields.date("finish_date") ?? fields.date("stopped_date")
        switch fields.text("shelf") {
        case "read": book.status = .completed
        case "reading": book.status = .inProgress
        case "stopped-reading": book.status = .abandoned
        case "to-read": book.status = .onShelf
        default:
            book.take(end == nil ? nil : .completed)
            if !fields.isEmpty("shelf") { book.addShelves([fields.text("shelf_name")]) }
        }
        let reading = ReadingValues(
            status: book.status == .abandoned ? .abandoned : .completed, started: fields.date("start_date"),
            completed: end)
        book.take([reading], count: 0, start: "start_date", in: &fields)
        return book
    }
}
