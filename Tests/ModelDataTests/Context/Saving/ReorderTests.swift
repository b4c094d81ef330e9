import Testing

@testable import ModelData

@Suite("Reordering a list")
struct ReorderTests {
    /// Returns a store with a sight that has the labels a to e.
    private func container() throws -> ModelContainer {
        let container = try travel()
        let context = ModelContext(container)
        let sight = Sight("Tower")
        context.insert(sight)
        sight.labels = ["a", "b", "c", "d", "e"].map { Label($0) }
        try context.save()
        return container
    }

    private func names(_ context: ModelContext) throws -> [String] {
        try #require(try context.fetch(FetchDescriptor<Sight>()).first).labels.map(\.word)
    }

    private func records(_ context: ModelContext, _ names: String...) throws -> [Int] {
        let labels = try context.fetch(FetchDescriptor<Label>())
        return try names.map { name in
            Int(try #require(labels.first { $0.word == name })._$state.record)
        }
    }

    @Test(arguments: [false, true])
    func `Some objects change places with each other, loaded or not, and undo puts them back`(isLoaded: Bool)
        throws
    {
        let container = try container()
        let numbers = try records(ModelContext(container), "d", "b", "e")
        let context = ModelContext(container)
        let sight = try #require(try context.fetch(FetchDescriptor<Sight>()).first)
        if isLoaded { #expect(sight.labels.count == 5) }
        // A number without a related record is ignored.
        try context.reorder(sight, \.labels, to: numbers + [999])
        #expect(sight.labels.map(\.word) == ["a", "d", "c", "b", "e"])
        #expect(try names(ModelContext(container)) == ["a", "d", "c", "b", "e"])
        try context.undoLastTransaction()
        #expect(try names(ModelContext(container)) == ["a", "b", "c", "d", "e"])
    }

    @Test func `The order of the other side stays`() throws {
        let container = try container()
        let context = ModelContext(container)
        let second = Sight("Bridge")
        context.insert(second)
        let label = try #require(try context.fetch(FetchDescriptor<Label>()).first { $0.word == "b" })
        second.labels = [label]
        try context.save()
        let fresh = ModelContext(container)
        let sight = try #require(try fresh.fetch(FetchDescriptor<Sight>()).first { $0.title == "Tower" })
        try fresh.reorder(sight, \.labels, to: try records(ModelContext(container), "e", "d", "c", "b", "a"))
        let other = ModelContext(container)
        let read = try #require(try other.fetch(FetchDescriptor<Label>()).first { $0.word == "b" })
        #expect(read.sights?.map(\.title) == ["Tower", "Bridge"])
        #expect(try names(other) == ["e", "d", "c", "b", "a"])
    }

    @Test func `A list that isn't many-to-many is refused`() throws {
        let container = try travel()
        let context = ModelContext(container)
        let trip = Trip(name: "North")
        context.insert(trip)
        try context.save()
        #expect(throws: ModelDataError.self) { try context.reorder(trip, \.sights, to: [1]) }
    }
}
