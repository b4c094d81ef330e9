import ModelData
import Testing

@Suite("Deleted objects in relationships")
struct DeletedTargetTests {
    private func cabinet(_ context: ModelContext, _ name: String, folders count: Int) -> Cabinet {
        let cabinet = Cabinet(name)
        cabinet.folders = (0..<count).map { Folder("\(name)\($0)") }
        context.insert(cabinet)
        return cabinet
    }

    @Test(arguments: [true, false])
    func `An assigned list leaves deleted objects out, which stay in their own list until they are processed`(
        isSaved: Bool
    ) throws {
        let context = ModelContext(try memory(Cabinet.self))
        let (first, second) = (cabinet(context, "a", folders: 3), cabinet(context, "b", folders: 1))
        if isSaved { try context.save() }
        let folders = first.folders
        context.delete(folders[1])
        let mark = Mark("new")
        mark.folders = first.folders
        context.insert(mark)
        #expect(mark.folders.map(\.name) == ["a0", "a2"] && folders[1].marks.isEmpty)
        second.folders += first.folders
        #expect(second.folders.map(\.name) == ["b0", "a0", "a2"])
        #expect(first.folders.map(\.name) == ["a1"])
        #expect(disagreements([first, second, mark] + folders).isEmpty)
        try context.save()
        #expect(first.folders.isEmpty)
        #expect(try contents(context) == "a[] b[b0 a0 a2] | a0@b{new} a2@b{new} b0@b{} | new{a0 a2} | ")
        #expect(try contents(ModelContext(context.container)) == contents(context))
    }

    @Test(arguments: [true, false])
    func `A deleted object that is assigned to a relationship is left out`(isProcessed: Bool) throws {
        let context = ModelContext(try memory(Cabinet.self))
        let (first, second) = (cabinet(context, "a", folders: 1), cabinet(context, "b", folders: 0))
        let badge = Badge("gold")
        first.badge = badge
        try context.save()
        let folder = first.folders[0]
        context.delete(second)
        context.delete(badge)
        if isProcessed { context.processPendingChanges() }
        folder.cabinet = second
        let new = Folder("new")
        new.cabinet = second
        #expect(folder.cabinet == nil)
        #expect(new.cabinet == nil)
        #expect(first.folders.isEmpty)
        #expect(new.modelContext == nil)
        let third = Cabinet("c")
        third.badge = badge
        context.insert(third)
        #expect(third.badge == nil)
        try context.save()
        folder.cabinet = second
        third.badge = badge
        #expect(folder.cabinet == nil)
        #expect(third.badge == nil)
        try context.save()
        #expect(try contents(ModelContext(context.container)) == "a[] c[] | a0@-{} |  | ")
    }

    @Test func `A deleted object that is passed to an initializer is left out at the insertion`() throws {
        let context = ModelContext(try travel())
        let trip = Trip(name: "Kraków")
        context.insert(trip)
        try context.save()
        context.delete(trip)
        let sight = Sight("Wawel", trip: trip)
        context.insert(sight)
        #expect(sight.trip == nil)
        #expect(trip.sights.isEmpty)
        try context.save()
        #expect(sight.trip == nil)
    }

    @Test(arguments: [true, false])
    func `Objects added to a deleted object refer to it only if it is inserted again and they are free`(
        isProcessed: Bool
    ) throws {
        let context = ModelContext(try memory(Cabinet.self))
        let (first, second) = (cabinet(context, "a", folders: 1), cabinet(context, "b", folders: 1))
        try context.save()
        let other = second.folders[0]
        let new = Folder("new")
        context.delete(first)
        if isProcessed { context.processPendingChanges() }
        first.folders += [other, new]
        #expect(other.cabinet === second)
        #expect(new.cabinet == nil)
        #expect(new.modelContext == nil)
        context.insert(first)
        #expect(other.cabinet === second)
        #expect(new.cabinet === first)
        #expect(new.modelContext === context)
        #expect(disagreements([first, second, other, new]).isEmpty)
        try context.save()
        #expect(try contents(ModelContext(context.container)) == contents(context))
        context.delete(first)
        first.folders.append(Folder("lost"))
        try context.save()
        #expect(try contents(context) == "b[b0] | b0@b{} |  | ")
    }
}
