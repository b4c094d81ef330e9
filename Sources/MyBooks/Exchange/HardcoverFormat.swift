import Foundation
import Localization
import ProgramKit

/// An export of Hardcover in CSV. The header differs by version, so columns are found by their words, without
/// regard to case and to what separates the words.
struct HardcoverFormat: EntryFormat, ServiceReader {
    /// The columns are found by ``fits(_:)``, because their spelling differs.
    static let needed: [String] = []

    private let id, title, author, contributors, series, number, isbn13, isbn10, publisher, pages: FileField
    private let binding, language, published, status, added, started, finished, rating, review: FileField
    private let notes, lists, owned: FileField

    init(_ names: inout FieldNames) {
        id = Self.take(&names, "Hardcover Book ID", "hardcover book id", "book id")
        title = Self.take(&names, "title", "book title")
        author = Self.take(&names, "author", "authors", "author name")
        contributors = Self.take(&names, "contributors", "other contributors")
        series = Self.take(&names, "series", "series name")
        number = Self.take(&names, "series number", "series position", "position")
        isbn13 = Self.take(&names, "isbn 13", "isbn")
        isbn10 = Self.take(&names, "isbn 10")
        publisher = Self.take(&names, "publisher")
        pages = Self.take(&names, "pages", "page count", "number of pages")
        binding = Self.take(&names, "format", "binding", "reading format")
        language = Self.take(&names, "language")
        published = Self.take(&names, "release date", "publication date", "year published")
        status = Self.take(&names, "status", "reading status", "read status")
        added = Self.take(&names, "date added", "added", "added at")
        started = Self.take(&names, "date started", "started", "started at", "start date")
        finished = Self.take(
            &names, "date finished", "finished", "finished at", "date read", "finish date", "end date")
        rating = Self.take(&names, "rating", "my rating")
        review = Self.take(&names, "review", "my review")
        notes = Self.take(&names, "private notes", "notes")
        lists = Self.take(&names, "lists", "tags")
        owned = Self.take(&names, "owned", "owned copies")
    }

    /// Whether a table has the columns of Hardcover: title, author and status, and its identifier, or both lists and owned
    /// books beside the days of a reading. Many other programs have some of them.
    static func fits(_ columns: [String]) -> Bool {
        let words = Set(columns.map { $0.lowercased().filter { $0.isLetter || $0.isNumber } })
        func hasAny(_ names: String...) -> Bool { !words.isDisjoint(with: names) }
        return hasAny("title", "booktitle") && hasAny("author", "authors", "authorname")
            && hasAny("status", "readingstatus", "readstatus")
            && (hasAny("hardcoverbookid")
                || hasAny("lists") && hasAny("owned", "ownedcopies") && hasAny("dateadded", "addedat")
                    && hasAny("datefinished", "finishedat", "dateread"))
    }

    /// Returns the first column with one of the names, in any spelling.
    private static func take(_ names: inout FieldNames, _ known: String...) -> FileField {
        for name in known {
            for spelling in spellings(of: name) where names.contains(spelling) { return names.take(spelling) }
        }
        return names.take(known[0])
    }

    /// Returns the spellings of words: `date added`, `Date Added`, `Date added`, `DATE ADDED`, and the same with
    /// other separators.
    private static func spellings(of name: String) -> [String] {
        let words = name.split(separator: " ").map(String.init)
        let capitalized = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }
        let first = Array(capitalized.prefix(1)), rest = Array(words.dropFirst())
        let forms = [
            words, capitalized, first + rest, words.map { $0.uppercased() },
            Array(words.prefix(1)) + capitalized.dropFirst(),
        ]
        return forms.flatMap { form in ["", " ", "_", "-"].map { form.joined(separator: $0) } }
    }

    var shortened: [FileField] { [published] }

    func entry(_ fields: inout EntryFields) throws(SkippedEntry) -> ImportedBook {
        var book = try ImportedBook(
            title: fields.text(title),
            authors: ServiceValues.names(fields.text(author), separatedBy: ",;"))
        book.service = .hardcover
        let id = fields.text(id).collapsingSpaces
        if !id.isEmpty {
            book.source = "hardcover:\(id)"
            // A book that was read twice has two rows.
            book.isReading = true
        }
        book.addContributors(ServiceValues.names(fields.text(contributors), separatedBy: ",;"))
        book.take(fields.status(status, ServiceValues.status))
        book.rating = fields.value(rating, ServiceValues.rating)
        book.added = fields.date(added)?.first
        addDetails(&fields, to: &book)
        book.details["review"] = fields.value(review) { .string(ReviewMarkup.plainText($0)) }
        book.addShelves(fields.text(lists).split { $0 == "," || $0 == ";" }.map(String.init))
        let start = fields.date(started),
            end = fields.date(finished)
        if start != nil || end != nil {
            let outcome = book.status == .abandoned ? ReadingStatus.abandoned : .completed
            book.take(
                [ReadingValues(status: outcome, started: start, completed: end)], count: 0, start: started,
                in: &fields)
        }
        return book
    }

    private func addDetails(_ fields: inout EntryFields, to book: inout ImportedBook) {
        if let name = fields.value(series, ServiceValues.line), case .string(let written) = name {
            // The number may follow the name: `Dune #1`, `Dune (#1)`.
            let suffix = SeriesSuffix("x (\(written.filter { $0 != "(" && $0 != ")" }))")
            book.details["series"] = .string(suffix?.series ?? written)
            book.details["seriesNumber"] = suffix?.number.map { .string($0) }
        }
        if let number = fields.value(number, ServiceValues.line), book.details["series"] != nil {
            book.details["seriesNumber"] = number
        }
        book.details["isbn"] =
            fields.value(isbn13, ServiceValues.isbn) ?? fields.value(isbn10, ServiceValues.isbn)
        book.details["publisher"] = fields.value(publisher, ServiceValues.line)
        book.details["pages"] = fields.value(pages, ServiceValues.count)
        book.details["binding"] = fields.value(binding, ServiceValues.line)
        book.details["language"] = fields.value(language, ServiceValues.line)
        book.details["year"] = fields.value(published, ServiceValues.year)
        book.details["notes"] = fields.value(notes) { .string($0) }
        let written = fields.text(owned).collapsingSpaces.lowercased()
        if let copies = ["true", "yes"].contains(written) ? 1 : Int(written), copies > 0 {
            book.details["copies"] = .integer(min(copies, 100_000))
        }
    }
}
