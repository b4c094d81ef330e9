import Foundation
import TestSupport
import Testing

@Suite("Backups, restoring and repairs that are broken off")
struct BrokenCareTests {
    private let before = ["add Solaris Lem", "add Eden Lem", "quote add solaris \"We need mirrors.\""]
    private let after = ["add Lalka Prus", "delete eden --yes", "rate solaris 5"]

    /// Somebody with a backup, and a store that was changed since.
    private func owner() throws -> (person: Person, backup: String) {
        let person = try Person("mybooks")
        let backup = person.home.file("home/backup.store")
        let result = try person.run(script: before + ["backup \(backup)"] + after)
        try #require(result.status == .exited(0), "\(result.stderr)")
        return (person, backup)
    }

    /// What the books and quotes of a store are.
    private func content(_ path: String) throws -> [[String]] {
        let snapshot = try StoreSnapshot(of: path)
        return [
            snapshot.values("title", of: "Book"), snapshot.values("rating", of: "Book"),
            snapshot.values("text", of: "Quote"),
        ]
    }

    @Test("Killed at any change of the disk, a backup is whole or not there")
    func backup() throws {
        let count = try owner().person.countCalls(["backup", "home/new.store"])
        for point in Extent.points(count, sample: 12, "backup, killed") {
            let (person, _) = try owner()
            let expected = try content(person.store)
            let result = try person.run(["backup", "home/new.store"], fault: Fault(effect: .kill, at: point))
            #expect(result.status == .signalled(9))
            let new = person.home.file("home/new.store")
            if FileManager.default.fileExists(atPath: new) { #expect(try content(new) == expected) }
            #expect(try content(person.store) == expected)
        }
    }

    @Test("Killed at any change of the disk, restoring has happened or not, and what was there is kept")
    func restore() throws {
        let (undisturbed, backup) = try owner()
        let old = try content(undisturbed.store)
        let new = try content(backup)
        let count = try undisturbed.countCalls(["restore", "home/backup.store", "--yes"])
        #expect(try content(undisturbed.store) == new)
        for point in Extent.points(count, sample: 25, "restore, killed") {
            let (person, backup) = try owner()
            let result = try person.run(
                ["restore", "home/backup.store", "--yes"], fault: Fault(effect: .kill, at: point))
            let place = "killed at call \(point) of \(count)"
            #expect(result.status == .signalled(9))
            try Reference.open(person)
            let found = try content(person.store)
            #expect(found == old || found == new, "\(place): \(found)")
            #expect(try content(backup) == new, "\(place)")
            guard found == new else { continue }
            let folder = (person.store as NSString).deletingLastPathComponent
            let kept = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
                $0.contains("before-restore") && !$0.hasSuffix(".partial")
            }
            #expect(kept.count == 1, "\(place): \(kept)")
            for name in kept { #expect(try content("\(folder)/\(name)") == old, "\(place)") }
        }
    }

    @Test("Whenever the power fails, restoring has happened or not")
    func restorePowerCut() throws {
        let (person, backup) = try owner()
        let old = try content(person.store)
        let new = try content(backup)
        try PowerCut(of: person, sample: 12).run { person, fault in
            let result = try person.run(["restore", "home/backup.store", "--yes"], fault: fault)
            #expect(result.status == .exited(0), "\(result.stderr)")
        } check: { left, answers, place in
            try Reference.open(left)
            let found = try content(left.store)
            #expect(found == new || (found == old && answers.isEmpty), "\(place): \(found)")
        }
    }

    @Test("Whatever call fails, restoring has happened or not, and it is said why")
    func restoreFails() throws {
        for (error, calls) in [(EIO, SystemCall.changes), (ENOSPC, SystemCall.changes), (EIO, [.open])] {
            let (undisturbed, backup) = try owner()
            let old = try content(undisturbed.store)
            let new = try content(backup)
            let arguments = ["restore", "home/backup.store", "--yes"]
            let count = try undisturbed.countCalls(arguments, calls: calls, effect: .error(error))
            for point in Extent.points(count, sample: 12, "restore, failing") {
                let (person, _) = try owner()
                let result = try person.run(
                    arguments, fault: Fault(effect: .error(error), at: point, calls: calls))
                let place = "error \(error) at call \(point) of \(count)"
                Complaint.check(result, place)
                try Reference.open(person)
                let found = try content(person.store)
                #expect(found == new || (found == old && result.status != .exited(0)), "\(place): \(found)")
            }
        }
    }

    @Test("Killed at any change of the disk, a repair can be made again, and saves the same")
    func repair() throws {
        func damaged() throws -> Person {
            let (person, _) = try owner()
            var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: person.store)))
            // An index page of nonsense: every record can be read still.
            let snapshot = try StoreSnapshot(of: person.store)
            try #require(snapshot.count("Book") == 2)
            for place in 5 * 4096..<5 * 4096 + 64 { bytes[place] = 0xA5 }
            try Data(bytes).write(to: URL(fileURLWithPath: person.store))
            return person
        }
        let undisturbed = try damaged()
        let count = try undisturbed.countCalls(["repair", "--yes"])
        let saved = try content(undisturbed.store)
        for point in Extent.points(count, sample: 20, "repair, killed") {
            let person = try damaged()
            let result = try person.run(["repair", "--yes"], fault: Fault(effect: .kill, at: point))
            #expect(result.status == .signalled(9))
            let again = try person.run(["repair", "--yes"])
            let place = "killed at call \(point) of \(count)"
            #expect(again.status == .exited(0), "\(place): \(again.stderr)")
            #expect(try content(person.store) == saved, "\(place)")
        }
    }
}
