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
        trip.hotels = [Hotel(name: "Giewont House")]
        trip.plan = Plan(text: "Walk.", trip: trip)
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

    @Test func `A target that nothing else uses is read again`() throws {
        var context: ModelContext? = ModelContext(container)
        let sights = try sights(context)
        weak let trip = sights[0].trip
        #expect(trip != nil)
        context = nil
        #expect(trip == nil)
        let again = try #require(sights[0].trip)
        #expect(again.name == "Tatra")
        #expect(again.modelContext == nil)
        #expect(again.leader?.name == "Ada")
        #expect(again.sights.map(\.title) == ["Morskie Oko", "Giewont"])
        // The program uses it now, so there is one object.
        #expect(sights[1].trip === again)
    }

    @Test func `Relationships that weren't read before the context was deallocated are read from the store`()
        throws
    {
        var context: ModelContext? = ModelContext(container)
        let trip = try #require(try context?.fetch(FetchDescriptor<Trip>()).first)
        context = nil
        #expect(trip.sights.map(\.title) == ["Morskie Oko", "Giewont"])
        #expect(trip.sights.allSatisfy { $0.trip === trip })
        #expect(trip.leader?.name == "Ada")
        #expect(trip.hotels.map(\.name) == ["Giewont House"])
        #expect(trip.plan?.text == "Walk.")
        #expect(trip.plan?.trip === trip)
        let sight = try #require(trip.sights.first)
        #expect(sight.labels.isEmpty)
        trip.sights.removeLast()
        trip.sights.append(Sight("Rysy"))
        #expect(trip.sights.map(\.title) == ["Morskie Oko", "Rysy"])
        try ModelContext(container).checkReads()
        // Nothing of it was saved.
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Sight>()) == 2)
    }

    @Test func `So are those of objects that a reset discarded`() throws {
        let context = ModelContext(container)
        let trip = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
        context.reset()
        #expect(trip.sights.map(\.title) == ["Morskie Oko", "Giewont"])
        #expect(try context.fetch(FetchDescriptor<Trip>()).first !== trip)
    }

    @Test func `Unsaved changes of a list that wasn't read are kept without the context`() throws {
        var context: ModelContext? = ModelContext(container)
        let trip = try #require(try context?.fetch(FetchDescriptor<Trip>()).first)
        let sights = try #require(context).fetch(FetchDescriptor<Sight>(sortBy: [SortDescriptor(\.title)]))
        let rysy = Sight("Rysy", trip: trip)
        context?.insert(rysy)
        sights[0].trip = nil
        context = nil
        #expect(sights[0].title == "Giewont")
        #expect(trip.sights.map(\.title) == ["Morskie Oko", "Rysy"])
        #expect(rysy.trip === trip)
    }

    @Test func `An optional target that was never saved is made again of its values`() throws {
        var context: ModelContext? = ModelContext(container)
        let sight = Sight("Kiyomizu-dera")
        context?.insert(sight)
        sight.trip = Trip(name: "Japan")
        sight.trip?.leader = Person(name: "Ema")
        weak let trip = sight.trip
        context = nil
        #expect(trip == nil)
        #expect(sight.trip?.name == "Japan")
        #expect(sight.trip?.leader?.name == "Ema")
    }

    @Test func `Objects that are read without their context are released with the program's references`()
        throws
    {
        weak var core: ContainerCore?
        weak var trip: Trip?
        weak var sight: Sight?
        do {
            let directory = try TemporaryDirectory()
            var context: ModelContext? = ModelContext(try travel(directory.file()))
            context?.insert(Sight("Rysy", trip: Trip(name: "Tatra")))
            try context?.save()
            context?.reset()
            var trips = try #require(context).fetch(FetchDescriptor<Trip>())
            core = context?.core
            context = nil
            // Reads both sides, so that they would retain each other.
            #expect(trips[0].sights.first?.trip === trips[0])
            #expect(trips[0].sights.first?.trip?.sights.count == 1)
            (trip, sight) = (trips[0], trips[0].sights[0])
            #expect(core != nil)
            trips = []
        }
        #expect(trip == nil)
        #expect(sight == nil)
        #expect(core == nil)
    }

    @Test func `A read that fails without the context is reported to the next context`() throws {
        let directory = try TemporaryDirectory()
        let container = try travel(directory.file())
        var context: ModelContext? = ModelContext(container)
        context?.insert(Sight("Rysy", trip: Trip(name: "Tatra")))
        try context?.save()
        context?.reset()
        let trip = try #require(try context?.fetch(FetchDescriptor<Trip>()).first)
        context = nil
        let next = ModelContext(container)
        _ = try next.fetchCount(FetchDescriptor<Trip>())
        let tool = try StoreConnection(path: directory.file().path, timeout: 5)
        try tool.perform {
            try $0.execute("ALTER TABLE Sight RENAME TO Gone")
        }
        #expect(trip.sights.isEmpty)
        #expect(throws: (any Error).self) { try next.checkReads() }
        try tool.perform { try $0.execute("ALTER TABLE Gone RENAME TO Sight") }
        // The next access reads again.
        #expect(trip.sights.map(\.title) == ["Rysy"])
        try next.checkReads()
    }

    @Test func `A partial object whose record and context are gone is reported to the next context`() throws {
        var context: ModelContext? = ModelContext(container)
        var descriptor = FetchDescriptor<Sight>()
        descriptor.propertiesToFetch = [\.stars]
        let sight = try #require(try context?.fetch(descriptor).first)
        let other = ModelContext(container)
        try other.delete(model: Sight.self)
        try other.save()
        context = nil
        _ = sight.title
        #expect(throws: ModelDataError.self) { try other.checkReads() }
        try other.checkReads()
    }
}
