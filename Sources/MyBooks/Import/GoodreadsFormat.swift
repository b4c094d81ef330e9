import Foundation
import Localization
import Suite

/// A Goodreads library export in CSV. Columns are found by name, so that older and newer exports can be read.
struct GoodreadsFormat: EntryFormat {
    static let needed = ["Book Id", "Title", "Author", "Exclusive Shelf"]

    private let id, title, author, shelf, rating, dateRead, dateAdded, review, shelves: FileField

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
    }

    func entry(_ fields: inout EntryFields) throws(SkippedEntry) -> ImportedBook {
        let title = fields.text(title).collapsingSpaces
        guard !title.isEmpty else { throw .missing(text("title")) }
        let author = fields.text(author).collapsingSpaces
        guard !author.isEmpty else { throw .missing(text("author")) }

        var book = ImportedBook(title: title, author: author)
        let id = fields.text(id).collapsingSpaces
        if !id.isEmpty { book.source = "goodreads:" + id }
        book.rating = fields.value(rating, Self.rating)
        let exclusive = fields.text(shelf).collapsingSpaces
        switch exclusive {
        case "read": book.status = .completed
        case "currently-reading": book.status = .inProgress
        // A user-defined exclusive shelf, such as “did-not-finish”, doesn't correspond to a status.
        default: book.status = .onShelf
        }
        addDates(fields: &fields, to: &book)
        addShelves(fields: &fields, exclusive: exclusive, to: &book)
        if !fields.isEmpty(review) { book.summary = summary(&fields) }
        return book
    }

    private func addDates(fields: inout EntryFields, to book: inout ImportedBook) {
        book.added = fields.value(dateAdded, Self.date)
        guard let read = fields.value(dateRead, Self.date) else { return }
        guard book.status == .completed else {
            fields.drop(
                dateRead, written: read.description,
                BadField(text("the book isn't on the shelf “%@”", "read")))
            return
        }
        book.completed = read
        // In Goodreads, the date added can be later than the date read. Use the earlier of the two.
        guard let added = book.added, read < added else { return }
        book.added = read
        fields.alter(
            dateAdded, written: added.description, to: read.description,
            text("a book can't be read before it is added"))
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

    private static func rating(_ written: String) throws(BadField) -> Int? {
        guard let rating = Int(written.collapsingSpaces), (0...5).contains(rating) else { throw .rating }
        return rating == 0 ? nil : rating
    }

    /// Parses `YYYY/MM/DD`, or `YYYY-MM-DD` from files that were saved by another program.
    static func date(_ written: String) throws(BadField) -> CivilDate? {
        let bytes = written.collapsingSpaces.utf8
        guard bytes.count <= 10 else { throw .date }
        var year = 0, month = 0
        var number = 0, digits = 0, separators = 0
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                number = number * 10 + Int(byte - UInt8(ascii: "0"))
                digits += 1
            case UInt8(ascii: "/"), UInt8(ascii: "-"):
                guard digits > 0, separators < 2 else { throw .date }
                if separators == 0 { year = number } else { month = number }
                separators += 1
                (number, digits) = (0, 0)
            default: throw .date
            }
        }
        guard separators == 2, digits > 0, year >= 1000,
            let date = CivilDate(year: year, month: month, day: number)
        else { throw .date }
        return date
    }
}

extension BadField {
    /// The value isn't a rating.
    static var rating: BadField { BadField(text("it is not a whole number from 0 to 5")) }
}
