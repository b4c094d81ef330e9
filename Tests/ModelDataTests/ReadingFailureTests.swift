import Foundation
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

@Suite("What can't be read where nothing can be thrown")
struct ReadingFailureTests {
    private let directory: TemporaryDirectory
    private let container: ModelContainer

    /// A chest with three pieces, of which the second one is of an unknown kind.
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

    private func mend() throws { try edit("UPDATE Piece SET kind = 'hand' WHERE _id = 2") }

    private func chest(_ context: ModelContext) throws -> Chest {
        try #require(try context.fetch(FetchDescriptor<Chest>()).first)
    }

    /// What a getter does in a cancelled task while another process has the store locked.
    private static func breakOff(_ context: ModelContext) {
        context.reading { () throws -> Void in throw CancellationError() }
    }

    private static let unreadable = ModelDataError.unreadableValue(
        model: "Piece", property: "kind", record: 2, problem: .unreadable(content: "lost", type: "Kind"))

    @Test("A relationship is empty, it is said why once, and it is read again when it can be")
    func relationship() throws {
        let context = ModelContext(container)
        let chest = try chest(context)
        try context.checkReads()
        #expect(chest.pieces.isEmpty)
        #expect(throws: Self.unreadable) { try context.checkReads() }
        try context.checkReads()
        try mend()
        #expect(chest.pieces.map(\.title) == ["0", "1", "2"])
        try context.checkReads()
    }

    @Test("Nothing is saved that was decided on a relationship that couldn't be read")
    func decided() throws {
        let context = ModelContext(container)
        let chest = try chest(context)
        if chest.pieces.isEmpty { context.delete(chest) }
        #expect(throws: Self.unreadable) { try context.save() }
        context.rollback()
        try context.save()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Chest>()) == 1)
    }

    @Test(
        "A read that failed holds one autosave back; the next saves all changes, and it is said all the same")
    @MainActor func autosave() async throws {
        let context = container.mainContext
        let chest = try chest(context)
        #expect(chest.pieces.isEmpty)
        chest.name = "Shed"
        for _ in 0..<500 where context.isAutosaveScheduled {
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(context.hasChanges && !context.isAutosaveScheduled)
        #expect(chest.pieces.isEmpty)
        chest.name = "Attic"
        for _ in 0..<500 where context.hasChanges { try await Task.sleep(for: .milliseconds(20)) }
        #expect(try ModelContext(container).fetch(FetchDescriptor<Chest>()).first?.name == "Attic")
        #expect(throws: Self.unreadable) { try context.checkReads() }
        try context.checkReads()
    }

    @Test("A wait that a cancelled task broke off stops that task's save, and nobody else's")
    func cancelled() async throws {
        let context = ModelContext(container)
        Self.breakOff(context)
        try context.save()
        // Something else that went wrong is said.
        Self.breakOff(context)
        #expect(try chest(context).pieces.isEmpty)
        #expect(throws: Self.unreadable) { try context.save() }
        let container = container
        let task = Task {
            let context = ModelContext(container)
            Self.breakOff(context)
            withUnsafeCurrentTask { $0?.cancel() }
            try context.save()
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("A record is missing, and it is said why")
    func record() throws {
        let context = ModelContext(container)
        try mend()
        let identifier = try #require(
            try context.fetch(FetchDescriptor<Piece>(predicate: #Predicate { $0.title == "1" })).first
        ).persistentModelID
        try edit("UPDATE Piece SET kind = 'lost' WHERE _id = 2")
        let other = ModelContext(container)
        #expect(other.model(for: identifier) == nil)
        #expect(throws: Self.unreadable) { try other.checkReads() }
        #expect(other[identifier, as: Piece.self] == nil)
        #expect(throws: Self.unreadable) { try other.save() }
        try mend()
        #expect(other[identifier, as: Piece.self]?.title == "1")
        try other.save()
    }

    @Test("A deletion that takes along what can't be read is refused each time, and whole once it can be")
    func cascade() throws {
        let context = ModelContext(container)
        context.delete(try chest(context))
        for _ in 0..<3 { #expect(throws: Self.unreadable) { try context.save() } }
        context.processPendingChanges()
        #expect(throws: Self.unreadable) { try context.save() }
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Chest>()) == 1)
        try mend()
        try context.save()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Piece>()) == 0)
        _ = try context.undoLastTransaction()
        let fresh = ModelContext(container)
        let back = try chest(fresh)
        #expect(back.pieces.map(\.title) == ["0", "1", "2"])
        #expect(back.pieces[1].marks.map(\.word) == ["old"])
    }

    @Test("An object whose record can't be read again at a rollback is read when it is next asked for")
    func rollback() throws {
        try mend()
        let context = ModelContext(container)
        let piece = try #require(
            try context.fetch(FetchDescriptor<Piece>(predicate: #Predicate { $0.title == "1" })).first)
        piece.title = "changed"
        try edit("UPDATE Piece SET title = 'elsewhere', kind = 'lost' WHERE _id = 2")
        // A context notices by looking.
        #expect(try context.storeChangedElsewhere())
        context.rollback()
        try mend()
        #expect(piece.title == "elsewhere")
        try context.save()
    }
}
