import Foundation
import Localization

/// Brings what a file says of a book together with what the log holds.
///
/// A field is overwritten only while it still holds what the last import put there, or while it is empty and no
/// import ever filled it; whatever the person set stays. A value that the file lacks erases nothing.
@MainActor
struct BookMerge {
    private let book: Book
    private let related: ImportedRelations
    private var fingerprints: ImportFingerprints

    /// Fills a book that was just made for the file's row, and is in the log already.
    static func fill(_ book: Book, with imported: ImportedBook, _ related: ImportedRelations) throws {
        book.summary = imported.summary
        book.status = imported.status
        book.rating = imported.rating
        book.started = imported.started?.utcDate
        book.completed = imported.completed?.utcDate
        book.source = imported.source
        if !imported.shelves.isEmpty { book.shelves = try imported.shelves.map { try related.shelf($0) } }
        if !imported.quotes.isEmpty { book.quotes = try imported.quotes.map { try related.quote($0) } }
        guard !imported.isFromLog else {
            book.lastImport = imported.lastImport
            return
        }
        var fingerprints = ImportFingerprints()
        for shelf in imported.shelves { fingerprints.put(on: shelf) }
        for field in ImportFingerprints.Field.allCases {
            if let value = imported.value(field) { fingerprints.put(value, into: field) }
        }
        book.lastImport = fingerprints.stored
    }

    /// Merges a file's row into a book of the log.
    ///
    /// - Returns: Whether anything changed, be it only that the log knows now where the book comes from.
    static func merge(
        _ imported: ImportedBook, into book: Book, _ related: ImportedRelations
    ) throws -> Bool {
        var merge = BookMerge(
            book: book, related: related, fingerprints: ImportFingerprints(book.lastImport))
        return try merge.run(imported)
    }

    private mutating func run(_ imported: ImportedBook) throws -> Bool {
        let old = fingerprints
        var changed = false
        if take(.title, imported) { changed = set(\.title, imported.title) || changed }
        if take(.author, imported) { changed = set(\.author, imported.author) || changed }
        if take(.summary, imported) { changed = set(\.summary, imported.summary) || changed }
        if take(.rating, imported) { changed = set(\.rating, imported.rating) || changed }
        changed = mergeStatusAndDates(imported) || changed
        changed = try mergeShelves(imported) || changed
        changed = try mergeQuotes(imported) || changed
        if book.source == nil, let source = imported.source {
            book.source = source
            changed = true
        }
        if imported.isFromLog {
            // What comes from an export of the log isn't an import's, but for a day that the file doesn't know.
            var kept = old
            if imported.added == nil { kept.restore(.added, from: fingerprints) }
            fingerprints = kept
        }
        if fingerprints != old { book.lastImport = fingerprints.stored }
        return changed
    }

    /// Status and dates hang together: dates that the new status doesn't have go, and the order is kept. A status that
    /// has no place for a date that the person set isn't taken.
    private mutating func mergeStatusAndDates(_ imported: ImportedBook) -> Bool {
        let before = (status: book.status, dates: book.dates)
        for (name, field) in Self.readingDates where !name.isRelevant(for: before.status) {
            // Nobody has erased a date that the book's status has no place for: it may come again with another status.
            fingerprints.forget(field)
        }
        let remembered = fingerprints
        let takesStatus = !hasOwnDate(without: imported.status) && take(.status, imported)
        let status = takesStatus ? imported.status : book.status
        var dates = before.dates
        if take(.added, imported), let added = imported.added { dates.added = added }
        if take(.started, imported), let started = imported.started { dates.started = started }
        if take(.completed, imported), let completed = imported.completed { dates.completed = completed }
        if !ReadingDates.Name.started.isRelevant(for: status) { dates.started = nil }
        if !ReadingDates.Name.completed.isRelevant(for: status) { dates.completed = nil }
        if imported.added == nil || !imported.isFromLog,
            fingerprints.holds(dates.added.description, in: .added)
        {
            // The day it was added is an import's too, and no later than what a file knows of the reading.
            dates.added =
                [dates.added, dates.started, dates.completed].compactMap(\.self).min() ?? dates.added
            fingerprints.put(dates.added.description, into: .added)
        }
        if (try? dates.checkOrder()) == nil {
            // A date of the file and one that the person set contradict each other: the person's stay, and the file's
            // comes again when it doesn't contradict any more.
            dates = before.dates
            for field in [ImportFingerprints.Field.added, .started, .completed] {
                fingerprints.restore(field, from: remembered)
            }
            if status != before.status {
                if !ReadingDates.Name.started.isRelevant(for: status) { dates.started = nil }
                if !ReadingDates.Name.completed.isRelevant(for: status) { dates.completed = nil }
            }
        }
        book.setDates(dates)
        return set(\.status, status) || dates != before.dates
    }

    private static let readingDates: [(ReadingDates.Name, ImportFingerprints.Field)] = [
        (.started, .started), (.completed, .completed),
    ]

    /// Whether the person has set a date that a status doesn't have.
    private func hasOwnDate(without status: ReadingStatus) -> Bool {
        Self.readingDates.contains { name, field in
            guard !name.isRelevant(for: status), let present = book.value(field) else { return false }
            return !fingerprints.holds(present, in: field)
        }
    }

    /// The book comes on the shelves that no import has put it on before, and off those that an import put it on and
    /// the file doesn't name any more. Where the person has taken it off one, it stays off.
    private mutating func mergeShelves(_ imported: ImportedBook) throws -> Bool {
        var changed = false
        for name in imported.shelves where !fingerprints.knows(name) {
            fingerprints.put(on: name)
            if book.shelves.contains(where: { $0.key == name.key }) { continue }
            book.shelves.append(try related.shelf(name))
            changed = true
        }
        if imported.namesAllShelves, let isForgotten = fingerprints.forgetShelves(except: imported.shelves) {
            for shelf in book.shelves where isForgotten(shelf.key) {
                book.shelves.removeAll { $0 === shelf }
                related.noteLeft(shelf)
                changed = true
            }
        }
        return changed
    }

    /// The quotes that the book doesn't have yet come behind those that it has; these stay as they are.
    private func mergeQuotes(_ imported: ImportedBook) throws -> Bool {
        let new = imported.quotes.filter { quote in
            !book.quotes.contains {
                $0.identifier == quote.identifier || ($0.text == quote.text && $0.page == quote.page)
            }
        }
        for quote in new { book.quotes.append(try related.quote(quote)) }
        return !new.isEmpty
    }

    /// Whether the file's value goes into a field; remembers it if so.
    private mutating func take(_ field: ImportFingerprints.Field, _ imported: ImportedBook) -> Bool {
        guard let value = imported.value(field) else { return false }
        let present = book.value(field)
        let isOurs = fingerprints.knows(field) ? fingerprints.holds(present ?? "", in: field) : present == nil
        guard isOurs || present == value else { return false }
        fingerprints.put(value, into: field)
        return true
    }

    private func set<Value: Equatable>(_ path: ReferenceWritableKeyPath<Book, Value>, _ value: Value) -> Bool
    {
        guard book[keyPath: path] != value else { return false }
        book[keyPath: path] = value
        return true
    }
}

extension ImportedBook {
    /// A field's raw value; `nil` where the file has none.
    func value(_ field: ImportFingerprints.Field) -> String? {
        switch field {
        case .title: title
        case .author: author
        case .summary: summary.isEmpty ? nil : summary
        case .status: status.rawValue
        case .rating: rating.map(String.init)
        case .added: added?.description
        case .started: started?.description
        case .completed: completed?.description
        }
    }

    /// Remembers that the import chose a field's value itself, so that a file which knows it is heard later. A row that
    /// isn't from a log needs no such note: its values all count as the import's.
    mutating func noteGuess(of field: ImportFingerprints.Field) {
        guard isFromLog, let guess = value(field) else { return }
        var fingerprints = ImportFingerprints(lastImport)
        fingerprints.put(guess, into: field)
        lastImport = fingerprints.stored
    }
}

extension Book {
    /// A field's raw value; `nil` where it is empty.
    fileprivate func value(_ field: ImportFingerprints.Field) -> String? {
        switch field {
        case .title: title
        case .author: author
        case .summary: exported(.summary)
        case .status: status.rawValue
        case .rating: exported(.rating)
        case .added: exported(.added)
        case .started: exported(.started)
        case .completed: exported(.completed)
        }
    }
}
