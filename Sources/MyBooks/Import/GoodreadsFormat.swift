import Foundation
import Localization
import Suite

/// A Goodreads library export in CSV. Columns are found by name, so that older and newer exports can be read.
struct GoodreadsFormat: EntryFormat {
    static let needed = ["Book Id", "Title", "Author", "Exclusive Shelf"]

    private let id, title, author, shelf, rating, dateRead, dateStarted, dateAdded, review, shelves: FileField
    private let additional, isbn10, isbn13, publisher, binding, pages, year, originalYear, notes: FileField
    private let readCount, copies: FileField

    init(_ names: inout FieldNames) {
        id = names.take("Book Id")
        title = names.take("Title")
        author = names.take("Author")
        shelf = names.take("Exclusive Shelf")
        rating = names.take("My Rating")
        dateRead = names.take("Date Read")
        dateAdded = names.take("Date Added")
        review = names.take("My Review")
        shelves = names.take("Bookshelves")
        dateStarted = names.take("Date Started")
        additional = names.take("Additional Authors")
        isbn10 = names.take("ISBN")
        isbn13 = names.take("ISBN13")
        publisher = names.take("Publisher")
        binding = names.take("Binding")
        pages = names.take("Number of Pages")
        year = names.take("Year Published")
        originalYear = names.take("Original Publication Year")
        notes = names.take("Private Notes")
        readCount = names.take("Read Count")
        copies = names.take("Owned Copies")
    }

    func entry(_ fields: inout EntryFields) throws(SkippedEntry) -> ImportedBook {
        var book = try ImportedBook(title: fields.text(title), authors: [fields.text(author)])
        let id = fields.text(id).collapsingSpaces
        if !id.isEmpty { book.source = "goodreads:" + id }
        book.rating = fields.value(rating, ServiceValues.rating)
        let exclusive = fields.text(shelf).collapsingSpaces
        switch exclusive {
        case "read": book.status = .completed
        case "currently-reading": book.status = .inProgress
        case _ where Self.abandoned.contains(exclusive.lowercased()): book.status = .abandoned
        case _ where Self.paused.contains(exclusive.lowercased()):
            book.status = .inProgress
            fields.alter(
                shelf, written: exclusive, to: book.status.rawValue, text("mybooks has no such status"))
        // Any other exclusive shelf of the user doesn't correspond to a status.
        default: book.status = .onShelf
        }
        addReadings(&fields, to: &book)
        addDetails(&fields, to: &book)
        addShelves(fields: &fields, exclusive: exclusive, to: &book)
        if !fields.isEmpty(review) { book.summary = summary(&fields) }
        return book
    }

    /// Names of exclusive shelves for books that the user stopped reading.
    private static let abandoned: Set<String> = [
        "did-not-finish", "dnf", "abandoned", "gave-up", "unfinished", "didn-t-finish",
    ]
    /// Names of exclusive shelves for books whose reading is interrupted.
    private static let paused: Set<String> = ["paused", "on-hold", "on-pause"]

    /// Adds the readings. A book can have been read before it was added to Goodreads.
    private func addReadings(_ fields: inout EntryFields, to book: inout ImportedBook) {
        book.added = fields.value(dateAdded, ServiceValues.date)?.first
        let end = fields.value(dateRead, ServiceValues.date)
        let start = fields.value(dateStarted, ServiceValues.date)
        let count = fields.value(readCount) { Int($0) } ?? 0
        let outcome = book.status == .abandoned ? ReadingStatus.abandoned : .completed
        guard end != nil || start != nil || count > 1 else { return }
        book.take([ReadingValues(status: outcome, started: start, completed: end)], count: count)
    }

    private func addDetails(_ fields: inout EntryFields, to book: inout ImportedBook) {
        if !fields.isEmpty(additional) {
            book.addContributors(fields.text(additional).split(separator: ",").map(String.init))
        }
        book.details[.isbn] =
            fields.value(isbn13, ServiceValues.isbn) ?? fields.value(isbn10, ServiceValues.isbn)
        book.details[.publisher] = fields.value(publisher, ServiceValues.line)
        book.details[.binding] = fields.value(binding, ServiceValues.line)
        book.details[.pages] = fields.value(pages, ServiceValues.number)
        book.details[.year] = fields.value(year, ServiceValues.year)
        book.details[.originalYear] = fields.value(originalYear, ServiceValues.year)
        book.details[.notes] = fields.value(notes) { .text($0) }
        if let copies = fields.value(copies, ServiceValues.number), copies != .number(0) {
            book.details[.copies] = copies
        }
    }

    /// Adds the user's tags and exclusive shelf as shelves. Shelves that correspond to a status are left out.
    private func addShelves(fields: inout EntryFields, exclusive: String, to book: inout ImportedBook) {
        book.namesAllShelves = shelves.exists
        var names = Self.statuses.contains(exclusive) ? [] : [exclusive[...]]
        let written = fields.text(shelves)
        names += written.split(separator: ",")
        for name in names {
            guard let shelf = ShelfName(String(name)), !Self.statuses.contains(shelf.text),
                !book.shelves.contains(shelf)
            else { continue }
            book.shelves.append(shelf)
        }
    }

    private static let statuses: Set<String> = ["read", "currently-reading", "to-read"]

    /// Returns the review without HTML markup.
    private func summary(_ fields: inout EntryFields) -> String {
        let written = fields.text(review)
        let plain = ReviewMarkup.plainText(written)
        if plain.utf8.count < written.utf8.count,
            plain != written.trimmingCharacters(in: .whitespacesAndNewlines)
        {
            fields.alter(review, written: written, to: plain, text("the HTML markup was removed"))
        }
        return plain
    }
}

extension BadField {
    /// The value isn't a rating.
    static var rating: BadField { BadField(text("it is not a rating from 0 to 5")) }
}
