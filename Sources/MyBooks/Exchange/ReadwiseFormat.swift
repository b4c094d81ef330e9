import Foundation
import Localization
import ProgramKit

/// An export of Readwise in CSV: a row for each highlight. The columns are those of the export “CSV” of Readwise's
/// website.
struct ReadwiseFormat: NamedFieldsFormat {
    static let needed = ["Highlight", "Book Title", "Book Author", "Location Type", "Highlighted at"]
    static let names = [
        "Highlight", "Book Title", "Book Author", "Note", "Location Type", "Location", "Highlighted at",
    ]

    func entry(_ fields: inout EntryFields) throws(SkippedEntry) -> ImportedBook {
        let written = fields.text("Highlight").trimmingCharacters(in: .whitespacesAndNewlines)
        guard !written.isEmpty else { throw .missing(text("quote")) }
        // “Terry Pratchett and Neil Gaiman”
        let names = fields.text("Book Author").replacing(" and ", with: ",")
        var book = try ImportedBook(
            title: fields.text("Book Title"), authors: ServiceValues.names(names, separatedBy: ",;&"))
        book.service = .readwise
        let quote = Quote(text: written, note: fields.text("Note"))
        let place = fields.text("Location").collapsingSpaces
        switch fields.text("Location Type").collapsingSpaces.lowercased() {
        case _ where place.isEmpty: break
        case "page": quote.page = place
        case "location": quote.location = place
        default:
            fields.drop("Location", written: place, BadField(text("it is neither a page nor a location")))
        }
        quote.noted = fields.value("Highlighted at") { written throws(BadField) -> String? in
            if written.collapsingSpaces.isEmpty { return nil }
            guard let time = MarkingTime(written) else { throw .date }
            return time.text
        }
        book.quotes = [quote]
        return book
    }
}

/// Reads a file of quotes as a whole, so that each book is one entry.
struct QuoteSource: ImportSource {
    let countsLines = true
    private(set) var unknownFields: [String] = []
    private(set) var possiblyTruncatedLine: Int?
    private var rows: ArraySlice<ImportRow<ImportedBook>>

    init(_ rows: [ImportRow<ImportedBook>]) { self.rows = rows[...] }

    /// Reads all rows of a table, each with one quote.
    init(_ table: some ImportSource<ImportedBook>) throws {
        var table = table
        var skipped: [ImportRow<ImportedBook>] = []
        var groups = QuoteGroups()
        while let row = try table.next() {
            if let book = row.entry, let quote = book.quotes.first {
                var empty = book
                empty.quotes = []
                groups.add(quote, to: empty, at: row.position, row.problems)
            } else {
                skipped.append(row)
            }
        }
        self.init(skipped + groups.rows)
        (unknownFields, possiblyTruncatedLine) = (table.unknownFields, table.possiblyTruncatedLine)
    }

    mutating func next() -> ImportRow<ImportedBook>? { rows.popFirst() }
}
