import Foundation
import TestSupport
import Testing

@testable import ModelData

@Model
private final class Chest {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Piece.chest) var pieces: [Piece] = []

    init(name: String) { self.name = name }
}

@Model
private final class Piece {
    enum Kind: String, Codable { case hand, power }

    var title: String
    var kind = Kind.hand
    var chest: Chest?
    var marks: [Sticker] = []

    init(_ title: String) { self.title = title }
}

@Model
private final class Sticker {
    var word: String
    @Relationship(inverse: \Piece.marks) var pieces: [Piece] = []

    init(_ word: String) { self.word = word }
}

@Suite("Read failures in code that can't throw")
struct ReadFailureTests {
    private let directory: TemporaryDirectory
    private let container: ModelContainer

    /// A chest with three pieces; the second has an unknown kind.
    init() throws {
        directory = try TemporaryDirectory()
        container = try ModelContainer(
            for: Chest.self, configurations: ModelConfiguration(url: directory.file()))
        let context = ModelContext(container)
        let chest = Chest(name: "Garage")
        chest.pieces = (0..<3).map { Piece("\($0)") }
        chest.pieces[1].marks = [Sticker("old")]
        context.insert(chest)
        try context.save()
        try edit("UPDATE Piece SET kind = 'lost' WHERE _id = 2")
    }

    private func edit(_ sql: String) throws {
        let piece = try StoreConnection(path: directory.file().path, timeout: 5)
        try piece.perform { try $0.execute(sql) }
    }

    private func repair() throws { try edit("UPDATE Piece SET kind = 'hand' WHERE _id = 2") }

    private func chest(_ context: ModelContext) throws -> Chest {
        try #require(try context.fetch(FetchDescriptor<Chest>()).first)
    }

    /// Simulates a getter whose read fails: the task is cancelled while another process locks the store.
    private static func cancelRead(_ context: ModelContext) {
        context.deferringErrors { () throws -> Void in throw CancellationError() }
    }

    private static let unreadable = ModelDataError.unreadableValue(
        model: "Piece", property: "kind", record: 2, problem: .unreadable(content: "lost", type: "Kind"))

    @Test func `An unreadable relationship is empty, reported once and read again later`() throws {
        let context = ModelContext(container)
        let chest = try chest(context)
        try context.checkReads()
        #expect(chest.pieces.isEmpty)
        #expect(throws: Self.unreadable) { try context.checkReads() }
        try context.checkReads()
        try repair()
        #expect(chest.pieces.map(\.title) == ["0", "1", "2"])
        try context.checkReads()
    }

    @Test func `A save is refused after a relationship couldn't be read`() throws {
        let context = ModelContext(container)
        let chest = try chest(context)
        if chest.pieces.isEmpty { context.delete(chest) }
        #expect(throws: Self.unreadable) { try context.save() }
        context.rollback()
        try context.save()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Chest>()) == 1)
    }

    @Test(.level(.default))
    @MainActor
    func `A failed read delays one autosave, the next saves all changes, and the error is still reported`()
        async throws
    {
        let context = container.mainContext
        let chest = try chest(context)
        #expect(chest.pieces.isEmpty)
        chest.name = "Shed"
        for _ in 0..<500 where context.changes.autosave.state == .scheduled {
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(context.hasChanges)
        #expect(context.changes.autosave.state != .scheduled)
        #expect(chest.pieces.isEmpty)
        chest.name = "Attic"
        for _ in 0..<500 where context.hasChanges { try await Task.sleep(for: .milliseconds(20)) }
        #expect(try ModelContext(container).fetch(FetchDescriptor<Chest>()).first?.name == "Attic")
        #expect(throws: Self.unreadable) { try context.checkReads() }
        try context.checkReads()
    }

    @Test func `A wait ended by task cancellation stops only that task's save`() async throws {
        let context = ModelContext(container)
        Self.cancelRead(context)
        try context.save()
        // If another read fails as well, the save reports that failure.
        Self.cancelRead(context)
        #expect(try chest(context).pieces.isEmpty)
        #expect(throws: Self.unreadable) { try context.save() }
        let container = container
        let task = Task {
            let context = ModelContext(container)
            Self.cancelRead(context)
            withUnsafeCurrentTask { $0?.cancel() }
            try context.save()
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `The reason for a missing record is reported`() throws {
        let context = ModelContext(container)
        try repair()
        let identifier = try #require(
            try context.fetch(FetchDescriptor<Piece>(predicate: #Predicate { $0.title == "1" })).first
        ).persistentModelID
        try edit("UPDATE Piece SET kind = 'lost' WHERE _id = 2")
        let other = ModelContext(container)
        #expect(other.existingModel(for: identifier) == nil)
        #expect(throws: Self.unreadable) { try other.checkReads() }
        #expect(other[identifier, as: Piece.self] == nil)
        #expect(throws: Self.unreadable) { try other.save() }
        try repair()
        #expect(other[identifier, as: Piece.self]?.title == "1")
        try other.save()
    }

    @Test func `A cascade deletes records that can't be read, and undo brings them back`() throws {
        let context = ModelContext(container)
        context.delete(try chest(context))
        try context.save()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Piece>()) == 0)
        _ = try context.undoLastTransaction()
        try repair()
        let fresh = ModelContext(container)
        let back = try chest(fresh)
        #expect(back.pieces.map(\.title) == ["0", "1", "2"])
        #expect(back.pieces[1].marks.map(\.word) == ["old"])
    }

    @Test func `A deletion is refused while a cascade that needs objects can't read them`() throws {
        let context = ModelContext(container)
        let chest = try chest(context)
        // An undo manager needs the objects.
        context.undoManager = UndoManager()
        context.delete(chest)
        for _ in 0..<3 { #expect(throws: Self.unreadable) { try context.save() } }
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Chest>()) == 1)
        try repair()
        try context.save()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Piece>()) == 0)
    }

    @Test func `An object unreadable during a rollback is read at its next access`() throws {
        try repair()
        let context = ModelContext(container)
        let piece = try #require(
            try context.fetch(FetchDescriptor<Piece>(predicate: #Predicate { $0.title == "1" })).first)
        piece.title = "changed"
        try edit("UPDATE Piece SET title = 'elsewhere', kind = 'lost' WHERE _id = 2")
        // A context detects external changes only when asked.
        #expect(try context.storeChangedElsewhere())
        context.rollback()
        try repair()
        #expect(piece.title == "elsewhere")
        try context.save()
    }
}
