import Foundation
import ModelData
import TestSupport
import Testing

@ModelActor
private actor Desk {
    func setAutosave(_ isEnabled: Bool) { modelContext.autosaveEnabled = isEnabled }

    func add(_ titles: String...) {
        for title in titles { modelContext.insert(Book(title: title, author: "x")) }
        #expect(modelContext.hasChanges == !titles.isEmpty)
    }

    func addDuring(_ work: @Sendable () async throws -> Void) async throws {
        modelContext.insert(Book(title: "before", author: "x"))
        try await work()
    }

    func addAndDiscard() {
        modelContext.insert(Book(title: "discarded", author: "x"))
        modelContext.rollback()
    }

    func transactions() throws -> Int { try modelContext.historySummaries(limit: 100).count }
}

@Suite("Autosave")
struct AutosaveTests {
    private let directory: TemporaryDirectory
    private let file: URL

    init() throws {
        directory = try TemporaryDirectory()
        file = directory.file()
    }

    /// The sorted titles of all books in the store.
    private static func titles(_ container: ModelContainer) throws -> [String] {
        try ModelContext(container).fetch(FetchDescriptor<Book>()).map(\.title).sorted()
    }

    /// Waits until the store has these books. On the main actor, each turn of the loop lets the main context
    /// have a turn, too, even if many other tests wait for the main actor.
    private static func wait(
        for expected: [String], in container: ModelContainer,
        isolation: isolated (any Actor)? = #isolation
    ) async throws {
        for _ in 0..<1000 where try titles(container) != expected {
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(try titles(container) == expected)
    }

    private static func autosaving(_ container: ModelContainer) -> ModelContext {
        let context = ModelContext(container)
        context.autosaveEnabled = true
        return context
    }

    @Test @MainActor func `Only the main context saves automatically by default`() async throws {
        let container = try memory(Book.self)
        let context = ModelContext(container)
        #expect(!context.autosaveEnabled)
        #expect(container.mainContext.autosaveEnabled)
        context.insert(Book(title: "Eden", author: "Lem"))
        container.mainContext.insert(Book(title: "Solaris", author: "Lem"))
        #expect(context.hasChanges)
        #expect(container.mainContext.hasChanges)
        try await Self.wait(for: ["Solaris"], in: container)
        #expect(context.hasChanges)
        #expect(!container.mainContext.hasChanges)
    }

    @Test(.level(.default)) @MainActor
    func `The main context saves what an observer of its autosave changes`() async throws {
        let container = try memory(Book.self)
        let context = container.mainContext
        nonisolated(unsafe) var isFirst = true
        let observer = NotificationCenter.default.addObserver(
            forName: ModelContext.didSave, object: context, queue: nil
        ) { _ in
            guard isFirst else { return }
            isFirst = false
            MainActor.assumeIsolated { container.mainContext.insert(Book(title: "second", author: "x")) }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        context.insert(Book(title: "first", author: "x"))
        try await Self.wait(for: ["first", "second"], in: container)
    }

    @Test func `Another context saves each change before the call returns`() throws {
        let container = try memory(Book.self)
        let context = Self.autosaving(container)
        let book = Book(title: "Solaris", author: "Lem")
        context.insert(book)
        #expect(try Self.titles(container) == ["Solaris"])
        book.title = "Eden"
        #expect(try Self.titles(container) == ["Eden"])
        book.title += " 2"
        #expect(try Self.titles(container) == ["Eden 2"])
        try context.findOrInsert(where: #Predicate<Book> { $0.rating == 5 }) {
            Book(title: "Fiasko", author: "Lem", rating: 5)
        }
        #expect(try Self.titles(container) == ["Eden 2", "Fiasko"])
        context.delete(book)
        #expect(try Self.titles(container) == ["Fiasko"])
        try context.delete(model: Book.self)
        #expect(try Self.titles(container) == [])
        #expect(!context.hasChanges)
    }

    @Test func `A change of a relationship is saved on both sides`() throws {
        let container = try travel()
        let context = Self.autosaving(container)
        let trip = Trip(name: "Alps")
        context.insert(trip)
        let sight = Sight("Matterhorn")
        trip.sights.append(sight)
        #expect(sight.modelContext === context)
        #expect(!context.hasChanges)
        // A new object joins the context of the objects that it is related to.
        let labels = [Label("high"), Label("steep"), Label("cold")]
        for label in labels { context.insert(label) }
        let other = Sight("Eiger")
        other.labels = labels
        other.trip = trip
        #expect(!context.hasChanges)
        let reader = ModelContext(container)
        let sights = try reader.fetch(FetchDescriptor<Sight>(sortBy: [SortDescriptor(\.title)]))
        #expect(sights.map(\.title) == ["Eiger", "Matterhorn"])
        #expect(sights.map(\.trip?.name) == ["Alps", "Alps"])
        #expect(sights.first?.labels.map(\.word) == ["high", "steep", "cold"])
        trip.sights = []
        _ = try reader.storeChangedElsewhere()
        #expect(sights.allSatisfy { $0.trip == nil })
    }

    @Test func `A change inside the change of a property is saved with it`() throws {
        let container = try memory(Chore.self, Worker.self)
        let context = Self.autosaving(container)
        let chore = Chore("a")
        context.insert(chore)
        let worker = Worker("Ann")
        context.insert(worker)
        let before = try context.historySummaries(limit: 100).count
        // The observers of these properties change other properties.
        chore.title = "b"
        chore.steps.append(Step(text: "x"))
        chore.worker = worker
        #expect(try context.historySummaries(limit: 100).count == before + 3)
        chore.steps.removeAll { _ in
            context.insert(Worker("Bob"))
            return false
        }
        #expect(!context.hasChanges)
        let reader = ModelContext(container)
        let read = try #require(try reader.fetch(FetchDescriptor<Chore>()).first)
        #expect(read.title == "b")
        #expect(read.steps.map(\.text) == ["x"])
        #expect(read.worker?.name == "Ann")
        #expect(read.edits == chore.edits)
        #expect(read.edits > 0)
    }

    @Test func `Undo and redo are saved as one step each`() throws {
        let container = try memory(Book.self)
        let context = Self.autosaving(container)
        let manager = UndoManager()
        context.undoManager = manager
        let first = Book(title: "first", author: "x")
        manager.beginUndoGrouping()
        context.insert(first)
        context.insert(Book(title: "second", author: "x"))
        first.title = "changed"
        manager.endUndoGrouping()
        #expect(try Self.titles(container) == ["changed", "second"])
        let before = try context.historySummaries(limit: 100).count
        manager.undo()
        #expect(try Self.titles(container) == [])
        manager.redo()
        #expect(try Self.titles(container) == ["changed", "second"])
        #expect(try context.historySummaries(limit: 100).count == before + 2)
    }

    @Test func `A transaction is saved once, at its end`() throws {
        let container = try memory(Book.self)
        let context = Self.autosaving(container)
        try context.transaction {
            for title in ["a", "b", "c"] { context.insert(Book(title: title, author: "x")) }
            let saved = try Self.titles(container)
            #expect(saved == [])
        }
        #expect(try Self.titles(container) == ["a", "b", "c"])
        #expect(try context.historySummaries().count == 1)
        try context.beginTransaction()
        context.insert(Book(title: "d", author: "x"))
        context.rollbackTransaction()
        context.insert(Book(title: "e", author: "x"))
        #expect(try Self.titles(container) == ["a", "b", "c", "e"])
    }

    @Test func `Enabling autosave saves earlier changes, and disabling it stops the saves`() throws {
        let container = try memory(Book.self)
        let context = ModelContext(container)
        context.insert(Book(title: "a", author: "x"))
        #expect(try Self.titles(container) == [])
        context.autosaveEnabled = true
        #expect(try Self.titles(container) == ["a"])
        context.autosaveEnabled = false
        context.insert(Book(title: "b", author: "x"))
        #expect(try Self.titles(container) == ["a"] && context.hasChanges)
    }

    @Test func `A change that can't be saved stays pending until a later change makes it possible`() throws {
        let container = try travel()
        let context = Self.autosaving(container)
        let trip = Trip(name: "Alps")
        context.insert(trip)
        let team = Team(name: "empty")
        context.insert(team)
        #expect(context.hasChanges)
        trip.name = "Andes"
        #expect(throws: ModelDataError.self) { try context.save() }
        team.players.append(Player(name: "Ann"))
        #expect(!context.hasChanges)
        let reader = ModelContext(container)
        #expect(try reader.fetch(FetchDescriptor<Trip>()).map(\.name) == ["Andes"])
        #expect(try reader.fetch(FetchDescriptor<Team>()).first?.players.map(\.name) == ["Ann"])
    }

    @Test func `Contexts of several tasks and threads save their changes`() async throws {
        let container = try container(file, Book.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<4 {
                group.addTask {
                    let context = Self.autosaving(container)
                    for book in 0..<5 {
                        context.insert(Book(title: "\(number) \(book)", author: "x"))
                        await Task.yield()
                    }
                }
            }
            try await group.waitForAll()
        }
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                Self.autosaving(container).insert(Book(title: "thread", author: "x"))
                continuation.resume()
            }
        }
        let expected = (0..<4).flatMap { number in (0..<5).map { "\(number) \($0)" } } + ["thread"]
        #expect(try Self.titles(container) == expected)
    }

    @Test(.level(.default)) func `A model actor saves when its work suspends or ends, once for each part`()
        async throws
    {
        let container = try container(file, Book.self)
        do {
            let desk = Desk(modelContainer: container)
            await desk.setAutosave(true)
            await desk.add("a", "b", "c")
            try await Self.wait(for: ["a", "b", "c"], in: container)
            #expect(try await desk.transactions() == 1)
            try await desk.addDuring {
                try await Self.wait(for: ["a", "b", "before", "c"], in: container)
            }
            await desk.addAndDiscard()
            await desk.setAutosave(false)
            await desk.add("d")
            #expect(try await desk.transactions() == 2)
            await desk.setAutosave(true)
            try await Self.wait(for: ["a", "b", "before", "c", "d"], in: container)
            await desk.add("last")
        }
        // The actor is released at once.
        try await Self.wait(for: ["a", "b", "before", "c", "d", "last"], in: container)
    }

    @Test(.level(.default)) func `A normal end of the process saves the changes of the main context`()
        async throws
    {
        let path = file.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            let container = try container(URL(fileURLWithPath: path), Book.self)
            await MainActor.run {
                container.mainContext.insert(Book(title: "Solaris", author: "Lem"))
                exit(0)
            }
        }
        #expect(try Self.titles(container(file, Book.self)) == ["Solaris"])
    }

    @Test(.level(.default)) func `A normal end of the process waits for the save of a model actor`()
        async throws
    {
        let path = file.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            let desk = Desk(modelContainer: try container(URL(fileURLWithPath: path), Book.self))
            await desk.setAutosave(true)
            await desk.add("Solaris", "Eden")
            exit(0)
        }
        #expect(try Self.titles(container(file, Book.self)) == ["Eden", "Solaris"])
    }
}
