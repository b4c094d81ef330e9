import Foundation
import Localization
import ProgramKit

/// An export of LibraryThing: a table whose columns are separated by tabs.
struct LibraryThingFormat: NamedFieldsFormat, ServiceReader {
    static let needed = ["Book Id", "Title", "Primary Author", "Collections"]
    static let names = [
        "Book Id", "Title", "Primary Author", "Secondary Author", "Secondary Author Roles", "Publication",
        "Date", "Review", "Rating", "Private Comment", "Media", "Page Count", "Date Started", "Date Read",
        "Tags", "Collections", "Languages", "ISBN", "Copies", "Entry Date",
    ]

    var shortened: [FileField] { ["Publication"] }

    func entry(_ fields: inout EntryFields) throws(SkippedEntry) -> ImportedBook {
        var book = try ImportedBook(
            title: fields.text("Title"), authors: [ServiceValues.unsorted(fields.text("Primary Author"))])
        book.service = .librarything
        let id = fields.text("Book Id").collapsingSpaces
        if !id.isEmpty { book.source = "librarything:\(id)" }
        let roles = fields.text("Secondary Author Roles").components(separatedBy: "|").map(\.collapsingSpaces)
        let names = fields.text("Secondary Author").components(separatedBy: "|").map(ServiceValues.unsorted)
        book.addContributors(
            names.enumerated().map { index, name in
                index < roles.count && !roles[index].isEmpty && !name.isEmpty
                    ? "\(name) (\(roles[index]))" : name
            })
        book.rating = fields.value("Rating", ServiceValues.rating)
        book.details["review"] = fields.value("Review") {
            .string(ReviewMarkup.plainText($0.replacing("[Return]", with: "\n")))
        }
        book.added = fields.date("Entry Date")?.first
        let publisher = fields.text("Publication").prefix { $0 != "(" && $0 != "," }
        book.details["publisher"] = publisher.isEmpty ? nil : .string(String(publisher).collapsingSpaces)
        book.details["year"] = fields.value("Date", ServiceValues.year)
        book.details["notes"] = fields.value("Private Comment") {
            .string($0.replacing("[Return]", with: "\n"))
        }
        book.details["binding"] = fields.value("Media", ServiceValues.line)
        book.details["pages"] = fields.value("Page Count", ServiceValues.count)
        book.details["language"] = fields.value("Languages", ServiceValues.line)
        book.details["isbn"] = fields.value("ISBN", ServiceValues.isbn)
        book.details["copies"] = fields.value("Copies", ServiceValues.count)
        book.addShelves(fields.text("Tags").split(separator: ",").map(String.init))
        book.take(
            collections: fields.text("Collections").split(separator: ",").map { String($0).collapsingSpaces },
            started: "Date Started", read: "Date Read", in: &fields)
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
