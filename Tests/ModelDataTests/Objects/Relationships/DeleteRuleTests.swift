import Foundation
import Testing

@testable import ModelData

@Model
private final class Club {
    @Relationship(deleteRule: .deny, inverse: \Captain.team) var members: [Captain] = []
    var leader: Captain?

    init() {}
}

@Model
private final class Captain {
    var team: Club?
    @Relationship(deleteRule: .deny, inverse: \Club.leader) var led: [Club] = []

    init() {}
}

@Suite("Delete rules")
struct DeleteRuleTests {
    private func count(_ context: ModelContext, _ table: String) throws -> StoredValue? {
        try context.allSessions()[0].connection.perform { try $0.value("SELECT count(*) FROM \(table)") }
    }

    private func problems(_ context: ModelContext) throws -> Int {
        try context.allSessions()[0].connection.perform { try $0.rows("PRAGMA foreign_key_check") }.count
    }

    @Test func `Objects that deny each other's deletion can only be deleted together`() throws {
        let context = ModelContext(try memory(Club.self, Captain.self))
        let (team, captain) = (Club(), Captain())
        context.insert(team)
        context.insert(captain)
        captain.team = team
        team.leader = captain
        try context.save()
        context.delete(team)
        #expect(throws: ModelDataError.self) { try context.save() }
        context.delete(captain)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Club>()) == 0)
        #expect(try problems(context) == 0)
        #expect(try context.undoLastTransaction() != nil)
        #expect(try context.fetch(FetchDescriptor<Club>()).first?.leader?.team != nil)
    }

    @Test func `A deleted object stays in its owners' arrays until pending changes are processed`() throws {
        let context = ModelContext(try travel())
        let trip = Trip(name: "Kraków")
        trip.sights = (0..<4).map { Sight("\($0)") }
        context.insert(trip)
        try context.save()
        let sights = trip.sights
        for index in [1, 2] { context.delete(trip.sights[index]) }
        #expect(trip.sights.count == 4 && trip.sights[1].isDeleted && trip.sights[1].title == "1")
        trip.sights.remove(at: 2)
        trip.sights.remove(at: 1)
        #expect(trip.sights.map(\.title) == ["0", "3"])
        try context.save()
        #expect(trip.sights.map(\.title) == ["0", "3"])
        #expect(sights[1].modelContext == nil && sights[1].title == "1")
        context.delete(trip.sights[0])
        #expect(trip.sights.count == 2)
        context.processPendingChanges()
        #expect(trip.sights.map(\.title) == ["3"])
        let unsaved = Sight("unsaved", trip: trip)
        context.insert(unsaved)
        context.delete(unsaved)
        #expect(trip.sights.count == 2)
        #expect(unsaved.modelContext == nil)
        try context.save()
        #expect(trip.sights.map(\.title) == ["3"])
        #expect(try count(context, "Sight") == .integer(1))
    }

    @Test(arguments: [true, false])
    func `Cascade deletes related objects, loaded or not, and undo restores all of them`(isLoaded: Bool)
        throws
    {
        let container = try travel()
        let context = ModelContext(container)
        let trip = Trip(name: "Kraków")
        trip.sights = (0..<3).map { Sight("\($0)") }
        trip.sights[1].labels = [Label("old"), Label("big")]
        trip.hotels = [Hotel(name: "Stary")]
        context.insert(trip)
        try context.save()
        let other = ModelContext(container)
        let found = try #require(try other.fetch(FetchDescriptor<Trip>()).first)
        let sights = isLoaded ? found.sights : []
        other.delete(found)
        other.processPendingChanges()
        #expect(other.deletedModelsArray.count == 4)
        try other.save()
        #expect(sights.allSatisfy { $0.modelContext == nil })
        for table in ["Trip", "Sight", "Label_sights", "Trip_hotels"] {
            #expect(try count(other, table) == .integer(0), "\(table)")
        }
        #expect(try count(other, "Hotel") == .integer(1))
        try other.undoLastTransaction()
        let back = try #require(try other.fetch(FetchDescriptor<Trip>()).first)
        #expect(back.sights.map(\.title) == ["0", "1", "2"])
        #expect(back.sights[1].labels.map(\.word) == ["old", "big"])
        #expect(back.hotels.map(\.name) == ["Stary"])
        try other.redoLastTransaction()
        #expect(try count(other, "Sight") == .integer(0))
    }

    @Test func `Nullify removes the relationship and keeps the object`() throws {
        let context = ModelContext(try travel())
        let person = Person(name: "Ala")
        let trip = Trip(name: "Kraków")
        trip.leader = person
        let sight = Sight("Wawel", trip: trip)
        let label = Label("old")
        sight.labels = [label]
        context.insert(sight)
        try context.save()
        context.delete(label)
        try context.save()
        #expect(sight.labels.isEmpty)
        context.delete(trip)
        try context.save()
        #expect(person.led.isEmpty)
        #expect(person.modelContext != nil)
        #expect(sight.modelContext == nil)
        #expect(try problems(context) == 0)
    }

    @Test func `Deny throws an error that names the relationship, and nothing is deleted`() throws {
        let context = ModelContext(try travel())
        let person = Person(name: "Ala")
        let trip = Trip(name: "Kraków")
        person.led = [trip]
        context.insert(person)
        try context.save()
        let extra = Hotel(name: "extra")
        context.insert(extra)
        context.delete(person)
        #expect(throws: ModelDataError.deleteDenied(model: "Person", property: "led", record: 1)) {
            try context.save()
        }
        #expect(try count(context, "Person") == .integer(1))
        #expect(try count(context, "Hotel") == .integer(0))
        #expect(trip.leader === person)
        context.rollback()
        #expect(!person.isDeleted)
        #expect(person.led.first === trip)
        context.delete(trip)
        context.delete(person)
        try context.save()
        #expect(try count(context, "Person") == .integer(0))
    }

    @Test func `No action leaves the other object unchanged`() throws {
        let container = try travel()
        let context = ModelContext(container)
        let person = Person(name: "Ala")
        person.notes = [Note(text: "a")]
        context.insert(person)
        try context.save()
        context.delete(person)
        try context.save()
        let fresh = ModelContext(container)
        let note = try #require(try fresh.fetch(FetchDescriptor<Note>()).first)
        #expect(note.text == "a")
        #expect(note.person == nil)
        #expect(try problems(fresh) == 0)
    }

    @Test func `A required target can't be deleted without the object that requires it`() throws {
        let context = ModelContext(try travel())
        let trip = Trip(name: "Kraków")
        let plan = Plan(text: "walk", trip: trip)
        context.insert(plan)
        try context.save()
        context.delete(trip)
        let refusal = ModelDataError.missingRelationship(
            model: "Plan", property: "trip", record: 1, removedFrom: trip.persistentModelID)
        #expect(throws: refusal) { try context.save() }
        context.delete(plan)
        try context.save()
        #expect(try count(context, "Plan") == .integer(0))
    }

    @Test func `A deleted object is removed from one-sided relationships`() throws {
        let container = try travel()
        let context = ModelContext(container)
        let trip = Trip(name: "Kraków")
        trip.hotels = [Hotel(name: "a"), Hotel(name: "b")]
        context.insert(trip)
        try context.save()
        let hotel = trip.hotels[0]
        context.delete(hotel)
        try context.save()
        #expect(trip.hotels.map(\.name) == ["b"])
        let fresh = ModelContext(container)
        let last = try #require(try fresh.fetch(FetchDescriptor<Hotel>()).first)
        fresh.delete(last)
        try fresh.save()
        try fresh.undoLastTransaction()
        #expect(try fresh.fetch(FetchDescriptor<Trip>()).first?.hotels.map(\.name) == ["b"])
    }

    @Test func `A save refuses relationship counts out of bounds and names the numbers`() throws {
        let context = ModelContext(try travel())
        let team = Team(name: "Reds")
        context.insert(team)
        #expect(
            throws: ModelDataError.countOutOfBounds(
                model: "Team", property: "players", record: nil, count: 0, minimum: 1, maximum: 3)
        ) { try context.save() }
        team.players = (0..<3).map { Player(name: "\($0)") }
        try context.save()
        team.players.append(Player(name: "4"))
        #expect(
            throws: ModelDataError.countOutOfBounds(
                model: "Team", property: "players", record: 1, count: 4, minimum: 1, maximum: 3)
        ) { try context.save() }
    }

    @Test func `Deleting by a predicate removes links, and undo restores them in every live context`() throws
    {
        let container = try travel()
        let context = ModelContext(container)
        let words = ["home", "work", "shop"].map { Label($0) }
        let sights = ["a", "b"].map { Sight($0) }
        sights[0].labels = words
        sights[1].labels = [words[2], words[0]]
        for sight in sights { context.insert(sight) }
        try context.save()
        let other = ModelContext(container)
        let theirs = try other.fetch(FetchDescriptor<Sight>())
        #expect(theirs.map { $0.labels.map(\.word) } == [["home", "work", "shop"], ["shop", "home"]])
        func stored() throws -> [[String]] {
            let context = ModelContext(container)
            return try context.fetch(FetchDescriptor<Sight>()).map { $0.labels.map(\.word) }
        }
        // Delete in three contexts: one without loaded objects, one with loaded objects, and one with an undo
        // manager.
        let fresh = ModelContext(container)
        let watched = ModelContext(container)
        watched.undoManager = UndoManager()
        for deleting in [fresh, context, watched] {
            try deleting.delete(model: Label.self, where: #Predicate { $0.word != "work" })
            try deleting.save()
            #expect(try stored() == [["work"], []])
            #expect(try other.storeChangedElsewhere())
            #expect(theirs.map { $0.labels.map(\.word) } == [["work"], []])
            #expect(try deleting.historySummaries(limit: 1).first?.deleted["Label"] == 2)
            try deleting.undoLastTransaction()
            #expect(try stored() == [["home", "work", "shop"], ["shop", "home"]])
            #expect(try other.storeChangedElsewhere())
            #expect(theirs.map { $0.labels.map(\.word) } == [["home", "work", "shop"], ["shop", "home"]])
        }
    }

    @Test func `If the rule denies a deletion by predicate, nothing is deleted`() throws {
        let container = try travel()
        let context = ModelContext(container)
        let trip = Trip(name: "Kraków")
        trip.leader = Person(name: "Ala")
        context.insert(trip)
        context.insert(Person(name: "Ela"))
        try context.save()
        let fresh = ModelContext(container)
        try fresh.delete(model: Person.self)
        #expect(throws: ModelDataError.deleteDenied(model: "Person", property: "led", record: 1)) {
            try fresh.save()
        }
        fresh.rollback()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Person>()) == 2)
        try fresh.delete(model: Person.self, where: #Predicate { $0.name == "Ela" })
        try fresh.save()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Person>()) == 1)
    }

    @Test func `Deleting by a predicate obeys the delete rules, and the context notices`() throws {
        let context = ModelContext(try travel())
        let trips = (0..<3).map { index -> Trip in
            let trip = Trip(name: "\(index)")
            trip.sights = [Sight("a"), Sight("b")]
            context.insert(trip)
            return trip
        }
        try context.save()
        try context.delete(model: Trip.self, where: #Predicate { $0.name != "1" })
        try context.save()
        #expect(trips.map { $0.modelContext == nil } == [true, false, true])
        #expect(try count(context, "Sight") == .integer(2))
    }
}
