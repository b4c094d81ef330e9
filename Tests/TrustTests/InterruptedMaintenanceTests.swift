import Foundation
import TestSupport
import Testing

@Suite("Interrupted backups, restores and repairs", .level(.slow))
struct InterruptedMaintenanceTests {
    /// Returns a user with a backup and with a store that changed after the backup.
    private func owner(_ script: Script) throws -> (person: Person, backup: String) {
        let person = try Self.owners.copy(script) {
            let person = try Person(script.program)
            try script.prepare(person.home)
            let result = try person.run(
                script: script.lines.prefix(5) + ["backup home/backup.store"] + script.lines[5..<9])
            try #require(result.status == .exited(0), "\(result.stderr)")
            return person
        }
        return (person, person.home.file("home/backup.store"))
    }

    private static let owners = PreparedHomes<Script>()

    private let restoring = ["restore", "home/backup.store", "--yes"]

    /// Groups of system calls that fail, and the errors to test with each group. The number of a group's
    /// calls is the same for every error.
    private let refusals: [(calls: [SystemCall], errors: [Int32])] = [
        (SystemCall.changes, [EIO, ENOSPC]), ([.open], [EIO]),
    ]

    @Test(arguments: Script.all)
    func `A backup that is killed at any disk change is complete or absent`(script: Script) throws {
        let (undisturbed, _) = try owner(script)
        let expected = try StoreSnapshot(of: undisturbed.store)
        let count = try undisturbed.countCalls(["backup", "home/new.store"])
        for point in Extent.points(count, sample: 5, "\(script.program), backup, killed") {
            let (person, _) = try owner(script)
            let result = try person.run(["backup", "home/new.store"], fault: Fault(effect: .kill, at: point))
            #expect(result.status == .signalled(9))
            let new = person.home.file("home/new.store")
            if FileManager.default.fileExists(atPath: new) { #expect(try StoreSnapshot(of: new) == expected) }
            #expect(try StoreSnapshot(of: person.store) == expected)
        }
    }

    @Test(arguments: Script.all)
    func `After a power failure, an acknowledged backup exists and every existing backup is complete`(
        script: Script
    ) throws {
        let (person, _) = try owner(script)
        let expected = try StoreSnapshot(of: person.store)
        try PowerCut(of: person, sample: 4).run { person, fault in
            let result = try person.run(["backup", "home/new.store"], fault: fault)
            #expect(result.status == .exited(0), "\(result.stderr)")
        } check: { left, answers, place in
            let new = left.home.file("home/new.store")
            let isThere = FileManager.default.fileExists(atPath: new)
            #expect(isThere || answers.isEmpty, "\(script.program), \(place): the backup is gone")
            if isThere { #expect(try StoreSnapshot(of: new) == expected, "\(script.program), \(place)") }
            try Reference.open(left)
            #expect(try StoreSnapshot(of: left.store) == expected, "\(script.program), \(place)")
        }
    }

    @Test(arguments: Script.all)
    func `If any system call fails, a backup is complete or absent and the error is reported`(script: Script)
        throws
    {
        for (calls, errors) in refusals {
            let (undisturbed, _) = try owner(script)
            let expected = try StoreSnapshot(of: undisturbed.store)
            let count = try undisturbed.countCalls(
                ["backup", "home/new.store"], calls: calls, effect: .error(EIO))
            for error in errors {
                for point in Extent.points(count, sample: 3, "\(script.program), backup, failing") {
                    let (person, _) = try owner(script)
                    let result = try person.run(
                        ["backup", "home/new.store"],
                        fault: Fault(effect: .error(error), at: point, calls: calls))
                    let place = "\(script.program), error \(error) at call \(point) of \(count)"
                    FailureReport.check(result, place)
                    let new = person.home.file("home/new.store")
                    let isThere = FileManager.default.fileExists(atPath: new)
                    #expect(isThere || result.status != .exited(0), "\(place): the backup isn't there")
                    if isThere { #expect(try StoreSnapshot(of: new) == expected, "\(place)") }
                    #expect(try StoreSnapshot(of: person.store) == expected, "\(place)")
                }
            }
        }
    }

    @Test(arguments: Script.all)
    func `A restore that is killed at any disk change is complete or absent, and the replaced data are kept`(
        script: Script
    ) throws {
        let (undisturbed, backup) = try owner(script)
        let old = try StoreSnapshot(of: undisturbed.store)
        let new = try StoreSnapshot(of: backup)
        #expect(old != new)
        let count = try undisturbed.countCalls(restoring)
        #expect(try StoreSnapshot(of: undisturbed.store) == new)
        for point in Extent.points(count, sample: 6, "\(script.program), restore, killed") {
            let (person, backup) = try owner(script)
            let result = try person.run(restoring, fault: Fault(effect: .kill, at: point))
            let place = "\(script.program), killed at call \(point) of \(count)"
            #expect(result.status == .signalled(9))
            try Reference.open(person)
            let found = try StoreSnapshot(of: person.store)
            #expect(found == old || found == new, "\(place): \(found.difference(from: new))")
            #expect(try StoreSnapshot(of: backup) == new, "\(place)")
            guard found == new else { continue }
            let folder = (person.store as NSString).deletingLastPathComponent
            let kept = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
                $0.contains("before-restore") && !$0.hasSuffix(".partial")
            }
            #expect(kept.count == 1, "\(place): \(kept)")
            for name in kept { #expect(try StoreSnapshot(of: "\(folder)/\(name)") == old, "\(place)") }
        }
    }

    @Test(arguments: Script.all)
    func `After a power failure, a restore is complete or absent`(script: Script) throws {
        let (person, backup) = try owner(script)
        let old = try StoreSnapshot(of: person.store)
        let new = try StoreSnapshot(of: backup)
        try PowerCut(of: person, sample: 4).run { person, fault in
            let result = try person.run(restoring, fault: fault)
            #expect(result.status == .exited(0), "\(result.stderr)")
        } check: { left, answers, place in
            try Reference.open(left)
            let found = try StoreSnapshot(of: left.store)
            #expect(
                found == new || (found == old && answers.isEmpty),
                "\(script.program), \(place): \(found.difference(from: new))")
        }
    }

    @Test(arguments: Script.all)
    func `If any system call fails, a restore is complete or absent and the error is reported`(script: Script)
        throws
    {
        for (calls, errors) in refusals {
            let (undisturbed, backup) = try owner(script)
            let old = try StoreSnapshot(of: undisturbed.store)
            let new = try StoreSnapshot(of: backup)
            let count = try undisturbed.countCalls(restoring, calls: calls, effect: .error(EIO))
            for error in errors {
                for point in Extent.points(count, sample: 4, "\(script.program), restore, failing") {
                    let (person, _) = try owner(script)
                    let result = try person.run(
                        restoring, fault: Fault(effect: .error(error), at: point, calls: calls))
                    let place = "\(script.program), error \(error) at call \(point) of \(count)"
                    FailureReport.check(result, place)
                    try Reference.open(person)
                    let found = try StoreSnapshot(of: person.store)
                    #expect(
                        found == new || (found == old && result.status != .exited(0)),
                        "\(place): \(found.difference(from: new))")
                }
            }
        }
    }

    /// Returns a user whose store has a damaged index page. All records are still readable.
    private func damaged(_ script: Script) throws -> Person {
        try Self.damagedOwners.copy(script) {
            let (person, _) = try owner(script)
            let page = try StoreSnapshot.indexPage(of: person.store)
            var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: person.store)))
            for place in (page - 1) * 4096..<(page - 1) * 4096 + 64 { bytes[place] = 0xA5 }
            try Data(bytes).write(to: URL(fileURLWithPath: person.store))
            return person
        }
    }

    private static let damagedOwners = PreparedHomes<Script>()

    /// Returns the contents that the damaged store had before the damage.
    private func whole(_ script: Script) throws -> StoreSnapshot {
        let (person, _) = try owner(script)
        return try StoreSnapshot(of: person.store)
    }

    /// Repairs a store, possibly for the second time, and checks that it is complete afterwards.
    private func repairAgain(_ person: Person, _ whole: StoreSnapshot, _ place: String) throws {
        let again = try person.run(["repair", "--yes"])
        #expect(again.status == .exited(0), "\(place): \(again.stderr)")
        let found = try StoreSnapshot(of: person.store)
        #expect(found == whole, "\(place): \(found.difference(from: whole))")
    }

    @Test(arguments: Script.all)
    func `A repair that is killed at any disk change can be repeated with the same result`(script: Script)
        throws
    {
        let whole = try whole(script)
        let undisturbed = try damaged(script)
        let count = try undisturbed.countCalls(["repair", "--yes"])
        let saved = try StoreSnapshot(of: undisturbed.store)
        #expect(saved == whole, "\(saved.difference(from: whole))")
        for point in Extent.points(count, sample: 5, "\(script.program), repair, killed") {
            let person = try damaged(script)
            let result = try person.run(["repair", "--yes"], fault: Fault(effect: .kill, at: point))
            #expect(result.status == .signalled(9))
            try repairAgain(person, whole, "\(script.program), killed at call \(point) of \(count)")
        }
    }

    @Test(arguments: Script.all)
    func `After a power failure, a repair is complete or can be repeated`(script: Script) throws {
        let whole = try whole(script)
        try PowerCut(of: damaged(script), sample: 4).run { person, fault in
            let result = try person.run(["repair", "--yes"], fault: fault)
            #expect(result.status == .exited(0), "\(result.stderr)")
        } check: { left, answers, place in
            let place = "\(script.program), \(place)"
            // If the program acknowledged the repair, the store must be complete without a second repair.
            if !answers.isEmpty { #expect(try StoreSnapshot(of: left.store) == whole, "\(place)") }
            try repairAgain(left, whole, place)
        }
    }

    @Test(arguments: Script.all)
    func `If any system call fails, a repair is complete or repeatable and the error is reported`(
        script: Script
    ) throws {
        let whole = try whole(script)
        for (calls, errors) in refusals {
            let count = try damaged(script).countCalls(
                ["repair", "--yes"], calls: calls, effect: .error(EIO))
            for error in errors {
                for point in Extent.points(count, sample: 3, "\(script.program), repair, failing") {
                    let person = try damaged(script)
                    let result = try person.run(
                        ["repair", "--yes"], fault: Fault(effect: .error(error), at: point, calls: calls))
                    let place = "\(script.program), error \(error) at call \(point) of \(count)"
                    FailureReport.check(result, place)
                    if result.status == .exited(0) {
                        #expect(try StoreSnapshot(of: person.store) == whole, "\(place)")
                    }
                    try repairAgain(person, whole, place)
                }
            }
        }
    }

    @Test func `A restore or repair that reports an error has replaced nothing`() throws {
        let script = try #require(Script.all.first)
        let person = try damaged(script)
        let manager = FileManager.default
        let bytes = try #require(manager.contents(atPath: person.store))
        let folder = (person.store as NSString).deletingLastPathComponent
        func leave() throws {
            for name in try manager.contentsOfDirectory(atPath: folder) {
                try manager.removeItem(atPath: "\(folder)/\(name)")
            }
            try bytes.write(to: URL(fileURLWithPath: person.store))
        }
        for command in [restoring, ["repair", "--yes"]] {
            try leave()
            let calls = [SystemCall.synchronize]
            let count = try person.countCalls(command, calls: calls, effect: .error(EIO))
            for point in 1...count {
                try leave()
                let result = try person.run(
                    command, fault: Fault(effect: .error(EIO), at: point, calls: calls))
                let isDone = result.status == .exited(0)
                let found = try person.run(["repair", "--yes"]).stdout
                #expect(
                    found.hasPrefix(isDone ? "Nothing is wrong" : "Saved the readable data"),
                    "\(command), call \(point) of \(count): \(result.stderr)\(found)")
            }
        }
    }

    @Test(arguments: Script.all)
    func `Maintenance works on file systems without hard links, such as a USB stick`(script: Script) throws {
        let (person, _) = try owner(script)
        let expected = try StoreSnapshot(of: person.store)
        let fault = Fault(effect: .error(EPERM), at: 1, calls: [.link], lasts: true)
        #expect(try person.run(["backup", "home/new.store"], fault: fault).status == .exited(0))
        #expect(try StoreSnapshot(of: person.home.file("home/new.store")) == expected)
        // A second backup must not replace the existing file.
        #expect(try person.run(["backup", "home/new.store"], fault: fault).status != .exited(0))
        #expect(try person.run(restoring, fault: fault).status == .exited(0))
        var bytes = try #require(FileManager.default.contents(atPath: person.store))
        bytes[bytes.count - 4096..<bytes.count] = Data(repeating: 0x5A, count: 4096)
        try bytes.write(to: URL(fileURLWithPath: person.store))
        let repaired = try person.run(["repair", "--yes"], fault: fault)
        #expect(repaired.status == .exited(0), "\(repaired.stderr)")
        #expect(try person.run([script.program == "moonshot" ? "notes" : "list"]).status == .exited(0))
    }

    @Test func `Unreadable sectors lose only their data, and repair and restore still work`() throws {
        let script = try #require(Script.all.first { $0.program == "mybooks" })
        let titles = (1...400).map { "Title number \($0) of a long shelf of books" }
        let (owner, backup) = try owner(script)
        try owner.run(script: titles.map { "add \"\($0)\" Lem" })
        let whole = try #require(FileManager.default.contents(atPath: owner.store))
        let pages = whole.count / 4096
        var repaired = 0
        for page in Extent.points(pages - 1, sample: 6, "unreadable sectors") {
            for command in [["repair", "--yes"], ["restore", backup, "--yes"]] {
                let person = try Person("mybooks", home: owner.home)
                try whole.write(to: URL(fileURLWithPath: person.store))
                for ending in ["-wal", "-shm"] {
                    try? FileManager.default.removeItem(atPath: person.store + ending)
                }
                let fault = Fault(effect: .error(EIO), at: 0, unreadable: (person.store, page * 4096))
                let result = try person.run(command, fault: fault)
                #expect(result.status == .exited(0), "page \(page): \(result.stderr)")
                let listed = try person.run(["list", "--json"])
                #expect(listed.status == .exited(0), "page \(page): \(listed.stderr)")
                if command[0] == "repair",
                    listed.stdout.contains(titles[0]) || listed.stdout.contains(titles[399])
                {
                    repaired += 1
                }
            }
        }
        #expect(repaired > 0)
        // If the first page is unreadable, the program can't know whether the file is a database. So the
        // message must not say that the file isn't a database.
        try whole.write(to: URL(fileURLWithPath: owner.store))
        let fault = Fault(effect: .error(EIO), at: 0, unreadable: (owner.store, 0))
        let result = try owner.run(["list"], fault: fault)
        #expect(result.status == .exited(74), "\(result.stderr)")
        #expect(!result.stderr.contains("no database"), "\(result.stderr)")
    }
}
