import Foundation
import Localization

/// The fields of our own exports: the names and order in JSON and CSV.
enum LogFormat {
    /// The fields of a book. Values are raw, and dates are in ISO 8601.
    enum Field: String, CodingKey, CaseIterable {
        case identifier, title, author, status, rating, added, started, completed, shelves, summary, quotes
        case source, lastImport
    }

    /// The fields of a quote. In JSON exports, a quote is an object; in CSV exports, one field contains all
    /// quotes as JSON.
    enum QuoteField: String, CodingKey, CaseIterable {
        case identifier, text, page, note
    }

    /// The required columns.
    static let neededColumns = ["title", "author", "status"]

    /// Makes a book from a row's values; an empty value counts as missing.
    ///
    /// - Parameters:
    ///   - position: The row's position in the file.
    ///   - shelves: The shelves' names.
    ///   - quotes: The quotes.
    ///   - value: Returns the text of one of the other fields.
    /// - Throws: ``RowProblem``.
    static func book(
        position: Int, shelves: [ShelfName], quotes: [ImportedQuote],
        value: (Field) throws(RowProblem) -> String
    ) throws(RowProblem) -> ImportedBook {
        func date(_ field: Field) throws(RowProblem) -> CivilDate? {
            let written = try value(field)
            guard !written.isEmpty else { return nil }
            guard let date = CivilDate(written) else { throw .date(written, column: field.rawValue) }
            return date
        }
        let title = try value(.title), author = try value(.author)
        guard !title.allSatisfy(\.isWhitespace) else { throw .missing(text("title")) }
        guard !author.allSatisfy(\.isWhitespace) else { throw .missing(text("author")) }
        var book = ImportedBook(position: position, title: title, author: author)

        let status = try value(.status)
        guard !status.isEmpty else { throw .missing(text("status")) }
        guard let known = ReadingStatus(rawValue: status) else { throw .status(status) }
        book.status = known
        book.isFromLog = true

        let rating = try value(.rating)
        if !rating.isEmpty {
            guard let number = Int(rating), (1...5).contains(number) else { throw .rating(rating) }
            book.rating = number
        }
        let identifier = try value(.identifier)
        if !identifier.isEmpty {
            guard let known = UUID(uuidString: identifier) else { throw .identifier(identifier) }
            book.identifier = known
        }
        book.added = try date(.added)
        book.started = known == .onShelf ? nil : try date(.started)
        book.completed = known == .completed ? try date(.completed) : nil
        // If the row has no date added, still check the order of the dates started and completed.
        if let added = book.added ?? [book.started, book.completed].compactMap(\.self).min() {
            do {
                try ReadingDates(added: added, started: book.started, completed: book.completed).checkOrder()
            } catch let error as BookError {
                throw .datesOutOfOrder(error)
            } catch {
                throw .date("", column: Field.added.rawValue)
            }
        }
        book.summary = try value(.summary)
        let source = try value(.source), lastImport = try value(.lastImport)
        book.shelves = shelves
        book.quotes = quotes
        book.source = source.isEmpty ? nil : source
        book.lastImport = lastImport.isEmpty ? nil : lastImport
        return book
    }
}

extension Book {
    /// Returns a field's raw value as text, in the form of our own CSV exports; `nil` if the field has no
    /// value.
    func exported(_ field: LogFormat.Field) -> String? {
        switch field {
        case .identifier: identifier.uuidString
        case .title: title
        case .author: author
        case .status: status.rawValue
        case .rating: rating.map(String.init)
        case .added: CivilDate(utc: added).description
        case .started: started.map { CivilDate(utc: $0).description }
        case .completed: completed.map { CivilDate(utc: $0).description }
        case .shelves: shelves.isEmpty ? nil : ShelfList.text(shelfNames)
        case .summary: summary.isEmpty ? nil : summary
        case .quotes: quotes.isEmpty ? nil : String(decoding: LogExport.json(quotes), as: UTF8.self)
        case .source: source
        case .lastImport: lastImport
        }
    }
}
