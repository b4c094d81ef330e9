import Foundation
import ModelData
import Testing

@Suite("Transactions")
struct TransactionTests {
    private struct Failure: Error {}

    @Test func `A transaction that throws leaves no changes`() throws {
        let container = try memory(Book.self)
        let context = ModelContext(container)
        let kept = Book(title: "Solaris", author: "Lem")
        let lost = Book(title: "Fiasko", author: "Lem")
        context.insert(kept)
        context.insert(lost)
        try context.save()
        let added = Book(title: "Eden", author: "Lem")
        #expect(throws: Failure.self) {
            try context.transaction {
                kept.title = "changed"
                context.insert(added)
                context.delete(lost)
                try context.save()
                kept.rating = 3
                throw Failure()
            }
        }
        #expect(kept.title == "Solaris")
        #expect(kept.rating == nil)
        #expect(added.modelContext == nil)
        #expect(!lost.isDeleted)
        #expect(lost.modelContext === context)
        #expect(!context.hasChanges)
        #expect(
            try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)])).map(\.title)
                == ["Fiasko", "Solaris"])
        #expect(try context.historySummaries().count == 1)
    }

    @Test func `Several saves in a transaction are one history entry and one undo step`() throws {
        let context = ModelContext(try memory(Book.self))
        context.transactionNote = "import"
        try context.beginTransaction()
        for batch in 0..<3 {
            for number in 0..<4 {
                context.insert(Book(title: "\(batch)-\(number)", author: "x"))
            }
            try context.save()
        }
        try context.commitTransaction()
        let steps = try context.historySummaries()
        #expect(steps.map(\.note) == ["import"])
        #expect(steps.first?.inserted == ["Book": 12])
        #expect(context.transactionNote == nil)
        try context.undoLastTransaction()
        #expect(try context.fetchCount(FetchDescriptor<Book>()) == 0)
        try context.redoLastTransaction()
        #expect(try context.fetchCount(FetchDescriptor<Book>()) == 12)
    }

    @Test func `Other contexts see a transaction only after its commit`() throws {
        let directory = try TemporaryDirectory()
        let container = try container(directory.file(), Book.self)
        let context = ModelContext(container)
        let other = ModelContext(container)
        try context.beginTransaction()
        context.insert(Book(title: "Solaris", author: "Lem"))
        try context.save()
        #expect(try other.fetchCount(FetchDescriptor<Book>()) == 0)
        #expect(try context.fetchCount(FetchDescriptor<Book>()) == 1)
        try context.commitTransaction()
        #expect(try other.fetchCount(FetchDescriptor<Book>()) == 1)
    }

    @Test func `A failed save in a transaction reverts only itself`() throws {
        let context = ModelContext(try memory(Everything.self))
        try context.beginTransaction()
        context.insert(Everything(key: 1))
        try context.save()
        let bad = Everything(key: 2)
        bad.double = .nan
        context.insert(bad)
        #expect(throws: ModelDataError.self) { try context.save() }
        bad.double = 1
        try context.commitTransaction()
        #expect(try context.fetchCount(FetchDescriptor<Everything>()) == 2)
        #expect(try context.historySummaries().first?.inserted == ["Everything": 2])
    }

    @Test func `A transaction that ends at a failed save can only be rolled back afterwards`() throws {
        let context = ModelContext(try memory(Everything.self))
        try context.beginTransaction(endsAtFailedSave: true)
        context.insert(Everything(key: 1))
        try context.save()
        let bad = Everything(key: 2)
        bad.double = .nan
        context.insert(bad)
        #expect(throws: ModelDataError.self) { try context.save() }
        bad.double = 1
        #expect(throws: ModelDataError.self) { try context.save() }
        #expect(throws: ModelDataError.self) { try context.commitTransaction() }
        context.rollbackTransaction()
        #expect(try context.fetchCount(FetchDescriptor<Everything>()) == 0)
        #expect(try context.historySummaries().isEmpty)
        try context.transaction { context.insert(Everything(key: 3)) }
        #expect(try context.fetchCount(FetchDescriptor<Everything>()) == 1)
    }

    @Test func `After an inner transaction throws, the outer one can only be rolled back`() throws {
        let context = ModelContext(try memory(Book.self))
        #expect(throws: Failure.self) {
            try context.transaction {
                context.insert(Book(title: "Solaris", author: "Lem"))
                do {
                    try context.transaction {
                        context.insert(Book(title: "Eden", author: "Lem"))
                        try context.save()
                        context.insert(Book(title: "Fiasko", author: "Lem"))
                        throw Failure()
                    }
                } catch is Failure {}
                context.insert(Book(title: "Golem", author: "Lem"))
            }
        }
        #expect(!context.isInTransaction)
        #expect(!context.hasChanges)
        #expect(try context.fetchCount(FetchDescriptor<Book>()) == 0)
        try context.beginTransaction()
        #expect(throws: Failure.self) {
            try context.transaction {
                context.insert(Book(title: "Eden", author: "Lem"))
                throw Failure()
            }
        }
        #expect(throws: Failure.self) { try context.save() }
        #expect(throws: Failure.self) { try context.commitTransaction() }
        context.rollbackTransaction()
        try context.transaction {
            context.insert(Book(title: "Solaris", author: "Lem"))
            try context.transaction { context.insert(Book(title: "Eden", author: "Lem")) }
        }
        #expect(try context.historySummaries().map(\.inserted) == [["Book": 2]])
    }

    @Test func `Changes of a failed inner transaction aren't saved by the outer one`() throws {
        let context = ModelContext(try memory(Everything.self))
        let bad = Everything(key: 2)
        #expect(throws: ModelDataError.self) {
            try context.transaction {
                context.insert(Everything(key: 1))
                try? context.transaction {
                    bad.double = .nan
                    context.insert(bad)
                }
                bad.double = 1
            }
        }
        #expect(!context.isInTransaction)
        #expect(bad.modelContext == nil)
        #expect(try context.fetchCount(FetchDescriptor<Everything>()) == 0)
    }

    @Test func `Opening a transaction twice or committing without one is an error`() throws {
        let context = ModelContext(try memory(Book.self))
        #expect(throws: ModelDataError.noTransaction) { try context.commitTransaction() }
        try context.beginTransaction()
        #expect(throws: ModelDataError.transactionOpen) { try context.beginTransaction() }
        context.rollbackTransaction()
        #expect(!context.isInTransaction)
    }

    @Test func `A note belongs to one save, even if the save writes nothing`() throws {
        let context = ModelContext(try memory(Book.self))
        context.transactionNote = "nothing"
        try context.save()
        context.insert(Book(title: "Solaris", author: "Lem"))
        try context.save()
        context.transactionNote = "Eden"
        context.insert(Book(title: "Eden", author: "Lem"))
        try context.save()
        context.insert(Book(title: "Fiasko", author: "Lem"))
        try context.save()
        #expect(try context.historySummaries().map(\.note) == [nil, "Eden", nil])
        // A rollback discards the note, so the next transaction doesn't get it.
        context.transactionNote = "taken back"
        context.insert(Book(title: "Golem", author: "Lem"))
        context.rollback()
        try context.undoLastTransaction()
        #expect(try context.historySummaries().map(\.note) == [nil, nil, "Eden", nil])
    }

    @Test func `An empty transaction leaves no history entry`() throws {
        let context = ModelContext(try memory(Book.self))
        try context.transaction {}
        #expect(try context.historySummaries().isEmpty)
    }

    @Test
    @MainActor func `A transaction can be open across awaits on the main actor`() async throws {
        let container = try memory(Book.self)
        let context = container.mainContext
        context.autosaveEnabled = false
        try context.beginTransaction()
        context.insert(Book(title: "Solaris", author: "Lem"))
        await Task.yield()
        context.insert(Book(title: "Eden", author: "Lem"))
        try context.commitTransaction()
        #expect(try context.historySummaries().first?.inserted == ["Book": 2])
    }
}
