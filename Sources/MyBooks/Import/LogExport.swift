import Foundation
import Localization
import Shell
import Suite

/// Writes the log in the formats that our own import reads.
enum LogExport {
    /// Returns a JSON array with an object for each book. Fields without a value are left out.
    static func json(_ books: [Book]) -> [UInt8] {
        var writer = JSONWriter()
        writer.write(literal: "[")
        for (index, book) in books.enumerated() {
            writer.write(literal: index == 0 ? "\n  {" : ",\n  {")
            var isFirst = true
            for field in LogFormat.Field.allCases {
                guard let value = book.exported(field) else { continue }
                writer.write(literal: isFirst ? "\n    " : ",\n    ")
                isFirst = false
                writer.write(field.rawValue)
                writer.write(literal: ": ")
                switch field {
                case .rating, .pages, .minutes, .year, .originalYear, .copies: writer.write(number(value))
                case .readings: write(objects(book.readings), to: &writer)
                case .progress: write(objects(book.latestProgress), to: &writer)
                case .loans: write(objects(book.loans), to: &writer)
                case .shelves: writer.write(.list(book.shelfNames.map { .string($0) }))
                case .quotes: write(book.quotes, to: &writer)
                default: writer.write(value)
                }
            }
            writer.write(literal: "\n  }")
        }
        writer.write(literal: books.isEmpty ? "]\n" : "\n]\n")
        return writer.bytes
    }

    /// Returns quotes as a JSON array.
    static func json(_ quotes: [Quote]) -> [UInt8] {
        var writer = JSONWriter()
        write(quotes, to: &writer)
        return writer.bytes
    }

    private static func write(_ quotes: [Quote], to writer: inout JSONWriter) {
        writer.write(literal: "[")
        for (index, quote) in quotes.enumerated() {
            writer.write(literal: index == 0 ? "{" : ", {")
            var isFirst = true
            for field in LogFormat.QuoteField.allCases {
                guard let value = quote.exported(field) else { continue }
                if !isFirst { writer.write(literal: ", ") }
                isFirst = false
                writer.write(field.rawValue)
                writer.write(literal: ": ")
                writer.write(value)
            }
            writer.write(literal: "}")
        }
        writer.write(literal: "]")
    }

    /// Returns earlier readings as a JSON array.
    static func json(_ readings: [Reading]) -> [UInt8] { json(objects(readings)) }

    /// Returns positions as a JSON array.
    static func json(_ progress: [ReadingProgress]) -> [UInt8] { json(objects(progress)) }

    /// Returns loans as a JSON array.
    static func json(_ loans: [Loan]) -> [UInt8] { json(objects(loans)) }

    /// An object of an export; members without a value are left out.
    private typealias Members = [(key: String, value: String?)]

    private static func objects(_ readings: [Reading]) -> [Members] {
        readings.map(\.values).map { reading in
            [
                ("outcome", reading.status.rawValue), ("started", reading.started?.description),
                ("completed", reading.completed?.description), ("rating", reading.rating?.description),
                ("review", reading.review),
            ]
        }
    }

    private static func objects(_ progress: [ReadingProgress]) -> [Members] {
        progress.map { [("date", CivilDate(utc: $0.date).description), ("place", $0.place.description)] }
    }

    private static func objects(_ loans: [Loan]) -> [Members] {
        loans.map { loan in
            [
                ("borrower", loan.borrower), ("lent", CivilDate(utc: loan.lent).description),
                ("returned", loan.returned.map { CivilDate(utc: $0).description }),
            ]
        }
    }

    private static func json(_ objects: [Members]) -> [UInt8] {
        var writer = JSONWriter()
        write(objects, to: &writer)
        return writer.bytes
    }

    private static func write(_ objects: [Members], to writer: inout JSONWriter) {
        writer.write(literal: "[")
        for (index, object) in objects.enumerated() {
            writer.write(literal: index == 0 ? "{" : ", {")
            var isFirst = true
            for (key, value) in object {
                guard let value else { continue }
                if !isFirst { writer.write(literal: ", ") }
                isFirst = false
                writer.write(key)
                writer.write(literal: ": ")
                if key == "rating" { writer.write(number(value)) } else { writer.write(value) }
            }
            writer.write(literal: "}")
        }
        writer.write(literal: "]")
    }

    /// Returns a number as a raw value; a fraction only if it has one.
    private static func number(_ written: String) -> Cell.RawValue {
        Int(written).map(Cell.RawValue.integer) ?? Double(written).map(Cell.RawValue.decimal) ?? .null
    }

    /// Returns CSV with a header. An empty field is a missing value.
    static func csv(_ books: [Book]) -> [UInt8] {
        var writer = CSVWriter()
        writer.writeRow(LogFormat.Field.allCases.map(\.rawValue))
        for book in books {
            writer.writeRow(LogFormat.Field.allCases.map { book.exported($0)?.withoutNUL ?? "" })
        }
        return writer.bytes
    }
}

extension LogExport {
    /// Returns CSV with the columns of a Goodreads library export, and the number of ratings that were rounded.
    @MainActor
    static func goodreads(_ books: [Book]) -> (bytes: [UInt8], rounded: Int) {
        var writer = CSVWriter()
        writer.writeRow(GoodreadsRow.columns)
        var rounded = 0
        for book in books {
            writer.writeRow(GoodreadsRow(book).values)
            if let stars = book.stars, stars.quarters % 4 != 0 { rounded += 1 }
        }
        return (writer.bytes, rounded)
    }
}

extension Quote {
    /// Returns a field's raw value; `nil` if the field has no value.
    fileprivate func exported(_ field: LogFormat.QuoteField) -> String? {
        switch field {
        case .identifier: identifier.uuidString
        case .text: text
        case .page: page
        case .note: note.isEmpty ? nil : note
        }
    }
}
