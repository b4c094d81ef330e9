import Foundation
import Testing

@testable import ModelData

@Model
private final class Correspondent {
    var name: String
    @Relationship(inverse: \Postcard.sender) var cards: [Postcard] = []

    init(_ name: String) { self.name = name }
}

@Model
private final class Postcard {
    var sender: Correspondent?
    var text: String

    init(_ sender: Correspondent, _ text: String) {
        self.sender = sender
        self.text = text
    }
}

@Suite("Relationships")
struct RelationshipTests {
    /// Returns the rows of a statement in a context's store.
    private func rows(_ context: ModelContext, _ sql: String) throws -> [[StoredValue]] {
        try context.allSessions()[0].connection.perform { try $0.rows(sql) }
    }

    private func isClean(_ context: ModelContext) throws -> Bool {
        let keys = try rows(context, "PRAGMA foreign_key_check")
        return try keys.isEmpty && rows(context, "PRAGMA integrity_check") == [[.text("ok")]]
    }

    @Test func `Both sides agree at once, before insertion, before the save and after it`() throws {
        let trip = Trip(name: "Kraków")
        let wawel = Sight("Wawel")
        trip.sights.append(wawel)
        #expect(wawel.trip === trip)
        let rynek = Sight("Rynek")
        rynek.trip = trip
        #expect(trip.sights.map(\.title) == ["Wawel", "Rynek"])

        let context = ModelContext(try travel())
        context.insert(trip)
        #expect(context.insertedModelsArray.count == 3)
        let given = Sight("Kazimierz", trip: trip)
        context.insert(given)
        #expect(trip.sights.map(\.title) == ["Wawel", "Rynek", "Kazimierz"])
        try context.save()
        #expect(trip.sights.count == 3)
        #expect(given.trip === trip)

        let other = Trip(name: "Łódź")
        other.sights = [given, wawel]
        #expect(other.modelContext === context)
        #expect(trip.sights.map(\.title) == ["Rynek"])
        #expect(wawel.trip === other)
        wawel.trip = nil
        #expect(other.sights.map(\.title) == ["Kazimierz"])
        try context.save()
        #expect(try isClean(context))
        let stored = try rows(context, "SELECT title, trip FROM Sight ORDER BY _id")
        #expect(
            stored == [
                [.text("Wawel"), .null], [.text("Rynek"), .integer(1)], [.text("Kazimierz"), .integer(2)],
            ])
    }

    @Test func `A link that is removed, added and removed again stays removed, also in an unread list`()
        throws
    {
        let container = try travel()
        let first = ModelContext(container)
        let label = Label("old")
        label.sights = [Sight("Wawel"), Sight("Rynek")]
        first.insert(label)
        try first.save()

        let context = ModelContext(container)
        let wawel = try #require(
            try context.fetch(FetchDescriptor<Sight>(sortBy: [SortDescriptor(\.title)])).last)
        let old = try #require(wawel.labels.first)
        wawel.labels = []
        wawel.labels = [old]
        wawel.labels = []
        #expect(old.sights?.map(\.title) == ["Rynek"])
        try context.save()
        let fresh = ModelContext(container)
        #expect(try fresh.fetch(FetchDescriptor<Label>()).first?.sights?.map(\.title) == ["Rynek"])
    }

    @Test func `A new context reads another context's saved relationships in order`() throws {
        let directory = try TemporaryDirectory()
        let container = try travel(directory.file())
        do {
            let context = ModelContext(container)
            let trip = Trip(name: "Kraków")
            trip.sights = ["c", "a", "b"].map { Sight($0) }
            trip.hotels = [Hotel(name: "Stary"), Hotel(name: "Nowy")]
            trip.plan = Plan(text: "walk", trip: trip)
            let label = Label("old")
            trip.sights[0].labels = [label, Label("big")]
            trip.sights[2].labels = [label]
            trip.leader = Person(name: "Ala")
            context.insert(trip)
            try context.save()
            #expect(label.sights?.map(\.title) == ["c", "b"])
        }
        let context = ModelContext(container)
        let trip = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
        #expect(trip.sights.map(\.title) == ["c", "a", "b"])
        #expect(trip.sights.allSatisfy { $0.trip === trip })
        #expect(trip.hotels.map(\.name) == ["Stary", "Nowy"])
        #expect(trip.plan?.text == "walk")
        #expect(trip.plan?.trip === trip)
        #expect(trip.leader?.name == "Ala")
        #expect(trip.leader?.led.first === trip)
        #expect(trip.sights[0].labels.map(\.word) == ["old", "big"])
        #expect(trip.sights[0].labels[0].sights?.map(\.title) == ["c", "b"])
        #expect(!context.hasChanges)
        #expect(try isClean(context))
    }

    @Test func `A changed order is saved with as few rows written as possible`() throws {
        let container = try travel()
        let context = ModelContext(container)
        let trip = Trip(name: "Kraków")
        trip.sights = (0..<5).map { Sight("\($0)") }
        let sight = trip.sights[0]
        sight.labels = (0..<4).map { Label("\($0)") }
        context.insert(trip)
        try context.save()
        trip.sights.swapAt(3, 4)
        sight.labels.reverse()
        #expect(context.hasChanges)
        try context.save()
        trip.sights.insert(Sight("new"), at: 1)
        try context.save()
        let fresh = ModelContext(container)
        let again = try #require(try fresh.fetch(FetchDescriptor<Trip>()).first)
        #expect(again.sights.map(\.title) == ["0", "new", "1", "2", "4", "3"])
        #expect(again.sights[0].labels.map(\.word) == ["3", "2", "1", "0"])
    }

    @Test func `Adding to an unloaded relationship appends without loading it`() throws {
        let container = try travel()
        do {
            let context = ModelContext(container)
            let trip = Trip(name: "Kraków")
            trip.sights = [Sight("a"), Sight("b")]
            context.insert(trip)
            try context.save()
        }
        let context = ModelContext(container)
        let trip = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
        let sight = Sight("c")
        sight.trip = trip
        #expect(sight.modelContext === context)
        try context.save()
        #expect(trip.sights.map(\.title) == ["a", "b", "c"])
        let first = trip.sights[0]
        let fresh = ModelContext(container)
        let child = try #require(
            try fresh.object(Sight.self, number: first.persistentModelID.recordNumber ?? 0))
        child.trip = nil
        let parent = try #require(try fresh.fetch(FetchDescriptor<Trip>()).first)
        #expect(parent.sights.map(\.title) == ["b", "c"])
        fresh.rollback()
        #expect(parent.sights.map(\.title) == ["a", "b", "c"])
        #expect(child.trip === parent)
    }

    @Test func `A tree and a self-referencing many-to-many relationship keep both sides`() throws {
        let container = try travel()
        let context = ModelContext(container)
        let root = Node("root")
        var last = root
        for depth in 0..<50 {
            let child = Node("\(depth)")
            last.children.append(child)
            last = child
        }
        root.friends.append(last)
        context.insert(root)
        #expect(context.insertedModelsArray.count == 51)
        try context.save()
        #expect(try isClean(context))
        let fresh = ModelContext(container)
        let found = try #require(
            try fresh.fetch(FetchDescriptor<Node>(predicate: #Predicate { $0.name == "root" })).first)
        #expect(found.friends.first?.name == "49")
        var depth = 0
        var node = found
        while let child = node.children.first {
            #expect(child.parent === node)
            node = child
            depth += 1
        }
        #expect(depth == 50)
        fresh.delete(found)
        try fresh.save()
        #expect(try fresh.fetchCount(FetchDescriptor<Node>()) == 0)
        #expect(try rows(fresh, "SELECT * FROM Node_friends").isEmpty)
        try fresh.undoLastTransaction()
        #expect(try fresh.fetchCount(FetchDescriptor<Node>()) == 51)
        #expect(try isClean(fresh))
    }

    @Test func `A new one-to-one partner replaces the old one, and partners can be swapped`() throws {
        let context = ModelContext(try travel())
        let first = Trip(name: "1")
        let second = Trip(name: "2")
        let plan = Plan(text: "walk", trip: first)
        let other = Plan(text: "ride", trip: second)
        context.insert(plan)
        context.insert(other)
        #expect(first.plan === plan)
        #expect(second.plan === other)
        try context.save()
        plan.trip = second
        #expect(second.plan === plan)
        #expect(first.plan == nil)
        other.trip = first
        #expect(first.plan === other)
        try context.save()
        let stored = try rows(context, "SELECT text, trip FROM Plan ORDER BY _id")
        #expect(
            stored == [
                [.text("walk"), .integer(2)], [.text("ride"), .integer(1)],
            ])
    }

    @Test func `An array contains an object once, and assigning the same array changes nothing`() throws {
        let context = ModelContext(try travel())
        let trip = Trip(name: "Kraków")
        context.insert(trip)
        let sight = Sight("Wawel")
        trip.sights = [sight, sight]
        trip.sights.append(sight)
        #expect(trip.sights.count == 1)
        try context.save()
        trip.sights = trip.sights
        #expect(!context.hasChanges)
    }

    @Test func `A rollback restores relationships with their order`() throws {
        let context = ModelContext(try travel())
        let trip = Trip(name: "Kraków")
        trip.sights = [Sight("a"), Sight("b"), Sight("c")]
        trip.hotels = [Hotel(name: "x"), Hotel(name: "y")]
        context.insert(trip)
        try context.save()
        let sights = trip.sights
        trip.sights.reverse()
        trip.sights.removeLast()
        trip.hotels.swapAt(0, 1)
        trip.sights.append(Sight("d"))
        context.delete(sights[1])
        context.processPendingChanges()
        #expect(trip.sights.map(\.title) == ["c", "d"])
        context.rollback()
        #expect(!context.hasChanges)
        #expect(trip.sights.map(\.title) == ["a", "b", "c"])
        #expect(trip.sights.first === sights.first)
        #expect(trip.hotels.map(\.name) == ["x", "y"])
        #expect(sights.allSatisfy { $0.trip === trip && !$0.isDeleted })
    }

    @Test func `A rollback removes an object that was never inserted`() throws {
        let context = ModelContext(try travel())
        let sight = Sight("a")
        context.insert(sight)
        try context.save()
        sight.trip = Trip(name: "Kraków")
        context.rollback()
        #expect(sight.trip == nil)
        #expect(!context.hasChanges)
    }

    @Test
    func `A link to another container's object is refused by each save and leaves that object unchanged`()
        throws
    {
        let (main, backup) = (ModelContext(try travel()), ModelContext(try travel()))
        // Both stores have a trip and a label with the number 1.
        let (trip, label) = (Trip(name: "Kraków"), Label("main"))
        main.insert(trip)
        main.insert(label)
        try main.save()
        let (own, sight) = (Trip(name: "Łódź"), Sight("Wawel"))
        backup.insert(Label("backup"))
        backup.insert(sight)
        sight.trip = own
        try backup.save()

        sight.trip = trip
        #expect(!main.hasChanges)
        #expect(trip.sights.isEmpty)
        #expect(throws: ModelDataError.foreignObject(model: "Sight")) { try main.save() }
        for _ in 0..<3 {
            #expect(throws: ModelDataError.foreignObject(model: "Trip")) { try backup.save() }
        }
        backup.rollback()
        #expect(sight.trip === own)
        #expect(own.sights == [sight])

        sight.labels.append(label)
        #expect(!main.hasChanges)
        #expect(label.sights?.isEmpty != false)
        #expect(throws: ModelDataError.foreignObject(model: "Sight")) { try main.save() }
        for _ in 0..<3 {
            #expect(throws: ModelDataError.foreignObject(model: "Label")) { try backup.save() }
        }
        sight.labels = []
        try backup.save()
        let fresh = ModelContext(main.container)
        #expect(try fresh.fetchCount(FetchDescriptor<Sight>()) == 0)
        #expect(try rows(backup, "SELECT * FROM Label_sights").isEmpty)
        #expect(try isClean(main) && isClean(backup))
    }

    @Test func `An object of another container stays unchanged by new objects that link to it`() throws {
        let first = ModelContext(try memory(Correspondent.self))
        first.insert(Correspondent("Stanisław"))
        try first.save()
        let (main, backup) = (ModelContext(first.container), ModelContext(try memory(Correspondent.self)))
        let sender = try #require(try main.fetch(FetchDescriptor<Correspondent>()).first)
        let own = Correspondent("Barbara")
        backup.insert(own)
        try backup.save()
        let taken = Postcard(sender, "a")
        backup.insert(taken)
        backup.delete(taken)
        backup.processPendingChanges()
        #expect(!main.hasChanges)
        let card = Postcard(sender, "b")
        backup.insert(card)
        #expect(!main.hasChanges)
        #expect(sender.cards.isEmpty)
        for _ in 0..<3 {
            #expect(throws: ModelDataError.foreignObject(model: "Correspondent")) { try backup.save() }
        }
        card.sender = own
        try backup.save()
        #expect(own.cards == [card])
        #expect(!main.hasChanges)
        #expect(try isClean(main) && isClean(backup))
    }

    @Test func `A link to an object of another context of the container is refused, saved or not`() throws {
        let container = try travel()
        let (first, second) = (ModelContext(container), ModelContext(container))
        let (trip, sight) = (Trip(name: "Kraków"), Sight("Wawel"))
        first.insert(trip)
        second.insert(sight)
        try second.save()
        sight.trip = trip
        for _ in 0..<3 {
            #expect(throws: ModelDataError.foreignObject(model: "Trip")) { try second.save() }
        }
        #expect(throws: ModelDataError.foreignObject(model: "Sight")) { try first.save() }
        try first.save()
        #expect(throws: ModelDataError.foreignObject(model: "Trip")) { try second.save() }
        let same = try #require(second.model(for: trip.persistentModelID) as? Trip)
        sight.trip = same
        try second.save()
        let fresh = ModelContext(container)
        #expect(try fresh.fetch(FetchDescriptor<Sight>()).map(\.trip?.name) == ["Kraków"])
    }

    @Test
    func `A link to an object of a deallocated context is refused, and setting it again inserts the object`()
        throws
    {
        var other: ModelContext? = ModelContext(try travel())
        let trip = Trip(name: "Kraków")
        other?.insert(trip)
        try other?.save()
        let context = ModelContext(try travel())
        let sight = Sight("Wawel")
        context.insert(sight)
        try context.save()
        sight.trip = trip
        other = nil
        for _ in 0..<3 {
            #expect(throws: ModelDataError.foreignObject(model: "Trip")) { try context.save() }
        }
        sight.trip = nil
        sight.trip = trip
        try context.save()
        #expect(trip.modelContext === context)
        #expect(trip.sights == [sight])
        #expect(try isClean(context))
    }
}
