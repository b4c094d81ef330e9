import Foundation
import Localization
import ProgramKit

/// A reading log of Open Library in CSV. It has works, not editions, and no dates.
struct OpenLibraryFormat: NamedFieldsFormat, ServiceReader {
    static let needed = ["Work ID", "Title", "Authors", "Bookshelf"]
    static let names = ["Work ID", "Title", "Authors", "First Publish Year", "Bookshelf", "My Ratings"]

    func entry(_ fields: inout EntryFields) throws(SkippedEntry) -> ImportedBook {
        var book = try ImportedBook(
            title: fields.text("Title"),
            authors: ServiceValues.names(fields.text("Authors"), separatedBy: ",;|"))
        book.service = .openlibrary
        let id = fields.text("Work ID").collapsingSpaces
        if !id.isEmpty { book.source = "openlibrary:\(id)" }
        book.take(fields.status("Bookshelf", ServiceValues.status))
        book.rating = fields.value("My Ratings", ServiceValues.rating)
        book.details["originalYear"] = fields.value("First Publish Year", ServiceValues.year)
        return book
    }
}
