import Foundation
import ModelData
import Testing

@testable import Sync

// A sign has a text, and its lower-case text as key.

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
        // Write the key only if it changes, so that a change of case edits only the text.
        if key != text.lowercased() { key = text.lowercased() }
    }
}

extension Sign: Synchronizable {
    static var synchronization: Synchronization<Sign> {
        Synchronization(identifier: \.identifier, atomicGroups: [[\.text, \.key]])
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

/// The properties of a joint field are merged as one value. So the text and the key always come from the same
/// device.
@Suite("Properties that are merged together")
struct JointFieldTests {
    @Test(arguments: [true, false])
    func `One of two renames wins completely, also if one changes only the case`(isCaseFirst: Bool)
        async throws
    {
        let server = MemoryServer()
        let (first, second) = (try Corner(server), try Corner(server))
        func synchronize(_ corners: Corner...) async throws {
            for corner in corners {
                // The server's clock is set slightly behind. If it were ahead, the order of edits would
                // depend on counters instead of times. If it were far behind, edits would be stamped with
                // their time of arrival; that can happen on a busy machine.
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
            // Wait, so that the second device's edit has a later clock.
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
