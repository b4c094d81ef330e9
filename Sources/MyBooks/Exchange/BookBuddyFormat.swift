import Foundation
import Localization
import ProgramKit

/// An export of BookBuddy, in CSV or separated by tabs.
struct BookBuddyFormat: NamedFieldsFormat, ServiceReader {
    static let needed = ["Title", "Author", "Author (Last, First)", "Status"]
    static let names = [
        "Title", "Author", "Author (Last, First)", "Series", "Volume", "Narrator", "Publisher",
        "Year Published", "Date Published", "Original Date Published", "Summary", "Number of Pages",
        "Format", "Audio Runtime", "Language", "ISBN", "Status", "Date Started", "Date Finished",
        "Current Page", "Loaned To", "Date Loaned", "Rating", "Favorites", "Wish List", "Quantity", "Tags",
        "Notes", "Date Added", "Original Year", "Original Year Published", "Illustrator", "Translator",
        "Photographer", "Editor",
    ]

    var shortened: [FileField] { ["Date Published", "Original Date Published"] }

    func entry(_ fields: inout EntryFields) throws(SkippedEntry) -> ImportedBook {
        var book = try ImportedBook(
            title: fields.text("Title"),
            authors: ServiceValues.names(fields.text("Author"), separatedBy: ",;"))
        book.service = .bookbuddy
        book.rating = fields.value("Rating", ServiceValues.rating)
        book.added = fields.date("Date Added")?.first
        book.summary = ReviewMarkup.plainText(fields.text("Summary"))
        addDetails(&fields, to: &book)
        book.addShelves(ServiceValues.list(fields.text("Tags")))
        if fields.text("Favorites") == "1" { book.addShelves(["favourites"]) }
        if fields.text("Wish List") == "1" { book.addShelves(["wishlist"]) }
        book.take(
            status: fields.status("Status", ServiceValues.status), started: "Date Started",
            completed: "Date Finished", in: &fields)
        addPosition(&fields, to: &book)
        addLoan(&fields, to: &book)
        return book
    }

    private func addDetails(_ fields: inout EntryFields, to book: inout ImportedBook) {
        for role in ["Illustrator", "Translator", "Photographer", "Editor", "Narrator"] {
            let names = ServiceValues.names(fields.text(FileField(stringLiteral: role)), separatedBy: ",;")
            book.addContributors(names.map { "\($0) (\(role.lowercased()))" })
        }
        if let name = fields.value("Series", ServiceValues.line) {
            book.details["series"] = name
            book.details["seriesNumber"] = fields.value("Volume", ServiceValues.line)
        }
        book.details["publisher"] = fields.value("Publisher", ServiceValues.line)
        book.details["year"] =
            fields.value("Year Published", ServiceValues.editionYear)
            ?? fields.value("Date Published", ServiceValues.editionYear)
        book.details["originalYear"] =
            fields.value("Original Year", ServiceValues.year)
            ?? fields.value("Original Year Published", ServiceValues.year)
            ?? fields.value("Original Date Published", ServiceValues.year)
        book.details["pages"] = fields.value("Number of Pages", ServiceValues.count)
        book.details["minutes"] = fields.value("Audio Runtime", ServiceValues.minutes)
        book.details["binding"] = fields.value("Format", ServiceValues.line)
        book.details["language"] = fields.value("Language", ServiceValues.line)
        book.details["isbn"] = fields.value("ISBN", ServiceValues.isbn)
        book.details["notes"] = fields.value("Notes") { .string(ReviewMarkup.plainText($0)) }
        book.details["copies"] = fields.value("Quantity", ServiceValues.count)
    }

    /// Adds the page that was reached. Its day isn't in the file, so it is that of the start.
    private func addPosition(_ fields: inout EntryFields, to book: inout ImportedBook) {
        guard book.status == .inProgress, let day = book.started?.first ?? book.added,
            case .integer(let page)? = fields.value("Current Page", ServiceValues.number), page > 0
        else { return }
        book.progress = [ReadingProgress(date: day, place: ReadingPlace(unit: .page, value: page))]
    }

    private func addLoan(_ fields: inout EntryFields, to book: inout ImportedBook) {
        let name = fields.text("Loaned To").collapsingSpaces
        if name.isEmpty { return }
        guard let day = fields.date("Date Loaned")?.first else {
            fields.drop("Loaned To", written: name, BadField(text("the day of the loan is missing")))
            return
        }
        book.loans = [Loan(borrower: name, lent: day)]
    }
}
