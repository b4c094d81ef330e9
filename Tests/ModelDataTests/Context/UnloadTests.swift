import Foundation
import ModelData
import Testing

@Suite("Unloading related objects")
struct UnloadTests {
    @Test func `Unloading releases saved objects that refer to each other, and keeps unsaved changes`() throws
    {
        let context = ModelContext(try memory(Cabinet.self))
        let kept = Cabinet("kept")
        weak var released: Cabinet?
        weak var folder: Folder?
        weak var mark: Mark?
        func fill() throws {
            let cabinet = Cabinet("released")
            let first = Folder("first")
            let label = Mark("label")
            let badge = Badge("badge")
            context.insert(cabinet)
            context.insert(kept)
            cabinet.folders = [first]
            first.marks = [label]
            badge.cabinet = cabinet
            try context.save()
            kept.folders = [Folder("unsaved")]
            (released, folder, mark) = (cabinet, first, label)
        }
        try fill()
        #expect(released != nil)
        #expect(folder != nil)
        #expect(mark != nil)
        context.unloadRelatedObjects()
        #expect(released == nil)
        #expect(folder == nil)
        #expect(mark == nil)
        #expect(kept.folders.map(\.name) == ["unsaved"])
        try context.save()
        let cabinets = try context.fetch(FetchDescriptor<Cabinet>(sortBy: [SortDescriptor(\.name)]))
        #expect(cabinets.map { $0.folders.map(\.name) } == [["unsaved"], ["first"]])
        #expect(cabinets[1].folders[0].marks.map(\.name) == ["label"])
        #expect(cabinets[1].badge?.name == "badge")
    }
}
