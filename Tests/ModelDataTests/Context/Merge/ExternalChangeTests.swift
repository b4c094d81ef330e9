import Foundation
import Testing

@testable import ModelData

/// External changes to objects that a context has loaded.
@Suite("External changes")
struct ExternalChangeTests {
    private let directory: TemporaryDirectory
    private let context: ModelContext
    private let other: ModelContext

    init() throws {
        directory = try TemporaryDirectory()
        let container = try travel(directory.file())
        context = ModelContext(container)
        other = ModelContext(container)
        let trips = [Trip(name: "Łódź"), Trip(name: "Eger")]
        for trip in trips { context.insert(trip) }
        for title in ["a", "b", "c"] { trips[0].sights.append(Sight(title)) }
        try context.save()
    }

    private func trip(_ name: String, _ context: ModelContext) throws -> Trip {
        try #require(
            try context.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.name == name })).first)
    }

    @Test func `Any fetch updates both sides of a relationship that another context changed`() throws {
        let lodz = try trip("Łódź", context)
        let eger = try trip("Eger", context)
        let sight = lodz.sights[1]
        #expect(eger.sights.isEmpty)
        let (theirs, target) = (try trip("Łódź", other), try trip("Eger", other))
        theirs.sights[1].trip = target
        try other.save()
        _ = try context.fetch(FetchDescriptor<Hotel>())
        _ = try context.fetch(FetchDescriptor<Trip>())
        #expect(lodz.sights.map(\.title) == ["a", "c"])
        #expect(eger.sights.map(\.title) == ["b"])
        #expect(sight.trip === eger)
    }

    @Test func `Unsaved changes are kept and merged with external changes`() throws {
        let lodz = try trip("Łódź", context)
        let sights = lodz.sights
        sights[0].title = "mine"
        lodz.sights.append(Sight("new"))
        lodz.sights.swapAt(0, 2)
        let theirs = try trip("Łódź", other)
        theirs.sights[0].stars = 5
        theirs.sights.append(Sight("theirs"))
        other.delete(theirs.sights[1])
        try other.save()
        #expect(try context.storeChangedElsewhere())
        #expect(sights[0].title == "mine" && sights[0].stars == 5)
        #expect(sights[1].modelContext == nil)
        #expect(lodz.sights.map(\.title) == ["c", "mine", "new", "theirs"])
        #expect(lodz.sights.allSatisfy { $0.trip === lodz })
        try context.save()
        let fresh = ModelContext(context.container)
        #expect(try trip("Łódź", fresh).sights.map(\.title) == ["c", "mine", "new", "theirs"])
    }

    @Test func `Links that two contexts add and remove in one list are merged`() throws {
        let words = ["home", "work", "shop"].map { Label($0) }
        let sight = try trip("Łódź", context).sights[0]
        sight.labels = [words[2]]
        for word in words { context.insert(word) }
        try context.save()
        let theirs = try trip("Łódź", other).sights[0]
        let labels = try other.fetch(FetchDescriptor<Label>())
        sight.labels.append(words[0])
        theirs.labels = labels.filter { $0.word == "work" }
        try other.save()
        try context.save()
        #expect(Set(sight.labels.map(\.word)) == ["home", "work"])
        let fresh = ModelContext(context.container)
        #expect(try Set(trip("Łódź", fresh).sights[0].labels.map(\.word)) == ["home", "work"])
        #expect(words[2].sights?.isEmpty == true && words[1].sights?.first === sight)
    }

    @Test func `A deletion cascades to records that others added meanwhile, and undo restores them`() throws {
        let lodz = try trip("Łódź", context)
        context.delete(lodz)
        context.processPendingChanges()
        try trip("Łódź", other).sights.append(Sight("late"))
        try other.save()
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Sight>()) == 0)
        try context.undoLastTransaction()
        #expect(try trip("Łódź", context).sights.map(\.title) == ["a", "b", "c", "late"])
    }

    @Test func `A reference to an object that was deleted elsewhere is refused by name`() throws {
        let note = Sight("d", trip: try trip("Eger", context))
        context.insert(note)
        other.delete(try trip("Eger", other))
        try other.save()
        #expect(throws: ModelDataError.self) { try context.save() }
        context.rollback()
        #expect(try context.fetchCount(FetchDescriptor<Sight>()) == 3)
    }

    @Test func `Two unique values can be swapped in one save, undone and swapped again`() throws {
        let labels = [Label("one"), Label("two"), Label("three")]
        for label in labels { context.insert(label) }
        try context.save()
        func words() throws -> [String] {
            try ModelContext(context.container).fetch(FetchDescriptor<Label>()).map(\.word)
        }
        (labels[0].word, labels[1].word, labels[2].word) = ("two", "three", "one")
        try context.save()
        #expect(try words() == ["two", "three", "one"])
        try context.undoLastTransaction()
        #expect(try words() == ["one", "two", "three"] && labels.map(\.word) == words())
        try context.redoLastTransaction()
        #expect(try words() == ["two", "three", "one"])
        labels[0].word = "one"
        #expect(
            throws: ModelDataError.notUnique(model: "Label", properties: ["word"], values: [.text("one")])
        ) { try context.save() }
    }
}
