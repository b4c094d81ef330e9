import Foundation
import Testing

@testable import ModelData

/// Tests that objects without a record return their last values, and that writing to them is harmless.
@Suite("Objects without a record")
struct DeletedModelTests {
    private let container: ModelContainer
    private let context: ModelContext

    init() throws {
        container = try travel()
        context = ModelContext(container)
        let trip = Trip(name: "Łódź")
        trip.sights = [Sight("a", trip: trip, stars: 1), Sight("b", trip: trip, stars: 2)]
        trip.sights[0].labels = [Label("home"), Label("work")]
        trip.leader = Person(name: "Ala")
        trip.hotels = [Hotel(name: "h")]
        trip.plan = Plan(text: "p", trip: trip)
        context.insert(trip)
        let root = Node("root")
        root.children = [Node("child")]
        root.friends = [root.children[0]]
        context.insert(root)
        try context.save()
    }

    private struct Objects {
        let trip: Trip
        let sights: [Sight]
        let labels: [Label]
        let person: Person
        let plan: Plan
        let nodes: [Node]
    }

    private func objects(_ context: ModelContext) throws -> Objects {
        let trip = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
        return Objects(
            trip: trip, sights: try context.fetch(FetchDescriptor<Sight>()),
            labels: try context.fetch(FetchDescriptor<Label>()),
            person: try #require(try context.fetch(FetchDescriptor<Person>()).first),
            plan: try #require(try context.fetch(FetchDescriptor<Plan>()).first),
            nodes: try context.fetch(FetchDescriptor<Node>()))
    }

    private func deleteAll(_ objects: Objects, _ context: ModelContext) {
        objects.nodes.forEach(context.delete)
        objects.labels.forEach(context.delete)
        context.delete(objects.plan)
        context.delete(objects.trip)
        context.delete(objects.person)
    }

    private func expectValues(_ objects: Objects) {
        #expect(objects.trip.name == "Łódź")
        #expect(objects.plan.text == "p")
        #expect(objects.person.name == "Ala")
        #expect(objects.sights.map(\.title) == ["a", "b"])
        #expect(objects.sights.map(\.stars) == [1, 2])
        #expect(objects.labels.map(\.word) == ["home", "work"])
        #expect(objects.nodes.map(\.name) == ["root", "child"])
    }

    /// Reads and writes all properties, from both sides of relationships.
    private func touch(_ objects: Objects) {
        let (trip, sights) = (objects.trip, objects.sights)
        _ = [trip.leader?.name, trip.plan?.text, sights[0].trip?.name, objects.plan.trip.name]
        _ = (trip.sights.count, trip.hotels.count, sights[0].labels.count, objects.labels[0].sights?.count)
        _ = (objects.person.led.count, objects.nodes[0].children.count, objects.nodes[1].parent?.name)
        _ = (trip.persistentModelID, trip.modelContext, trip.hasChanges, trip.isDeleted, trip.hashValue)
        trip.name += "!"
        trip.sights.append(Sight("new"))
        trip.sights.removeFirst()
        trip.hotels = []
        trip.leader = Person(name: "Ela")
        trip.leader = nil
        sights[0].trip = nil
        sights[1].trip = Trip(name: "other")
        sights[0].labels.removeAll()
        objects.labels[0].sights = [sights[1]]
        objects.labels[1].sights = nil
        objects.plan.trip = Trip(name: "third")
        objects.person.led = [trip]
        objects.nodes[0].children.append(objects.nodes[0])
        objects.nodes[1].friends = objects.nodes
        objects.nodes[1].parent = objects.nodes[1]
    }

    @Test func `A deleted object stays readable before and after the save, and writing to it is harmless`()
        throws
    {
        let first = ModelContext(container)
        let objects = try objects(first)
        deleteAll(objects, first)
        expectValues(objects)
        first.processPendingChanges()
        expectValues(objects)
        touch(objects)
        first.rollback()
        expectValues(objects)
        #expect(objects.trip.sights.map(\.title) == ["a", "b"])
        #expect(objects.plan.trip === objects.trip)
        deleteAll(objects, first)
        try first.save()
        expectValues(objects)
        #expect(!objects.trip.isDeleted)
        #expect(objects.trip.modelContext == nil)
        touch(objects)
        #expect(objects.trip.name == "Łódź!")
        try first.save()
        first.delete(objects.trip)
        try first.save()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Trip>()) == 0)
        #expect(try container.integrityCheck().isEmpty)
    }

    @Test func `An object that another context deleted stays readable`() throws {
        let first = ModelContext(container)
        let objects = try objects(first)
        _ = (objects.trip.sights, objects.trip.plan)
        let other = ModelContext(container)
        let theirs = try self.objects(other)
        deleteAll(theirs, other)
        try other.save()
        expectValues(objects)
        touch(objects)
        #expect(throws: ModelDataError.self) { try first.save() }
        first.rollback()
        #expect(objects.trip.modelContext == nil)
        touch(objects)
        first.rollback()
        try first.save()
        #expect(try container.integrityCheck().isEmpty)
    }

    @Test func `Objects stay readable after their context is reset, closed or deallocated`() throws {
        let first = ModelContext(container)
        let reset = try objects(first)
        first.reset()
        expectValues(reset)
        touch(reset)
        try first.save()
        let closed = try objects(first)
        try first.close()
        expectValues(closed)
        touch(closed)
        var last: ModelContext? = ModelContext(container)
        let detached = try objects(try #require(last))
        last = nil
        expectValues(detached)
        touch(detached)
        #expect(try container.integrityCheck().isEmpty)
    }

    @Test func `An object whose context is gone can't be inserted beside its record`() throws {
        var last: ModelContext? = ModelContext(container)
        let former = try objects(try #require(last))
        let (trip, label) = (former.trip, former.labels[0])
        last = nil
        let second = ModelContext(container)
        let refusal = ModelDataError.foreignObject(model: "Trip")
        second.insert(trip)
        #expect(!second.hasChanges)
        #expect(throws: refusal) { try second.save() }
        #expect(refusal.description.contains("existingModel(for:)"))
        // Not even by a relationship.
        let sight = Sight("again")
        second.insert(sight)
        sight.trip = trip
        for _ in 0..<2 { #expect(throws: refusal) { try second.save() } }
        sight.trip = second.existingModel(for: trip.persistentModelID) as? Trip
        try second.save()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Trip>()) == 1)
        // Without its record, it is a new object.
        try second.delete(model: Label.self)
        try second.save()
        second.insert(label)
        try second.save()
        #expect(try ModelContext(container).fetch(FetchDescriptor<Label>()).map(\.word) == [label.word])
        // A container with another store gets a record of its own.
        let elsewhere = ModelContext(try travel())
        elsewhere.insert(trip)
        try elsewhere.save()
        #expect(trip.modelContext === elsewhere)
        #expect(try container.integrityCheck().isEmpty)
    }

    @Test func `An object can be inserted again after its context was reset and its record deleted`() throws {
        let label = Label("alone")
        context.insert(label)
        try context.save()
        context.reset()
        context.insert(label)
        #expect(throws: ModelDataError.foreignObject(model: "Label")) { try context.save() }
        try context.delete(model: Label.self)
        try context.save()
        context.insert(label)
        try context.save()
        #expect(try ModelContext(container).fetch(FetchDescriptor<Label>()).map(\.word) == ["alone"])
    }

    @Test func `An object that is inserted and deleted before a save stays readable`() throws {
        let first = ModelContext(container)
        let trip = Trip(name: "new")
        let sight = Sight("s", trip: trip)
        first.insert(trip)
        first.delete(trip)
        #expect(trip.name == "new")
        #expect(sight.title == "s")
        trip.name = "changed"
        trip.sights.append(Sight("t"))
        sight.trip = nil
        try first.save()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Trip>()) == 1)
    }

    @Test func `The object of a record that is gone has a class without properties`() throws {
        let trip = try objects(context).trip
        let identifier = trip.persistentModelID
        context.delete(try #require(trip.plan))
        context.delete(trip)
        try context.save()
        let other = ModelContext(container)
        #expect(other.existingModel(for: identifier) == nil)
        #expect(other[identifier, as: Trip.self] == nil)
        let gone = other.model(for: identifier)
        #expect(!(gone is Trip))
        #expect(gone.persistentModelID == identifier)
        #expect(gone.modelContext == nil)
        #expect(!gone.isDeleted)
        other.delete(gone)
        #expect(!other.hasChanges)
        #expect(other.deletedModelsArray.isEmpty)
        try other.save()
        #expect(try other.fetchCount(FetchDescriptor<Trip>()) == 0)
    }

    @Test func `The object of an unknown model has a class of its own`() throws {
        let stranger = ModelContext(try memory(Printing.self))
        let printing = Printing(isbn: "1", title: "Solaris", year: 1961)
        stranger.insert(printing)
        try stranger.save()
        let gone = context.model(for: printing.persistentModelID)
        #expect(gone.modelContext == nil)
        #expect(!(gone is Printing))
        #expect(!(gone is Trip))
    }
}
