import Foundation
import Localization
import Shell
import TestSupport
import Testing

@testable import ProgramKit

@MainActor
@Suite("Open items")
struct OpenItemTests {
    @Test func `The prompt shows the open items with their current titles, innermost last`() async throws {
        let session = try await ShelfSession()
        #expect(session.prompt == Prompt("shelves", style: .path))
        let upper = try await session.make("Upper")
        try await session.make("Left")
        #expect(session.prompt.path == ["Upper", "Left"])
        upper.name = "Uppermost"
        #expect(session.prompt.path == ["Uppermost", "Left"])
        session.open(OpenItem("recent", title: .verbatim("Recent")), at: 1)
        #expect(session.prompt.path == ["Uppermost", "Recent"])
        #expect(session.openItems.last?.name == "recent")
        #expect(try session.opened(Shelf.self) === upper)
    }

    @Test func `“back” closes the innermost item, and fails if nothing is open`() async throws {
        let session = try await ShelfSession()
        try await session.make("Upper")
        try await session.make("Left")
        let back = BackCommand<ShelfSession>()
        let output = try await back.run(Invocation(command: "back"), in: session)
        guard case .message(let message) = output.blocks[0] else { throw TestSupportError("no message") }
        #expect(session.localizer.string(message) == "Left “Left”.")
        _ = try await back.run(Invocation(command: "back"), in: session)
        #expect(session.prompt.path.isEmpty)
        await #expect(throws: session.nothingOpenError) {
            try await back.run(Invocation(command: "back"), in: session)
        }
        #expect(session.nothingOpenError.remedy == .verbatim("“open” opens one."))
        #expect(session.localizer.string(NothingOpenError().problem) == "Nothing is open.")
    }

    @Test func `A command uses the named record, otherwise the open one`() async throws {
        let session = try await ShelfSession()
        #expect(throws: session.nothingOpenError) { try session.record(nil, orOpen: Shelf.self) }
        let upper = try await session.make("Upper")
        let left = try await session.make("Left", at: 0)
        #expect(try session.record(nil, orOpen: Shelf.self) === left)
        #expect(try session.record(.title("upp"), orOpen: Shelf.self) === upper)
        #expect(session.prompt.path == ["Left"])
    }

    @Test func `An item that a failed command opened is not open`() async throws {
        let session = try await ShelfSession()
        try await session.make("Upper")
        await #expect(throws: RecordReferenceError.blank) {
            try await session.run {
                let shelf = Shelf(name: "Left")
                session.context.insert(shelf)
                session.open(shelf)
                throw RecordReferenceError.blank
            }
        }
        #expect(session.prompt.path == ["Upper"])
    }

    @Test func `An item removed by undo or a deletion is closed with all items inside it, with a message`()
        async throws
    {
        let session = try await ShelfSession()
        let upper = try await session.make("Upper")
        try await session.make("Left")
        try await session.run {
            session.context.delete(upper)
            return .message(.verbatim("Deleted."))
        }
        #expect(session.prompt.path.isEmpty)

        try await session.make("Right")
        let messages = try await session.run {
            _ = try session.context.undoLastTransaction()
            return .message(.verbatim("Undone."))
        }
        #expect(messages == ["Undone.", "“Right” no longer exists, so it was closed."])
        #expect(session.prompt.path.isEmpty)
        #expect(session.notices().isEmpty)
    }

    @Test func `Changes of another process are announced once, before the next prompt`() async throws {
        let directory = try TemporaryDirectory()
        let here = try await ShelfSession(store: directory.file("shelves.store"))
        let there = try await ShelfSession(store: directory.file("shelves.store"))
        try await here.make("Upper")
        #expect(here.notices().isEmpty)
        let same = try there.record(.title("Upper"), in: Shelf.self)
        try await there.run {
            same.name = "Lower"
            return .message(.verbatim("Renamed."))
        }
        #expect(here.notices().map { here.localizer.string($0) } == ["Another process has changed the data."])
        #expect(here.notices().isEmpty)
        #expect(here.prompt.path == ["Lower"])
        here.close()
        there.close()
    }

    @Test func `An item that another process deleted is closed, and a command that needs it fails`()
        async throws
    {
        let directory = try TemporaryDirectory()
        let here = try await ShelfSession(store: directory.file("shelves.store"))
        let there = try await ShelfSession(store: directory.file("shelves.store"))
        func deleteThere() async throws {
            let same = try there.record(.title("Upper"), in: Shelf.self)
            try await there.run {
                there.context.delete(same)
                return .message(.verbatim("Deleted."))
            }
        }
        // In the first case, the shelf is deleted before the prompt is shown.
        try await here.make("Upper")
        try await deleteThere()
        #expect(
            here.notices().map { here.localizer.string($0) } == [
                "Another process has changed the data.",
                "Another process has deleted “Upper”, which was open here.",
            ])
        #expect(here.prompt.path.isEmpty)

        // In the other cases, the shelf is deleted while the user types a command. One command needs the
        // shelf, the other one doesn't.
        try await here.make("Upper")
        try await deleteThere()
        await #expect(
            throws: DeletedByOtherProcessError(title: "Upper", opening: here.nothingOpenError.remedy)
        ) {
            try await here.run {
                _ = try here.record(nil, orOpen: Shelf.self)
                return Output()
            }
        }
        _ = here.notices()
        try await here.make("Upper")
        try await deleteThere()
        let messages = try await here.run(changesData: false) { .message(.verbatim("Listed.")) }
        #expect(messages == ["Another process has deleted “Upper”, which was open here.", "Listed."])
        #expect(here.notices().count == 1)
        here.close()
        there.close()
    }
}
