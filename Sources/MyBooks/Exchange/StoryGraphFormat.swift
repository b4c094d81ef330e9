import Foundation
import Localization
import ProgramKit

/// An export of StoryGraph in CSV.
struct StoryGraphFormat: NamedFieldsFormat, ServiceReader {
    static let needed = ["Title", "Authors", "Read Status"]
    static let names = [
        "Title", "Authors", "Contributors", "ISBN/UID", "Format", "Read Status", "Date Added",
        "Last Date Read", "Dates Read", "Read Count", "Star Rating", "Review", "Tags", "Owned?",
    ]

    func entry(_ fields: inout EntryFields) throws(SkippedEntry) -> ImportedBook {
        var book = try ImportedBook(
            title: fields.text("Title"), authors: ServiceValues.names(fields.text("Authors")))
        book.service = .storygraph
        book.addContributors(ServiceValues.names(fields.text("Contributors")))
        book.take(fields.status("Read Status", ServiceValues.status))
        book.rating = fields.value("Star Rating", ServiceValues.rating)
        book.added = fields.date("Date Added")?.first
        addNumber(&fields, to: &book)
        book.details["binding"] = fields.value("Format", ServiceValues.line)
        book.details["review"] = fields.value("Review") { .string(ReviewMarkup.plainText($0)) }
        book.addShelves(fields.text("Tags").split(separator: ",").map(String.init))
        if fields.text("Owned?").lowercased() == "yes" { book.details["copies"] = .integer(1) }
        addReadings(&fields, to: &book)
        return book
    }

    /// Adds the ISBN. For an edition without one, the column has an identifier of StoryGraph, or of Amazon with other
    /// letters than `X`.
    private func addNumber(_ fields: inout EntryFields, to book: inout ImportedBook) {
        let written = fields.text("ISBN/UID").collapsingSpaces
        if written.contains(where: { $0.isLetter && $0 != "X" && $0 != "x" }) {
            book.source = "storygraph:\(written)"
        } else {
            book.details["isbn"] = fields.value("ISBN/UID", ServiceValues.isbn)
        }
    }

    /// Adds the readings of a list such as `2019/03/01-2019/03/09, 2023/01/15-2023/02/01`.
    private func addReadings(_ fields: inout EntryFields, to book: inout ImportedBook) {
        var readings: [ReadingValues] = []
        for range in fields.text("Dates Read").split(separator: ",") {
            let ends = range.split(separator: "-", omittingEmptySubsequences: false).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            // A reading in progress has no end: `2023/01/15-`.
            guard ends.count <= 2, PartialDate(ends[0]) != nil,
                ends.dropFirst().allSatisfy({ $0.isEmpty || PartialDate($0) != nil })
            else {
                fields.drop("Dates Read", written: String(range), .date)
                continue
            }
            let dates = ends.map { fields.date($0, in: "Dates Read") }
            let reading = ReadingValues(
                status: .completed, started: dates.count == 2 ? dates[0] : nil, completed: dates.last ?? nil)
            if reading.started != nil || reading.completed != nil { readings.append(reading) }
        }
        if readings.isEmpty, let end = fields.date("Last Date Read") {
            readings.append(ReadingValues(status: .completed, completed: end))
        }
        let number = fields.value("Read Count") { Int($0) } ?? 0
        book.take(readings, count: number, start: "Dates Read", in: &fields)
    }
}
