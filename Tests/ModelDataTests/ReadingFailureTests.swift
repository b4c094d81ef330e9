import Foundation
import Testing

@testable import ModelData

@Suite("What can't be read where nothing can be thrown")
struct ReadingFailureTests {
    private let directory: TemporaryDirectory
    private let container: ModelContainer

    /// A trip with three sights, of which the second one has stars that are no number.
    init() throws {
        directory = try TemporaryDirectory()
        container = try travel(directory.file())
        let context = ModelContext(container)
        let trip = Trip(name: "Kraków")
        trip.sights = (0..<3).map { Sight("\($0)") }
        trip.sights[1].labels = [Label("old")]
        context.insert(trip)
        try context.save()
        try edit("UPDATE Sight SET stars = 'many' WHERE _id = 2")
    }

    private func edit(_ sql: String) throws {
        let tool = try StoreConnection(path: directory.file().path, timeout: 5)
        try tool.perform { try $0.execute(sql) }
    }

    private func mend() throws { try edit("UPDATE Sight SET stars = 0 WHERE _id = 2") }

    private func trip(_ context: ModelContext) throws -> Trip {
        try #require(try context.fetch(FetchDescriptor<Trip>()).first)
    }

    private static let unreadable = ModelDataError.unreadableValue(
        model: "Sight", property: "stars", record: 2, problem: .unreadable(content: "many", type: "Int"))

    @Test("A relationship is empty, it is said why once, and it is read again when it can be")
    func relationship() throws {
        let context = ModelContext(container)
        let trip = try trip(context)
        try context.checkReads()
        #expect(trip.sights.isEmpty)
        #expect(throws: Self.unreadable) { try context.checkReads() }
        try context.checkReads()
        try mend()
        #expect(trip.sights.map(\.title) == ["0", "1", "2"])
        try context.checkReads()
    }

    @Test("Nothing is saved that was decided on a relationship that couldn't be read")
    func decided() throws {
        let context = ModelContext(container)
        let trip = try trip(context)
        if trip.sights.isEmpty { context.delete(trip) }
        #expect(throws: Self.unreadable) { try context.save() }
        context.rollback()
        try context.save()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Trip>()) == 1)
    }

    @Test("A record is missing, and it is said why")
    func record() throws {
        let context = ModelContext(container)
        try mend()
        let identifier = try #require(
            try context.fetch(FetchDescriptor<Sight>(predicate: #Predicate { $0.title == "1" })).first
        ).persistentModelID
        try edit("UPDATE Sight SET stars = 'many' WHERE _id = 2")
        let other = ModelContext(container)
        #expect(other.model(for: identifier) == nil)
        #expect(throws: Self.unreadable) { try other.checkReads() }
        #expect(other[identifier, as: Sight.self] == nil)
        #expect(throws: Self.unreadable) { try other.save() }
        try mend()
        #expect(other[identifier, as: Sight.self]?.title == "1")
        try other.save()
    }

    @Test("A deletion that takes along what can't be read is refused each time, and whole once it can be")
    func cascade() throws {
        let context = ModelContext(container)
        context.delete(try trip(context))
        for _ in 0..<3 { #expect(throws: Self.unreadable) { try context.save() } }
        context.processPendingChanges()
        #expect(throws: Self.unreadable) { try context.save() }
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Trip>()) == 1)
        try mend()
        try context.save()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Sight>()) == 0)
        _ = try context.undoLastTransaction()
        let back = try trip(ModelContext(container))
        #expect(back.sights.map(\.title) == ["0", "1", "2"])
        #expect(back.sights[1].labels.map(\.word) == ["old"])
    }

    @Test("An object whose record can't be read again at a rollback is read when it is next asked for")
    func rollback() throws {
        try mend()
        let context = ModelContext(container)
        let sight = try #require(
            try context.fetch(FetchDescriptor<Sight>(predicate: #Predicate { $0.title == "1" })).first)
        sight.title = "changed"
        try edit("UPDATE Sight SET title = 'elsewhere', stars = 'many' WHERE _id = 2")
        // The context notices only by looking.
        _ = try context.fetchCount(FetchDescriptor<Trip>())
        context.rollback()
        try mend()
        #expect(sight.title == "elsewhere")
        try context.save()
    }
}
