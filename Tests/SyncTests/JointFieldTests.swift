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

private struct Street {
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
@Suite struct JointFieldTests {
    @Test(
        "Of two renames one wins as a whole, also where one changed nothing but the case",
        arguments: [true, false])
    func renames(isCaseFirst: Bool) async throws {
        let server = MemoryServer()
        let (first, second) = (try Street(server), try Street(server))
        first.context.insert(Sign("stop"))
        try first.context.save()
        for street in [first, second] { try await street.synchronizer.synchronize() }
        for street in isCaseFirst ? [first, second] : [second, first] {
            try street.sign().rename(to: street.context === first.context ? "Stop" : "Go")
            try street.context.save()
            // The later one has a later clock.
            try await Task.sleep(for: .milliseconds(5))
        }
        try first.sign().height = 3
        try first.context.save()
        for street in [first, second, first] { try await street.synchronizer.synchronize() }
        for street in [first, second] {
            let sign = try street.sign()
            #expect(sign.text == (isCaseFirst ? "Go" : "Stop"))
            #expect(sign.key == sign.text.lowercased())
            #expect(sign.height == 3)
        }
    }
}
