import Foundation
import Localization
import ProgramKit

/// An export of StoryGraph in CSV.
struct StoryGraphFormat: EntryFormat, ServiceReader {
    static let needed = ["Title", "Authors", "Read Status"]

    private let title, authors, contributors, isbn, binding, status, added, lastRead, datesRead,
        count: FileField
    private let rating, review, tags, owned: FileField

    init(_ names: inout FieldNames) {
        title = names.take("Title")
        authors = names.take("Authors")
        contributors = names.take("Contributors")
        isbn = names.take("ISBN/UID")
        binding = names.take("Format")
        status = names.take("Read Status")
        added = names.take("Date Added")
        lastRead = names.take("Last Date Read")
        datesRead = names.take("Dates Read")
        count = names.take("Read Count")
        rating = names.take("Star Rating")
        review = names.take("Review")
        tags = names.take("Tags")
        owned = names.take("Owned?")
    }

    func entry(_ fields: inout EntryFields) throws(SkippedEntry) -> ImportedBook {
        var book = try ImportedBook(
            title: fields.text(title), authors: ServiceValues.names(fields.text(authors)))
        book.service = .storygraph
        book.addContributors(ServiceValues.names(fields.text(contributors)))
        book.take(fields.status(status, Self.status))
        book.rating = fields.value(rating, ServiceValues.rating)
        book.added = fields.date(added)?.first
        addNumber(&fields, to: &book)
        book.details["binding"] = fields.value(binding, ServiceValues.line)
        book.details["review"] = fields.value(review) { .string(ReviewMarkup.plainText($0)) }
        book.addShelves(fields.text(tags).split(separator: ",").map(String.init))
        if fields.text(owned).lowercased() == "yes" { book.details["copies"] = .integer(1) }
        addReadings(&fields, to: &book)
        return book
    }

    /// Adds the ISBN. For an edition without one, the column has an identifier of StoryGraph, or of Amazon with other
    /// letters than `X`.
    private func addNumber(_ fields: inout EntryFields, to book: inout ImportedBook) {
        let written = fields.text(isbn).collapsingSpaces
        if written.contains(where: { $0.isLetter && $0 != "X" && $0 != "x" }) {
            book.source = "storygraph:\(written)"
        } else {
            book.details["isbn"] = fields.value(isbn, ServiceValues.isbn)
        }
    }

    /// Adds the readings of a list such as `2019/03/01-2019/03/09, 2023/01/15-2023/02/01`.
    private func addReadings(_ fields: inout EntryFields, to book: inout ImportedBook) {
        var readings: [ReadingValues] = []
        for range in fields.text(datesRead).split(separator: ",") {
            let ends = range.split(separator: "-", omittingEmptySubsequences: false).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            // A reading in progress has no end: `2023/01/15-`.
            guard ends.count <= 2, PartialDate(ends[0]) != nil,
                ends.dropFirst().allSatisfy({ $0.isEmpty || PartialDate($0) != nil })
            else {
                fields.drop(datesRead, written: String(range), .date)
                continue
            }
            let dates = ends.map { fields.date($0, in: datesRead) }
            let reading = ReadingValues(
                status: .completed, started: dates.count == 2 ? dates[0] : nil, completed: dates.last ?? nil)
            if reading.started != nil || reading.completed != nil { readings.append(reading) }
        }
        if readings.isEmpty, let end = fields.date(lastRead) {
            readings.append(ReadingValues(status: .completed, completed: end))
        }
        let number = fields.value(count) { Int($0) } ?? 0
        book.take(readings, count: number, start: datesRead, in: &fields)
    }

    private static func status(_ word: String) -> ReadingStatus? {
        switch word {
        case "read": .completed
        case "currently-reading": .inProgress
        case "to-read": .onShelf
        case "did-not-finish": .abandoned
        case "paused": .paused
        default: nil
        }
    }
}
