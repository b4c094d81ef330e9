import Foundation
import TestSupport
import Testing

@testable import ModelData

@Suite("Stores beside a write-ahead log that isn't theirs")
struct StrayFileTests {
    private let manager = FileManager.default

    /// A store that its program didn't close: its last changes are in the log beside it.
    private func unclosed(_ titles: [String]) throws -> Person {
        let person = try Person("mybooks")
        let lines = titles.map { "add \($0) Somebody" }
        let count = try Person("mybooks").countCalls(script: lines)
        // The very last answer, before which everything is saved and after which the store is closed.
        for point in (1...count).reversed() {
            let other = try Person("mybooks")
            let result = try other.run(script: lines, fault: Fault(effect: .kill, at: point))
            if result.stdout.contains("“\(titles.last ?? "")”"), result.status == .signalled(9) {
                guard manager.fileExists(atPath: other.store + "-wal") else { continue }
                return other
            }
        }
        Issue.record("no log was left")
        return person
    }

    private func titles(_ person: Person) throws -> [String] {
        try Reference.open(person)
        return try StoreSnapshot(of: person.store).values("title", of: "Book")
    }

    @Test("A store that was not closed has everything, also when it is copied with its log")
    func copied() throws {
        let person = try unclosed(["Solaris", "Eden"])
        let copy = try Person("mybooks")
        let folder = (copy.store as NSString).deletingLastPathComponent
        try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for ending in ["", "-wal"] {
            try manager.copyItem(atPath: person.store + ending, toPath: copy.store + ending)
        }
        #expect(try titles(copy) == ["Solaris", "Eden"])
        #expect(try titles(person) == ["Solaris", "Eden"])
    }

    @Test("Without its log, a store is as whole as its last checkpoint, or says that it is damaged")
    func missing() throws {
        let person = try unclosed(["Solaris", "Eden"])
        for ending in ["-wal", "-shm"] { try? manager.removeItem(atPath: person.store + ending) }
        let result = try person.run(["list"])
        Complaint.check(result, "without the log")
        if result.status == .exited(0) {
            #expect(try Set(titles(person)).isSubset(of: ["Solaris", "Eden"]))
        }
    }

    @Test("A log that is another store's, or an earlier state's, neither crashes a program nor hangs it")
    func foreign() throws {
        // SQLite has no way to tell whose a log is, so that what comes of it is either store's, or said to be damaged.
        let other = try unclosed(["Solaris", "Eden"])
        for isEarlier in [false, true] {
            let person = isEarlier ? try unclosed(["Solaris", "Eden"]) : try Person("mybooks")
            let log = person.home.file("log")
            try manager.copyItem(atPath: (isEarlier ? person : other).store + "-wal", toPath: log)
            try person.run(script: ["add Lalka Prus", "add Faraon Prus", "rate lalka 5"])
            #expect(!manager.fileExists(atPath: person.store + "-wal"))
            try manager.copyItem(atPath: log, toPath: person.store + "-wal")
            for arguments in [["list"], ["add", "Fiasko", "Lem"], ["undo"], ["stats"]] {
                Complaint.check(try person.run(arguments), "with a log that isn't its own")
            }
        }
    }

    @Test("A log of noise, an empty one and a damaged index are no hindrance")
    func noise() throws {
        let noise = Data((0..<40_000).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ $0 >> 8) })
        for (ending, content) in [("-wal", noise), ("-wal", Data()), ("-shm", noise), ("-shm", Data())] {
            let person = try Person("mybooks")
            try person.run(script: ["add Lalka Prus"])
            try content.write(to: URL(fileURLWithPath: person.store + ending))
            #expect(try titles(person) == ["Lalka"], "\(ending) of \(content.count) bytes")
        }
    }

    @Test("A process that looks at its own store once more keeps its hold on it")
    func locks() throws {
        let person = try Person("mybooks")
        try person.run(script: ["add Solaris Lem"])
        let connection = try StoreConnection(path: person.store, timeout: 5)
        func rate(_ rating: Int) throws {
            try connection.perform { try $0.execute("UPDATE Book SET rating = \(rating)") }
        }
        try rate(1)
        // What opening it a second time in this process begins with.
        _ = try StoreFile.inspect(person.store)
        try person.run(["list"])
        // The other process was not the last one, so that it left the log to this one.
        #expect(manager.fileExists(atPath: person.store + "-wal"))
        try rate(2)
        try connection.close()
        #expect(try StoreSnapshot(of: person.store).values("rating", of: "Book") == ["2"])
    }

    @Test(
        "A store that is deleted or replaced while it is open takes no more changes, and it is said why",
        arguments: Script.all)
    func goneWhileOpen(script: Script) throws {
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
}
