import Foundation
import Testing

@testable import ModelData

@Suite("History of several stores")
struct MultiStoreHistoryTests {
    private typealias Descriptor = HistoryDescriptor<DefaultHistoryTransaction>

    private let directory: TemporaryDirectory
    private let container: ModelContainer
    private let context: ModelContext

    init() throws {
        directory = try TemporaryDirectory()
        container = try ModelContainer(
            for: Book.self, Printing.self,
            configurations: ModelConfiguration(
                "books", schema: Schema(Book.self), url: directory.file("books.store")),
            ModelConfiguration(
                "printings", schema: Schema(Printing.self), url: directory.file("printings.store")))
        context = ModelContext(container)
    }

    /// Saves a transaction for each name. If the name begins with “b”, the transaction is saved to the store
    /// of books, otherwise to the store of printings.
    private func save(_ names: String...) throws {
        for name in names {
            context.author = name
            if name.hasPrefix("b") {
                context.insert(Book(title: name, author: "x"))
            } else {
                context.insert(Printing(isbn: nil, title: name, year: 1961))
            }
            try context.save()
        }
    }

    private func all() throws -> [DefaultHistoryTransaction] { try context.fetchHistory(Descriptor()) }

    /// Returns the authors of the transactions that match a predicate.
    private func authors(_ predicate: Predicate<DefaultHistoryTransaction>) throws -> [String] {
        try context.fetchHistory(Descriptor(predicate: predicate)).map { $0.author ?? "" }
    }

    /// Reads new transactions, as a program that stores the last token does.
    private final class HistoryReader {
        let context: ModelContext
        let limit: UInt64
        var token: DefaultHistoryToken?

        init(_ context: ModelContext, limit: UInt64 = 0, after token: DefaultHistoryToken? = nil) {
            self.context = context
            self.limit = limit
            self.token = token
        }

        /// Returns the authors of the transactions since the last call.
        func newAuthors() throws -> [String] {
            var descriptor = Descriptor()
            if let token { descriptor.predicate = #Predicate { $0.token > token } }
            descriptor.fetchLimit = limit
            let found = try context.fetchHistory(descriptor)
            if let last = found.last { token = last.token }
            return found.map { $0.author ?? "" }
        }
    }

    @Test func `The last token is followed by each later transaction of every store once`() throws {
        let reader = HistoryReader(context)
        try save("b1", "p1", "p2", "b2")
        #expect(try reader.newAuthors() == ["b1", "p1", "p2", "b2"])
        #expect(try reader.newAuthors().isEmpty)
        for name in ["p3", "b3", "b4", "p4"] {
            try save(name)
            #expect(try reader.newAuthors() == [name])
            #expect(try reader.newAuthors().isEmpty)
        }
        try save("b5", "p5", "b6")
        #expect(try reader.newAuthors() == ["b5", "p5", "b6"])
        #expect(reader.token?.tokenValue?.values.sorted() == [5, 6])
        let slow = HistoryReader(context, limit: 1)
        var steps: [String] = []
        for _ in 1...11 { steps += try slow.newAuthors() }
        #expect(try steps == all().map { $0.author ?? "" })
        #expect(try slow.newAuthors().isEmpty)
    }

    @Test func `A token divides the history of all stores into earlier and later transactions`() throws {
        let names = ["p1", "b1", "b2", "p2", "p3", "b3"]
        for name in names { try save(name) }
        for (index, transaction) in try all().enumerated() {
            let token = transaction.token
            #expect(transaction.author == names[index])
            #expect(try authors(#Predicate { $0.token < token }) == Array(names[..<index]))
            #expect(try authors(#Predicate { $0.token <= token }) == Array(names[...index]))
            #expect(try authors(#Predicate { $0.token == token }) == [names[index]])
            #expect(try authors(#Predicate { $0.token >= token }) == Array(names[index...]))
            #expect(try authors(#Predicate { token < $0.token }) == Array(names[(index + 1)...]))
            // SQL can't evaluate this predicate, so the transactions are filtered in memory.
            let compared = try authors(#Predicate { $0.token > token || $0.author == "" })
            #expect(compared == Array(names[(index + 1)...]))
        }
        #expect(try all().map(\.token).sorted() == all().map(\.token))
    }

    @Test func `A transaction begun before a token and saved after it is included`() throws {
        try save("b1", "p1")
        let other = ModelContext(container)
        other.author = "b2"
        try other.beginTransaction()
        other.insert(Book(title: "b2", author: "x"))
        try other.save()
        try save("p2")
        let reader = HistoryReader(context)
        #expect(try reader.newAuthors() == ["b1", "p1", "p2"])
        try other.commitTransaction()
        #expect(try reader.newAuthors() == ["b2"])
        #expect(try reader.newAuthors().isEmpty)
        try save("p3")
        #expect(try reader.newAuthors() == ["p3"])
    }

    @Test func `A clock that is set back doesn't change a store's order or repeat transactions`() throws {
        try save("b1", "p1", "b2", "b3", "p2")
        let books = try context.allSessions()[0]
        try books.connection.perform { try $0.execute("UPDATE _history SET at = 0 WHERE _id = 2") }
        let reader = HistoryReader(context)
        let found = try reader.newAuthors()
        #expect(found.filter { $0.hasPrefix("b") } == ["b1", "b2", "b3"])
        #expect(found.count == 5)
        #expect(found.last == "p2")
        #expect(try reader.newAuthors().isEmpty)
    }

    @Test
    func `Encoded tokens include all stores, and a token of one store returns the other's full history`()
        throws
    {
        try save("b1", "p1", "b2", "p2")
        let transactions = try all()
        let last = transactions[3].token
        let again = try JSONDecoder().decode(
            DefaultHistoryToken.self, from: try JSONEncoder().encode(last))
        #expect(again == last)
        #expect(again.tokenValue == last.tokenValue)
        #expect(last.tokenValue?.count == 2)
        let single = #"{"store":"\#(transactions[0].storeIdentifier)","transaction":1}"#
        let token = try JSONDecoder().decode(DefaultHistoryToken.self, from: Data(single.utf8))
        #expect(token == transactions[0].token)
        let reader = HistoryReader(context, after: token)
        #expect(try reader.newAuthors() == ["p1", "b2", "p2"])
        #expect(try reader.newAuthors().isEmpty)
    }

    @Test func `A token expires when later history of any store is deleted, but not when earlier history is`()
        throws
    {
        try save("b1", "p1", "b2", "p2")
        let first = try all()[0].token
        try context.deleteHistory(Descriptor(predicate: #Predicate { $0.author == "p1" }))
        #expect(throws: ModelDataError.self) { try authors(#Predicate { $0.token > first }) }
        let reader = HistoryReader(context)
        #expect(try reader.newAuthors() == ["b1", "b2", "p2"])
        #expect(try reader.newAuthors().isEmpty)
        // After this deletion, the store of printings has no history at all.
        try context.deleteHistory(Descriptor(predicate: #Predicate { $0.author == "p2" }))
        reader.token = nil
        #expect(try reader.newAuthors() == ["b1", "b2"])
        #expect(try reader.newAuthors().isEmpty)
        try save("p3")
        #expect(try reader.newAuthors() == ["p3"])
    }
}
