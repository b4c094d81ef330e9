import Foundation
import ModelData
import Testing

@Suite("Undo and rollback of relationships")
struct RelationshipUndoTests {
    /// Saves a cabinet "a" with the folders 1 and 2. Later changes are undone step by step.
    private func cabinet() throws -> (ModelContainer, ModelContext, Cabinet, UndoManager) {
        let container = try memory(Cabinet.self)
        let context = ModelContext(container)
        let cabinet = Cabinet("a")
        cabinet.folders = [Folder("1"), Folder("2")]
        context.insert(cabinet)
        try context.save()
        let manager = UndoManager()
        manager.groupsByEvent = false
        context.undoManager = manager
        return (container, context, cabinet, manager)
    }

    /// The ways to move folders from a saved cabinet to a new one.
    private static let ways: [@Sendable (Cabinet, ModelContext) -> Void] = [
        { cabinet, context in
            let new = Cabinet("n")
            new.folders = cabinet.folders
            context.insert(new)
        },
        { cabinet, _ in cabinet.folders.first?.cabinet = Cabinet("n") },
        { cabinet, context in
            let new = Cabinet("n")
            new.folders.append(cabinet.folders[0])
            context.insert(new)
        },
        { cabinet, context in
            let new = Cabinet("n")
            new.folders = cabinet.folders
            context.insert(new)
            context.delete(cabinet)
        },
    ]

    @Test(arguments: 0..<4, [true, false])
    func `A move to a new owner is undone and redone, and nothing is deleted with the owner`(
        way: Int, isSaved: Bool
    ) throws {
        let (container, context, cabinet, manager) = try cabinet()
        let before = try contents(context)
        manager.beginUndoGrouping()
        Self.ways[way](cabinet, context)
        if isSaved { try context.save() }
        manager.endUndoGrouping()
        let after = try contents(context)
        for _ in 0..<2 {
            manager.undo()
            #expect(try contents(context) == before)
            try context.save()
            #expect(try contents(context) == before)
            #expect(try contents(ModelContext(container)) == before)
            #expect(manager.canRedo)
            manager.redo()
            #expect(try contents(context) == after)
            try context.save()
            #expect(try contents(ModelContext(container)) == after)
        }
    }

    @Test func `An owner whose insertion is undone keeps only its own objects`() throws {
        let (_, context, cabinet, manager) = try cabinet()
        let new = Cabinet("n")
        let own = Folder("3")
        new.folders = [own]
        manager.beginUndoGrouping()
        new.folders += cabinet.folders
        context.insert(new)
        manager.endUndoGrouping()
        manager.undo()
        #expect(new.folders.map(\.name) == ["3"])
        #expect(own.cabinet === new)
        #expect(cabinet.folders.map(\.name) == ["1", "2"])
    }

    @Test func `Undoing the insertion of an owner deletes objects that another context added to it`() throws {
        let (container, context, _, manager) = try cabinet()
        manager.beginUndoGrouping()
        context.insert(Cabinet("n"))
        try context.save()
        manager.endUndoGrouping()
        let other = ModelContext(container)
        try other.fetch(FetchDescriptor<Cabinet>(sortBy: [SortDescriptor(\.name)])).last?
            .folders.append(Folder("foreign"))
        try other.save()
        manager.undo()
        try context.save()
        #expect(try contents(ModelContext(container)) == contents(context))
        #expect(try context.fetch(FetchDescriptor<Folder>()).map(\.name) == ["1", "2"])
    }

    @Test func `A deletion at the end of an undo group cascades in the same step`() throws {
        let (container, context, cabinet, manager) = try cabinet()
        let before = try contents(context)
        manager.beginUndoGrouping()
        context.delete(cabinet)
        manager.endUndoGrouping()
        #expect(cabinet.folders.allSatisfy { $0.isDeleted })
        try context.save()
        manager.undo()
        #expect(try contents(context) == before)
        try context.save()
        #expect(manager.canRedo)
        #expect(try contents(ModelContext(container)) == before)
        manager.redo()
        try context.save()
        #expect(try contents(ModelContext(container)) == contents(context))
        #expect(try context.fetchCount(FetchDescriptor<Folder>()) == 0)
    }

    @Test func `A deleted object is restored to an owner that wasn't loaded`() throws {
        let (container, _, _, _) = try cabinet()
        let context = ModelContext(container)
        let manager = UndoManager()
        context.undoManager = manager
        let before = try contents(ModelContext(container))
        let folder = try #require(
            try context.fetch(FetchDescriptor<Folder>(sortBy: [SortDescriptor(\.name)])).first)
        context.delete(folder)
        try context.save()
        manager.undo()
        try context.save()
        #expect(try contents(ModelContext(container)) == before)
    }

    @Test func `An object removed by a rollback releases the objects that return to other owners`() throws {
        let (container, context, cabinet, _) = try cabinet()
        let new = Cabinet("n")
        let own = Folder("3")
        new.folders = cabinet.folders + [own]
        context.insert(new)
        let single = Folder("4")
        single.cabinet = cabinet
        context.rollback()
        #expect(cabinet.folders.map(\.name) == ["1", "2"])
        #expect(new.folders.map(\.name) == ["3"])
        #expect(own.cabinet === new)
        #expect(single.cabinet == nil)
        context.insert(new)
        try context.save()
        #expect(try contents(context) == "a[1 2] n[3] | 1@a{} 2@a{} 3@n{} |  | ")
        #expect(try contents(ModelContext(container)) == contents(context))
        context.delete(new)
        try context.save()
        #expect(try contents(ModelContext(container)) == "a[1 2] | 1@a{} 2@a{} |  | ")
    }

    @Test
    func `An object removed by a rollback keeps its required target, and inserting it again links both`()
        throws
    {
        let context = ModelContext(try travel())
        let trip = Trip(name: "Kraków")
        context.insert(trip)
        try context.save()
        let plan = Plan(text: "slow", trip: trip)
        context.insert(plan)
        #expect(trip.plan === plan)
        context.rollback()
        #expect(trip.plan == nil)
        #expect(plan.trip === trip)
        context.insert(plan)
        #expect(trip.plan === plan)
        try context.save()
    }

    @Test func `A deleted owner that is inserted again gets its existing objects back`() throws {
        let (container, context, cabinet, _) = try cabinet()
        context.undoManager = nil
        let badge = Badge("b")
        cabinet.badge = badge
        let mark = Mark("m")
        let folders = cabinet.folders
        folders[0].marks = [mark]
        try context.save()
        context.delete(cabinet)
        context.delete(mark)
        try context.save()
        #expect(badge.cabinet == nil)
        context.insert(cabinet)
        #expect(cabinet.folders.isEmpty)
        #expect(badge.cabinet === cabinet)
        context.insert(folders[0])
        #expect(cabinet.folders.map(\.name) == ["1"] && folders[0].marks.isEmpty)
        try context.save()
        #expect(try contents(ModelContext(container)) == contents(context))
        #expect(disagreements([cabinet, badge, mark] + folders).isEmpty)
    }

    @Test func `Reinserting an owner after its deletion was processed restores links to existing objects`()
        throws
    {
        let (container, context, cabinet, _) = try cabinet()
        context.undoManager = nil
        let badge = Badge("b")
        cabinet.badge = badge
        try context.save()
        context.delete(cabinet)
        context.processPendingChanges()
        #expect(badge.cabinet == nil)
        context.insert(cabinet)
        #expect(badge.cabinet === cabinet)
        #expect(cabinet.folders.isEmpty)
        try context.save()
        #expect(try contents(context) == "a[]b |  |  | b@a")
        #expect(try contents(ModelContext(container)) == contents(context))
    }
}
