import Localization
import ModelData
import Testing

@testable import ProgramKit

@MainActor
@Suite("Undo and redo conflicts")
struct UndoConflictTests {
    @Test func `A deleted record and a changed one have different remedies`() async throws {
        let session = try await ShelfSession()
        let shelf = try await session.make("Novels")
        let number = try #require(shelf.persistentModelID.recordNumber)
        for (record, words) in [
            (number, "Shelf number \(number) was changed later. Edit it by hand."),
            (number + 1, "Shelf number \(number + 1) no longer exists."),
        ] {
            let error = ModelDataError.undoConflict(model: "Shelf", record: record)
            let conflict = try #require(UndoConflict(.undo, error, in: session))
            let remedy = try #require(conflict.remedy)
            #expect(session.localizer.string(remedy) == words)
        }
    }

    @Test func `Other errors are no conflict`() async throws {
        let session = try await ShelfSession()
        #expect(UndoConflict(.redo, .undoAcrossMigration(transaction: 7), in: session) == nil)
    }

    @Test func `A table of links is described by its model and property, if both have names`() throws {
        let names = ModelNames(
            ["Book": .verbatim("Könyv"), "Book_copy": .verbatim("Másolat")],
            properties: ["shelves": .verbatim("Polcok")])
        let links = try #require(names.links("Book_shelves"))
        #expect(Localizer(.english).string(links) == "Könyv: Polcok")
        #expect(names.links("Book") == nil)
        #expect(names.links("Book_copy") == nil)
        #expect(names.links("Other_shelves") == nil)
    }
}
