import Foundation
import ModelData
import Testing

@Suite("Property observers")
struct PropertyObserverTests {
    private let directory: TemporaryDirectory
    private let container: ModelContainer
    private let context: ModelContext
    private let chore: Chore
    private let ann = Worker("Ann")
    private let bob = Worker("Bob")

    init() throws {
        directory = try TemporaryDirectory()
        container = try ModelDataTests.container(directory.file(), Chore.self, Worker.self)
        context = ModelContext(container)
        chore = Chore("a")
        context.insert(chore)
        context.insert(ann)
        context.insert(bob)
        try context.save()
    }

    /// Changes each stored property that has observers.
    private func change(_ chore: Chore, _ worker: Worker, _ helper: Worker) {
        chore.title = "b"
        chore.steps.append(Step(text: "x"))
        chore.stage = .done
        chore.picture = Data([1])
        chore.worker = worker
        chore.helpers = [helper]
    }

    private func isChanged(_ chore: Chore) -> Bool {
        chore.title == "b" && chore.steps.map(\.text) == ["x"] && chore.stage == .done
            && chore.picture == Data([1]) && chore.worker?.name == "Ann"
            && chore.helpers.map(\.name) == ["Bob"] && chore.edits == 6 && chore.crew == 1
    }

    private func isUnchanged(_ chore: Chore) -> Bool {
        chore.title == "a" && chore.steps.isEmpty && chore.stage == .open && chore.picture == nil
            && chore.worker == nil && chore.helpers.isEmpty && chore.edits == 0 && chore.crew == 0
    }

    @Test func `Observers run for each change by the program, with the old and new values`() throws {
        #expect(chore.calls.isEmpty)
        change(chore, ann, bob)
        #expect(
            chore.calls == [
                "title to b", "title from a", "steps", "stage from open", "picture", "worker from -",
                "helpers",
            ])
        #expect(isChanged(chore))
        chore.title = "b"
        chore.stage = .done
        #expect(chore.calls.count == 7)
        chore.isOpen = true
        chore.note = "new"
        #expect(chore.calls.suffix(2) == ["isOpen", "note"])
        #expect(chore.edits == 6)
        chore.worker = bob
        #expect(chore.calls.last == "worker from Ann")
    }

    @Test func `Observers don't run on reads or merged external changes, and nothing is changed`() throws {
        #expect(isUnchanged(chore))
        let other = ModelContext(container)
        let theirs = try #require(try other.fetch(FetchDescriptor<Chore>()).first)
        let workers = try other.fetch(FetchDescriptor<Worker>(sortBy: [SortDescriptor(\.name)]))
        #expect(isUnchanged(theirs))
        #expect(theirs.calls.isEmpty)
        change(theirs, workers[0], workers[1])
        try other.save()
        #expect(try context.storeChangedElsewhere())
        #expect(isChanged(chore))
        #expect(chore.calls.isEmpty)
        #expect(!chore.hasChanges)
        #expect(!context.hasChanges)
        // A merge sets a JSON value each time, even if it is unchanged.
        chore.stage = .open
        try context.save()
        #expect(try other.storeChangedElsewhere())
        #expect(theirs.stage == .open)
        #expect(theirs.calls.count == 7)
        #expect(!other.hasChanges)
        let fresh = ModelContext(container)
        let read = try #require(try fresh.fetch(FetchDescriptor<Chore>()).first)
        #expect(read.worker?.name == "Ann")
        #expect(read.helpers.count == 1)
        #expect(read.calls.isEmpty)
        #expect(!fresh.hasChanges)
    }

    @Test func `Observers don't run when a rollback restores an object, and nothing is left to save`() throws
    {
        change(chore, ann, bob)
        context.rollback()
        #expect(isUnchanged(chore))
        #expect(chore.calls.count == 7)
        #expect(!chore.hasChanges)
        #expect(!context.hasChanges)
    }

    @Test func `Observers don't run on undo and redo, which restore the observers' changes too`() throws {
        let manager = UndoManager()
        context.undoManager = manager
        change(chore, ann, bob)
        manager.undo()
        #expect(isUnchanged(chore))
        #expect(chore.calls.count == 7)
        manager.redo()
        #expect(isChanged(chore))
        #expect(chore.calls.count == 7)
    }

    @Test func `Observers run for changes from the other side of a relationship`() throws {
        #expect(chore.worker == nil)
        #expect(chore.helpers.isEmpty)
        ann.chores.append(chore)
        #expect(chore.worker === ann)
        #expect(chore.calls == ["worker from -"])
        bob.chores.append(chore)
        #expect(chore.worker === bob)
        #expect(chore.calls.last == "worker from Ann")
        bob.chores.removeAll()
        #expect(chore.worker == nil)
        #expect(chore.calls.last == "worker from Bob")
        ann.helped.append(chore)
        #expect(chore.crew == 1)
        #expect(chore.calls.count == 4)
        ann.helped.append(chore)
        #expect(chore.crew == 1)
        #expect(chore.calls.count == 4)
        ann.helped = []
        #expect(chore.crew == 0)
        #expect(chore.calls.count == 5)
    }

    @Test func `Observers see a list without duplicates`() throws {
        chore.helpers = [ann, bob, ann]
        #expect(chore.helpers.count == 2)
        #expect(chore.crew == 2)
    }

    @Test func `Observers don't run when an alias of a record is read`() throws {
        let alias = Chore("a")
        context.insert(alias)
        try context.save()
        #expect(alias.persistentModelID == chore.persistentModelID)
        #expect(isUnchanged(alias))
        #expect(isUnchanged(chore))
        #expect(alias.calls.isEmpty)
        #expect(chore.calls.isEmpty)
        #expect(!context.hasChanges)
        change(chore, ann, bob)
        #expect(isChanged(alias))
        #expect(alias.calls.isEmpty)
    }
}

@Model
final class Chore {
    @Attribute(.unique) var code: String
    /// Properties that the observers change. The test reads them from the store first, before observers could
    /// run.
    var edits = 0
    var crew = 0
    @Transient var calls: [String] = []
    var title: String {
        willSet(newTitle) {
            // This comment must stay in place when the macro copies the observer.
            calls.append("title to \(newTitle)")
        }
        didSet(formerTitle) {
            if formerTitle == title { return }
            record("title from \(formerTitle)")
        }
    }
    var steps: [Step] = [] { didSet { record("steps") } }
    var stage = Stage.open {
        didSet { record("stage from \(oldValue.rawValue)") }
    }
    @Attribute(.externalStorage) var picture: Data? { didSet { record("picture") } }
    @Attribute(.ephemeral) var isOpen = false { didSet { calls.append("isOpen") } }
    @Transient var note = "" { didSet { calls.append("note") } }
    var worker: Worker? { didSet { record("worker from \(oldValue?.name ?? "-")") } }
    var helpers: [Worker] = [] {
        willSet { _ = newValue.count }
        didSet {
            crew = helpers.count
            record("helpers")
        }
    }

    enum Stage: String, Codable { case open, done }

    init(_ code: String) {
        self.code = code
        title = code
    }

    private func record(_ call: String) {
        edits += 1
        calls.append(call)
    }
}

struct Step: Codable, Equatable {
    var text: String
}

@Model
final class Worker {
    var name: String
    @Relationship(inverse: \Chore.worker) var chores: [Chore] = []
    @Relationship(inverse: \Chore.helpers) var helped: [Chore] = []

    init(_ name: String) { self.name = name }
}
