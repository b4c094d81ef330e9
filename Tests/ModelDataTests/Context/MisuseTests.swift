import Foundation
import Testing

@testable import ModelData

@Model
private final class Draft {
    var text: String {
        didSet { if text.isEmpty { modelContext?.delete(self) } }
    }
    var replies: [Reply] = []
    init(_ text: String) { self.text = text }
}

@Model
private final class Reply {
    var text: String
    var draft: Draft
    init(_ text: String, to draft: Draft) {
        self.text = text
        self.draft = draft
    }
}

/// Calls that a program shouldn't make, and values that it shouldn't have. Each has a result or an error; none ends the
/// program or invents a value.
@Suite("Misuses of contexts, objects and values")
struct MisuseTests {
    private let container: ModelContainer
    private let context: ModelContext

    init() throws {
        container = try travel()
        context = ModelContext(container)
    }

    private func stored<T: PersistentModel>(_ type: T.Type) throws -> [T] {
        try ModelContext(container).fetch(FetchDescriptor<T>())
    }

    @Test func `Objects are deleted in a loop over the list that contains them`() throws {
        let trip = Trip(name: "Tatra")
        trip.sights = (1...5).map { Sight("\($0)") }
        context.insert(trip)
        try context.save()
        for sight in trip.sights { context.delete(sight) }
        try context.save()
        #expect(trip.sights.isEmpty)
        #expect(try stored(Sight.self).isEmpty)
    }

    @Test func `A list is changed in a loop over it`() throws {
        let trip = Trip(name: "Tatra")
        trip.sights = (1...5).map { Sight("\($0)") }
        context.insert(trip)
        try context.save()
        for sight in trip.sights where sight.title != "3" { trip.sights.removeAll { $0 === sight } }
        trip.sights.append(contentsOf: trip.sights)
        try context.save()
        #expect(trip.sights.map(\.title) == ["3"])
        #expect(try stored(Trip.self).first?.sights.count == 1)
        #expect(try stored(Sight.self).count == 5)
    }

    @Test func `An object is inserted twice, deleted twice and inserted again`() throws {
        let hotel = Hotel(name: "Ritz")
        context.insert(hotel)
        context.insert(hotel)
        try context.save()
        context.delete(hotel)
        context.delete(hotel)
        context.insert(hotel)
        try context.save()
        #expect(try stored(Hotel.self).map(\.name) == ["Ritz"])
    }

    @Test func `An object that was never inserted is deleted, and gets a new one's values`() throws {
        let hotel = Hotel(name: "Ritz")
        context.delete(hotel)
        hotel.name = "Savoy"
        #expect(!context.hasChanges)
        try context.save()
        #expect(hotel.name == "Savoy")
        context.insert(hotel)
        try context.save()
        #expect(try stored(Hotel.self).map(\.name) == ["Savoy"])
    }

    @Test func `An object of one context is inserted into and deleted by another`() throws {
        let hotel = Hotel(name: "Ritz")
        context.insert(hotel)
        let other = ModelContext(container)
        other.insert(hotel)
        #expect(throws: ModelDataError.foreignObject(model: "Hotel")) { try other.save() }
        other.delete(hotel)
        #expect(throws: ModelDataError.foreignObject(model: "Hotel")) { try other.save() }
        try context.save()
        #expect(hotel.modelContext === context)
        #expect(try stored(Hotel.self).count == 1)
    }

    @Test func `An object is its own parent`() throws {
        let node = Node("ouroboros")
        node.parent = node
        context.insert(node)
        try context.save()
        #expect(node.children.count == 1)
        let again = try #require(try ModelContext(container).fetch(FetchDescriptor<Node>()).first)
        #expect(again.parent === again)
        context.delete(node)
        try context.save()
        #expect(try stored(Node.self).isEmpty)
    }

    @Test func `Two objects are each other's parents, and a cascade ends`() throws {
        let (first, second) = (Node("first"), Node("second"))
        (first.parent, second.parent) = (second, first)
        context.insert(first)
        try context.save()
        #expect(try stored(Node.self).count == 2)
        let other = ModelContext(container)
        try other.delete(model: Node.self, where: #Predicate { $0.name == "first" })
        try other.save()
        #expect(try stored(Node.self).isEmpty)
    }

    @Test func `A required relationship gets an object that the same save deletes`() throws {
        let context = ModelContext(try memory(Draft.self, Reply.self))
        let (draft, second) = (Draft("first"), Draft("second"))
        let reply = Reply("yes", to: draft)
        context.insert(reply)
        context.insert(second)
        try context.save()
        context.delete(second)
        reply.draft = second
        #expect(throws: ModelDataError.self) { try context.save() }
        #expect(reply.draft === second)
        context.rollback()
        #expect(reply.draft === draft)
        #expect(second.text == "second")
        try context.save()
    }

    @Test func `A property observer deletes its object`() throws {
        let container = try memory(Draft.self, Reply.self)
        let context = ModelContext(container)
        let draft = Draft("text")
        context.insert(draft)
        try context.save()
        draft.text = ""
        #expect(draft.isDeleted)
        try context.save()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Draft>()) == 0)
    }

    @Test func `An observer of willSave rolls back`() throws {
        nonisolated(unsafe) let saving = context
        let observer = NotificationCenter.default.addObserver(
            forName: ModelContext.willSave, object: context, queue: nil
        ) { _ in saving.rollback() }
        defer { NotificationCenter.default.removeObserver(observer) }
        context.insert(Hotel(name: "Ritz"))
        try context.save()
        #expect(!context.hasChanges)
        #expect(try stored(Hotel.self).isEmpty)
    }

    @Test func `An observer of didSave saves a change of its own`() throws {
        nonisolated(unsafe) let saving = context
        nonisolated(unsafe) var saves = 0
        let observer = NotificationCenter.default.addObserver(
            forName: ModelContext.didSave, object: context, queue: nil
        ) { _ in
            saves += 1
            if saves > 1 { return }
            saving.insert(Hotel(name: "Savoy"))
            try? saving.save()
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        context.insert(Hotel(name: "Ritz"))
        try context.save()
        #expect(saves == 2)
        #expect(Set(try stored(Hotel.self).map(\.name)) == ["Ritz", "Savoy"])
    }

    @Test(arguments: [(-1, 0), (0, 0), (2, -5), (2, 99), (Int.max, Int.max)])
    func `A limit or an offset is negative or too large`(limit: Int, offset: Int) throws {
        for number in 1...3 { context.insert(Hotel(name: "\(number)")) }
        let unsaved = ModelContext(container)
        try context.save()
        unsaved.insert(Hotel(name: "4"))
        var descriptor = FetchDescriptor<Hotel>(sortBy: [SortDescriptor(\.name)])
        descriptor.fetchLimit = limit
        descriptor.fetchOffset = offset
        let expected = offset > 4 ? 0 : max(0, limit)
        #expect(try context.fetch(descriptor).count == expected)
        #expect(try unsaved.fetch(descriptor).count == expected)
        #expect(try context.fetchCount(descriptor) == expected)
        #expect(try context.fetchIdentifiers(descriptor).count == expected)
        #expect(try context.fetch(descriptor, batchSize: -1).count == expected)
    }

    @Test func `A predicate compares with many thousand values`() throws {
        context.insert(Hotel(name: "7"))
        try context.save()
        let names = (0..<40_000).map(String.init)
        let found = try context.fetch(
            FetchDescriptor<Hotel>(predicate: #Predicate { names.contains($0.name) }))
        #expect(found.map(\.name) == ["7"])
        let none: [String] = []
        #expect(
            try context.fetchCount(FetchDescriptor<Hotel>(predicate: #Predicate { none.contains($0.name) }))
                == 0)
    }

    @Test func `Texts contain zeros, quotes and the words of SQL`() throws {
        let names = ["a\0b", "'; DROP TABLE Hotel; --", "\"", "%_\\", "", "🏨\u{200D}", "\u{FEFF}x"]
        for name in names { context.insert(Hotel(name: name)) }
        try context.save()
        #expect(Set(try stored(Hotel.self).map(\.name)) == Set(names))
        for name in names {
            let equal = FetchDescriptor<Hotel>(predicate: #Predicate { $0.name == name })
            #expect(try ModelContext(container).fetch(equal).map(\.name) == [name])
            let prefixed = FetchDescriptor<Hotel>(predicate: #Predicate { $0.name.starts(with: name) })
            #expect(try ModelContext(container).fetch(prefixed).contains { $0.name == name })
        }
    }

    @Test func `Two spellings of one letter are one unique value`() throws {
        context.insert(Label("Łódz\u{301}"))
        context.insert(Label("Łódź"))
        try context.save()
        #expect(try stored(Label.self).count == 1)
    }

    @Test func `A number that isn't one is refused, and the date that is one is kept`() throws {
        let context = ModelContext(try memory(Everything.self))
        let everything = Everything(key: 1)
        context.insert(everything)
        everything.date = .distantFuture
        try context.save()
        everything.double = .nan
        #expect(throws: ModelDataError.self) { try context.save() }
        everything.double = 1
        everything.date = Date(timeIntervalSinceReferenceDate: .nan)
        #expect(throws: ModelDataError.self) { try context.save() }
        everything.date = .distantPast
        try context.save()
        context.reset()
        let again = try #require(try context.fetch(FetchDescriptor<Everything>()).first)
        #expect(again.date == .distantPast)
        #expect(again.double == 1)
    }

    @Test func `A store's file is a directory, a text or a file of another program`() throws {
        let directory = try TemporaryDirectory()
        #expect(throws: ModelDataError.self) { try travel(directory.url) }
        let text = directory.url.appending(path: "notes.txt")
        try Data("A list of things to do, longer than a header of SQLite.".utf8).write(to: text)
        #expect(throws: ModelDataError.self) { try travel(text) }
        #expect(try String(contentsOf: text, encoding: .utf8).hasPrefix("A list of things"))
        #expect(throws: ModelDataError.self) { try travel(directory.url.appending(path: "no/such/folder/x")) }
    }

    @Test func `Undo and redo are called without a change`() throws {
        let manager = UndoManager()
        context.undoManager = manager
        manager.undo()
        manager.redo()
        #expect(try context.undoLastTransaction() == nil)
        context.rollback()
        context.rollback()
        try context.save()
        #expect(!context.hasChanges)
    }

    @Test func `A container has no models, or one twice`() throws {
        let empty = try ModelContainer(
            for: Schema([]), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        try ModelContext(empty).save()
        #expect(throws: ModelDataError.unknownModel(name: "Hotel")) {
            try ModelContext(empty).fetch(FetchDescriptor<Hotel>())
        }
        let twice = try memory(Hotel.self, Hotel.self)
        #expect(try ModelContext(twice).fetchCount(FetchDescriptor<Hotel>()) == 0)
    }

    @Test func `The objects of an erased store are changed and saved`() throws {
        let hotel = Hotel(name: "Ritz")
        context.insert(hotel)
        try context.save()
        try container.erase()
        #expect(hotel.name == "Ritz")
        hotel.name = "Savoy"
        #expect(throws: ModelDataError.self) { try context.save() }
        context.rollback()
        try context.save()
        #expect(try stored(Hotel.self).isEmpty)
    }
}
