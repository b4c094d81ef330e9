import Testing

@testable import ModelData

@Suite("Change tracker, without a context")
struct ChangeTrackerTests {
    private let tracker = ChangeTracker()

    private func book(_ title: String, _ phase: ModelState.Phase) -> Book {
        let book = Book(title: title, author: "Lem")
        book._$state.phase = phase
        tracker.pending.append(book, book._$state)
        return book
    }

    private func titles(_ models: [any PersistentModel]) -> [String] {
        models.compactMap { ($0 as? Book)?.title }
    }

    @Test func `Changes are listed by kind, in the order of their first change`() {
        let changed = book("changed", .saved)
        changed._$state.unsaved.columns.insert(0)
        _ = (book("new 1", .inserted), book("deleted", .deleting), book("new 2", .inserted))
        tracker.pending.append(changed, changed._$state)
        #expect(titles(tracker.inserted) == ["new 1", "new 2"])
        #expect(titles(tracker.changed) == ["changed"])
        #expect(titles(tracker.deleted) == ["deleted"])
        #expect(titles(tracker.pending.all) == ["changed", "new 1", "deleted", "new 2"])
        #expect(tracker.hasPending([ObjectIdentifier(Book.self)]))
        #expect(!tracker.hasPending([ObjectIdentifier(Folder.self)]))
    }

    @Test func `Deleting a new object leaves nothing to save`() {
        let book = book("Eden", .inserted)
        tracker.noteDeletion(of: book, book._$state)
        #expect(book._$state.phase == .deleted)
        #expect(!tracker.hasChanges)
    }

    @Test func `A cancelled deletion keeps the changes that the object had before`() {
        let (unchanged, changed) = (book("unchanged", .saved), book("changed", .saved))
        changed._$state.unsaved.columns.insert(0)
        for book in [unchanged, changed] { tracker.noteDeletion(of: book, book._$state) }
        #expect(titles(tracker.deleted) == ["unchanged", "changed"])
        for book in [unchanged, changed] { tracker.cancelDeletion(of: book._$state) }
        #expect(titles(tracker.pending.all) == ["changed"])
        #expect(titles(tracker.changed) == ["changed"])
    }

    @Test func `Discarding returns the objects and forgets them`() {
        _ = (book("new", .inserted), book("deleted", .deleting))
        #expect(titles(tracker.discardAll()) == ["new", "deleted"])
        #expect(!tracker.needsSave)
        #expect(tracker.discardAll().isEmpty)
    }

    @Test func `Delete rules are applied once, and only to objects that are still deleted`() {
        let (deleted, kept) = (book("deleted", .deleting), book("kept", .saved))
        tracker.pendingCascades = [deleted, kept]
        #expect(titles(tracker.takeCascades()) == ["deleted"])
        #expect(tracker.takeCascades().isEmpty)
    }
}

@Suite("What an autosave waits for")
struct AutosaveGateTests {
    private let context: ModelContext

    init() throws {
        let container = try ModelContainer(
            for: Book.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        context = ModelContext(container)
    }

    @Test func `Only the end of the outermost call lets it save`() {
        let tracker = ChangeTracker()
        tracker.autosave.beginCall()
        tracker.autosave.beginCall()
        tracker.autosave.endCall()
        #expect(!tracker.hasEndedCalls(in: context))
        #expect(!tracker.isQuiet)
        tracker.autosave.endCall()
        #expect(tracker.hasEndedCalls(in: context))
        #expect(tracker.isQuiet)
    }

    @Test func `It waits for a property that is being changed, unless the object leaves the context`() {
        let book = Book(title: "Eden", author: "Lem")
        context.insert(book)
        let tracker = ChangeTracker()
        tracker.beginChange(of: book._$state)
        tracker.beginChange(of: book._$state)
        tracker.endChange(of: book._$state)
        #expect(!tracker.hasEndedCalls(in: context))
        context.rollback()
        #expect(tracker.hasEndedCalls(in: context))
    }
}
