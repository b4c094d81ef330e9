import Foundation
import Localization
import Suite

/// The fields of our own exports: the names and order in JSON and CSV.
struct LogFormat: EntryFormat {
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

    static let needed = ["title", "author", "status"]

    private let identifier, title, author, status, rating, added, started, completed, shelves, summary,
        quotes,
        source, lastImport: FileField

    init(_ names: inout FieldNames) {
        identifier = names.take(Field.identifier.rawValue)
        title = names.take(Field.title.rawValue)
        author = names.take(Field.author.rawValue)
        status = names.take(Field.status.rawValue)
        rating = names.take(Field.rating.rawValue)
        added = names.take(Field.added.rawValue)
        started = names.take(Field.started.rawValue)
        completed = names.take(Field.completed.rawValue)
        shelves = names.take(Field.shelves.rawValue)
        summary = names.take(Field.summary.rawValue)
        quotes = names.take(Field.quotes.rawValue)
        source = names.take(Field.source.rawValue)
        lastImport = names.take(Field.lastImport.rawValue)
    }

    func entry(_ fields: inout EntryFields) throws(SkippedEntry) -> ImportedBook {
        let title = fields.text(title), author = fields.text(author)
        guard !title.allSatisfy(\.isWhitespace) else { throw .missing(text("title")) }
        guard !author.allSatisfy(\.isWhitespace) else { throw .missing(text("author")) }
        var book = ImportedBook(title: title, author: author)
        book.isFromLog = true
        if let status = fields.value(status, Self.status) {
            book.status = status
        } else if fields.isEmpty(status) {
            fields.drop(status, written: "", BadField(text("it is missing, so the book is on the shelf")))
        }
        book.rating = fields.value(rating, Self.rating)
        book.identifier = fields.identifier(identifier)
        addDates(&fields, to: &book)
        book.summary = fields.text(summary)
        book.shelves = shelfNames(&fields)
        book.quotes = importedQuotes(&fields)
        book.source = fields.value(source) { $0 }
        book.lastImport = fields.value(lastImport) { $0 }
        return book
    }

    private static func status(_ written: String) throws(BadField) -> ReadingStatus? {
        guard let status = ReadingStatus(rawValue: written) else {
            throw BadField(text("the status is unknown"))
        }
        return status
    }

    private static func rating(_ written: String) throws(BadField) -> Int? {
        guard let rating = Int(written), (1...5).contains(rating) else { throw .rating }
        return rating
    }

    /// Adds the dates that a book of its status has, in their order.
    private func addDates(_ fields: inout EntryFields, to book: inout ImportedBook) {
        func date(_ field: FileField, _ name: ReadingDates.Name) -> CivilDate? {
            let date = fields.value(field) { written throws(BadField) in
                guard let date = CivilDate(written) else { throw .date }
                return date
            }
            guard let date, !name.isRelevant(for: book.status) else { return date }
            fields.drop(
                field, written: date.description,
                BadField(text("a book with the status “%@” has no such date", book.status.name)))
            return nil
        }
        book.started = date(started, .started)
        book.completed = date(completed, .completed)
        if let start = book.started, let end = book.completed, end < start {
            book.started = nil
            fields.drop(
                started, written: start.description, BadField(text("it is after the completion date")))
        }
        book.added = date(added, .added)
        if let added = book.added, let first = [book.started, book.completed].compactMap(\.self).min(),
            first < added
        {
            book.added = first
            fields.alter(
                self.added, written: added.description, to: first.description,
                text("a book can't be read before it is added"))
        }
    }

    private func shelfNames(_ fields: inout EntryFields) -> [ShelfName] {
        guard fields.isObject else { return ShelfList.names(in: fields.text(shelves)) }
        guard let list = fields.json(shelves) else { return [] }
        guard let elements = list.elements else {
            fields.drop(shelves, written: list.source, .wrongType)
            return []
        }
        var names: [ShelfName] = []
        for element in elements {
            guard let name = element.string.flatMap({ ShelfName($0.withoutNUL) }) else {
                fields.drop(shelves, written: element.source, .wrongType)
                continue
            }
            if !names.contains(name) { names.append(name) }
        }
        return names
    }

    private func importedQuotes(_ fields: inout EntryFields) -> [ImportedQuote] {
        guard let list = fields.json(quotes) else { return [] }
        guard let elements = list.elements else {
            fields.drop(quotes, written: list.source, .wrongType)
            return []
        }
        return elements.compactMap { element in
            func value(_ field: QuoteField) -> String {
                guard let value = element[field.rawValue], !value.isNull else { return "" }
                if value.string == nil { fields.drop(quotes, written: value.source, .wrongType) }
                return value.string?.withoutNUL ?? ""
            }
            let text = value(.text)
            guard !text.allSatisfy(\.isWhitespace) else {
                let problem = SkippedEntry.missing(MyBooks.text("text of a quote"))
                fields.drop(quotes, written: element.source, BadField(problem.reason))
                return nil
            }
            var quote = ImportedQuote(text: text)
            let identifier = value(.identifier)
            quote.identifier = UUID(uuidString: identifier)
            if quote.identifier == nil, !identifier.isEmpty {
                fields.drop(quotes, written: identifier, .identifier)
            }
            let page = value(.page)
            quote.page = page.isEmpty ? nil : page
            quote.note = value(.note)
            return quote
        }
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
