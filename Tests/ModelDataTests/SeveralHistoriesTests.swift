import Foundation
import Testing

@testable import ModelData

@Suite("The history of several stores")
struct SeveralHistoriesTests {
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

    /// Saves a transaction to the store of books, or to that of printings, as the name begins.
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

    /// Who saved the transactions that a predicate asks for.
    private func authors(_ predicate: Predicate<DefaultHistoryTransaction>) throws -> [String] {
        try context.fetchHistory(Descriptor(predicate: predicate)).map { $0.author ?? "" }
    }

    /// Follows the history as a program does that keeps the last token.
    private final class Follower {
        let context: ModelContext
        let limit: UInt64
        var token: DefaultHistoryToken?

        init(_ context: ModelContext, limit: UInt64 = 0, after token: DefaultHistoryToken? = nil) {
            self.context = context
            self.limit = limit
            self.token = token
        }

        /// Who saved what came since this was last asked.
        func news() throws -> [String] {
            var descriptor = Descriptor()
            if let token { descriptor.predicate = #Predicate { $0.token > token } }
            descriptor.fetchLimit = limit
            let found = try context.fetchHistory(descriptor)
            if let last = found.last { token = last.token }
            return found.map { $0.author ?? "" }
        }
    }

    @Test("After the last token come the later transactions of every store, each of them once")
    func following() throws {
        let follower = Follower(context)
        try save("b1", "p1", "p2", "b2")
        #expect(try follower.news() == ["b1", "p1", "p2", "b2"])
        #expect(try follower.news().isEmpty)
        for name in ["p3", "b3", "b4", "p4"] {
            try save(name)
            #expect(try follower.news() == [name])
            #expect(try follower.news().isEmpty)
        }
        try save("b5", "p5", "b6")
        #expect(try follower.news() == ["b5", "p5", "b6"])
        #expect(follower.token?.tokenValue?.values.sorted() == [5, 6])
        let slow = Follower(context, limit: 1)
        var steps: [String] = []
        for _ in 1...11 { steps += try slow.news() }
        #expect(try steps == all().map { $0.author ?? "" })
        #expect(try slow.news().isEmpty)
    }

    @Test("A token parts the history of all stores into what is before it and what is after it")
    func comparing() throws {
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
            // SQL can't look this up.
            let compared = try authors(#Predicate { $0.token > token || $0.author == "" })
            #expect(compared == Array(names[(index + 1)...]))
        }
        #expect(try all().map(\.token).sorted() == all().map(\.token))
    }

    @Test("What was begun before a token and saved after it isn't missed")
    func late() throws {
        try save("b1", "p1")
        let other = ModelContext(container)
        other.author = "b2"
        try other.beginTransaction()
        other.insert(Book(title: "b2", author: "x"))
        try other.save()
        try save("p2")
        let follower = Follower(context)
        #expect(try follower.news() == ["b1", "p1", "p2"])
        try other.commitTransaction()
        #expect(try follower.news() == ["b2"])
        #expect(try follower.news().isEmpty)
        try save("p3")
        #expect(try follower.news() == ["p3"])
    }

    @Test("A clock that was set back changes nothing of the order of a store, and nothing comes twice")
    func clock() throws {
        try save("b1", "p1", "b2", "b3", "p2")
        let books = try context.session(at: 0)
        try books.connection.perform { try $0.execute("UPDATE _history SET at = 0 WHERE _id = 2") }
        let follower = Follower(context)
        let found = try follower.news()
        #expect(found.filter { $0.hasPrefix("b") } == ["b1", "b2", "b3"])
        #expect(found.count == 5 && found.last == "p2")
        #expect(try follower.news().isEmpty)
    }

    @Test("Tokens are encoded with all stores, and those that know of one only find all of the other")
    func encoding() throws {
        try save("b1", "p1", "b2", "p2")
        let transactions = try all()
        let last = transactions[3].token
        let again = try JSONDecoder().decode(
            DefaultHistoryToken.self, from: try JSONEncoder().encode(last))
        #expect(again == last && again.tokenValue == last.tokenValue && last.tokenValue?.count == 2)
        let former = #"{"store":"\#(transactions[0].storeIdentifier)","transaction":1}"#
        let token = try JSONDecoder().decode(DefaultHistoryToken.self, from: Data(former.utf8))
        #expect(token == transactions[0].token)
        let follower = Follower(context, after: token)
        #expect(try follower.news() == ["p1", "b2", "p2"])
        #expect(try follower.news().isEmpty)
    }

    @Test(
        "A token has expired once something after it was deleted in any store, and not by what was before it")
    func expired() throws {
        try save("b1", "p1", "b2", "p2")
        let first = try all()[0].token
        try context.deleteHistory(Descriptor(predicate: #Predicate { $0.author == "p1" }))
        #expect(throws: ModelDataError.self) { try authors(#Predicate { $0.token > first }) }
        let follower = Follower(context)
        #expect(try follower.news() == ["b1", "b2", "p2"])
        #expect(try follower.news().isEmpty)
        // All of the other store's history is gone.
        try context.deleteHistory(Descriptor(predicate: #Predicate { $0.author == "p2" }))
        follower.token = nil
        #expect(try follower.news() == ["b1", "b2"])
        #expect(try follower.news().isEmpty)
        try save("p3")
        #expect(try follower.news() == ["p3"])
    }
}
