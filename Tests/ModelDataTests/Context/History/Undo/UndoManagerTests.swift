import Foundation
import ModelData
import Testing

@Suite("The undo manager")
struct UndoManagerTests {
    @Test func `Changes, insertions and deletions are undone and redone, saved or not`() throws {
        let context = ModelContext(try memory(Book.self))
        let manager = UndoManager()
        context.undoManager = manager
        let book = Book(title: "Solaris", author: "Lem")
        context.insert(book)
        try context.save()
        let number = book.persistentModelID.recordNumber
        book.title = "Eden"
        book.rating = 3
        context.processPendingChanges()
        context.delete(book)
        try context.save()
        #expect(manager.undoCount == 3)
        #expect(!book.isDeleted)
        #expect(book.modelContext == nil)

        manager.undo()
        #expect(!book.isDeleted)
        #expect(book.modelContext === context)
        try context.save()
        #expect(book.persistentModelID.recordNumber == number)
        #expect(book.title == "Eden")
        manager.undo()
        #expect(book.title == "Solaris")
        #expect(book.rating == nil)
        manager.redo()
        #expect(book.title == "Eden")
        #expect(book.rating == 3)
        manager.undo()
        manager.undo()
        #expect(book.isDeleted)
        #expect(!manager.canUndo)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Book>()) == 0)
        manager.redo()
        manager.redo()
        #expect(book.title == "Eden")
        #expect(!book.isDeleted)
        try context.save()
        manager.redo()
        #expect(book.isDeleted)
        #expect(!manager.canRedo)
    }

    @Test func `Undoing a change to the stored value leaves no unsaved changes`() throws {
        let context = ModelContext(try memory(Book.self))
        let book = Book(title: "Solaris", author: "Lem")
        context.insert(book)
        try context.save()
        context.undoManager = UndoManager()
        book.title = "Eden"
        context.undoManager?.undo()
        #expect(book.title == "Solaris")
        #expect(!book.hasChanges)
        #expect(!context.hasChanges)
        context.undoManager?.redo()
        #expect(book.title == "Eden")
        #expect(context.hasChanges)
    }

    @Test func `A save ends an undo step, even if nothing is left to save`() throws {
        let context = ModelContext(try memory(Book.self))
        context.undoManager = UndoManager()
        let book = Book(title: "Solaris", author: "Lem")
        context.insert(book)
        context.processPendingChanges()
        context.delete(book)
        try context.save()
        #expect(context.undoManager?.undoCount == 2)
    }

    @Test func `Groups are undo steps with names, limited by levelsOfUndo`() {
        final class Counter { var value = 0 }
        let counter = Counter()
        let manager = UndoManager()
        manager.levelsOfUndo = 2
        func set(_ value: Int) {
            let old = counter.value
            manager.registerUndo(withTarget: counter) { _ in set(old) }
            counter.value = value
        }
        for step in 1...3 {
            manager.beginUndoGrouping()
            set(step * 10)
            set(step * 10 + 1)
            manager.setActionName("step \(step)")
            manager.endUndoGrouping()
        }
        #expect(manager.undoCount == 2)
        #expect(manager.undoActionName == "step 3")
        manager.undo()
        #expect(counter.value == 21)
        #expect(manager.redoActionName == "step 3")
        manager.undo()
        #expect(counter.value == 11)
        #expect(!manager.canUndo)
        manager.redo()
        #expect(counter.value == 21)
        set(5)
        #expect(!manager.canRedo)
        manager.disableUndoRegistration()
        set(6)
        manager.enableUndoRegistration()
        manager.undo()
        #expect(counter.value == 21)
    }

    @Test func `Removing all actions removes finished and open steps, and later changes are new steps`()
        throws
    {
        final class Counter { var value = 0 }
        let counter = Counter()
        let manager = UndoManager()
        func set(_ value: Int) {
            let old = counter.value
            manager.registerUndo(withTarget: counter) { _ in set(old) }
            counter.value = value
        }
        func group(_ value: Int) {
            manager.beginUndoGrouping()
            set(value)
            manager.endUndoGrouping()
        }
        group(1)
        group(2)
        manager.undo()
        manager.removeAllActions()
        #expect(!manager.canUndo)
        #expect(!manager.canRedo)
        // The step of an event, and within it one that was opened explicitly.
        for isNested in [false, true] {
            set(3)
            if isNested { manager.beginUndoGrouping() }
            set(4)
            manager.removeAllActions()
            #expect(!manager.canUndo)
            manager.undo()
            #expect(counter.value == 4)
            group(5)
            #expect(manager.undoCount == 1)
            manager.undo()
            #expect(counter.value == 4)
            #expect(manager.redoCount == 1)
        }
    }

    @Test func `A context is deallocated with its manager, also if others retain the manager`() throws {
        let container = try memory(Book.self)
        let held = UndoManager()
        weak var gone: ModelContext?
        func work(_ manager: UndoManager) throws -> Book {
            let context = ModelContext(container)
            gone = context
            context.undoManager = manager
            let book = Book(title: "Solaris", author: "Lem")
            context.insert(book)
            try context.save()
            book.title = "Eden"
            context.delete(book)
            #expect(manager.canUndo)
            return book
        }
        _ = try work(UndoManager())
        #expect(gone == nil)
        let book = try work(held)
        #expect(gone == nil)
        while held.canUndo { held.undo() }
        #expect(book.title == "Eden")
        #expect(book.modelContext == nil)
        #expect(!held.canRedo)
    }

    @Test func `A target isn't retained, and its actions do nothing after it is deallocated`() {
        final class Target {}
        let manager = UndoManager()
        weak var gone: Target?
        var calls = 0
        func register() {
            let target = Target()
            gone = target
            manager.registerUndo(withTarget: target) { _ in calls += 1 }
        }
        register()
        #expect(gone == nil)
        #expect(manager.canUndo)
        manager.undo()
        #expect(calls == 0)
        #expect(!manager.canUndo)
        #expect(!manager.canRedo)
    }

    @Test func `Random changes are undone to the beginning and redone to the end`() throws {
        let seed = SeededGenerator.newSeed
        var random = SeededGenerator(seed: seed)
        let context = ModelContext(try memory(Book.self))
        for number in 0..<5 { context.insert(Book(title: "\(number)", author: "x")) }
        try context.save()
        let manager = UndoManager()
        context.undoManager = manager
        func state() throws -> [String] {
            try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)]))
                .map { "\($0.title) \($0.rating ?? -1)" }.sorted()
        }
        var states = [try state()]
        for step in 0..<60 {
            let books = try context.fetch(FetchDescriptor<Book>())
            for _ in 0..<Int.random(in: 1..<4, using: &random) {
                // Changes to an object outside the context aren't part of its undo steps.
                let present = books.filter { $0.modelContext === context && !$0.isDeleted }
                switch Int.random(in: 0..<4, using: &random) {
                case 0: context.insert(Book(title: "new \(step)", author: "x"))
                case 1: present.randomElement(using: &random).map { context.delete($0) }
                default:
                    present.randomElement(using: &random)?.rating = Int.random(in: 0..<9, using: &random)
                }
            }
            if Bool.random(using: &random) { try context.save() } else { context.processPendingChanges() }
            if manager.undoCount == states.count { states.append(try state()) }
        }
        for index in states.indices.dropLast().reversed() {
            manager.undo()
            if Bool.random(using: &random) { try context.save() }
            #expect(try state() == states[index], "seed \(seed)")
        }
        for index in states.indices.dropFirst() {
            manager.redo()
            if Bool.random(using: &random) { try context.save() }
            #expect(try state() == states[index], "seed \(seed)")
        }
    }
}
