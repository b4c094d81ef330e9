import Foundation
import TestSupport
import Testing

@Suite("Migrations that are broken off")
struct MigrationTests {
    /// What a store of an earlier version holds, before and after an undisturbed migration.
    private struct Reference {
        let earlier: StoreSnapshot
        let migrated: StoreSnapshot
        /// How many copies are made: none where the version of the store is still the present one.
        let copies: Int

        init(_ store: EarlierStore) throws {
            let person = try store.owner()
            earlier = try StoreSnapshot(of: person.store)
            try TrustTests.Reference.open(person)
            migrated = try StoreSnapshot(of: person.store)
            copies = try person.copiesBeforeMigration().count
            // Some of what a migration adds is in no snapshot: identifiers are new each time.
            #expect(copies == 1 || earlier == migrated)
        }

        /// Makes sure that the store opens with everything, and that its copy is whole.
        func check(_ person: Person, _ place: String) throws {
            do {
                let before = try StoreSnapshot(of: person.store)
                #expect(before == earlier || before == migrated, "\(place): the store is half migrated")
                try TrustTests.Reference.open(person)
                let found = try StoreSnapshot(of: person.store)
                if found != migrated { Issue.record("\(place): \(found.difference(from: migrated))") }
                let copies = try person.copiesBeforeMigration()
                #expect(copies.count == self.copies, "\(place): \(copies)")
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
        "Killed at any change of the disk, a migration has happened or not, and the copy is whole",
        arguments: EarlierStore.all)
    func killed(store: EarlierStore) throws {
        let reference = try Reference(store)
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
        arguments: EarlierStore.all)
    func powerCut(store: EarlierStore) throws {
        let reference = try Reference(store)
        try PowerCut(of: store.owner(), sample: 8).run { person, fault in
            let result = try person.run(["list"], fault: fault)
            #expect(result.status == .exited(0))
        } check: { left, _, place in
            try reference.check(left, place)
        }
    }

    @Test(
        "Whatever call fails, a migration has happened or not, and it is said why not",
        arguments: EarlierStore.all)
    func failing(store: EarlierStore) throws {
        let reference = try Reference(store)
        for (error, lasts) in [(EIO, false), (ENOSPC, true)] {
            let count = try store.owner().countCalls(["list"], effect: .error(error))
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
