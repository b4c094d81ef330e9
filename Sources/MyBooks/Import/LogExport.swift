import Foundation
import Localization
import Shell
import Suite

/// Writes the log in the formats that our own import reads.
enum LogExport {
    /// Returns a JSON array with an object for each book, and an object with the reading goals if there are any. Fields
    /// without a value are left out.
    static func json(_ books: [Book], goals: [Goal] = []) -> [UInt8] {
        let positions = ShelfPositions(books)
        var writer = JSONWriter()
        writer.write(literal: "[")
        for (index, book) in books.enumerated() {
            writer.write(literal: index == 0 ? "\n  {" : ",\n  {")
            var isFirst = true
            for field in LogFormat.Field.allCases {
                guard let value = positions.exported(field, of: book) else { continue }
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
                case .shelfPositions: writer.write(.list(positions.of(book).map { .integer($0) }))
                case .quotes: write(book.quotes, to: &writer)
                default: writer.write(value)
                }
            }
            writer.write(literal: "\n  }")
        }
        if !goals.isEmpty {
            writer.write(literal: books.isEmpty ? "\n  {\n    " : ",\n  {\n    ")
            writer.write(LogFormat.goals)
            writer.write(literal: ": ")
            write(objects(goals), to: &writer)
            writer.write(literal: "\n  }")
        }
        writer.write(literal: books.isEmpty && goals.isEmpty ? "]\n" : "\n]\n")
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
    private typealias Members = [(key: String, value: Member)]

    /// A member's value; `nil` and an empty list are left out.
    private enum Member {
        case text(String?)
        case number(String?)
        case list([Members])
    }

    private static func objects(_ readings: [Reading]) -> [Members] {
        readings.map { reading in
            let values = reading.values
            return [
                ("outcome", .text(values.status.rawValue)), ("started", .text(values.started?.description)),
                ("completed", .text(values.completed?.description)),
                ("rating", .number(values.rating?.description)), ("review", .text(values.review)),
                ("progress", .list(objects(reading.progress))),
            ]
        }
    }

    private static func objects(_ progress: [ReadingProgress]) -> [Members] {
        progress.map {
            [("date", .text(CivilDate(utc: $0.date).description)), ("place", .text($0.place.description))]
        }
    }

    private static func objects(_ loans: [Loan]) -> [Members] {
        loans.map { loan in
            [
                ("borrower", .text(loan.borrower)), ("lent", .text(CivilDate(utc: loan.lent).description)),
                ("returned", .text(loan.returned.map { CivilDate(utc: $0).description })),
            ]
        }
    }

    private static func objects(_ goals: [Goal]) -> [Members] {
        goals.map {
            [
                ("year", .number(String($0.year))), ("unit", .text($0.unit.rawValue)),
                ("target", .number(String($0.target))),
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
            func begin(_ key: String) {
                if !isFirst { writer.write(literal: ", ") }
                isFirst = false
                writer.write(key)
                writer.write(literal: ": ")
            }
            for (key, value) in object {
                switch value {
                case .text(nil), .number(nil): break
                case .text(let text?):
                    begin(key)
                    writer.write(text)
                case .number(let written?):
                    begin(key)
                    writer.write(number(written))
                case .list(let objects) where objects.isEmpty: break
                case .list(let objects):
                    begin(key)
                    write(objects, to: &writer)
                }
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
        let positions = ShelfPositions(books)
        for book in books {
            writer.writeRow(
                LogFormat.Field.allCases.map { positions.exported($0, of: book)?.withoutNUL ?? "" })
        }
        return writer.bytes
    }
}

/// The positions of books on their shelves, found once for all books, because a shelf may have very many.
private struct ShelfPositions {
    private var positions: [ObjectIdentifier: [ObjectIdentifier: Int]] = [:]

    init(_ books: [Book]) {
        for shelf in books.lazy.flatMap(\.shelves) where positions[ObjectIdentifier(shelf)] == nil {
            let places = shelf.books.enumerated().map { (ObjectIdentifier($1), $0 + 1) }
            positions[ObjectIdentifier(shelf)] = Dictionary(places) { first, _ in first }
        }
    }

    /// The positions of a book, from 1, in the order of its shelves.
    func of(_ book: Book) -> [Int] {
        book.shelves.map { positions[ObjectIdentifier($0)]?[ObjectIdentifier(book)] ?? 1 }
    }

    /// Returns a field's raw value as text; `nil` if the field has no value.
    func exported(_ field: LogFormat.Field, of book: Book) -> String? {
        guard field == .shelfPositions else { return book.exported(field) }
        return book.shelves.isEmpty
            ? nil : "[" + of(book).map(String.init).joined(separator: ", ") + "]"
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
