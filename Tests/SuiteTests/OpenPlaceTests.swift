import Foundation
import Localization
import Shell
import TestSupport
import Testing

@testable import Suite

@MainActor
@Suite("What is open")
struct OpenPlaceTests {
    @Test("The prompt shows what is open, the innermost last, with the titles as they are")
    func prompt() async throws {
        let session = try ShelfSession()
        #expect(session.prompt == Prompt("shelves", style: .path))
        let upper = try await session.make("Upper")
        try await session.make("Left")
        #expect(session.prompt.path == ["Upper", "Left"])
        upper.name = "Uppermost"
        #expect(session.prompt.path == ["Uppermost", "Left"])
        session.open(OpenPlace("recent", title: .verbatim("Recent")), at: 1)
        #expect(session.prompt.path == ["Uppermost", "Recent"])
        #expect(session.openPlaces.last?.name == "recent")
        #expect(try session.opened(Shelf.self) === upper)
    }

    @Test("“back” leaves the innermost place, and says so where nothing is open")
    func back() async throws {
        let session = try ShelfSession()
        try await session.make("Upper")
        try await session.make("Left")
        let back = BackCommand<ShelfSession>()
        let said = try await back.run(Invocation(command: "back"), in: session)
        guard case .message(let message) = said.blocks[0] else { throw TestSupportError("no message") }
        #expect(session.localizer.string(message) == "Left “Left”.")
        _ = try await back.run(Invocation(command: "back"), in: session)
        #expect(session.prompt.path.isEmpty)
        await #expect(throws: session.nothingOpen) {
            try await back.run(Invocation(command: "back"), in: session)
        }
        #expect(session.nothingOpen.remedy == .verbatim("“open” opens one."))
        #expect(session.localizer.string(NothingOpen().problem) == "Nothing is open.")
    }

    @Test("A command takes the record that is named, or else the open one")
    func named() async throws {
        let session = try ShelfSession()
        #expect(throws: session.nothingOpen) { try session.record(nil, orOpen: Shelf.self) }
        let upper = try await session.make("Upper")
        let left = try await session.make("Left", at: 0)
        #expect(try session.record(nil, orOpen: Shelf.self) === left)
        #expect(try session.record(.title("upp"), orOpen: Shelf.self) === upper)
        #expect(session.prompt.path == ["Left"])
    }

    @Test("What a command opened that fails is not open")
    func failing() async throws {
        let session = try ShelfSession()
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

    @Test("What undo or a deletion takes away is left, with all that is open inside it, and said")
    func gone() async throws {
        let session = try ShelfSession()
        let upper = try await session.make("Upper")
        try await session.make("Left")
        try await session.run {
            session.context.delete(upper)
            return .message(.verbatim("Deleted."))
        }
        #expect(session.prompt.path.isEmpty)

        try await session.make("Right")
        let said = try await session.run {
            _ = try session.context.undoLastTransaction()
            return .message(.verbatim("Undone."))
        }
        #expect(said == ["Undone.", "“Right” isn't there any more and was left."])
        #expect(session.prompt.path.isEmpty)
        #expect(session.notices().isEmpty)
    }

    @Test("Another process's changes are told once, before the next prompt")
    func elsewhere() async throws {
        let directory = try TemporaryDirectory()
        let here = try ShelfSession(store: directory.file("shelves.store"))
        let there = try ShelfSession(store: directory.file("shelves.store"))
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

    @Test("What another process deleted is left, and a command that would have worked on it says so")
    func deletedElsewhere() async throws {
        let directory = try TemporaryDirectory()
        let here = try ShelfSession(store: directory.file("shelves.store"))
        let there = try ShelfSession(store: directory.file("shelves.store"))
        func deleteThere() async throws {
            let same = try there.record(.title("Upper"), in: Shelf.self)
            try await there.run {
                there.context.delete(same)
                return .message(.verbatim("Deleted."))
            }
        }
        // Before the prompt.
        try await here.make("Upper")
        try await deleteThere()
        #expect(
            here.notices().map { here.localizer.string($0) } == [
                "Another process has changed the data.",
                "“Upper” was open here; another process has deleted it.",
            ])
        #expect(here.prompt.path.isEmpty)

        // While a person types a command that needs it, and one that doesn't.
        try await here.make("Upper")
        try await deleteThere()
        await #expect(throws: DeletedElsewhere(title: "Upper", opening: here.nothingOpen.remedy)) {
            try await here.run {
                _ = try here.record(nil, orOpen: Shelf.self)
                return Output()
            }
        }
        _ = here.notices()
        try await here.make("Upper")
        try await deleteThere()
        let said = try await here.run(changesData: false) { .message(.verbatim("Listed.")) }
        #expect(said == ["“Upper” was open here; another process has deleted it.", "Listed."])
        #expect(here.notices().count == 1)
        here.close()
        there.close()
    }
}
