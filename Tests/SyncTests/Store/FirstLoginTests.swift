import Foundation
import ModelData
import StoreMaintenance
import SyncProtocol
import TestSupport
import Testing

@testable import Sync

/// Stores before the first login, at later logins, and in between.
@MainActor
@Suite("First login")
struct FirstLoginTests {
    private let server = MemoryServer()
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func path(_ name: String) -> String { directory.file(name) }

    /// Waits for a later clock. Clocks have milliseconds.
    private func pause() { Thread.sleep(forTimeInterval: 0.005) }

    /// Opens a store as a program does, and closes it afterwards.
    @discardableResult
    private func open<Result>(
        _ name: String, _ work: (ModelContext) throws -> Result
    ) throws -> Result {
        let container = try ModelContainer(
            for: Trip.self, Place.self, Mark.self, Word.self,
            configurations: ModelConfiguration(url: URL(fileURLWithPath: path(name))))
        let context = ModelContext(container)
        try SyncTracking.prepare(context, models: Replica.models)
        let result = try work(context)
        try SyncTracking.pruneHistory(
            context, models: Replica.models, keeping: HistoryLimits(), now: .now)
        try container.close()
        return result
    }

    /// Logs a store in and synchronizes it, or only synchronizes it.
    private func synchronize(_ name: String, logsIn: Bool = false) async throws {
        let replica = try Replica(DirectTransport(server: server), path: path(name))
        if logsIn {
            try SyncTracking.turnOn(replica.context, models: Replica.models, server: "memory")
        }
        try await replica.synchronizer.synchronize()
        try replica.container.close()
    }

    private func turnOff(_ name: String) throws {
        try open(name) { try SyncTracking.turnOff($0, models: Replica.models) }
    }

    private func copy(_ name: String, to other: String) throws {
        try FileManager.default.copyItem(atPath: path(name), toPath: path(other))
    }

    /// The tables and triggers for synchronization.
    private func schema(_ name: String, _ pattern: String = "_sync*") throws -> Set<String> {
        try open(name) { context in
            try context.withSQLReadAccess(to: Place.self) { database in
                Set(
                    try database.rows(
                        "SELECT name FROM sqlite_schema WHERE name GLOB ? AND type <> 'index'", .text(pattern)
                    ).compactMap { $0[0].text })
            }
        }
    }

    private func triggers(_ name: String) throws -> Set<String> { try schema(name, "_sync_*") }

    private func place(_ name: String, in context: ModelContext) throws -> Place {
        try #require(
            try context.fetch(FetchDescriptor<Place>(predicate: #Predicate { $0.name == name })).first)
    }

    @discardableResult
    private func add(_ names: String..., to context: ModelContext) throws -> [Place] {
        let places = names.map { Place(name: $0) }
        for place in places { context.insert(place) }
        try context.save()
        return places
    }

    private func edit(_ store: String, _ name: String, _ change: (Place) throws -> Void) throws {
        pause()
        try open(store) { context in
            try change(try place(name, in: context))
            try context.save()
        }
    }

    private func delete(_ store: String, _ name: String) throws {
        pause()
        try open(store) { context in
            context.delete(try place(name, in: context))
            try context.save()
        }
    }

    private func notes(_ store: String) throws -> [String: String] {
        try open(store) { context in
            Dictionary(
                uniqueKeysWithValues: try context.fetch(FetchDescriptor<Place>()).map {
                    ($0.name, $0.note ?? "-")
                })
        }
    }

    // MARK: - Before the first login

    @Test func `A store that never logged in has no tables and triggers for synchronization`() throws {
        try open("a") { context in
            try add("Prado", "Escorial", to: context)
            try place("Prado", in: context).note = "edited"
            context.delete(try place("Escorial", in: context))
            try context.save()
            _ = try context.undoLastTransaction()
        }
        #expect(try schema("a").isEmpty)
        #expect(try schema("a", "_edit*").isEmpty)
    }

    /// Imports places, and returns the identifiers that an import must leave alone.
    private func importPlaces(_ ids: [UUID], note: String, in context: ModelContext) throws -> [UUID:
        LocalEdits]
    {
        var kept: [UUID: LocalEdits] = [:]
        try context.transaction {
            var imports = try #require(try ImportEdits(Place.self, in: context))
            try imports.begin()
            kept = try imports.of(ids)
            let known = Dictionary(
                uniqueKeysWithValues: try context.fetch(FetchDescriptor<Place>()).map { ($0.identifier, $0) })
            for (index, id) in ids.enumerated() where kept[id]?.isDeleted != true {
                let place = known[id] ?? Place(identifier: id, name: "place \(index)")
                if known[id] == nil { context.insert(place) }
                if kept[id]?.properties.contains("note") != true { place.note = note }
            }
            try context.save()
            try imports.end()
        }
        return kept
    }

    @Test(arguments: [false, true])
    func `An import keeps edits and deletions, also after their history was deleted`(
        deletesHistory: Bool
    ) throws {
        let ids = (0..<4).map { _ in UUID() }
        func deleteHistory() throws {
            try open("a") { context in
                guard deletesHistory else { return }
                let limits = HistoryLimits(steps: 0, age: 0)
                // The latest transactions are always kept.
                for _ in 0..<HistoryLimits.minimumSteps { try add(UUID().uuidString, to: context) }
                try SyncTracking.pruneHistory(
                    context, models: Replica.models, keeping: limits, now: .distantFuture)
            }
        }
        #expect(try open("a") { try importPlaces(ids, note: "first", in: $0).isEmpty })
        try edit("a", "place 1") { $0.note = "mine" }
        try delete("a", "place 2")
        try delete("a", "place 3")
        try open("a") { _ = try $0.undoLastTransaction() }
        try deleteHistory()
        try open("a") { context in
            let kept = try importPlaces(ids, note: "second", in: context)
            #expect(kept[ids[1]]?.properties == ["note"] && kept[ids[2]]?.isDeleted == true)
            #expect(kept.count == 2)
        }
        try deleteHistory()
        #expect(try open("a") { try importPlaces(ids, note: "third", in: $0).count } == 2)
        let found = try notes("a").filter { $0.key.hasPrefix("place") }
        #expect(found == ["place 0": "third", "place 1": "mine", "place 3": "third"])
        #expect(try schema("a").isEmpty)
    }

    @Test func `An import may add a record again whose import was undone`() throws {
        let ids = [UUID(), UUID()]
        try open("a") { context in
            #expect(try importPlaces(ids, note: "first", in: context).isEmpty)
            _ = try context.undoLastTransaction()
            #expect(try context.fetchCount(FetchDescriptor<Place>()) == 0)
            #expect(try importPlaces(ids, note: "second", in: context).isEmpty)
        }
        #expect(try notes("a") == ["place 0": "second", "place 1": "second"])
    }

    @Test func `A first import leaves records alone that were inserted here`() throws {
        let id = UUID()
        try open("a") { context in
            context.insert(Place(identifier: id, name: "mine"))
            try context.save()
            try context.deleteHistory(before: .distantFuture)
            #expect(
                try importPlaces([id], note: "theirs", in: context)[id]?.properties.contains("note") == true)
        }
        #expect(try notes("a") == ["mine": "-"])
    }

    // MARK: - The first login

    @Test func `Two devices with a common backup keep the later edit of each value`() async throws {
        try open("a") { try add("Prado", "Escorial", "Alcázar", to: $0) }
        try copy("a", to: "b")
        try edit("a", "Prado") { $0.note = "earlier" }
        try edit("a", "Escorial") { $0.note = "only a" }
        try edit("b", "Prado") { $0.note = "later" }
        try edit("b", "Alcázar") { $0.visits = 3 }
        try edit("a", "Alcázar") { $0.note = "a" }
        for name in ["a", "b", "a"] { try await synchronize(name, logsIn: true) }
        let expected = ["Prado": "later", "Escorial": "only a", "Alcázar": "a"]
        for name in ["a", "b"] { #expect(try notes(name) == expected, "\(name)") }
        #expect(try open("a") { try place("Alcázar", in: $0).visits } == 3)
    }

    @Test(arguments: ["a", "b"])
    func `A deletion after a common backup reaches the other device`(first: String) async throws {
        try open("a") { context in
            let places = try add("Prado", "Escorial", "Alcázar", to: context)
            let (quiet, loud) = (Word(key: "quiet"), Word(key: "loud"))
            places[0].words = [quiet, loud]
            try context.save()
        }
        try copy("a", to: "b")
        try delete("b", "Escorial")
        try delete("b", "Alcázar")
        try open("b") { _ = try $0.undoLastTransaction() }
        try edit("b", "Prado") { place in place.words.removeAll { $0.key == "loud" } }
        let order = first == "a" ? ["a", "b", "a"] : ["b", "a", "b"]
        for name in order { try await synchronize(name, logsIn: true) }
        for name in ["a", "b"] {
            #expect(try notes(name).keys.sorted() == ["Alcázar", "Prado"], "\(name)")
            #expect(try open(name) { try place("Prado", in: $0).words.map(\.key) } == ["quiet"], "\(name)")
        }
    }

    @Test func `A value without history is older than any edit on the server`() async throws {
        try open("a") { try add("Prado", to: $0) }
        try copy("a", to: "b")
        try edit("b", "Prado") { $0.note = "edited on b" }
        try edit("a", "Prado") { $0.note = "edited on a, later" }
        try open("a") { try $0.deleteHistory(before: .distantFuture) }
        for name in ["b", "a", "b"] { try await synchronize(name, logsIn: true) }
        for name in ["a", "b"] { #expect(try notes(name) == ["Prado": "edited on b"], "\(name)") }
    }

    @Test func `An imported value is older than any edit on the server`() async throws {
        let id = UUID()
        try open("a") { _ = try importPlaces([id], note: "list", in: $0) }
        try copy("a", to: "b")
        try edit("a", "place 0") { $0.note = "mine" }
        pause()
        try open("b") { _ = try importPlaces([id], note: "new list", in: $0) }
        for name in ["a", "b", "a"] { try await synchronize(name, logsIn: true) }
        for name in ["a", "b"] { #expect(try notes(name) == ["place 0": "mine"], "\(name)") }
        #expect(try open("b") { try importPlaces([id], note: "again", in: $0).isEmpty })
    }

    // MARK: - Turning synchronization off and on

    /// Two synchronized devices with the same three places.
    private func makeSynchronizedStores() async throws {
        try open("a") { try add("Prado", "Escorial", "Alcázar", to: $0) }
        for name in ["a", "b"] { try await synchronize(name, logsIn: true) }
        #expect(try notes("b").count == 3)
    }

    @Test func `Turning synchronization off removes the triggers and keeps the tables`() async throws {
        try await makeSynchronizedStores()
        let before = try schema("a")
        #expect(try triggers("a").count > 3)
        try turnOff("a")
        #expect(try triggers("a").isEmpty)
        #expect(try schema("a").isSuperset(of: before.filter { !$0.hasPrefix("_sync_") }))
        try await synchronize("a", logsIn: true)
        #expect(try schema("a") == before)
        #expect(try schema("a", "_edit*").isEmpty)
    }

    @Test func `A later login sends what changed meanwhile and revives nothing`() async throws {
        try await makeSynchronizedStores()
        try turnOff("a")
        try edit("a", "Prado") { $0.note = "while off" }
        try delete("b", "Escorial")
        try await synchronize("b")
        try delete("a", "Alcázar")
        try open("a") { try add("Toledo", to: $0) }
        for name in ["a", "b", "a"] { try await synchronize(name, logsIn: name == "a") }
        let expected = ["Prado": "while off", "Toledo": "-"]
        for name in ["a", "b"] { #expect(try notes(name) == expected, "\(name)") }
    }

    @Test func `A later login finds changes without history by comparison`() async throws {
        try await makeSynchronizedStores()
        try open("a") { context in
            try place("Prado", in: context).words = [Word(key: "quiet"), Word(key: "loud")]
            try context.save()
        }
        for name in ["a", "b"] { try await synchronize(name) }
        try turnOff("a")
        try open("a") { context in
            try context.withSQLAccess(to: Place.self) { database in
                try database.execute(
                    """
                    UPDATE Place SET note = 'by another tool' WHERE name = 'Prado';
                    DELETE FROM Place WHERE name = 'Escorial';
                    DELETE FROM Place_words WHERE _target = (SELECT _id FROM Word WHERE key = 'loud');
                    """)
            }
        }
        for name in ["a", "b", "a"] { try await synchronize(name, logsIn: name == "a") }
        for name in ["a", "b"] {
            #expect(try notes(name) == ["Prado": "by another tool", "Alcázar": "-"], "\(name)")
            #expect(try open(name) { try place("Prado", in: $0).words.map(\.key) } == ["quiet"], "\(name)")
        }
    }

    @Test func `A later edit of another device wins over one made while synchronization was off`()
        async throws
    {
        try await makeSynchronizedStores()
        try turnOff("a")
        try edit("a", "Prado") { $0.note = "earlier, off" }
        try edit("a", "Escorial") { $0.note = "off" }
        pause()
        try edit("b", "Prado") { $0.note = "later" }
        try await synchronize("b")
        for name in ["a", "b"] { try await synchronize(name, logsIn: name == "a") }
        let expected = ["Prado": "later", "Escorial": "off", "Alcázar": "-"]
        for name in ["a", "b"] { #expect(try notes(name) == expected, "\(name)") }
    }

    @Test func `Synchronization can be turned off and on again and again`() async throws {
        try await makeSynchronizedStores()
        let node = try open("a") { try SyncStore($0, models: Replica.models).node() }
        for round in 0..<4 {
            try turnOff("a")
            try edit("a", "Prado") { $0.note = "a \(round)" }
            try edit("b", "Escorial") { $0.note = "b \(round)" }
            try open("a") { try add("a \(round)", to: $0) }
            if round > 0 { try delete("a", "a \(round - 1)") }
            // Turning it off twice changes nothing.
            if round == 2 { try turnOff("a") }
            try await synchronize("b")
            try await synchronize("a", logsIn: true)
            try await synchronize("b")
            let expected = [
                "Prado": "a \(round)", "Escorial": "b \(round)", "Alcázar": "-", "a \(round)": "-",
            ]
            for name in ["a", "b"] { #expect(try notes(name) == expected, "\(name), round \(round)") }
        }
        #expect(try open("a") { try SyncStore($0, models: Replica.models).node() } == node)
    }

    @Test func `Two devices with a common backup of a store that was turned off converge`() async throws {
        try await makeSynchronizedStores()
        try turnOff("a")
        let maintainer = StoreMaintainer(
            url: URL(fileURLWithPath: path("a")), for: Schema([Trip.self, Place.self, Mark.self, Word.self]))
        try maintainer.backup(to: URL(fileURLWithPath: path("c")))
        try edit("a", "Prado") { $0.note = "a" }
        try edit("c", "Prado") { $0.visits = 7 }
        try delete("c", "Escorial")
        for name in ["a", "c", "b", "a"] { try await synchronize(name, logsIn: name != "b") }
        for name in ["a", "b", "c"] { #expect(try notes(name) == ["Prado": "a", "Alcázar": "-"], "\(name)") }
        for name in ["a", "b", "c"] {
            #expect(try open(name) { try place("Prado", in: $0).visits } == 7, "\(name)")
        }
    }

    @Test func `An import while synchronization is off keeps edits from before and after`() async throws {
        let ids = (0..<3).map { _ in UUID() }
        try open("a") { _ = try importPlaces(ids, note: "first", in: $0) }
        try await synchronize("a", logsIn: true)
        try edit("a", "place 0") { $0.note = "before" }
        try await synchronize("a")
        try turnOff("a")
        try edit("a", "place 1") { $0.note = "while off" }
        let second = try open("a") { try importPlaces(ids, note: "second", in: $0) }
        #expect(Set(second.keys) == [ids[0], ids[1]])
        try await synchronize("a", logsIn: true)
        let third = try open("a") { try importPlaces(ids, note: "third", in: $0) }
        #expect(Set(third.keys) == [ids[0], ids[1]])
        #expect(try notes("a") == ["place 0": "before", "place 1": "while off", "place 2": "third"])
    }

    // MARK: - Stores of newer versions

    @Test func `A store with sync tables of a newer format is refused and stays unchanged`() async throws {
        try await makeSynchronizedStores()
        try open("a") { context in
            try context.withSQLAccess(to: Place.self) { try $0.execute("UPDATE _sync SET format = 2") }
        }
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path("a")))
        let refusal = ModelDataError.storeIsNewer(
            path: path("a"), storeVersion: "sync format 2", ownVersion: "sync format 1")
        #expect(throws: refusal) { try open("a") { _ in } }
        let maintainer = StoreMaintainer(
            url: URL(fileURLWithPath: path("b")), for: Schema([Trip.self, Place.self, Mark.self, Word.self]))
        #expect(throws: ModelDataError.self) {
            try SyncTracking.restore(URL(fileURLWithPath: path("a")), with: maintainer)
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path("a"))) == bytes)
        #expect(try notes("b").count == 3)
    }
}
