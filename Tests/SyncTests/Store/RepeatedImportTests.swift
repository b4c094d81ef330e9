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
            container = try memory(Shop.self, ShopKind.self)
            context = ModelContext(container)
            synchronizer = try Synchronizer(
                container, models: Self.models, transport: DirectTransport(server: server))
        }

        func shop(_ number: Int) throws -> Shop? {
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
        let list = "[\(shop(1, "Listed")), \(shop(2, "Listed")), \(shop(3, "Listed"))]"
        #expect(try await importing(Shop.self, list, into: here.context).added == 3)
        try #require(try here.shop(1)).name = "Edited"
        here.context.delete(try #require(try here.shop(2)))
        try here.context.save()
        for town in [here, there, here] { try await town.synchronizer.synchronize() }
        #expect(try here.unsent() == 0)
        // Edits that were sent still count as local edits: the list overwrites them neither now nor later.
        for round in 1...2 {
            let next = (1...3).map { shop($0, "Round \(round)") }.joined(separator: ", ")
            let report = try await importing(Shop.self, "[\(next)]", into: here.context)
            #expect(report.counts == [0, 1, 2, 0] && report.keptDeleted == 1)
            #expect(try here.shop(1)?.name == "Edited" && here.shop(2) == nil)
            #expect(try here.shop(3)?.name == "Round \(round)")
            for town in [here, there, here] { try await town.synchronizer.synchronize() }
        }
        // The other device received the edit from the server, so the edit doesn't count as local there.
        #expect(try there.shop(1)?.name == "Edited" && there.shop(2) == nil)
        #expect(try there.shop(3)?.name == "Round 2")
        #expect(try await importing(Shop.self, "[\(shop(1, "New list"))]", into: there.context).updated == 1)
    }
}
