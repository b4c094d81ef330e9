import Foundation
import Localization
import ProgramKit

/// An export of BookBuddy, in CSV or separated by tabs.
struct BookBuddyFormat: EntryFormat, ServiceReader {
    static let needed = ["Title", "Author", "Author (Last, First)", "Status"]

    private let title, author, series, volume, narrator, publisher, year, published, originalYear: FileField
    private let originalDate, summary, pages, format, runtime, language, isbn, status, started,
        finished: FileField
    private let page, borrower, lent, rating, favourite, wish, copies, tags, notes, added: FileField
    /// The columns of other contributors with their roles.
    private let roles: [(field: FileField, role: String)]

    init(_ names: inout FieldNames) {
        title = names.take("Title")
        author = names.take("Author")
        _ = names.take("Author (Last, First)")
        series = names.take("Series")
        volume = names.take("Volume")
        narrator = names.take("Narrator")
        publisher = names.take("Publisher")
        year = names.take("Year Published")
        published = names.take("Date Published")
        originalYear =
            names.contains("Original Year")
            ? names.take("Original Year") : names.take("Original Year Published")
        originalDate = names.take("Original Date Published")
        summary = names.take("Summary")
        pages = names.take("Number of Pages")
        format = names.take("Format")
        runtime = names.take("Audio Runtime")
        language = names.take("Language")
        isbn = names.take("ISBN")
        status = names.take("Status")
        started = names.take("Date Started")
        finished = names.take("Date Finished")
        page = names.take("Current Page")
        borrower = names.take("Loaned To")
        lent = names.take("Date Loaned")
        rating = names.take("Rating")
        favourite = names.take("Favorites")
        wish = names.take("Wish List")
        copies = names.take("Quantity")
        tags = names.take("Tags")
        notes = names.take("Notes")
        added = names.take("Date Added")
        roles = ["Illustrator", "Translator", "Photographer", "Editor"].map {
            (names.take($0), $0.lowercased())
        }
    }

    var shortened: [FileField] { [published, originalDate] }

    func entry(_ fields: inout EntryFields) throws(SkippedEntry) -> ImportedBook {
        var book = try ImportedBook(
            title: fields.text(title), authors: ServiceValues.names(fields.text(author), separatedBy: ",;"))
        book.service = .bookbuddy
        book.rating = fields.value(rating, ServiceValues.rating)
        book.added = fields.date(added)?.first
        book.summary = ReviewMarkup.plainText(fields.text(summary))
        addDetails(&fields, to: &book)
        book.addShelves(ServiceValues.list(fields.text(tags)))
        if fields.text(favourite) == "1" { book.addShelves(["favourites"]) }
        if fields.text(wish) == "1" { book.addShelves(["wishlist"]) }
        book.take(
            status: fields.status(status, ServiceValues.status), started: started, completed: finished,
            in: &fields)
        addPosition(&fields, to: &book)
        addLoan(&fields, to: &book)
        return book
    }

    private func addDetails(_ fields: inout EntryFields, to book: inout ImportedBook) {
        for (field, role) in roles {
            book.addContributors(
                ServiceValues.names(fields.text(field), separatedBy: ",;").map { "\($0) (\(role))" })
        }
        book.addContributors(
            ServiceValues.names(fields.text(narrator), separatedBy: ",;").map { "\($0) (narrator)" })
        if let name = fields.value(series, ServiceValues.line) {
            book.details["series"] = name
            book.details["seriesNumber"] = fields.value(volume, ServiceValues.line)
        }
        book.details["publisher"] = fields.value(publisher, ServiceValues.line)
        book.details["year"] =
            fields.value(year, ServiceValues.editionYear)
            ?? fields.value(published, ServiceValues.editionYear)
        book.details["originalYear"] =
            fields.value(originalYear, ServiceValues.year) ?? fields.value(originalDate, ServiceValues.year)
        if let number = fields.value(pages, ServiceValues.number), number != .integer(0) {
            book.details["pages"] = number
        }
        book.details["minutes"] = fields.value(runtime, ServiceValues.minutes)
        book.details["binding"] = fields.value(format, ServiceValues.line)
        book.details["language"] = fields.value(language, ServiceValues.line)
        book.details["isbn"] = fields.value(isbn, ServiceValues.isbn)
        book.details["notes"] = fields.value(notes) { .string(ReviewMarkup.plainText($0)) }
        if let number = fields.value(copies, ServiceValues.number), number != .integer(0) {
            book.details["copies"] = number
        }
    }

    /// Adds the page that was reached. Its day isn't in the file, so it is that of the start.
    private func addPosition(_ fields: inout EntryFields, to book: inout ImportedBook) {
        guard book.status == .inProgress, let day = book.started?.first ?? book.added,
            case .integer(let page)? = fields.value(page, ServiceValues.number), page > 0
        else { return }
        book.progress = [ReadingProgress(date: day, place: ReadingPlace(unit: .page, value: page))]
    }

    private func addLoan(_ fields: inout EntryFields, to book: inout ImportedBook) {
        let name = fields.text(borrower).collapsingSpaces
        if name.isEmpty { return }
        guard let day = fields.date(lent)?.first else {
            fields.drop(borrower, written: name, BadField(text("the day of the loan is missing")))
            return
        }
        book.loans = [Loan(borrower: name, lent: day)]
    }
}
