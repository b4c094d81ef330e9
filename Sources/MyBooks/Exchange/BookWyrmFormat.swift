import Foundation
import Localization
import ProgramKit

/// An export of BookWyrm in CSV.
struct BookWyrmFormat: EntryFormat, ServiceReader {
    static let needed = ["title", "author_text", "shelf", "remote_id"]

    private let title, author, remote, goodreads, isbn10, isbn13, started, finished, stopped,
        rating: FileField
    private let review, shelf, shelfName, shelfDate: FileField

    init(_ names: inout FieldNames) {
        title = names.take("title")
        author = names.take("author_text")
        remote = names.take("remote_id")
        goodreads = names.take("goodreads_key")
        isbn10 = names.take("isbn_10")
        isbn13 = names.take("isbn_13")
        started = names.take("start_date")
        finished = names.take("finish_date")
        stopped = names.take("stopped_date")
        rating = names.take("rating")
        review = names.take("review_content")
        shelf = names.take("shelf")
        shelfName = names.take("shelf_name")
        shelfDate = names.take("shelf_date")
    }

    func entry(_ fields: inout EntryFields) throws(SkippedEntry) -> ImportedBook {
        var book = try ImportedBook(
            title: fields.text(title), authors: ServiceValues.names(fields.text(author)))
        book.service = .bookwyrm
        let key = fields.text(goodreads).collapsingSpaces, address = fields.text(remote).collapsingSpaces
        book.source = key.isEmpty ? (address.isEmpty ? nil : "bookwyrm:\(address)") : "goodreads:\(key)"
        book.rating = fields.value(rating, ServiceValues.rating)
        book.details["isbn"] =
            fields.value(isbn13, ServiceValues.isbn) ?? fields.value(isbn10, ServiceValues.isbn)
        book.details["review"] = fields.value(review) { .string(ReviewMarkup.plainText($0)) }
        book.added = fields.date(shelfDate)?.first
        let end = fields.date(finished) ?? fields.date(stopped)
        switch fields.text(shelf) {
        case "read": book.status = .completed
        case "reading": book.status = .inProgress
        case "stopped-reading": book.status = .abandoned
        case "to-read": book.status = .onShelf
        default:
            book.take(end == nil ? nil : .completed)
            if !fields.isEmpty(shelf) { book.addShelves([fields.text(shelfName)]) }
        }
        let reading = ReadingValues(
            status: book.status == .abandoned ? .abandoned : .completed, started: fields.date(started),
            completed: end)
        book.take([reading], count: 0, start: started, in: &fields)
        return book
    }
}
