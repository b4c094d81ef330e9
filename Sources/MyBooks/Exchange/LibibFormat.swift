import Foundation
import Localization
import ProgramKit

/// An export of Libib in CSV. It may also contain films, music and games, which are left out.
struct LibibFormat: NamedFieldsFormat, ServiceReader {
    static let needed = ["item_type", "title", "creators"]
    /// The last two are the names of the first creator, in two parts.
    static let names = [
        "item_type", "title", "creators", "ean_isbn13", "upc_isbn10", "description", "publisher",
        "publish_date", "tags", "notes", "length", "rating", "review", "status", "began", "completed",
        "added", "copies", "first_name", "last_name",
    ]

    var shortened: [FileField] { ["publish_date"] }

    func entry(_ fields: inout EntryFields) throws(SkippedEntry) -> ImportedBook {
        let kind = fields.text("item_type").collapsingSpaces.lowercased()
        guard kind.isEmpty || kind == "book" else { throw SkippedEntry(text("it is not a book")) }
        var book = try ImportedBook(
            title: fields.text("title"),
            authors: ServiceValues.names(fields.text("creators"), separatedBy: ",;"))
        book.service = .libib
        book.rating = fields.value("rating", ServiceValues.rating)
        book.added = fields.date("added")?.first
        book.summary = ReviewMarkup.plainText(fields.text("description"))
        book.details["isbn"] =
            fields.value("ean_isbn13", ServiceValues.isbn) ?? fields.value("upc_isbn10", ServiceValues.isbn)
        book.details["publisher"] = fields.value("publisher", ServiceValues.line)
        book.details["year"] = fields.value("publish_date", ServiceValues.editionYear)
        book.details["pages"] = fields.value("length", ServiceValues.count)
        book.details["notes"] = fields.value("notes") { .string(ReviewMarkup.plainText($0)) }
        book.details["review"] = fields.value("review") { .string(ReviewMarkup.plainText($0)) }
        book.details["copies"] = fields.value("copies", ServiceValues.count)
        book.addShelves(ServiceValues.list(fields.text("tags")))
        book.take(
            status: fields.status("status", ServiceValues.status), started: "began", completed: "completed",
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
