import Foundation
import Localization
import ProgramKit

/// An export of Libib in CSV. It may also contain films, music and games, which are left out.
struct LibibFormat: EntryFormat, ServiceReader {
    static let needed = ["item_type", "title", "creators"]

    private let type, title, creators, isbn13, isbn10, summary, publisher, published, tags, notes: FileField
    private let pages, rating, review, status, began, completed, added, copies: FileField

    init(_ names: inout FieldNames) {
        type = names.take("item_type")
        title = names.take("title")
        creators = names.take("creators")
        isbn13 = names.take("ean_isbn13")
        isbn10 = names.take("upc_isbn10")
        summary = names.take("description")
        publisher = names.take("publisher")
        published = names.take("publish_date")
        tags = names.take("tags")
        notes = names.take("notes")
        pages = names.take("length")
        rating = names.take("rating")
        review = names.take("review")
        status = names.take("status")
        began = names.take("began")
        completed = names.take("completed")
        added = names.take("added")
        copies = names.take("copies")
        // The names of the first creator, in two parts.
        _ = names.take("first_name")
        _ = names.take("last_name")
    }

    var shortened: [FileField] { [published] }

    func entry(_ fields: inout EntryFields) throws(SkippedEntry) -> ImportedBook {
        let kind = fields.text(type).collapsingSpaces.lowercased()
        guard kind.isEmpty || kind == "book" else { throw SkippedEntry(text("it is not a book")) }
        var book = try ImportedBook(
            title: fields.text(title),
            authors: ServiceValues.names(fields.text(creators), separatedBy: ",;"))
        book.service = .libib
        book.rating = fields.value(rating, ServiceValues.rating)
        book.added = fields.date(added)?.first
        book.summary = ReviewMarkup.plainText(fields.text(summary))
        book.details["isbn"] =
            fields.value(isbn13, ServiceValues.isbn) ?? fields.value(isbn10, ServiceValues.isbn)
        book.details["publisher"] = fields.value(publisher, ServiceValues.line)
        book.details["year"] = fields.value(published, ServiceValues.editionYear)
        book.details["pages"] = fields.value(pages, ServiceValues.number)
        book.details["notes"] = fields.value(notes) { .string(ReviewMarkup.plainText($0)) }
        book.details["review"] = fields.value(review) { .string(ReviewMarkup.plainText($0)) }
        if let number = fields.value(copies, ServiceValues.number), number != .integer(0) {
            book.details["copies"] = number
        }
        book.addShelves(ServiceValues.list(fields.text(tags)))
        book.take(
            status: fields.status(status, ServiceValues.status), started: began, completed: completed,
            in: &fields)
        return book
    }
}

extension ImportedBook {
    /// Sets the status and adds the reading with two dates, which tell the status if the file doesn't.
    mutating func take(
        status: ReadingStatus?, started: FileField, completed: FileField, in fields: inout EntryFields
    ) {
        let start = fields.date(started), end = fields.date(completed)
        take(status ?? (end != nil ? .completed : start != nil ? .inProgress : nil))
        guard start != nil || end != nil else { return }
        let outcome = self.status == .abandoned ? ReadingStatus.abandoned : .completed
        take(
            [ReadingValues(status: outcome, started: start, completed: end)], count: 0, start: started,
            in: &fields)
    }
}
