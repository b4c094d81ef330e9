import Foundation
import ModelData
import Testing

@Model
private final class Shelf {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Tome.shelf) var tomes: [Tome] = []

    init(name: String) { self.name = name }
}

/// Related to nothing but its shelf.
@Model
private final class Tome {
    var title: String
    var shelf: Shelf?

    init(_ title: String) { self.title = title }
}

@Suite("Records that belong to a deleted owner alone")
struct OwnedRecordTests {
    private let container: ModelContainer
    private let context: ModelContext

    init() throws {
        container = try memory(Shelf.self, Tome.self)
        let filling = ModelContext(container)
        for shelf in ["a", "b", "c"] {
            let object = Shelf(name: shelf)
            object.tomes = (0..<12).map { Tome("\(shelf)\($0)") }
            filling.insert(object)
        }
        try filling.save()
        context = ModelContext(container)
    }

    private func shelf(_ name: String) throws -> Shelf {
        try #require(
            try context.fetch(FetchDescriptor<Shelf>(predicate: #Predicate { $0.name == name })).first)
    }

    private func tome(_ title: String) throws -> Tome {
        try #require(
            try context.fetch(FetchDescriptor<Tome>(predicate: #Predicate { $0.title == title })).first)
    }

    private func stored() throws -> Set<String> {
        Set(try ModelContext(container).fetch(FetchDescriptor<Tome>()).map(\.title))
    }

    @Test("They go with it, without objects being made of them")
    func gone() throws {
        let counter = try StatementCounter(context)
        context.delete(try shelf("b"))
        let run = try counter.run { try context.save() }
        #expect(run < 15)
        #expect(try stored().count == 24)
        #expect(try stored().allSatisfy { !$0.hasPrefix("b") })
        #expect(try context.fetchCount(FetchDescriptor<Tome>()) == 24)
    }

    @Test("Undo brings owner and records back, redo takes them away again")
    func undone() throws {
        context.delete(try shelf("b"))
        try context.save()
        try context.undoLastTransaction()
        #expect(try shelf("b").tomes.map(\.title) == (0..<12).map { "b\($0)" })
        try context.redoLastTransaction()
        #expect(try stored().count == 24)
    }

    @Test("One that is in memory is marked deleted, one that moved to another owner stays")
    func inMemory() throws {
        let known = try tome("b3")
        let moved = try tome("b4")
        moved.shelf = try shelf("c")
        context.delete(try shelf("b"))
        context.processPendingChanges()
        #expect(known.isDeleted && !moved.isDeleted)
        try context.save()
        #expect(try stored().filter { $0.hasPrefix("b") } == ["b4"])
        #expect(try shelf("c").tomes.map(\.title).contains("b4"))
    }

    @Test("One that was put into the owner before goes too")
    func added() throws {
        let object = try shelf("b")
        object.tomes.append(Tome("new"))
        let taken = try tome("a1")
        taken.shelf = object
        context.delete(object)
        try context.save()
        #expect(try stored().count == 23)
        #expect(try !stored().contains("new") && !stored().contains("a1"))
    }

    @Test("Before the save queries and the list of deleted objects know of them; rollback keeps them")
    func before() throws {
        context.delete(try shelf("b"))
        context.processPendingChanges()
        #expect(try context.fetchCount(FetchDescriptor<Tome>()) == 24)
        let full = FetchDescriptor<Shelf>(
            predicate: #Predicate { shelf in shelf.tomes.contains { $0.title == "b1" } })
        #expect(try context.fetch(full).isEmpty)
        #expect(context.deletedModelsArray.count == 13)
        context.rollback()
        #expect(try context.fetchCount(FetchDescriptor<Tome>()) == 36)
        #expect(try shelf("b").tomes.count == 12)
        #expect(try stored().count == 36)
    }

    @Test("An undo manager takes the deletion back, records and all")
    func undoManager() throws {
        let manager = UndoManager()
        context.undoManager = manager
        context.delete(try shelf("b"))
        context.processPendingChanges()
        manager.undo()
        try context.save()
        #expect(try stored().count == 36)
    }
}
