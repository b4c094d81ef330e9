import Foundation
import TestSupport
import Testing

@testable import ModelData

/// A copy of the store's file alone, made with a tool that knows nothing of SQLite.
@Suite("Copying the store's file", .level(.default))
struct CopiedStoreTests {
    /// For each program, a command that adds a record, and a command that lists the records.
    static let programs = MaintenanceCommandTests.programs

    /// Returns the listing of a copy of the store's file.
    private static func listing(ofCopyFor person: Person, _ list: String) throws -> String {
        let copy = person.home.file("copy.store")
        try? FileManager.default.removeItem(atPath: copy)
        try FileManager.default.copyItem(atPath: store(of: person), toPath: copy)
        return try person.run("--store", "copy.store", "-c", list).stdout
    }

    private static func store(of person: Person) -> String {
        person.home.file("home/.local/share/\(person.program)/\(person.program).store")
    }

    @Test(arguments: programs)
    func `While the prompt waits, a copy has everything`(
        _ name: String, _ change: String, _ list: String
    ) throws {
        let person = try Person(name)
        let terminal = try person.terminal()
        for word in ["Anna", "Berta"] {
            try terminal.sendLine(change.replacingOccurrences(of: "%@", with: word))
            try terminal.expectPrompt()
            try TestSupport.wait(for: "the file has the record “\(word)”") {
                try Self.listing(ofCopyFor: person, list).contains(word)
            }
            #expect(!terminal.output.contains("Another process"))
        }
        try terminal.sendLine("quit")
        #expect(try terminal.waitForExit() == .exited(0))
    }

    @Test(arguments: [SIGTERM, SIGHUP])
    func `After a signal to terminate, only the complete file is left`(_ signal: Int32) throws {
        let person = try Person("mybooks")
        let terminal = try person.terminal()
        try terminal.sendLine("add Anna Lem")
        try terminal.expectPrompt()
        terminal.signal(signal)
        _ = try terminal.waitForExit()
        let files = try FileManager.default.contentsOfDirectory(
            atPath: (Self.store(of: person) as NSString).deletingLastPathComponent)
        #expect(files.filter { $0.hasPrefix("mybooks.store") } == ["mybooks.store"])
        #expect(try Self.listing(ofCopyFor: person, "list").contains("Anna"))
    }

    @Test func `The command where moves what another process has left in the log into the file`() throws {
        let person = try Person("mybooks")
        try person.run("add", "Anna", "Lem")
        let store = try Self.opened(Self.store(of: person))
        try store.execute("UPDATE Book SET title = 'Berta'")
        #expect(StoreLog.hasPages(Self.store(of: person)))
        #expect(try person.run("where").stdout == Self.store(of: person) + "\n")
        #expect(try Self.listing(ofCopyFor: person, "list").contains("Berta"))
    }

    @Test func `While another process reads, where says that the file alone isn't complete`() throws {
        let person = try Person("mybooks")
        try person.run("add", "Anna", "Lem")
        let store = try Self.opened(Self.store(of: person))
        // A reader of the state before the change keeps the change in the log.
        let reader = try Self.opened(Self.store(of: person))
        try reader.execute("BEGIN; SELECT count(*) FROM Book")
        try store.execute("UPDATE Book SET title = 'Berta'")
        let result = try person.run("where")
        #expect(result.stdout.hasPrefix(Self.store(of: person) + "\n"))
        #expect(result.stdout.contains("still in the file “mybooks.store-wal” beside it"), "\(result.stdout)")
        try reader.execute("COMMIT")
        #expect(try person.run("where").stdout == Self.store(of: person) + "\n")
    }

    /// Opens a store's file for SQL, as another process would.
    private static func opened(_ path: String) throws -> SQLFile {
        try SQLFile(path, .existing, timeout: 20)
    }
}
