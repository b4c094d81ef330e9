import Foundation
import Localization
import ModelData

/// An index that finds the book for each row of a file without a query per row.
///
/// A row matches a book with the same identifier. If no book has it, the row matches a book with the same
/// source. If no book has the source either, the row matches a book with the same title and author. Such a
/// book must have been in the log before the import, and no other row may have matched it. Therefore two
/// copies of a book in a file stay two books.
struct BookIndex {
    private var byIdentifier: [UUID: Entry] = [:]
    private var bySource: [String: Entry] = [:]
    private var byName: [String: [Entry]] = [:]
    private var unsavedEntries: [Entry] = []

    private final class Entry {
        var book: Book?
        var id: PersistentIdentifier
        var isTaken = false
        let hasSource: Bool

        init(_ book: Book, hasSource: Bool) {
            self.book = book
            id = book.persistentModelID
            self.hasSource = hasSource
        }
    }

    /// Indexes the books in the log.
    init(_ context: ModelContext) throws {
        var descriptor = FetchDescriptor<Book>()
        descriptor.propertiesToFetch = [\.identifier, \.source, \.title, \.author]
        // Enumerate in batches, because a log may have very many books.
        try context.enumerate(descriptor, batchSize: 1000) { book in
            let entry = Entry(book, hasSource: book.source != nil)
            entry.book = nil
            byIdentifier[book.identifier] = entry
            if let source = book.source { bySource[source] = entry }
            byName[Self.name(book.title, book.author), default: []].append(entry)
        }
    }

    private static func name(_ title: String, _ author: String) -> String {
        SearchFold.fold(title) + "\u{0}" + SearchFold.fold(author)
    }

    /// Returns the book that matches a row; `nil` if no book matches.
    func match(_ row: ImportedBook, in context: ModelContext) throws -> Book? {
        guard let entry = entry(row) else { return nil }
        if let book = entry.book { return book }
        return context.model(for: entry.id) as? Book
    }

    /// Returns whether the row's source belongs to a different book than the one that the row matches.
    func namesSourceOfAnother(_ row: ImportedBook) -> Bool {
        guard let source = row.source, let owner = bySource[source], let entry = entry(row) else {
            return false
        }
        return owner !== entry
    }

    private func entry(_ row: ImportedBook) -> Entry? {
        if let identifier = row.identifier, let entry = byIdentifier[identifier] { return entry }
        if let source = row.source, let entry = bySource[source] { return entry }
        guard !byName.isEmpty else { return nil }
        return byName[Self.name(row.title, row.author)]?.first {
            !$0.isTaken && !($0.hasSource && row.source != nil)
        }
    }

    /// Records that a row matches a book that was in the log before.
    mutating func recordMatch(_ row: ImportedBook) {
        guard let entry = entry(row) else { return }
        entry.isTaken = true
        if let source = row.source { bySource[source] = entry }
    }

    /// Indexes a book that was added for a row. Later rows match this book only by identifier or source.
    mutating func add(_ book: Book, _ row: ImportedBook) {
        let entry = Entry(book, hasSource: row.source != nil)
        unsavedEntries.append(entry)
        byIdentifier[book.identifier] = entry
        if let source = row.source { bySource[source] = entry }
    }

    /// Releases the objects of saved books, so that a long file needs little memory.
    mutating func releaseSavedObjects() {
        for entry in unsavedEntries {
            if let book = entry.book { entry.id = book.persistentModelID }
            entry.book = nil
        }
        unsavedEntries.removeAll(keepingCapacity: true)
    }
}
