import Foundation
import Localization
import ProgramKit
import Shell

/// Writes the log in the formats that our own import reads.
enum LogExport {
    /// A field of an export. Values are raw, and dates are in ISO 8601.
    private struct Column: Sendable {
        let key: String
        let value: @Sendable (Book) -> Cell.RawValue
        /// Returns the records of a list; `nil` for another field.
        let list: (@Sendable (Book) -> [Members])?
    }

    private static let columns = Book.fields.fields.filter { $0.places.contains(.export) }.map { field in
        Column(key: field.key, value: { field.value(of: $0) }, list: lists[field.key])
    }

    /// An object of an export; members without a value are left out.
    private typealias Members = [(key: String, value: Member)]

    /// A member's value. `null` and an empty list are left out.
    private enum Member {
        case value(Cell.RawValue)
        case list([Members])
    }

    /// The lists of records. In JSON exports, a record is an object; in CSV exports, one field contains all records as
    /// JSON.
    private static let lists: [String: @Sendable (Book) -> [Members]] = [
        "quotes": { $0.quotes.map { members(Quote.fields, $0) } },
        "readings": { book in
            book.readings.map { reading in
                members(Reading.fields, reading) + [("progress", .list(progressRecords(reading.progress)))]
            }
        },
        "progress": { progressRecords($0.latestProgress) },
        "loans": { $0.loans.map { members(Loan.fields, $0) } },
    ]

    private static func progressRecords(_ progress: [ReadingProgress]) -> [Members] {
        progress.map { members(ReadingProgress.fields, $0) }
    }

    /// Returns the fields of a record that have a value.
    private static func members<Model>(_ fields: FieldTable<Model>, _ model: Model) -> Members {
        fields.members(model).map { ($0.key, .value($0.value)) }
    }

    /// Returns a JSON array. It has an object for each book, an object with the reading goals and one with the views, if there
    /// are any. Fields without a value are left out.
    static func json(_ books: [Book], goals: [Goal] = [], views: [ViewEntry] = []) -> [UInt8] {
        let positions = ShelfPositions(books)
        var writer = JSONWriter()
        writer.write(literal: "[")
        for (index, book) in books.enumerated() {
            writer.write(literal: index == 0 ? "\n  {" : ",\n  {")
            write(book, positions, to: &writer)
            writer.write(literal: "\n  }")
        }
        var isEmpty = books.isEmpty
        for (key, list) in [
            (LogFormat.goals, goals.map { members(Goal.fields, $0) }),
            (ViewEntry.key, views.map { $0.members.map { ($0.key, .value($0.value)) } }),
        ] where !list.isEmpty {
            writer.write(literal: isEmpty ? "\n  {\n    " : ",\n  {\n    ")
            isEmpty = false
            writer.write(key)
            writer.write(literal: ": ")
            write(list, to: &writer)
            writer.write(literal: "\n  }")
        }
        writer.write(literal: isEmpty ? "]\n" : "\n]\n")
        return writer.bytes
    }

    /// Writes the members of a book's object, each on its line.
    private static func write(_ book: Book, _ positions: ShelfPositions, to writer: inout JSONWriter) {
        var isFirst = true
        func begin(_ key: String) {
            writer.write(literal: isFirst ? "\n    " : ",\n    ")
            isFirst = false
            writer.write(key)
            writer.write(literal: ": ")
        }
        for column in columns {
            if let list = column.list?(book) {
                if list.isEmpty { continue }
                begin(column.key)
                write(list, to: &writer)
            } else {
                let value = column.key == positionsKey ? positions.of(book) : column.value(book)
                if value == .null || value == .list([]) { continue }
                begin(column.key)
                writer.write(value)
            }
        }
    }

    /// Writes records as an array on one line. Members without a value are left out.
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
                case .value(.null): break
                case .value(let value):
                    begin(key)
                    writer.write(value)
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

    /// Returns CSV with a header. An empty field is a missing value.
    static func csv(_ books: [Book]) -> [UInt8] {
        var writer = CSVWriter()
        writer.writeRow(columns.map(\.key))
        let positions = ShelfPositions(books)
        for book in books {
            writer.writeRow(
                columns.map { column in
                    column.key == positionsKey
                        ? json(positions.of(book)) : text(column, of: book).withoutNUL
                })
        }
        return writer.bytes
    }

    /// Returns the text of a field in CSV.
    private static func text(_ column: Column, of book: Book) -> String {
        if let list = column.list?(book) {
            if list.isEmpty { return "" }
            var writer = JSONWriter()
            write(list, to: &writer)
            return String(decoding: writer.bytes, as: UTF8.self)
        }
        // Names of shelves may contain semicolons.
        return column.key == "shelves" ? ShelfList.text(book.shelfNames) : column.value(book).csvText
    }

    private static func json(_ list: Cell.RawValue) -> String {
        if list == .list([]) { return "" }
        var writer = JSONWriter()
        writer.write(list)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// The key of the positions on shelves.
    private static let positionsKey = "shelfPositions"
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

    /// The positions of a book, from 1, in the order of the names of its shelves.
    func of(_ book: Book) -> Cell.RawValue {
        .list(
            book.orderedShelves.map {
                .integer(positions[ObjectIdentifier($0)]?[ObjectIdentifier(book)] ?? 1)
            })
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
