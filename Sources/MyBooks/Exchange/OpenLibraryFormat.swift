import Foundation
import Localization
import ProgramKit

/// A reading log of Open Library in CSV. It has works, not editions, and no dates.
struct OpenLibraryFormat: EntryFormat, ServiceReader {
    static let needed = ["Work ID", "Title", "Authors", "Bookshelf"]

    private let work, title, authors, year, shelf, rating: FileField

    init(_ names: inout FieldNames) {
        work = names.take("Work ID")
        title = names.take("Title")
        authors = names.take("Authors")
        year = names.take("First Publish Year")
        shelf = names.take("Bookshelf")
        rating = names.take("My Ratings")
    }

    func entry(_ fields: inout EntryFields) throws(SkippedEntry) -> ImportedBook {
        var book = try ImportedBook(
            title: fields.text(title), authors: ServiceValues.names(fields.text(authors), separatedBy: ",;|"))
        book.service = .openlibrary
        let id = fields.text(work).collapsingSpaces
        if !id.isEmpty { book.source = "openlibrary:\(id)" }
        book.take(fields.status(shelf, ServiceValues.status))
        book.rating = fields.value(rating, ServiceValues.rating)
        book.details["originalYear"] = fields.value(year, ServiceValues.year)
        return book
    }
}
