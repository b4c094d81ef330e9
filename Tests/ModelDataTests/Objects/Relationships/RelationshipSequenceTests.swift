import Foundation
import TestSupport
import Testing

@testable import ModelData

/// Random changes to related objects that are undone, redone, rolled back and saved.
@Suite("Sequences of changes to relationships")
struct RelationshipSequenceTests {
    @Test(.level(.default))
    func `The store matches memory after each save, and undoing a step restores the state before it`()
        throws
    {
        let first = SeededGenerator.newSeed
        for seed in (0..<200).map({ first &+ UInt64($0) }) {
            let work = try RelationshipSequence(seed: seed)
            work.runRecordingErrors()
            #expect(work.problems.isEmpty, "seed \(seed): \(work.trail.suffix(40))")
            if !work.problems.isEmpty { break }
        }
    }
}

private final class RelationshipSequence {
    private var random: SeededGenerator
    private let container: ModelContainer
    private let context: ModelContext
    private let manager = UndoManager()
    /// The states after 0, 1, 2 and more steps.
    private var states: [String] = []
    /// All objects ever created.
    private var made: [any PersistentModel] = []
    private(set) var trail: [String] = []
    private(set) var problems: [String] = []

    init(seed: UInt64) throws {
        random = SeededGenerator(seed: seed)
        container = try memory(Cabinet.self)
        context = ModelContext(container)
        manager.groupsByEvent = false
        for name in ["a", "b"] {
            let cabinet = keep(Cabinet(name))
            cabinet.folders = (0..<3).map { keep(Folder("\(name)\($0)")) }
            cabinet.badge = keep(Badge("badge \(name)"))
            context.insert(cabinet)
        }
        for name in ["x", "y"] { context.insert(keep(Mark(name))) }
        try context.save()
        context.undoManager = manager
        states = [try contents(context)]
    }

    private func keep<T: PersistentModel>(_ model: T) -> T {
        made.append(model)
        return model
    }

    private func one<T>(of list: [T]) -> T? { list.randomElement(using: &random) }

    /// All deleted objects of a model.
    private func deleted<T: PersistentModel>(_ type: T.Type) -> [T] {
        made.compactMap { $0 as? T }.filter(\.isGone)
    }

    private func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

    private func check(_ found: String, _ expected: String, _ what: String) {
        if found == expected { return }
        problems.append(what)
        trail.append("\(what): \(found) INSTEAD OF \(expected)")
    }

    private func checkSides() {
        let found = disagreements(made)
        if found.isEmpty { return }
        problems.append("sides")
        trail.append("disagreement: \(found)")
    }

    /// Saves, checks the store's content, and returns the context's content.
    @discardableResult
    private func save(_ what: String) throws -> String {
        trail.append("save")
        try context.save()
        let stored = try contents(ModelContext(container))
        let kept = try contents(context)
        check(stored, kept, "store after \(what)")
        return kept
    }

    func runRecordingErrors() {
        do {
            try run()
        } catch {
            problems.append("error")
            trail.append("error: \(error)")
        }
    }

    private func run() throws {
        for _ in 0..<10 where problems.isEmpty {
            manager.beginUndoGrouping()
            trail.append("{")
            for _ in 0..<Int.random(in: 1..<5, using: &random) {
                try change()
                if chance(4) { try save("change") }
                if chance(6) { context.processPendingChanges() }
            }
            if chance(2) { try save("changes") }
            trail.append("}")
            manager.endUndoGrouping()
            if manager.undoCount == states.count { states.append(try contents(context)) }
            checkSides()
            if problems.isEmpty { try undoAndRedo() }
        }
    }

    private func undoAndRedo() throws {
        var redone: [String] = []
        while manager.canUndo, problems.isEmpty, chance(2) {
            trail.append("undo")
            redone.append(states.removeLast())
            manager.undo()
            try checkStep()
        }
        while let state = redone.popLast(), problems.isEmpty, chance(2) {
            trail.append("redo")
            if !manager.canRedo { problems.append("no redo") }
            states.append(state)
            manager.redo()
            try checkStep()
        }
        if chance(5), problems.isEmpty {
            trail.append("rollback")
            context.rollback()
            states = [try contents(context)]
            check(try contents(ModelContext(container)), states[0], "rollback")
            checkSides()
        }
    }

    private func checkStep() throws {
        check(try contents(context), states[states.count - 1], "memory")
        checkSides()
        if chance(2) {
            check(try save("step"), states[states.count - 1], "memory after save")
            checkSides()
        }
    }

    private func change() throws {
        let number = made.count
        let cabinets = try context.fetch(FetchDescriptor<Cabinet>())
        let folders = try context.fetch(FetchDescriptor<Folder>())
        let marks = try context.fetch(FetchDescriptor<Mark>())
        let badges = try context.fetch(FetchDescriptor<Badge>())
        let kind = Int.random(in: 0..<24, using: &random)
        guard let cabinet = one(of: cabinets), let folder = one(of: folders) else {
            trail.append("new cabinet \(number)")
            let new = keep(Cabinet("c\(number)"))
            new.folders = [keep(Folder("f\(number)"))]
            return context.insert(new)
        }
        trail.append("\(kind): \(cabinet.name) \(folder.name) \(number)")
        switch kind {
        case 0:
            let new = keep(Cabinet("c\(number)"))
            new.folders = cabinet.folders
            context.insert(new)
        case 1: folder.cabinet = keep(Cabinet("c\(number)"))
        case 2:
            let new = keep(Cabinet("c\(number)"))
            new.folders = [keep(Folder("f\(number)"))]
            new.folders.append(folder)
            new.badge = one(of: badges)
            context.insert(new)
        case 3:
            let new = keep(Cabinet("c\(number)"))
            context.insert(new)
            new.folders = cabinet.folders
        case 4: folder.cabinet = cabinet
        case 5: folder.cabinet = nil
        case 6: cabinet.folders.shuffle(using: &random)
        case 7: if !cabinet.folders.isEmpty { cabinet.folders.removeFirst() }
        case 8: cabinet.folders.insert(keep(Folder("f\(number)")), at: 0)
        case 9: context.delete(cabinet)
        case 10: context.delete(folder)
        case 11: one(of: marks).map { context.delete($0) }
        case 12: folder.marks = marks.shuffled(using: &random)
        case 13: one(of: marks)?.folders.append(folder)
        case 14: folder.marks.append(keep(Mark("m\(number)")))
        case 15:
            let new = keep(Mark("m\(number)"))
            new.folders = cabinet.folders
            context.insert(new)
        case 16: cabinet.badge = chance(3) ? nil : one(of: badges)
        case 17: one(of: badges)?.cabinet = keep(Cabinet("c\(number)"))
        case 18: folder.name += "'"
        case 19: one(of: deleted(Folder.self)).map { cabinet.folders.insert($0, at: 0) }
        case 20: folder.cabinet = one(of: deleted(Cabinet.self))
        // Undo doesn't restore relationships of objects whose deletion is saved.
        case 21: one(of: deleted(Cabinet.self).filter { $0.modelContext == nil })?.folders.append(folder)
        case 22: one(of: deleted(Mark.self).filter { $0.modelContext == nil })?.folders = cabinet.folders
        default:
            // Insert a deleted or rolled back object again.
            if let gone = one(of: made.filter { $0.modelContext == nil || $0.isDeleted }) {
                trail.append("again \(type(of: gone))")
                context.insert(gone)
            }
        }
    }
}
