import Foundation
import TestSupport
import Testing

@Suite("Migrations that are broken off")
struct MigrationTests {
    /// What a store of an earlier version holds, before and after an undisturbed migration.
    private struct Reference {
        let earlier: StoreSnapshot
        let migrated: StoreSnapshot

        private static let made = OnceForEach<EarlierStore, Reference>()

        /// What a store holds, which is tried once for all tests.
        static func of(_ store: EarlierStore) throws -> Reference {
            try made.value(store) { try Reference(store) }
        }

        private init(_ store: EarlierStore) throws {
            let person = try store.owner()
            earlier = try StoreSnapshot(of: person.store)
            try TrustTests.Reference.open(person)
            migrated = try StoreSnapshot(of: person.store)
            #expect(try person.copiesBeforeMigration().count == 1)
        }

        /// Makes sure that the store opens with everything, and that its copy is whole.
        func check(_ person: Person, _ place: String) throws {
            do {
                let before = try StoreSnapshot(of: person.store)
                let whole = [earlier, migrated].map(\.withoutSchema)
                #expect(whole.contains(before.withoutSchema), "\(place): the store is half migrated")
                try TrustTests.Reference.open(person)
                let found = try StoreSnapshot(of: person.store)
                if found != migrated { Issue.record("\(place): \(found.difference(from: migrated))") }
                let copies = try person.copiesBeforeMigration()
                #expect(copies.count == 1, "\(place): \(copies)")
                for copy in copies {
                    let kept = try StoreSnapshot(of: copy)
                    #expect(kept == earlier, "\(place): the copy is another store")
                }
            } catch {
                Issue.record("\(place): \(error)")
            }
        }
    }

    @Test(
        "A store of each program's present form is kept, for its later versions to open",
        arguments: Script.all)
    func present(script: Script) throws {
        let person = try Person(script.program)
        try TrustTests.Reference.open(person)
        let kept = try #require(EarlierStore.all(of: script.program).last)
        let owner = try kept.owner()
        #expect(
            try StoreSnapshot.schema(of: owner.store) == StoreSnapshot.schema(of: person.store),
            "The form of \(script.program)'s store has changed: put one of the new form beside \(kept).")
        #expect(try StoreSnapshot(of: owner.store).count("_history") > 3)
    }

    @Test(
        "A store of an earlier version has lost nothing, and what was done to it can be undone",
        arguments: EarlierStore.earlier)
    func opened(store: EarlierStore) throws {
        let reference = try Reference.of(store)
        #expect(
            reference.migrated.holdsAll(of: reference.earlier),
            "\(reference.migrated.difference(from: reference.earlier))")
        let person = try store.owner()
        var steps = 0
        while try person.run(["undo"]).status == .exited(0) { steps += 1 }
        #expect(steps > 1)
        for _ in 0..<steps { #expect(try person.run(["redo"]).status == .exited(0)) }
        // Undone and done again, the steps stand in the history; the records are as they were.
        let found = try StoreSnapshot(of: person.store).withoutHistory
        let expected = reference.migrated.withoutHistory
        #expect(found == expected, "\(found.difference(from: expected))")
    }

    @Test(
        "Killed at any change of the disk, a migration has happened or not, and the copy is whole",
        arguments: EarlierStore.earlier)
    func killed(store: EarlierStore) throws {
        let reference = try Reference.of(store)
        let count = try store.owner().countCalls(["list"])
        for point in Extent.points(count, sample: 15, "\(store.testDescription), killed") {
            let person = try store.owner()
            let result = try person.run(["list"], fault: Fault(effect: .kill, at: point))
            #expect(result.status == .signalled(9))
            try reference.check(person, "killed at call \(point) of \(count)")
        }
    }

    @Test(
        "Whenever the power fails, a migration has happened or not, and the copy is whole",
        arguments: EarlierStore.earlier)
    func powerCut(store: EarlierStore) throws {
        let reference = try Reference.of(store)
        try PowerCut(of: store.owner(), sample: 8).run { person, fault in
            let result = try person.run(["list"], fault: fault)
            #expect(result.status == .exited(0))
        } check: { left, _, place in
            try reference.check(left, place)
        }
    }

    @Test(
        "Whatever call fails, a migration has happened or not, and it is said why not",
        arguments: EarlierStore.earlier)
    func failing(store: EarlierStore) throws {
        let reference = try Reference.of(store)
        let count = try store.owner().countCalls(["list"], effect: .error(EIO))
        for (error, lasts) in [(EIO, false), (ENOSPC, true)] {
            for point in Extent.points(count, sample: 8, "\(store.testDescription), failing") {
                let person = try store.owner()
                let result = try person.run(
                    ["list"], fault: Fault(effect: .error(error), at: point, lasts: lasts))
                let place = "error \(error) at call \(point) of \(count)"
                Complaint.check(result, place)
                try reference.check(person, place)
            }
        }
    }
}
