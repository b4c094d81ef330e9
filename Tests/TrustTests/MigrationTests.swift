import Foundation
import TestSupport
import Testing

@Suite("Interrupted migrations", .level(.slow))
struct MigrationTests {
    /// The contents of a store with an earlier schema, before and after an undisturbed migration.
    private struct Reference {
        let earlier: StoreSnapshot
        let migrated: StoreSnapshot

        private static let made = OnceCache<EarlierStore, Reference>()

        /// Returns the contents of a store, which are created once for all tests.
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

        /// Checks that the store opens with all its contents and that its copy is complete.
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

    @Test(arguments: EarlierStore.all)
    func `A store with an earlier schema has lost nothing, and its steps can be undone`(store: EarlierStore)
        throws
    {
        let reference = try Reference.of(store)
        #expect(
            reference.migrated.holdsAll(of: reference.earlier),
            "\(reference.migrated.difference(from: reference.earlier))")
        let person = try store.owner()
        var steps = 0
        while try person.run(["undo"]).status == .exited(0) { steps += 1 }
        #expect(steps > 1)
        for _ in 0..<steps { #expect(try person.run(["redo"]).status == .exited(0)) }
        // Undoing and redoing all steps leaves the records unchanged. Only the history has more steps.
        let found = try StoreSnapshot(of: person.store).withoutHistory
        let expected = reference.migrated.withoutHistory
        #expect(found == expected, "\(found.difference(from: expected))")
    }

    @Test(arguments: EarlierStore.all)
    func `A migration that is killed at any disk change is complete or absent, and the copy is intact`(
        store: EarlierStore
    ) throws {
        let reference = try Reference.of(store)
        let count = try store.owner().countCalls(["list"])
        for point in Extent.points(count, sample: 8, "\(store.testDescription), killed") {
            let person = try store.owner()
            let result = try person.run(["list"], fault: Fault(effect: .kill, at: point))
            #expect(result.status == .signalled(9))
            try reference.check(person, "killed at call \(point) of \(count)")
        }
    }

    @Test(arguments: EarlierStore.all)
    func `After a power failure, a migration is complete or absent, and the copy is intact`(
        store: EarlierStore
    ) throws {
        let reference = try Reference.of(store)
        try PowerCut(of: store.owner(), sample: 5).run { person, fault in
            let result = try person.run(["list"], fault: fault)
            #expect(result.status == .exited(0))
        } check: { left, _, place in
            try reference.check(left, place)
        }
    }

    @Test(arguments: EarlierStore.all)
    func `If any system call fails, a migration is complete or absent and the error is reported`(
        store: EarlierStore
    ) throws {
        let reference = try Reference.of(store)
        let count = try store.owner().countCalls(["list"], effect: .error(EIO))
        for (error, lasts) in [(EIO, false), (ENOSPC, true)] {
            for point in Extent.points(count, sample: 5, "\(store.testDescription), failing") {
                let person = try store.owner()
                let result = try person.run(
                    ["list"], fault: Fault(effect: .error(error), at: point, lasts: lasts))
                let place = "error \(error) at call \(point) of \(count)"
                FailureReport.check(result, place)
                try reference.check(person, place)
            }
        }
    }
}
