import Foundation
import Localization
import ModelData

/// Finds the book of the log that a file's row is about, without a query a row.
///
/// A row is known by its identifier, else by its source, else by title and author: the last only among books that
/// were in the log before and that no row of this file is about yet, so that two copies stay two.
struct BookIndex {
    private var byIdentifier: [UUID: Entry] = [:]
    private var bySource: [String: Entry] = [:]
    private var byName: [String: [Entry]] = [:]
    private var unsettled: [Entry] = []

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

    /// Indexes the books that are in the log.
    init(_ context: ModelContext) throws {
        var descriptor = FetchDescriptor<Book>()
        descriptor.propertiesToFetch = [\.identifier, \.source, \.title, \.author]
        // One batch after the other: a log may have very many books.
        try context.enumerate(descriptor, batchSize: 1000) { book in
            let entry = Entry(book, hasSource: book.source != nil)
            entry.book = nil
            byIdentifier[book.identifier] = entry
            if let source = book.source { bySource[source] = entry }
            byName[Self.name(book.title, book.author), default: []].append(entry)
        }
    }

    private static func name(_ title: String, _ author: String) -> String {
        Localization.SearchFold.fold(title) + "\u{0}" + Localization.SearchFold.fold(author)
    }

    /// The book that a row is about, if the log has it.
    func match(_ row: ImportedBook, in context: ModelContext) throws -> Book? {
        guard let entry = entry(row) else { return nil }
        if let book = entry.book { return book }
        return context.model(for: entry.id) as? Book
    }

    /// Whether a row names the source of another book than the one that it is about.
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

    /// Remembers that a row is about a book that was in the log already.
    mutating func note(_ row: ImportedBook) {
        guard let entry = entry(row) else { return }
        entry.isTaken = true
        if let source = row.source { bySource[source] = entry }
    }

    /// Indexes a book that a row has brought; only a row with the same identifier or source is about it.
    mutating func add(_ book: Book, _ row: ImportedBook) {
        let entry = Entry(book, hasSource: row.source != nil)
        unsettled.append(entry)
        byIdentifier[book.identifier] = entry
        if let source = row.source { bySource[source] = entry }
    }

    /// Lets go of the objects of books that were saved, so that a long file needs little memory.
    mutating func settle() {
        for entry in unsettled {
            if let book = entry.book { entry.id = book.persistentModelID }
            entry.book = nil
        }
        unsettled.removeAll(keepingCapacity: true)
    }
}
