import Foundation
import Localization
import ModelData

/// Finds the book for a row of a file without a query per row.
///
/// A row matches by its identifier, else by its source, else by title and author. Only books that were in the
/// log before, and that no other row has matched, match by title and author. Therefore two copies stay two
/// books.
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
        // In batches, because a log may have very many books.
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

    /// Returns the book that matches a row; `nil` if there is none.
    func match(_ row: ImportedBook, in context: ModelContext) throws -> Book? {
        guard let entry = entry(row) else { return nil }
        if let book = entry.book { return book }
        return context.model(for: entry.id) as? Book
    }

    /// Returns whether another book than the matching one already has the row's source.
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

    /// Indexes a book that was added for a row. Other rows match it only by identifier or source.
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
