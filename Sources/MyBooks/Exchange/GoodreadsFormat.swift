import Foundation
import Localization
import ProgramKit
import Shell

/// A Goodreads library export in CSV. Columns are found by name, so that older and newer exports can be read.
struct GoodreadsFormat: EntryFormat {
    static let needed = ["Book Id", "Title", "Author", "Exclusive Shelf"]

    private let id, title, author, shelf, rating, dateRead, dateStarted, dateAdded, review, shelves: FileField
    private let additional, isbn10, isbn13, publisher, binding, pages, year, originalYear, notes: FileField
    private let readCount, copies, sortedAuthor, positions: FileField
    /// The columns that no field of a book keeps.
    private let verbatim: [FileField]
    private let isInFile: @Sendable (String) -> Bool

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
        sortedAuthor = names.take("Author l-f")
        positions = names.take("Bookshelves with positions")
        verbatim = GoodreadsRow.verbatim.map { names.take($0) }.filter(\.exists) + names.others
        isInFile = { [names] in names.contains($0) }
    }

    func entry(_ fields: inout EntryFields) throws(SkippedEntry) -> ImportedBook {
        var book = try ImportedBook(title: fields.text(title), authors: [fields.text(author)])
        book.service = .goodreads
        let id = fields.text(id).collapsingSpaces
        if !id.isEmpty { book.source = "goodreads:" + id }
        book.rating = fields.value(rating, ServiceValues.rating)
        let exclusive = fields.text(shelf).collapsingSpaces
        book.status = Self.status(ofShelf: exclusive)
        addReadings(&fields, to: &book)
        addDetails(&fields, to: &book)
        addShelves(fields: &fields, exclusive: exclusive, to: &book)
        if !fields.isEmpty(review) { book.details["review"] = plainReview(&fields) }
        book.otherColumns = OtherColumns.Update(
            stored: otherColumns(of: book, exclusive: exclusive, &fields), isInFile: isInFile)
        return book
    }

    /// Returns the status that an exclusive shelf stands for.
    static func status(ofShelf exclusive: String) -> ReadingStatus {
        switch exclusive {
        case "read": .completed
        case "currently-reading": .inProgress
        case "to-read": .onShelf
        case _ where abandoned.contains(exclusive.lowercased()): .abandoned
        case _ where paused.contains(exclusive.lowercased()): .paused
        // Any other exclusive shelf of the user doesn't correspond to a status.
        default: .onShelf
        }
    }

    /// Returns the columns that the fields of the book don't give back, in the form of ``OtherColumns``.
    private func otherColumns(
        of book: ImportedBook, exclusive: String, _ fields: inout EntryFields
    ) -> String? {
        var columns = OtherColumns.Writer()
        func keep(_ field: FileField, _ fields: inout EntryFields, if isLost: (String) -> Bool) {
            if fields.isEmpty(field) { return }
            let written = fields.text(field)
            if !written.isEmpty, isLost(written) { columns.add(field.name, written) }
        }
        for field in verbatim { keep(field, &fields) { _ in true } }
        keep(sortedAuthor, &fields) { $0 != GoodreadsRow.sorted(book.author) }
        keep(additional, &fields) { written in
            guard case .string(let names)? = book.details["contributors"] else { return true }
            return names != written && GoodreadsRow.contributors(names) != written
        }
        let isbn = book.details["isbn"]?.written
        for field in [isbn10, isbn13] where !fields.isEmpty(field) {
            let bare = Self.bare(fields.text(field))
            if !bare.isEmpty, bare != isbn { columns.add(field.name, bare) }
        }
        keep(rating, &fields) { book.rating == nil && $0 != "0" }
        for (detail, field) in [
            ("publisher", publisher), ("binding", binding), ("pages", pages), ("year", year),
            ("originalYear", originalYear),
        ] where book.details[detail] == nil {
            keep(field, &fields) { _ in true }
        }
        if book.completed == nil, book.earlier.allSatisfy({ $0.completed == nil }) {
            keep(dateRead, &fields) { _ in true }
        }
        let count = book.earlier.count { $0.status == .completed } + (book.status == .completed ? 1 : 0)
        keep(readCount, &fields) { $0 != String(count) }
        keep(shelves, &fields) { written in
            guard book.shelves.count == 1, written == book.shelves[0].text, written != exclusive else {
                return true
            }
            return written.utf8.contains(UInt8(ascii: " "))
        }
        if !Self.statuses.contains(exclusive) { keep(shelf, &fields) { _ in true } }
        keep(review, &fields) { ReviewMarkup.markup(book.details["review"]?.written ?? "") != $0 }
        return columns.stored
    }

    /// Returns an ISBN without the quotation marks of Goodreads.
    private static func bare(_ isbn: String) -> String {
        isbn.hasPrefix("=\"") && isbn.hasSuffix("\"")
            ? String(isbn.utf8.dropFirst(2).dropLast()) ?? isbn : isbn
    }

    /// Names of exclusive shelves for books that the user stopped reading.
    private static let abandoned: Set<String> = [
        "did-not-finish", "dnf", "abandoned", "gave-up", "unfinished", "didn-t-finish",
    ]
    /// Names of exclusive shelves for books whose reading is interrupted.
    private static let paused: Set<String> = ["paused", "on-hold", "on-pause"]

    /// Adds the readings. A book can have been read before it was added to Goodreads.
    private func addReadings(_ fields: inout EntryFields, to book: inout ImportedBook) {
        book.added = fields.date(dateAdded)?.first
        let end = fields.date(dateRead)
        let start = fields.date(dateStarted)
        let count = fields.value(readCount) { Int($0) } ?? 0
        let outcome = book.status == .abandoned ? ReadingStatus.abandoned : .completed
        guard end != nil || start != nil || count > 1 else { return }
        book.take(
            [ReadingValues(status: outcome, started: start, completed: end)], count: count,
            start: dateStarted, in: &fields)
    }

    private func addDetails(_ fields: inout EntryFields, to book: inout ImportedBook) {
        if !fields.isEmpty(additional) { book.addContributors(ServiceValues.names(fields.text(additional))) }
        book.details["isbn"] =
            fields.value(isbn13, ServiceValues.isbn) ?? fields.value(isbn10, ServiceValues.isbn)
        book.details["publisher"] = fields.value(publisher, ServiceValues.line)
        book.details["binding"] = fields.value(binding, ServiceValues.line)
        book.details["pages"] = fields.value(pages, ServiceValues.count)
        book.details["year"] = fields.value(year, ServiceValues.year)
        book.details["originalYear"] = fields.value(originalYear, ServiceValues.year)
        book.details["notes"] = fields.value(notes) { .string($0) }
        book.details["copies"] = fields.value(copies, ServiceValues.count)
    }

    /// Adds the user's tags and exclusive shelf as shelves. Shelves that correspond to a status are left out.
    private func addShelves(fields: inout EntryFields, exclusive: String, to book: inout ImportedBook) {
        book.namesAllShelves = shelves.exists
        var names = Self.statuses.contains(exclusive) ? [] : [exclusive]
        if !fields.isEmpty(shelves) { names += ServiceValues.list(fields.text(shelves)) }
        for name in names {
            guard let shelf = ShelfName(name), !Self.statuses.contains(shelf.text),
                !book.shelves.contains(shelf)
            else { continue }
            book.shelves.append(shelf)
        }
        if !fields.isEmpty(positions) { addPositions(fields.text(positions), to: &book) }
    }

    /// Adds the positions in a list such as `to-read (#5), science (#2)`. With a position, `to-read` is a shelf, so
    /// that its order stays.
    private func addPositions(_ written: String, to book: inout ImportedBook) {
        for item in ServiceValues.list(written) where item.utf8.last == UInt8(ascii: ")") {
            guard let open = item.utf8.lastIndex(of: UInt8(ascii: "(")),
                case let mark = item.utf8.index(after: open), item.utf8[mark] == UInt8(ascii: "#"),
                let position = Int(item[item.utf8.index(after: mark)...].dropLast()), position > 0,
                let shelf = ShelfName(String(item[..<open]))
            else { continue }
            if shelf.text == "to-read", !book.shelves.contains(shelf) { book.shelves.append(shelf) }
            book.positions[shelf.key] = position
        }
    }

    /// The exclusive shelves that every user has.
    static let statuses: Set<String> = ["read", "currently-reading", "to-read"]

    /// Returns the review without HTML markup.
    private func plainReview(_ fields: inout EntryFields) -> Cell.RawValue? {
        let written = fields.text(review)
        let plain = ReviewMarkup.plainText(written)
        if plain.utf8.count < written.utf8.count,
            plain != ReviewMarkup.trimmed(written)
        {
            fields.alter(review, written: written, to: plain, text("the HTML markup was removed"))
        }
        return plain.isEmpty ? nil : .string(plain)
    }
}
