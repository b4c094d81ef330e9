import Foundation
import ModelData
import Synchronization
import TestSupport
import Testing

@ModelActor
private actor Editor {
    private var held: Book?

    func retitle(_ identifier: PersistentIdentifier, _ title: String) throws {
        self[identifier, as: Book.self]?.title = title
        try modelContext.save()
    }

    func delete(_ identifier: PersistentIdentifier) throws {
        if let book = self[identifier, as: Book.self] { modelContext.delete(book) }
        try modelContext.save()
    }

    func hold(_ identifier: PersistentIdentifier) { held = self[identifier, as: Book.self] }

    func heldTitle() -> String? { held?.title }
}

@Suite("Contexts after a save of another one")
@MainActor
struct ContextRefreshTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func library(inMemory: Bool = false, refreshes: Bool = true) throws -> (ModelContainer, Book) {
        var configuration =
            inMemory
            ? ModelConfiguration(isStoredInMemoryOnly: true) : ModelConfiguration(url: directory.file())
        configuration.refreshesContexts = refreshes
        let container = try ModelContainer(for: Book.self, configurations: configuration)
        container.mainContext.autosaveEnabled = false
        let book = Book(title: "Solaris", author: "Lem")
        container.mainContext.insert(book)
        try container.mainContext.save()
        return (container, book)
    }

    private func wait(until isReached: () async -> Bool) async throws {
        for _ in 0..<1000 {
            if await isReached() { return }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    @Test(arguments: [true, false])
    func `Objects of the main context change without a fetch, and observers see it`(inMemory: Bool)
        async throws
    {
        let (container, book) = try library(inMemory: inMemory)
        book.rating = 5
        let changes = Mutex(0)
        withObservationTracking {
            _ = book.title
        } onChange: {
            changes.withLock { $0 += 1 }
        }
        try await Editor(modelContainer: container).retitle(book.persistentModelID, "Eden")
        try await wait { book.title == "Eden" }
        #expect(book.title == "Eden")
        #expect(changes.withLock { $0 } == 1)
        // Unsaved changes stay.
        #expect(book.rating == 5)
        #expect(book.hasChanges)
        try container.mainContext.save()
        let saved = try ModelContext(container).fetch(FetchDescriptor<Book>())
        #expect(saved.map(\.title) == ["Eden"])
        #expect(saved.map(\.rating) == [5])
    }

    @Test func `An object whose record another context deletes leaves the main context`() async throws {
        let (container, book) = try library()
        try await Editor(modelContainer: container).delete(book.persistentModelID)
        try await wait { book.modelContext == nil }
        #expect(book.modelContext == nil)
        #expect(book.title == "Solaris")
    }

    @Test func `Objects of an actor change after a save of the main context`() async throws {
        let (container, book) = try library()
        let editor = Editor(modelContainer: container)
        await editor.hold(book.persistentModelID)
        #expect(await editor.heldTitle() == "Solaris")
        book.title = "Eden"
        try container.mainContext.save()
        try await wait { await editor.heldTitle() == "Eden" }
        #expect(await editor.heldTitle() == "Eden")
    }

    @Test func `A transaction ends before its context is refreshed`() async throws {
        let (container, book) = try library()
        try container.mainContext.beginTransaction()
        try await Editor(modelContainer: container).retitle(book.persistentModelID, "Eden")
        try await Task.sleep(for: .milliseconds(50))
        #expect(book.title == "Solaris")
        try container.mainContext.commitTransaction()
        _ = try container.mainContext.fetch(FetchDescriptor<Book>())
        #expect(book.title == "Eden")
    }

    @Test func `A context that has outlived its executor is left alone`() async throws {
        let (container, book) = try library()
        let context = ModelContext(container)
        _ = DefaultSerialModelExecutor(modelContext: context)
        let held = try #require(try context.fetch(FetchDescriptor<Book>()).first)
        book.title = "Eden"
        try container.mainContext.save()
        try await Task.sleep(for: .milliseconds(50))
        #expect(held.title == "Solaris")
    }

    @Test func `The connection of a store in memory is used by one context at a time`() async throws {
        let (container, book) = try library(inMemory: true)
        let identifier = book.persistentModelID
        // Each save lets the main actor refresh its context while the other editor reads and writes.
        try await withThrowingTaskGroup { group in
            for name in ["one", "two"] {
                let editor = Editor(modelContainer: container)
                group.addTask {
                    for number in 0..<300 { try await editor.retitle(identifier, "\(name) \(number)") }
                }
            }
            try await group.waitForAll()
        }
        try await wait { book.title.hasSuffix("299") }
        #expect(book.title.hasSuffix("299"))
        #expect(throws: Never.self) { try container.mainContext.checkReads() }
    }

    @Test func `Without refreshing, objects change at the next fetch`() async throws {
        let (container, book) = try library(refreshes: false)
        try await Editor(modelContainer: container).retitle(book.persistentModelID, "Eden")
        try await Task.sleep(for: .milliseconds(50))
        #expect(book.title == "Solaris")
        _ = try container.mainContext.fetch(FetchDescriptor<Book>())
        #expect(book.title == "Eden")
    }
}
