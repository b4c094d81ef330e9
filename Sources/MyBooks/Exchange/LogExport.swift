import Foundation
import Localization
import ProgramKit
import Shell

/// Writes the log in the formats that our own import reads.
enum LogExport {
    /// The fields of an export and their values, which are raw. Dates are in ISO 8601.
    private static let columns = Book.fields.exported.map { field in
        (key: field.key, value: lists[field.key] ?? { field.value(of: $0) })
    }

    /// The lists of records. In JSON exports, a record is an object; in CSV exports, one field contains all records as
    /// JSON.
    private static let lists: [String: @Sendable (Book) -> Cell.RawValue] = [
        "quotes": { .list($0.quotes.map { .object(ofPresent: Quote.fields.members($0)) }) },
        "readings": { book in
            .list(
                book.readings.map { reading in
                    let progress = reading.progress.isEmpty ? [] : [("progress", positions(reading.progress))]
                    return .object(ofPresent: Reading.fields.members(reading) + progress)
                })
        },
        "progress": { positions($0.latestProgress) },
        "loans": { .list($0.loans.map { .object(ofPresent: Loan.fields.members($0)) }) },
    ]

    private static func positions(_ progress: [ReadingProgress]) -> Cell.RawValue {
        .list(progress.map { .object(ofPresent: ReadingProgress.fields.members($0)) })
    }

    /// Returns a JSON array. It has an object for each book, an object with the reading goals and one with the views, if there
    /// are any. Fields without a value are left out.
    static func json(_ books: [Book], goals: [Goal] = [], views: [ViewEntry] = []) -> [UInt8] {
        let positions = ShelfPositions(books)
        let others = [
            (LogFormat.goals.name, goals.map { Cell.RawValue.object(ofPresent: Goal.fields.members($0)) }),
            (ViewEntry.key, views.map { .object(ofPresent: $0.members) }),
        ].filter { !$0.1.isEmpty }.map { [(key: $0, value: Cell.RawValue.list($1))] }
        func members(_ book: Book) -> [(key: String, value: Cell.RawValue)] {
            columns.map { ($0.key, $0.key == positionsKey ? positions.of(book) : $0.value(book)) }
                .filter { $0.value != .list([]) }
        }
        var writer = JSONWriter()
        writer.write(
            objects: (0..<books.count + others.count).lazy.map {
                $0 < books.count ? members(books[$0]) : others[$0 - books.count]
            })
        return writer.bytes
    }

    /// Returns CSV with a header. An empty field is a missing value.
    static func csv(_ books: [Book]) -> [UInt8] {
        var writer = CSVWriter()
        writer.writeRow(columns.map(\.key))
        let positions = ShelfPositions(books)
        for book in books {
            writer.writeRow(
                columns.map { key, value in
                    // Names of shelves may contain semicolons.
                    if key == "shelves" { return ShelfList.text(book.shelfNames).withoutNUL }
                    let value = key == positionsKey ? positions.of(book) : value(book)
                    if value == .list([]) { return "" }
                    let isList = key == positionsKey || lists[key] != nil
                    return (isList ? value.json : value.csvText).withoutNUL
                })
        }
        return writer.bytes
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
