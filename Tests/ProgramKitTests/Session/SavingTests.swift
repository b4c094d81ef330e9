import Foundation
import Localization
import ModelData
import Shell
import TestSupport
import Testing

@testable import ProgramKit

@MainActor
@Suite("The session saves a command's changes in one place")
struct SavingTests {
    private struct Refused: Error {}

    private func number(_ shelf: Shelf) -> Int64? { shelf.persistentModelID.recordNumber }

    @Test func `An output can contain the number that the save gives to a new record`() async throws {
        let session = try await ShelfSession()
        let shelf = Shelf(name: "Upper")
        let output = try await session.execute(.change) {
            session.context.insert(shelf)
            #expect(number(shelf) == nil)
            return Output(label: .verbatim("Added Upper.")) {
                Output([.message(.verbatim("Number \(self.number(shelf) ?? 0)"))])
            }
        }
        #expect(number(shelf) == 1)
        guard case .message(let message) = output.blocks.first else { throw TestSupportError("no message") }
        #expect(message == .verbatim("Number 1"))
        // The history has the label, not the later message.
        let step = try #require(try session.services.undo.summaries(limit: 5).first)
        #expect(step.note.map(CommandLabel.text) == .verbatim("Added Upper."))
        _ = try await session.services.undo.reverse(.undo) { _, _ in }
        #expect(try session.context.fetchCount(FetchDescriptor<Shelf>()) == 0)
    }

    @Test func `If an output can't be completed, the saved changes stay`() async throws {
        let session = try await ShelfSession()
        await #expect(throws: Refused.self) {
            try await session.execute(.change) {
                session.context.insert(Shelf(name: "Upper"))
                return Output(label: .verbatim("Added.")) { throw Refused() }
            }
        }
        #expect(try session.context.fetchCount(FetchDescriptor<Shelf>()) == 1)
    }

    @Test func `A session for the store's files, or for other files, neither opens nor creates the store`()
        async throws
    {
        let directory = try TemporaryDirectory()
        let path = directory.file("shelves.store")
        for intent in [Intent.inspectStore, .replaceStore, .readFiles] {
            let session = try await ShelfSession(store: path, intent: intent)
            #expect(session.isOver)
            session.close()
            #expect(!FileManager.default.fileExists(atPath: path))
        }
        // The file isn't a store, so only a session for the data can't be created.
        try directory.write(
            "some text that is longer than the header of a store, which has 100 bytes", to: "shelves.store")
        for intent in [Intent.inspectStore, .readFiles] {
            #expect(try await ShelfSession(store: path, intent: intent).isOver)
        }
        await #expect(throws: ModelDataError.self) {
            _ = try await ShelfSession(store: path, intent: .read)
        }
    }

    @Test func `A reading command doesn't create the store that the user named, a changing one does`()
        async throws
    {
        let directory = try TemporaryDirectory()
        let path = directory.file("shelves.store")
        await #expect(throws: MaintenanceError.self) {
            _ = try await ShelfSession(store: path, intent: .read)
        }
        #expect(!FileManager.default.fileExists(atPath: path))
        let session = try await ShelfSession(store: path, intent: .change)
        #expect(!session.isOver)
        #expect(FileManager.default.fileExists(atPath: path))
        session.close()
    }
}
