import Foundation
import Testing

@testable import ModelData

@Suite("Relationships of objects that outlive their context")
struct FormerTargetTests {
    private let container: ModelContainer

    init() throws {
        container = try ModelContainer(
            for: Trip.self, Sight.self, Hotel.self, Label.self, Person.self, Note.self, Plan.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        let trip = Trip(name: "Tatra")
        trip.leader = Person(name: "Ada")
        trip.sights = [Sight("Morskie Oko"), Sight("Giewont")]
        context.insert(trip)
        try context.save()
    }

    private func sights(_ context: ModelContext?) throws -> [Sight] {
        let sights = try #require(context).fetch(FetchDescriptor<Sight>())
        // Loads both sides, so that the objects retain each other.
        for sight in sights { #expect(sight.trip?.sights.count == 2) }
        return sights
    }

    @Test func `An object keeps its target while the program uses both`() throws {
        var context: ModelContext? = ModelContext(container)
        let sights = try sights(context)
        let trip = try #require(sights.first?.trip)
        let leader = try #require(trip.leader)
        context = nil
        #expect(sights.allSatisfy { $0.trip === trip && $0.modelContext == nil })
        #expect(trip.leader === leader)
        #expect(trip.sights.map(\.title) == ["Morskie Oko", "Giewont"])
    }

    @Test func `An object that only its target uses keeps the target`() throws {
        var context: ModelContext? = ModelContext(container)
        let trip = try #require(try sights(context).first?.trip)
        context = nil
        // Only the trip uses its sights now.
        #expect(trip.sights.count == 2)
        #expect(trip.sights.allSatisfy { $0.trip === trip })
    }

    @Test func `Objects that refer to each other are deallocated with their context`() throws {
        var context: ModelContext? = ModelContext(container)
        var found = try sights(context)
        weak let sight = found.first
        weak let trip = found.first?.trip
        weak let leader = trip?.leader
        found = []
        #expect(trip != nil)
        #expect(leader != nil)
        context = nil
        #expect(sight == nil)
        #expect(trip == nil)
        #expect(leader == nil)
    }

    @Test func `An object loses a target that nothing else uses`() throws {
        var context: ModelContext? = ModelContext(container)
        let sight = try #require(try sights(context).first)
        weak let trip = sight.trip
        #expect(trip != nil)
        context = nil
        #expect(trip == nil)
        #expect(sight.trip == nil)
    }
}
