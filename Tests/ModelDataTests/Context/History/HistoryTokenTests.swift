import Foundation
import ModelData
import Testing

@Suite("Expired history tokens")
struct HistoryTokenTests {
    private typealias Descriptor = HistoryDescriptor<DefaultHistoryTransaction>

    private func filled(_ container: ModelContainer) throws -> (ModelContext, [DefaultHistoryToken]) {
        let context = ModelContext(container)
        for title in ["a", "b", "c", "d"] {
            context.insert(Book(title: title, author: "x"))
            try context.save()
        }
        return (context, try context.fetchHistory(Descriptor()).map(\.token))
    }

    private func later(_ token: DefaultHistoryToken) -> Descriptor {
        Descriptor(predicate: #Predicate { $0.token > token })
    }

    @Test func `A token before deleted transactions is refused, the last deleted transaction's token isn't`()
        throws
    {
        let (context, tokens) = try filled(try memory(Book.self))
        let cut = tokens[2]
        try context.deleteHistory(Descriptor(predicate: #Predicate { $0.token < cut }))
        let error = ModelDataError.historyTokenExpired(path: ":memory:", transaction: 1)
        #expect(throws: error) { try context.fetchHistory(later(tokens[0])) }
        #expect(try context.fetchHistory(later(tokens[1])).map(\.token) == [tokens[2], tokens[3]])
        #expect(try context.fetchHistory(later(tokens[3])).isEmpty)
        let (first, second) = (tokens[0], tokens[1])
        // This predicate also asks for the token's own transaction, which was deleted.
        let inclusive = Descriptor(predicate: #Predicate { $0.token >= second })
        #expect(throws: ModelDataError.self) { try context.fetchHistory(inclusive) }
        // The same error occurs with swapped operands and an additional condition.
        let turned = Descriptor(predicate: #Predicate { first < $0.token && $0.author == nil })
        #expect(throws: ModelDataError.self) { try context.fetchHistory(turned) }
        let saved: DefaultHistoryToken? = first
        let unwrapped = Descriptor(predicate: #Predicate { $0.token > saved! })
        #expect(throws: error) { try context.fetchHistory(unwrapped) }
        // Without a token, all existing transactions are returned.
        #expect(try context.fetchHistory(Descriptor()).count == 2)
        let one = Descriptor(predicate: #Predicate { $0.token == second || $0.token > cut })
        #expect(try context.fetchHistory(one).map(\.token) == [tokens[3]])
        #expect(throws: Never.self) { try context.deleteHistory(later(tokens[0])) }
    }

    @Test func `Tokens also expire after all history is deleted, pruned, or the store is reopened`() throws {
        let directory = try TemporaryDirectory()
        let tokens: [DefaultHistoryToken]
        do {
            let (context, all) = try filled(try container(directory.file(), Book.self))
            tokens = all
            try context.deleteHistory(before: .distantFuture, keeping: 2)
            #expect(throws: ModelDataError.self) { try context.fetchHistory(later(tokens[0])) }
            #expect(try context.fetchHistory(later(tokens[1])).count == 2)
            try context.deleteHistory(Descriptor())
        }
        let context = ModelContext(try container(directory.file(), Book.self))
        let error = ModelDataError.historyTokenExpired(path: directory.file().path, transaction: 3)
        #expect(throws: error) { try context.fetchHistory(later(tokens[2])) }
        #expect(try context.fetchHistory(later(tokens[3])).isEmpty)
        context.insert(Book(title: "e", author: "x"))
        try context.save()
        #expect(try context.fetchHistory(later(tokens[3])).count == 1)
        #expect("\(error)".contains("after transaction 3"))
    }

    @Test func `A rollback leaves no gap in the history`() throws {
        let (context, tokens) = try filled(try memory(Book.self))
        try context.beginTransaction()
        context.insert(Book(title: "e", author: "x"))
        try context.save()
        #expect(try context.fetchHistory(later(tokens[0])).count == 4)
        context.rollbackTransaction()
        #expect(try context.fetchHistory(later(tokens[0])).count == 3)
        try context.undoLastTransaction()
        try context.redoLastTransaction()
        #expect(try context.fetchHistory(later(tokens[0])).count == 5)
    }

    @Test func `Transactions and changes are hashable and name no process`() throws {
        let (context, tokens) = try filled(try memory(Book.self))
        let transactions = try context.fetchHistory(Descriptor())
        let again = try context.fetchHistory(Descriptor())
        #expect(Set(transactions).union(again).count == 4)
        #expect(transactions == again)
        let number: DefaultHistoryTransaction.TransactionIdentifier = 1
        #expect(transactions[0].transactionIdentifier == number && transactions[0].id == tokens[0])
        #expect(transactions[0].bundleIdentifier.isEmpty && transactions[0].processIdentifier.isEmpty)
        let inserts = (transactions + again).flatMap(\.changes).compactMap { change in
            if case .insert(let insert as DefaultHistoryInsert<Book>) = change { insert } else { nil }
        }
        #expect(inserts.count == 8)
        #expect(Set(inserts).count == 4)
    }

    @Test func `A tombstone is a sequence of values that any key path of the model can look up`() throws {
        let context = ModelContext(try memory(Printing.self))
        let printing = Printing(isbn: "978", title: "Solaris", year: 1961)
        let other = Printing(isbn: nil, title: "Eden", year: 1959)
        context.insert(printing)
        context.insert(other)
        try context.save()
        context.delete(printing)
        context.delete(other)
        try context.save()
        let tombstones = try context.fetchHistory(Descriptor()).flatMap(\.changes).compactMap { change in
            if case .delete(let deletion as DefaultHistoryDelete<Printing>) = change {
                deletion.tombstone
            } else {
                nil
            }
        }
        let stone = try #require(tombstones.first { $0[\.isbn] == "978" })
        let bare = try #require(tombstones.first { $0[\.isbn] == String??.some(nil) })
        let (isbn, title): (PartialKeyPath<Printing>, PartialKeyPath<Printing>) = (\.isbn, \.title)
        #expect(stone[isbn] as? String == "978")
        #expect(stone[title] == nil)
        #expect(bare[isbn] == nil)
        let status: PartialKeyPath<Printing> = \.status
        let value: (any Sendable)? = stone[status]
        #expect(value as? Status == .onShelf)
        #expect(stone.compactMap { $0 as? String } == ["978"])
        #expect(Array(stone).count == stone.keyPaths.count)
        #expect(Array(bare).count == bare.keyPaths.count - 1)
    }
}
