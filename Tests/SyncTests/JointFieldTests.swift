import Foundation
import ModelData
import Testing

@testable import Sync

// A sign has a text, by whose small letters it is looked up.

@Model
final class Sign {
    @Attribute(.unique) var identifier = UUID()
    var text: String
    @Attribute(.unique) var key: String
    var height = 1

    init(_ text: String) {
        self.text = text
        key = text.lowercased()
    }

    func rename(to text: String) {
        self.text = text
        // What stays the same isn't written.
        if key != text.lowercased() { key = text.lowercased() }
    }
}

extension Sign: Synchronizable {
    static var synchronization: Synchronization<Sign> {
        Synchronization(identifier: \.identifier, together: [[\.text, \.key]])
    }
}

private struct Corner {
    let context: ModelContext
    let synchronizer: Synchronizer

    init(_ server: MemoryServer) throws {
        let container = try ModelContainer(
            for: Sign.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        context = ModelContext(container)
        synchronizer = try Synchronizer(
            container, models: [Sign.self], transport: DirectTransport(server: server))
    }

    func sign() throws -> Sign {
        _ = try context.storeChangedElsewhere()
        return try #require(try context.fetch(FetchDescriptor<Sign>()).first)
    }
}

/// Properties that say one thing are never one device's in part and another's in part.
@Suite("Properties that say one thing")
struct JointFieldTests {
    @Test(
        "Of two renames one wins as a whole, also where one changed nothing but the case",
        arguments: [true, false])
    func renames(isCaseFirst: Bool) async throws {
        let server = MemoryServer()
        let (first, second) = (try Corner(server), try Corner(server))
        func synchronize(_ corners: Corner...) async throws {
            for corner in corners {
                // One that is ahead of the time of day would have clocks count edits, not moments; and for one that is
                // behind, as it would come to be while many tests run, edits would be as late as they arrive.
                server.now = Int64(Date.now.timeIntervalSince1970 * 1000) - 1000
                try await corner.synchronizer.synchronize()
            }
        }
        first.context.insert(Sign("stop"))
        try first.context.save()
        try await synchronize(first, second)
        for corner in isCaseFirst ? [first, second] : [second, first] {
            try corner.sign().rename(to: corner.context === first.context ? "Stop" : "Go")
            try corner.context.save()
            // The later one has a later clock.
            try await Task.sleep(for: .milliseconds(5))
        }
        try first.sign().height = 3
        try first.context.save()
        try await synchronize(first, second, first)
        for corner in [first, second] {
            let sign = try corner.sign()
            #expect(sign.text == (isCaseFirst ? "Go" : "Stop"))
            #expect(sign.key == sign.text.lowercased())
            #expect(sign.height == 3)
        }
    }
}
