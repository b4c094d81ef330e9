import Foundation
import ModelData
import Testing

@Suite("The history of a store")
struct HistoryTests {
    private typealias Descriptor = HistoryDescriptor<DefaultHistoryTransaction>

    @Test("Transactions tell who changed what, with the values that were to be kept")
    func changes() throws {
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
        #expect(deletion.changedPersistentIdentifier == identifier && deletion.transactionIdentifier == 3)
    }

    @Test("A token finds what came after it, also after it was encoded")
    func tokens() throws {
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

    @Test("What is older than deleted history can't be undone, what is newer can")
    func deletion() throws {
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
}
