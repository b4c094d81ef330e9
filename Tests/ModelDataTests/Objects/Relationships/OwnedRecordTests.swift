import Foundation
import ModelData
import Testing

@Model
private final class Shelf {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Tome.shelf) var tomes: [Tome] = []

    init(name: String) { self.name = name }
}

/// A model whose only relationship is the one to its shelf.
@Model
private final class Tome {
    var title: String
    var shelf: Shelf?

    init(_ title: String) { self.title = title }
}

@Suite("Deleting owned records")
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

    @Test func `Owned records are deleted with the owner without creating objects`() throws {
        let counter = try StatementCounter(context)
        context.delete(try shelf("b"))
        let run = try counter.run { try context.save() }
        #expect(run < 15)
        #expect(try stored().count == 24)
        #expect(try stored().allSatisfy { !$0.hasPrefix("b") })
        #expect(try context.fetchCount(FetchDescriptor<Tome>()) == 24)
    }

    @Test func `Undo restores the owner and its records, and redo deletes them again`() throws {
        context.delete(try shelf("b"))
        try context.save()
        try context.undoLastTransaction()
        #expect(try shelf("b").tomes.map(\.title) == (0..<12).map { "b\($0)" })
        try context.redoLastTransaction()
        #expect(try stored().count == 24)
    }

    @Test func `An owned object in memory is marked as deleted, and one that changed owners is kept`() throws
    {
        let known = try tome("b3")
        let moved = try tome("b4")
        moved.shelf = try shelf("c")
        context.delete(try shelf("b"))
        context.processPendingChanges()
        #expect(known.isDeleted)
        #expect(!moved.isDeleted)
        try context.save()
        #expect(try stored().filter { $0.hasPrefix("b") } == ["b4"])
        #expect(try shelf("c").tomes.map(\.title).contains("b4"))
    }

    @Test func `Objects added to the owner before the deletion are deleted too`() throws {
        let object = try shelf("b")
        object.tomes.append(Tome("new"))
        let taken = try tome("a1")
        taken.shelf = object
        context.delete(object)
        try context.save()
        #expect(try stored().count == 23)
        #expect(try !stored().contains("new") && !stored().contains("a1"))
    }

    @Test
    func `Queries and deletedModelsArray include the deletions before the save, and rollback reverts them`()
        throws
    {
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

    @Test func `An undo manager reverts the deletion with all owned records`() throws {
        let manager = UndoManager()
        context.undoManager = manager
        context.delete(try shelf("b"))
        context.processPendingChanges()
        manager.undo()
        try context.save()
        #expect(try stored().count == 36)
    }
}
