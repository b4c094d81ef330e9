import Foundation
import Localization
import ProgramKit

/// An export of LibraryThing: a table whose columns are separated by tabs.
struct LibraryThingFormat: EntryFormat, ServiceReader {
    static let needed = ["Book Id", "Title", "Primary Author", "Collections"]

    private let id, title, author, others, roles, publication, date, review, rating, comment: FileField
    private let media, pages, started, read, tags, collections, languages, isbn, copies, added: FileField

    init(_ names: inout FieldNames) {
        id = names.take("Book Id")
        title = names.take("Title")
        author = names.take("Primary Author")
        others = names.take("Secondary Author")
        roles = names.take("Secondary Author Roles")
        publication = names.take("Publication")
        date = names.take("Date")
        review = names.take("Review")
        rating = names.take("Rating")
        comment = names.take("Private Comment")
        media = names.take("Media")
        pages = names.take("Page Count")
        started = names.take("Date Started")
        read = names.take("Date Read")
        tags = names.take("Tags")
        collections = names.take("Collections")
        languages = names.take("Languages")
        isbn = names.take("ISBN")
        copies = names.take("Copies")
        added = names.take("Entry Date")
    }

    var shortened: [FileField] { [publication] }

    func entry(_ fields: inout EntryFields) throws(SkippedEntry) -> ImportedBook {
        var book = try ImportedBook(
            title: fields.text(title), authors: [ServiceValues.unsorted(fields.text(author))])
        book.service = .librarything
        let id = fields.text(id).collapsingSpaces
        if !id.isEmpty { book.source = "librarything:\(id)" }
        let roles = fields.text(roles).components(separatedBy: "|").map(\.collapsingSpaces)
        let names = fields.text(others).components(separatedBy: "|").map(ServiceValues.unsorted)
        book.addContributors(
            names.enumerated().map { index, name in
                index < roles.count && !roles[index].isEmpty && !name.isEmpty
                    ? "\(name) (\(roles[index]))" : name
            })
        book.rating = fields.value(rating, ServiceValues.rating)
        book.details["review"] = fields.value(review) {
            .string(ReviewMarkup.plainText($0.replacing("[Return]", with: "\n")))
        }
        book.added = fields.date(added)?.first
        let publisher = fields.text(publication).prefix { $0 != "(" && $0 != "," }
        book.details["publisher"] = publisher.isEmpty ? nil : .string(String(publisher).collapsingSpaces)
        book.details["year"] = fields.value(date, ServiceValues.year)
        book.details["notes"] = fields.value(comment) { .string($0.replacing("[Return]", with: "\n")) }
        book.details["binding"] = fields.value(media, ServiceValues.line)
        book.details["pages"] = fields.value(pages, ServiceValues.number)
        book.details["language"] = fields.value(languages, ServiceValues.line)
        book.details["isbn"] = fields.value(isbn, ServiceValues.isbn)
        if let copies = fields.value(copies, ServiceValues.number), copies != .integer(0) {
            book.details["copies"] = copies
        }
        book.addShelves(fields.text(tags).split(separator: ",").map(String.init))
        book.take(
            collections: fields.text(collections).split(separator: ",").map { String($0).collapsingSpaces },
            started: started, read: read, in: &fields)
        return book
    }
}

extension ImportedBook {
    /// Adds the status from LibraryThing's collections and the dates. A book with a date of the end was read.
    mutating func take(
        collections names: [String], started: FileField, read: FileField, in fields: inout EntryFields
    ) {
        let start = fields.date(started), end = fields.date(read)
        if names.contains("Currently reading") {
            status = .inProgress
        } else if end != nil || names.contains("Read but unowned") {
            status = .completed
        } else if start != nil {
            status = .inProgress
        } else {
            knowsStatus = names.contains("To read")
        }
        let known = ["Your library", "To read", "Currently reading", "Read but unowned", "Wishlist"]
        addShelves(names.filter { !known.contains($0) || $0 == "Wishlist" })
        take(
            [ReadingValues(status: .completed, started: start, completed: end)], count: 0, start: started,
            in: &fields)
    }
}
