import Foundation
import Localization
import ProgramKit

/// An export of Openreads in CSV.
struct OpenreadsFormat: EntryFormat, ServiceReader {
    static let needed = ["title", "author", "status", "readings", "my_review"]

    private let title, author, status, favourite, deleted, rating, pages, year, isbn, tags, review: FileField
    private let notes, binding, readings, added, summary: FileField

    init(_ names: inout FieldNames) {
        title = names.take("title")
        author = names.take("author")
        status = names.take("status")
        favourite = names.take("favourite")
        deleted = names.take("deleted")
        rating = names.take("rating")
        pages = names.take("pages")
        year = names.take("publication_year")
        isbn = names.take("isbn")
        tags = names.take("tags")
        review = names.take("my_review")
        notes = names.take("notes")
        binding = names.take("book_format")
        readings = names.take("readings")
        added = names.take("date_added")
        summary = names.take("description")
    }

    private static let separator = "|||||"

    func entry(_ fields: inout EntryFields) throws(SkippedEntry) -> ImportedBook {
        if fields.text(deleted) == "true" { throw SkippedEntry(text("it is deleted in Openreads")) }
        var book = try ImportedBook(
            title: fields.text(title), authors: ServiceValues.names(fields.text(author)))
        book.service = .openreads
        book.take(fields.status(status, Self.status))
        book.rating = fields.value(rating, ServiceValues.rating)
        book.added = fields.date(added)?.first
        book.details["pages"] = fields.value(pages, ServiceValues.number)
        book.details["originalYear"] = fields.value(year, ServiceValues.year)
        book.details["isbn"] = fields.value(isbn, ServiceValues.isbn)
        book.details["binding"] = fields.value(binding, ServiceValues.line)
        book.details["notes"] = fields.value(notes) { .string($0) }
        book.details["review"] = fields.value(review) { .string($0) }
        book.summary = fields.text(summary)
        book.addShelves(fields.text(tags).components(separatedBy: Self.separator))
        if fields.text(favourite) == "true" { book.addShelves(["favourites"]) }
        var list: [ReadingValues] = []
        // A reading is its start, its end and a reading time in milliseconds. Readings are joined with semicolons, unlike tags.
        for reading in fields.text(readings).components(separatedBy: ";") where !reading.isEmpty {
            let parts = reading.components(separatedBy: "|")
            if parts.count > 2, !parts[2].isEmpty {
                fields.drop(readings, written: parts[2], BadField(text("mybooks has no reading times")))
            }
            list.append(
                ReadingValues(
                    status: .completed, started: fields.date(parts[0], in: readings),
                    completed: parts.count > 1 ? fields.date(parts[1], in: readings) : nil))
        }
        book.take(list, count: 0, start: readings, in: &fields)
        return book
    }

    private static func status(_ word: String) -> ReadingStatus? {
        switch word {
        case "finished": .completed
        case "in_progress": .inProgress
        case "planned": .onShelf
        case "abandoned": .abandoned
        default: nil
        }
    }
}
