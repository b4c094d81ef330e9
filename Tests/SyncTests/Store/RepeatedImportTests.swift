import Foundation
import ModelData
import SyncProtocol
import Testing

@testable import Sync

/// After local edits were sent, an import of the same list must not overwrite them.
@Suite("Repeated imports after synchronization")
struct RepeatedImportTests {
    private let server = MemoryServer()

    /// A synchronized store into which a list is imported.
    private final class Town {
        let context: ModelContext
        let synchronizer: Synchronizer
        private let container: ModelContainer
        static let models: [any Synchronizable.Type] = [ShopKind.self, Shop.self]

        init(_ server: MemoryServer) throws {
            container = try shopsInMemory()
            context = ModelContext(container)
            synchronizer = try Synchronizer(
                container, models: Self.models, transport: DirectTransport(server: server))
        }

        func shop(_ number: UInt8) throws -> Shop? {
            _ = try context.storeChangedElsewhere()
            let id = uuid(number)
            return try context.fetch(FetchDescriptor<Shop>(predicate: #Predicate { $0.identifier == id }))
                .first
        }

        func unsent() throws -> Int? {
            try SyncStatus(context, models: Self.models).counts[.notSynchronized]
        }
    }

    @Test func `An edit that was sent isn't overwritten by the same import`() async throws {
        let (here, there) = (try Town(server), try Town(server))
        func list(_ name: String) -> [ListedShop] {
            [ListedShop(1, name), ListedShop(2, name), ListedShop(3, name)]
        }
        #expect(try importing(list("Listed"), into: here.context) == ImportCounts(added: 3))
        try #require(try here.shop(1)).name = "Edited"
        here.context.delete(try #require(try here.shop(2)))
        try here.context.save()
        for town in [here, there, here] { try await town.synchronizer.synchronize() }
        #expect(try here.unsent() == 0)
        // Edits that were sent still count as local edits: the list overwrites them neither now nor later.
        for round in 1...2 {
            let counts = try importing(list("Round \(round)"), into: here.context)
            #expect(counts == ImportCounts(updated: 1, unchanged: 1, keptDeleted: 1))
            #expect(try here.shop(1)?.name == "Edited" && here.shop(2) == nil)
            #expect(try here.shop(3)?.name == "Round \(round)")
            for town in [here, there, here] { try await town.synchronizer.synchronize() }
        }
        // The other device received the edit from the server, so the edit doesn't count as local there.
        #expect(try there.shop(1)?.name == "Edited" && there.shop(2) == nil)
        #expect(try there.shop(3)?.name == "Round 2")
        #expect(
            try importing([ListedShop(1, "New list")], into: there.context) == ImportCounts(updated: 1))
    }
}
