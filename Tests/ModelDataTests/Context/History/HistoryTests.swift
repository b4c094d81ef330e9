import Foundation
import Testing

@testable import ModelData

@Suite("The history of a store")
struct HistoryTests {
    private typealias Descriptor = HistoryDescriptor<DefaultHistoryTransaction>

    @Test func `Transactions report the author and the changes, with the preserved values`() throws {
        let context = ModelContext(try memory(Printing.self, Book.self))
        context.author = "import"
        let edition = Printing(isbn: "978", title: "Solaris", year: 1961)
        context.insert(edition)
        context.insert(Book(title: "Eden", author: "Lem"))
        try context.save()
        let identifier = edition.persistentModelID
        context.author = "person"
        edition.title = "Fiasko"
        edition.year = 1986
        try context.save()
        context.delete(edition)
        try context.save()

        let transactions = try context.fetchHistory(Descriptor())
        #expect(transactions.map(\.author) == ["import", "person", "person"])
        #expect(transactions.map(\.transactionIdentifier) == [1, 2, 3])
        #expect(transactions[0].changes.count == 2)
        #expect(transactions[0].changes.map(\.changeIdentifier) == [0, 1])
        guard case .insert(let insertion as DefaultHistoryInsert<Printing>) = transactions[0].changes[0],
            case .update(let update as DefaultHistoryUpdate<Printing>) = transactions[1].changes[0],
            case .delete(let deletion as DefaultHistoryDelete<Printing>) = transactions[2].changes[0]
        else {
            Issue.record("\(transactions)")
            return
        }
        #expect(insertion.changedPersistentIdentifier == identifier)
        #expect(Set(update.updatedAttributes) == [\Printing.title, \Printing.year])
        #expect(deletion.tombstone[\.isbn] == "978")
        #expect(deletion.tombstone[\.status] == .onShelf)
        #expect(deletion.tombstone[\.title] == nil)
        #expect(deletion.changedPersistentIdentifier == identifier)
        #expect(deletion.transactionIdentifier == 3)
    }

    @Test func `A token finds all later transactions, also after it was encoded`() throws {
        let context = ModelContext(try memory(Book.self))
        for title in ["a", "b", "c"] {
            context.author = title
            context.insert(Book(title: title, author: "x"))
            try context.save()
        }
        let first = try #require(try context.fetchHistory(Descriptor()).first?.token)
        let token = try JSONDecoder().decode(
            DefaultHistoryToken.self, from: try JSONEncoder().encode(first))
        var descriptor = Descriptor(predicate: #Predicate { $0.token > token })
        #expect(try context.fetchHistory(descriptor).map(\.author) == ["b", "c"])
        descriptor.fetchLimit = 1
        #expect(try context.fetchHistory(descriptor).map(\.author) == ["b"])
        descriptor.sortBy = [SortDescriptor(\.transactionIdentifier, order: .reverse)]
        #expect(try context.fetchHistory(descriptor).map(\.author) == ["c"])
        descriptor = Descriptor(predicate: #Predicate { $0.author == "b" })
        #expect(try context.fetchHistory(descriptor).count == 1)
    }

    @Test func `Steps before deleted history can't be undone, later steps can`() throws {
        let context = ModelContext(try memory(Book.self))
        for title in ["a", "b", "c"] {
            context.transactionNote = title
            context.insert(Book(title: title, author: "x"))
            try context.save()
        }
        try context.deleteHistory(Descriptor(predicate: #Predicate { $0.transactionIdentifier == 2 }))
        #expect(try context.fetchHistory(Descriptor()).map(\.note) == ["a", "c"])
        #expect(try context.undoLastTransaction()?.note == "c")
        #expect(try context.undoLastTransaction() == nil)
        #expect(try context.redoLastTransaction()?.note == "c")
        try context.deleteHistory(Descriptor())
        #expect(try context.fetchHistory(Descriptor()).isEmpty)
        #expect(try context.undoLastTransaction() == nil)
        #expect(try context.fetchCount(FetchDescriptor<Book>()) == 3)
    }

    @Test func `SQL looks up tokens, numbers and dates, and the rest of a predicate is applied`() throws {
        let context = ModelContext(try memory(Book.self))
        for title in ["a", "b", "c", "d"] {
            context.author = title
            context.insert(Book(title: title, author: "x"))
            try context.save()
        }
        let all = try context.fetchHistory(Descriptor())
        let (token, other) = (all[1].token, DefaultHistoryToken(store: "other", transaction: 3))
        let (number, date) = (all[2].transactionIdentifier, all[1].timestamp)
        func check(_ predicate: Predicate<DefaultHistoryTransaction>, _ condition: String) throws {
            let bounds = HistoryBounds(predicate, store: token.store)
            #expect(bounds.condition == condition)
            let found = try context.fetchHistory(Descriptor(predicate: predicate))
            #expect(found.map(\.token) == (try all.filter { try predicate.evaluate($0) }.map(\.token)))
        }
        try check(#Predicate { $0.token > token }, " WHERE _id > ?")
        try check(#Predicate { token >= $0.token && $0.author != "a" }, " WHERE _id <= ?")
        try check(#Predicate { $0.transactionIdentifier == number }, " WHERE _id = ?")
        try check(#Predicate { $0.timestamp < date && $0.token <= token }, " WHERE at < ? AND _id <= ?")
        try check(#Predicate { $0.token > token || $0.author == "a" }, "")
        // If the token belongs to another store, no transaction of this store is later than the token.
        try check(#Predicate { $0.token > other }, " WHERE _id > ?")
    }

    @Test
    func `Old history is deleted by date except the latest transactions, and a limit deletes the oldest`()
        throws
    {
        let directory = try TemporaryDirectory()
        let container = try container(directory.file(), Book.self)
        let context = ModelContext(container)
        for number in 0..<10 {
            context.insert(Book(title: "\(number)", author: "x"))
            try context.save()
        }
        func numbers() throws -> [Int64] {
            try context.fetchHistory(Descriptor()).map(\.transactionIdentifier)
        }
        let session = try context.allSessions()[0]
        try session.connection.perform {
            try $0.execute("UPDATE _history SET at = _id * 100 WHERE _id <= 8")
        }
        let date = Date(timeIntervalSinceReferenceDate: 300)
        #expect(try context.deleteHistory(before: date) == 2)
        #expect(try numbers() == Array(3...10))
        #expect(try context.deleteHistory(before: date) == 0)
        #expect(try context.deleteHistory(before: .distantFuture, keeping: 6) == 2)
        #expect(try numbers() == Array(5...10))
        #expect(try context.deleteHistory(before: .distantFuture, keeping: 100) == 0)
        var descriptor = Descriptor()
        descriptor.fetchLimit = 2
        try context.deleteHistory(descriptor)
        #expect(try numbers() == Array(7...10))
        // Deleting transactions also deletes their changes. The remaining transactions can still be undone.
        let changes = try session.connection.perform {
            try $0.number("SELECT count(*) FROM _history_change")
        }
        #expect(changes == 4)
        for _ in 7...10 { #expect(try context.undoLastTransaction() != nil) }
        #expect(try context.undoLastTransaction() == nil)
        #expect(try context.fetchCount(FetchDescriptor<Book>()) == 6)
        // An undo can be redone even after the original change is deleted from the history.
        var first = Descriptor(predicate: #Predicate { $0.transactionIdentifier == 7 })
        first.fetchLimit = 1
        try context.deleteHistory(first)
        #expect(try context.redoableTransaction() != nil)
        #expect(try context.redoLastTransaction() != nil)
        #expect(try context.fetchCount(FetchDescriptor<Book>()) == 7)
        #expect(try context.deleteHistory(before: .distantFuture, keeping: 0) > 0)
        #expect(try numbers().isEmpty && context.fetchCount(FetchDescriptor<Book>()) == 7)
    }

    @Test
    func `Deleting history in a transaction is rolled back with it and keeps the transaction's own entry`()
        throws
    {
        let context = ModelContext(try memory(Book.self))
        context.insert(Book(title: "a", author: "x"))
        try context.save()
        try context.beginTransaction()
        context.insert(Book(title: "b", author: "x"))
        try context.save()
        #expect(try context.deleteHistory(before: .distantFuture) == 1)
        context.rollbackTransaction()
        #expect(try context.fetchHistory(Descriptor()).count == 1)
        try context.transaction {
            context.insert(Book(title: "c", author: "x"))
            try context.save()
            try context.deleteHistory(before: .distantFuture)
        }
        #expect(try context.fetchHistory(Descriptor()).map(\.changes.count) == [1])
    }
}
