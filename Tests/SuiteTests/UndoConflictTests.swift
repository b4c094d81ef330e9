import Localization
import ModelData
import Testing

@testable import Suite

@MainActor
@Suite("What stands in the way of undo and redo")
struct UndoConflictTests {
    @Test("A record that is gone is told from one that was changed, also where nothing is synchronized")
    func gone() async throws {
        let session = try ShelfSession()
        let shelf = try await session.make("Novels")
        let number = try #require(shelf.persistentModelID.recordNumber)
        for (record, words) in [
            (number, "Shelf number \(number) was changed since. Change it by hand."),
            (number + 1, "Shelf number \(number + 1) isn't there any more."),
        ] {
            let error = ModelDataError.undoConflict(model: "Shelf", record: record)
            let conflict = try #require(UndoConflict(.undo, error, in: session))
            let remedy = try #require(conflict.remedy)
            #expect(session.localizer.string(remedy) == words)
        }
    }

    @Test("An error that is about something else is left as it is")
    func others() throws {
        let session = try ShelfSession()
        #expect(UndoConflict(.redo, .undoAcrossMigration(transaction: 7), in: session) == nil)
    }

    @Test("Links from one model to others are told from a model, and from what nobody has named")
    func links() throws {
        let names = ModelNames(
            ["Book": .verbatim("Könyv"), "Book_copy": .verbatim("Másolat")],
            properties: ["shelves": .verbatim("Polcok")])
        let links = try #require(names.links("Book_shelves"))
        #expect(Localizer(.english).string(links) == "Könyv: Polcok")
        #expect(names.links("Book") == nil && names.links("Book_copy") == nil)
        #expect(names.links("Other_shelves") == nil)
    }
}
