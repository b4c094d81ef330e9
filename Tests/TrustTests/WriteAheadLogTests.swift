import Foundation
import TestSupport
import Testing

@testable import ModelData

@Suite("Stores beside a wrong write-ahead log", .level(.slow))
struct WriteAheadLogTests {
    private let manager = FileManager.default

    /// Returns a user whose store wasn't closed. The log contains the changes of the last two lines.
    private func unclosed(_ script: Script) throws -> Person {
        try Self.owners.copy(script) {
            let lines = Array(script.lines.prefix(2))
            let count = try Person(script.program).countCalls(script: lines)
            let answers = try Person(script.program).run(script: lines).stdout
            // Kill the program after its last output, when everything is saved, but before it closes the
            // store.
            for point in (1...count).reversed() {
                let person = try Person(script.program)
                let result = try person.run(script: lines, fault: Fault(effect: .kill, at: point))
                if result.stdout == answers, result.status == .signalled(9),
                    manager.fileExists(atPath: person.store + "-wal")
                {
                    return person
                }
            }
            throw TestSupportError("no log was left")
        }
    }

    private static let owners = PreparedHomes<Script>()

    /// Lets the program open its store, and returns the store's contents.
    private func content(_ person: Person) throws -> StoreSnapshot {
        try Reference.open(person)
        return try StoreSnapshot(of: person.store)
    }

    @Test(arguments: Script.all)
    func `An unclosed store is complete, also if it is copied with its log`(script: Script) throws {
        let person = try unclosed(script)
        let copy = try Person(script.program)
        let folder = (copy.store as NSString).deletingLastPathComponent
        try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for ending in ["", "-wal"] {
            try manager.copyItem(atPath: person.store + ending, toPath: copy.store + ending)
        }
        let expected = try Reference.of(script).states[2].withoutAnnouncements
        #expect(try content(copy).withoutAnnouncements == expected)
        #expect(try content(person).withoutAnnouncements == expected)
    }

    @Test(arguments: Script.all)
    func `Without its log, a store has its last checkpoint or is reported as damaged`(script: Script) throws {
        let person = try unclosed(script)
        for ending in ["-wal", "-shm"] { try? manager.removeItem(atPath: person.store + ending) }
        let result = try person.run(["history"])
        FailureReport.check(result, "without the log")
        if result.status == .exited(0) {
            let states = try Reference.of(script).states[...2].map(\.withoutAnnouncements)
            #expect(try states.contains(content(person).withoutAnnouncements))
        }
    }

    @Test(arguments: Script.all)
    func `A log of another store or an earlier state crashes or hangs no program`(script: Script) throws {
        // SQLite can't detect which store a log belongs to. So the program either reads the contents of one
        // of the two stores or reports an error.
        let other = try unclosed(script)
        for isEarlier in [false, true] {
            let person = isEarlier ? try unclosed(script) : try Person(script.program)
            try script.prepare(person.home)
            let log = person.home.file("log")
            try manager.copyItem(atPath: (isEarlier ? person : other).store + "-wal", toPath: log)
            try person.run(script: Array(script.lines[2..<6]))
            #expect(!manager.fileExists(atPath: person.store + "-wal"))
            try manager.copyItem(atPath: log, toPath: person.store + "-wal")
            for line in ["history", script.program == "moonshot" ? "notes" : "list", script.lines[1], "undo"]
            {
                FailureReport.check(try person.run(["-c", line]), "with a log that isn't its own")
            }
        }
    }

    @Test(arguments: Script.all)
    func `A random or empty log and a damaged index are harmless`(script: Script) throws {
        let noise = Data((0..<40_000).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ $0 >> 8) })
        let owner = try Person(script.program)
        try owner.run(script: Array(script.lines.prefix(2)))
        let expected = try content(owner.copied())
        for (ending, bytes) in [("-wal", noise), ("-wal", Data()), ("-shm", noise), ("-shm", Data())] {
            let person = try owner.copied()
            try bytes.write(to: URL(fileURLWithPath: person.store + ending))
            #expect(try content(person) == expected, "\(ending) of \(bytes.count) bytes")
        }
    }

    @Test func `A process that inspects its own open store keeps its lock`() throws {
        let person = try Person("mybooks")
        try person.run(script: ["add Solaris Lem"])
        let connection = try StoreConnection(path: person.store, timeout: 5)
        func rate(_ rating: Int) throws {
            try connection.perform { try $0.execute("UPDATE Book SET rating = \(rating)") }
        }
        try rate(1)
        // Inspect the file, as a process does when it opens a store for the second time.
        _ = try StoreFile.inspect(person.store)
        try person.run(["list"])
        // The program wasn't the last process to close the store, so it didn't delete the log.
        #expect(manager.fileExists(atPath: person.store + "-wal"))
        try rate(2)
        try connection.close()
        #expect(try StoreSnapshot(of: person.store).values("rating", of: "Book") == ["2.0"])
    }

    @Test(arguments: Script.all)
    func `A store that is deleted or replaced while it is open refuses changes with a reason`(script: Script)
        throws
    {
        for isReplaced in [false, true] {
            let person = try Person(script.program)
            let terminal = try person.terminal()
            try terminal.expect("\(script.program)> ")
            try terminal.sendLine(script.lines[0])
            try terminal.expectPrompt("> ")
            for ending in ["", "-wal", "-shm"] { try manager.removeItem(atPath: person.store + ending) }
            if isReplaced {
                let other = try Person(script.program)
                try Reference.open(other)
                try manager.copyItem(atPath: other.store, toPath: person.store)
            }
            try terminal.sendLine(script.lines[1])
            try terminal.expect("was deleted, moved or replaced while it was open")
            try terminal.sendLine("quit")
            #expect(try terminal.waitForExit() == .exited(0))
            if isReplaced { #expect(try StoreSnapshot(of: person.store).count("_history") == 0) }
        }
    }

    @Test(arguments: Script.all)
    func `A store whose log is deleted while it is open refuses changes with a reason`(script: Script) throws
    {
        let person = try Person(script.program)
        try script.prepare(person.home)
        let terminal = try person.terminal()
        try terminal.expect("\(script.program)> ")
        try terminal.sendLine(script.lines[0])
        try terminal.expectPrompt("> ")
        for ending in ["-wal", "-shm"] { try manager.removeItem(atPath: person.store + ending) }
        try terminal.sendLine(script.lines[1])
        try terminal.expect("-wal”, which belongs to the store, was deleted")
        try terminal.sendLine("quit")
        #expect(try terminal.waitForExit() == .exited(0))
        // The changes acknowledged before the deletion are still in the store.
        let expected = try Reference.of(script).states[1].withoutAnnouncements
        #expect(try content(person).withoutAnnouncements == expected)
    }

    @Test(arguments: Script.all)
    func `A truncated store beside its log is reported as truncated and unchanged`(script: Script) throws {
        let person = try Person(script.program)
        try script.prepare(person.home)
        try person.run(script: script.lines)
        let terminal = try person.terminal()
        try terminal.expect("\(script.program)> ")
        try terminal.sendLine("undo")
        try terminal.expectPrompt("> ")
        terminal.signal(SIGKILL)
        #expect(try terminal.waitForExit() == .signalled(SIGKILL))
        let log = try #require(manager.contents(atPath: person.store + "-wal"))
        #expect(log.count > 4096)
        let bytes = try #require(manager.contents(atPath: person.store))
        let rest = bytes.prefix(bytes.count / 4096 / 2 * 4096)
        try rest.write(to: URL(fileURLWithPath: person.store))
        let listing = script.program == "moonshot" ? "notes" : "list"
        for line in [listing, "undo"] {
            let result = try person.run(["-c", line])
            #expect(result.status == .exited(65), "\(result.stderr)")
            #expect(result.stderr.contains("is incomplete"), "\(result.stderr)")
        }
        #expect(manager.contents(atPath: person.store) == rest)
        #expect(manager.contents(atPath: person.store + "-wal") == log)
        // The store lacks pages, so the repair may lose records. It only has to make the store usable.
        let repaired = try person.run(["repair", "--yes"])
        #expect(repaired.status == .exited(0), "\(repaired.stderr)")
        #expect(try person.run([listing]).status == .exited(0))
    }

    /// Returns a user with a store, and the files of an earlier state of this store. The earlier files
    /// include the log that a killed program left.
    private func withEarlierPair(_ script: Script) throws -> (person: Person, pair: [String: Data]) {
        let person = try unclosed(script)
        var pair: [String: Data] = [:]
        for ending in ["", "-wal"] {
            pair[ending] = manager.contents(atPath: person.store + ending)
        }
        try #require(pair["-wal"]?.isEmpty == false)
        try script.prepare(person.home)
        let result = try person.run(script: Array(script.lines[2..<5]))
        try #require(result.status == .exited(0), "\(result.stderr)")
        return (person, pair)
    }

    @Test(arguments: Script.all)
    func `A backup replaces a killed program's store and its log, also if the backup is killed`(
        script: Script
    ) throws {
        let (person, pair) = try withEarlierPair(script)
        let target = person.home.file("home/copy.store")
        func leave() throws {
            for ending in ["-shm", "-journal"] { try? manager.removeItem(atPath: target + ending) }
            for (ending, bytes) in pair { try bytes.write(to: URL(fileURLWithPath: target + ending)) }
        }
        let new = try StoreSnapshot(of: person.store)
        try leave()
        let old = try StoreSnapshot(of: target)
        #expect(old != new)
        let backup = ["backup", target, "--overwrite"]
        try leave()
        let result = try person.run(backup)
        #expect(result.status == .exited(0), "\(result.stderr)")
        #expect(!manager.fileExists(atPath: target + "-wal"))
        #expect(try StoreSnapshot(of: target) == new)
        try leave()
        let count = try person.countCalls(backup)
        for point in Extent.points(count, sample: 8, "\(script.program), backup over a log, killed") {
            try leave()
            _ = try person.run(backup, fault: Fault(effect: .kill, at: point))
            let found = try StoreSnapshot(of: target)
            #expect(
                found == old || found == new,
                "killed at call \(point) of \(count): \(found.difference(from: old))")
        }
    }

    @Test(arguments: Script.all)
    func `A backup doesn't replace a store that is open`(script: Script) throws {
        let (person, _) = try withEarlierPair(script)
        let target = person.home.file("home/copy.store")
        try #require(try person.run(["backup", target]).status == .exited(0))
        let terminal = try person.terminal(["--store", target])
        try terminal.expectPrompt("> ")
        try terminal.sendLine(script.lines[5])
        try terminal.expectPrompt("> ")
        let refused = try person.run(["backup", target, "--overwrite"])
        #expect(refused.status == .exited(1), "\(refused.stdout)")
        #expect(refused.stderr.contains("Another process has “\(target)” open"), "\(refused.stderr)")
        try terminal.sendLine("undo")
        try terminal.expectPrompt("> ")
        try terminal.sendLine("quit")
        #expect(try terminal.waitForExit() == .exited(0))
        #expect(!terminal.output.contains("while it was open"), "\(terminal.output)")
        let answered = try person.run(["backup", target, "--overwrite"])
        #expect(answered.status == .exited(0), "\(answered.stderr)")
        #expect(try StoreSnapshot(of: target) == StoreSnapshot(of: person.store))
    }

    @Test(arguments: Script.all)
    func `Backup and restore keep an orphaned log at their target under another name`(script: Script) throws {
        let (person, pair) = try withEarlierPair(script)
        let new = try StoreSnapshot(of: person.store)
        let backup = person.home.file("home/copy.store")
        let log = try #require(pair["-wal"])
        for (target, command) in [
            (backup, ["backup", backup]), (person.store, ["restore", backup, "--yes"]),
        ] {
            for ending in ["", "-wal", "-shm"] { try? manager.removeItem(atPath: target + ending) }
            try log.write(to: URL(fileURLWithPath: target + "-wal"))
            let result = try person.run(command)
            #expect(result.status == .exited(0), "\(result.stderr)")
            #expect(try StoreSnapshot(of: target) == new, "\(command)")
            let (folder, name) = (
                (target as NSString).deletingLastPathComponent, (target as NSString).lastPathComponent
            )
            let kept = try manager.contentsOfDirectory(atPath: folder).filter {
                $0.hasPrefix("\(name).damaged-") && $0.hasSuffix("-wal")
            }
            #expect(kept.count == 1, "\(kept)")
            for name in kept {
                #expect(manager.contents(atPath: "\(folder)/\(name)") == log)
                #expect(
                    result.stdout.contains("The replaced data is kept as “\(name)”."), "\(result.stdout)")
            }
        }
    }

    @Test(arguments: Script.all)
    func `The log of an emptied or missing store is unchanged, and a restore keeps it`(script: Script) throws
    {
        let other = try Person(script.program)
        let backup = other.home.file("home/copy.store")
        try other.run(script: [script.lines[0], "backup \(backup)"])
        let expected = try StoreSnapshot(of: backup)
        for isMissing in [false, true] {
            let person = try unclosed(script)
            let log = try #require(manager.contents(atPath: person.store + "-wal"))
            try #require(!log.isEmpty)
            try manager.removeItem(atPath: person.store)
            if !isMissing { try Data().write(to: URL(fileURLWithPath: person.store)) }
            for line in ["history", script.lines[2], "repair --yes", "backup home/mine.store"] {
                let result = try person.run(["-c", line])
                #expect(result.status == .exited(65), "\(line): \(result.stdout)")
                #expect(result.stderr.contains("\(person.store)-wal"), "\(line): \(result.stderr)")
                #expect(manager.contents(atPath: person.store + "-wal") == log, "\(line)")
                #expect(manager.fileExists(atPath: person.store) != isMissing, "\(line)")
            }
            let result = try person.run(["restore", backup, "--yes"])
            #expect(result.status == .exited(0), "\(result.stderr)")
            #expect(result.stdout.contains(".store.damaged-"), "\(result.stdout)")
            #expect(try StoreSnapshot(of: person.store) == expected)
            let folder = (person.store as NSString).deletingLastPathComponent
            let kept = try manager.contentsOfDirectory(atPath: folder).filter {
                $0.contains(".store.damaged-") && $0.hasSuffix("-wal")
            }
            #expect(kept.map { manager.contents(atPath: "\(folder)/\($0)") } == [log])
        }
    }

    /// A command that asks a question, and the message that confirms its change.
    struct Question: Sendable, CustomTestStringConvertible {
        let program: String
        let preparation: String
        let line: String
        let prompt: String
        var answers = ["y"]
        var acknowledgement = "Deleted"

        var testDescription: String { "\(program) \(line)" }

        static let all = [
            Question(
                program: "mybooks", preparation: "add Solaris Lem", line: "delete solaris", prompt: "[y/N] "),
            Question(
                program: "mybooks", preparation: "add Solaris Lem", line: "quote add solaris",
                prompt: "(blank to write it in your editor): ", answers: ["We need mirrors."],
                acknowledgement: "Added"),
            Question(program: "itour", preparation: "add Rome", line: "delete rome", prompt: "[y/N] "),
            Question(program: "portfolio", preparation: "new Report", line: "delete 1", prompt: "[y/N] "),
            Question(
                program: "portfolio", preparation: "new Report", line: "content 1", prompt: "content> ",
                answers: ["What I wrote.", "."], acknowledgement: "Saved"),
        ].filter { question in Script.all.contains { $0.program == question.program } }
    }

    @Test(arguments: Question.all)
    func `A question isn't answered if the store's content is replaced meanwhile, and the reason is shown`(
        question: Question
    ) throws {
        let person = try Person(question.program)
        try person.run(["-c", question.preparation])
        let other = try Person(question.program)
        try other.run(["-c", question.preparation])
        let backup = other.home.file("home/copy.store")
        try #require(try other.run(["backup", backup]).status == .exited(0))
        let expected = try StoreSnapshot(of: backup).withoutAnnouncements
        let terminal = try person.terminal()
        try terminal.expectPrompt("> ")
        try terminal.sendLine(question.line)
        try terminal.expectPrompt(question.prompt)
        let restored = try person.run(["restore", backup, "--yes"])
        #expect(restored.status == .exited(0), "\(restored.stderr)")
        for (number, answer) in question.answers.enumerated() {
            if number > 0 { try terminal.expectPrompt(question.prompt) }
            try terminal.sendLine(answer)
        }
        try terminal.expect("The data in “")
        try terminal.expectPrompt("> ")
        #expect(!terminal.output.contains(question.acknowledgement), "\(terminal.output)")
        #expect(try StoreSnapshot(of: person.store).withoutAnnouncements == expected)
        // If the command is repeated, its question refers to the current contents.
        if question.answers == ["y"] {
            try terminal.sendLine(question.line)
            try terminal.expectPrompt(question.prompt)
            try terminal.sendLine("y")
            try terminal.expect(question.acknowledgement)
            try terminal.expectPrompt("> ")
        }
        try terminal.sendLine("quit")
        #expect(try terminal.waitForExit() == .exited(0))
    }

    @Test func `A question can be answered if another process changes a single record meanwhile`() throws {
        let person = try Person("mybooks")
        try person.run(script: ["add Solaris Lem", "add Eden Lem"])
        let terminal = try person.terminal()
        try terminal.expectPrompt("> ")
        try terminal.sendLine("delete solaris")
        try terminal.expectPrompt("[y/N] ")
        try #require(try person.run(["rate", "eden", "5"]).status == .exited(0))
        try terminal.sendLine("y")
        try terminal.expect("Deleted “Solaris”")
        try terminal.expectPrompt("> ")
        try terminal.sendLine("quit")
        #expect(try terminal.waitForExit() == .exited(0))
        let found = try StoreSnapshot(of: person.store)
        #expect(found.values("title", of: "Book") == ["Eden"])
        #expect(found.values("rating", of: "Book") == ["5.0"])
    }

    @Test(arguments: Question.all)
    func `A question isn't answered if the store is deleted or replaced meanwhile, and the reason is shown`(
        question: Question
    ) throws {
        for isReplaced in [false, true] {
            let person = try Person(question.program)
            try person.run(["-c", question.preparation])
            let terminal = try person.terminal()
            try terminal.expectPrompt("> ")
            try terminal.sendLine(question.line)
            try terminal.expectPrompt(question.prompt)
            for ending in ["", "-wal", "-shm"] { try? manager.removeItem(atPath: person.store + ending) }
            if isReplaced {
                let other = try Person(question.program)
                try Reference.open(other)
                try manager.copyItem(atPath: other.store, toPath: person.store)
            }
            for (number, answer) in question.answers.enumerated() {
                if number > 0 { try terminal.expectPrompt(question.prompt) }
                try terminal.sendLine(answer)
            }
            try terminal.expect("was deleted, moved or replaced while it was open")
            try terminal.expectPrompt("> ")
            try terminal.sendLine("quit")
            #expect(try terminal.waitForExit() == .exited(0))
            #expect(!terminal.output.contains(question.acknowledgement), "\(terminal.output)")
            if isReplaced { #expect(try StoreSnapshot(of: person.store).count("_history") == 0) }
        }
    }

    /// A log without its store, and a backup to restore.
    private struct OrphanedLogHome {
        let person: Person
        let restoring = ["restore", "home/copy.store", "--yes"]
        let log = Data((0..<8_000).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ $0 >> 8) })
        let restored: StoreSnapshot
        private var folder: String { (person.store as NSString).deletingLastPathComponent }

        init(_ script: Script) throws {
            person = try Person(script.program)
            let made = try person.run(script: [script.lines[0], "backup home/copy.store"])
            try #require(made.status == .exited(0), "\(made.stderr)")
            restored = try StoreSnapshot(of: person.home.file("home/copy.store")).withoutAnnouncements
        }

        /// Leaves only the log and, unless `isMissing` is true, an empty store file.
        func leave(isMissing: Bool) throws {
            for name in try names() { try FileManager.default.removeItem(atPath: "\(folder)/\(name)") }
            try log.write(to: URL(fileURLWithPath: person.store + "-wal"))
            if !isMissing { try Data().write(to: URL(fileURLWithPath: person.store)) }
        }

        /// Leaves an empty store file with an automatic copy beside it.
        func leaveCopy() throws {
            try leave(isMissing: false)
            try FileManager.default.removeItem(atPath: person.store + "-wal")
            try FileManager.default.copyItem(
                atPath: person.home.file("home/copy.store"), toPath: person.store + ".before-migration-1")
        }

        /// Returns the number of calls of a restore, and the calls to test. Mainly the last calls are tested:
        /// they rename the log and move the backup into place.
        func points() throws -> (count: Int, points: [Int]) {
            let count = try person.countCalls(restoring)
            return (
                count,
                (1...count).filter { point in
                    let rest = count - point
                    return Extent.isWhole || rest < 10 || (rest < 100 && rest % 9 == 0)
                }
            )
        }

        /// Returns the names of the empty files that mark a store whose log was moved away.
        func markers() throws -> [String] {
            try names().filter { name in
                name.contains(".damaged-")
                    && FileManager.default.contents(atPath: "\(folder)/\(name)")?.isEmpty == true
            }
        }

        func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder) }

        /// Returns whether the log exists, under any name.
        func hasLog() throws -> Bool {
            try names().contains { name in
                name.hasSuffix("-wal") && FileManager.default.contents(atPath: "\(folder)/\(name)") == log
            }
        }

        func isRestored() throws -> Bool {
            try StoreSnapshot(of: person.store).withoutAnnouncements == restored
        }
    }

    @Test func `A killed restore over an emptied or missing store keeps the log and creates no empty store`()
        throws
    {
        let home = try OrphanedLogHome(try #require(Script.all.first))
        let person = home.person
        for isMissing in [true, false] {
            try home.leave(isMissing: isMissing)
            let (count, points) = try home.points()
            for point in points {
                let place = "missing: \(isMissing), killed at call \(point) of \(count)"
                try home.leave(isMissing: isMissing)
                let killed = try person.run(home.restoring, fault: Fault(effect: .kill, at: point))
                #expect(killed.status == .signalled(9), "\(place)")
                #expect(try home.hasLog(), "\(place)")
                let next = try person.run(["history"])
                if next.status != .exited(0) {
                    #expect(next.status == .exited(65), "\(place): \(next.stderr)")
                    #expect(next.stderr.contains("-wal”"), "\(place): \(next.stderr)")
                    let again = try person.run(home.restoring)
                    #expect(again.status == .exited(0), "\(place): \(again.stderr)")
                    #expect(again.stdout.contains("-wal”."), "\(place): \(again.stdout)")
                    #expect(try home.hasLog(), "\(place)")
                    #expect(try home.markers() == [], "\(place)")
                }
                #expect(try home.isRestored(), "\(place)")
            }
        }
    }

    @Test func `A killed restore over an emptied store with backups creates no empty store`() throws {
        let home = try OrphanedLogHome(try #require(Script.all.first))
        let person = home.person
        try home.leaveCopy()
        let (count, points) = try home.points()
        for point in points {
            let place = "killed at call \(point) of \(count)"
            try home.leaveCopy()
            let killed = try person.run(home.restoring, fault: Fault(effect: .kill, at: point))
            #expect(killed.status == .signalled(9), "\(place)")
            let repaired = try person.run(["repair", "--yes"])
            let next = try person.run(["history"])
            #expect(repaired.status == next.status, "\(place): \(repaired.stdout)")
            if next.status != .exited(0) {
                #expect(next.status == .exited(65), "\(place): \(next.stderr)")
                let told = ["was emptied", "was interrupted"].contains { next.stderr.contains($0) }
                #expect(told, "\(place): \(next.stderr)")
                let again = try person.run(home.restoring)
                #expect(again.status == .exited(0), "\(place): \(again.stderr)")
            }
            #expect(try home.isRestored(), "\(place)")
        }
    }

    @Test func `A failed restore over a missing store gives the log its name back and leaves nothing else`()
        throws
    {
        let home = try OrphanedLogHome(try #require(Script.all.first))
        let person = home.person
        for error in [ENOSPC, EIO] {
            try home.leave(isMissing: true)
            let fault = Fault(effect: .error(error), at: 1, calls: [.link], lasts: true)
            let failed = try person.run(home.restoring, fault: fault)
            FailureReport.check(failed, "error \(error)")
            #expect(failed.status != .exited(0))
            #expect(try home.hasLog())
            #expect(try home.names() == [(person.store as NSString).lastPathComponent + "-wal"])
        }
        #expect(try person.run(["history"]).status == .exited(65))
        #expect(try person.run(home.restoring).status == .exited(0))
        #expect(try home.isRestored())
        // If the log can't be renamed back, the program doesn't create a new store either.
        try home.leave(isMissing: true)
        let fault = Fault(effect: .error(EIO), at: 2, calls: [.rename, .link], lasts: true)
        #expect(try person.run(home.restoring, fault: fault).status != .exited(0))
        #expect(try home.hasLog())
        #expect(try !home.names().contains((person.store as NSString).lastPathComponent + "-wal"))
        let next = try person.run(["history"])
        #expect(next.status == .exited(65), "\(next.stderr)")
        #expect(next.stderr.contains("-wal”"), "\(next.stderr)")
        #expect(try person.run(home.restoring).status == .exited(0))
        #expect(try home.hasLog() && home.markers() == [])
        #expect(try home.isRestored())
    }
}
