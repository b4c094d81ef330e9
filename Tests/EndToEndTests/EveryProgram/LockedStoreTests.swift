import Foundation
import TestSupport
import Testing

@testable import ModelData

@Suite("Commands that wait for a locked store", .level(.default))
struct LockedStoreTests {
    /// A command that changes data, and one that changes it again.
    struct Commands: CustomTestStringConvertible {
        let program: String
        let first: [String]
        let second: [String]
        var testDescription: String { program }

        static let all = [
            Commands(program: "mybooks", first: ["add", "Solaris", "Lem"], second: ["add", "Eden", "Lem"]),
            Commands(program: "itour", first: ["add", "Rome"], second: ["add", "Łódź"]),
            Commands(program: "portfolio", first: ["new", "Fix it"], second: ["new", "Test it"]),
            Commands(program: "moonshot", first: ["favourite", "11"], second: ["favourite", "12"]),
        ]
    }

    private static func store(of person: Person) -> String {
        person.home.file("home/.local/share/\(person.program)/\(person.program).store")
    }

    /// A user whose store another connection has locked, and a command that waits for it.
    private struct Waiting {
        let person: Person
        let other: StoreConnection
        let process: BackgroundProcess

        init(_ commands: Commands, _ command: [String]) throws {
            person = try Person(commands.program)
            let first = try TestSupport.run(
                person.path, commands.first, environment: person.environment,
                workingDirectory: person.home.path)
            #expect(first.status == .exited(0), "\(first.stderr)")
            other = try StoreConnection(path: LockedStoreTests.store(of: person), timeout: 5)
            try other.perform { try $0.execute("BEGIN IMMEDIATE") }
            process = try BackgroundProcess(
                person.path, command, environment: person.environment, logPath: person.home.file("log"))
        }

        /// Waits until the command has opened the store and had time to reach the lock.
        func waitUntilSuspended() throws {
            try wait(for: "the command opens the store") {
                process.status != nil || process.hasOpened("-shm")
            }
            Thread.sleep(forTimeInterval: 1)
            #expect(process.status == nil, "\(process.log)")
        }
    }

    @Test(arguments: Commands.all) func `Ctrl-C ends the wait, and nothing is saved`(commands: Commands)
        throws
    {
        let waiting = try Waiting(commands, commands.second)
        try waiting.waitUntilSuspended()
        waiting.process.send(SIGINT)
        #expect(try waiting.process.waitForEnd() == .exited(130), "\(waiting.process.log)")
        try waiting.other.perform { try $0.execute("ROLLBACK") }
        let count = try waiting.other.perform { try $0.number("SELECT count(*) FROM _history") }
        try waiting.other.close()
        let repeated = try TestSupport.run(
            waiting.person.path, commands.second, environment: waiting.person.environment,
            workingDirectory: waiting.person.home.path)
        #expect(repeated.status == .exited(0), "\(repeated.stderr)")
        let later = try StoreConnection(path: Self.store(of: waiting.person), timeout: 5)
        #expect(try later.perform { try $0.number("SELECT count(*) FROM _history") } > count)
    }

    @Test(arguments: Commands.all) func `The wait ends when the lock is released`(commands: Commands) throws {
        let waiting = try Waiting(commands, commands.second)
        try waiting.waitUntilSuspended()
        try waiting.other.perform { try $0.execute("ROLLBACK") }
        #expect(try waiting.process.waitForEnd() == .exited(0), "\(waiting.process.log)")
        try waiting.other.close()
    }

    @Test(arguments: Commands.all) func `Undo waits for the lock, too, and Ctrl-C ends the wait`(
        commands: Commands
    )
        throws
    {
        let waiting = try Waiting(commands, ["undo"])
        try waiting.waitUntilSuspended()
        waiting.process.send(SIGINT)
        #expect(try waiting.process.waitForEnd() == .exited(130), "\(waiting.process.log)")
        try waiting.other.perform { try $0.execute("ROLLBACK") }
        try waiting.other.close()
    }

    @Test func `A program whose store is being created waits, and Ctrl-C ends the wait`() throws {
        let person = try Person("mybooks")
        let store = Self.store(of: person)
        try FileManager.default.createDirectory(
            atPath: (store as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        let other = try StoreConnection(path: store, timeout: 5)
        try other.perform {
            try $0.execute("PRAGMA application_id = \(StoreFile.applicationID); PRAGMA journal_mode = WAL")
            try $0.execute("BEGIN IMMEDIATE")
        }
        let process = try BackgroundProcess(
            person.path, ["list"], environment: person.environment, logPath: person.home.file("log"))
        try wait(for: "the program opens the store") { process.status != nil || process.hasOpened("-shm") }
        #expect(process.status == nil, "\(process.log)")
        process.send(SIGINT)
        #expect(try process.waitForEnd() == .exited(130), "\(process.log)")
        try other.perform { try $0.execute("ROLLBACK") }
        try other.close()
        #expect(try person.run("list").status == .exited(0))
    }

    @Test func `At the prompt, the program announces the wait, and ends it when the lock is released`() throws
    {
        // The notice appears only if the main actor isn't blocked: its queue shows the notice.
        let reader = try Person("mybooks")
        try reader.run("add", "Solaris", "Lem")
        let terminal = try PseudoTerminal(
            reader.path, environment: reader.environment, workingDirectory: reader.home.path)
        try terminal.expectPrompt("mybooks> ")
        let other = try StoreConnection(path: Self.store(of: reader), timeout: 5)
        try other.perform { try $0.execute("BEGIN IMMEDIATE") }
        try terminal.sendLine("rate solaris 5")
        try terminal.expect("Waiting for another process that is writing to the store.")
        try other.perform { try $0.execute("ROLLBACK") }
        try terminal.expect("Rated “Solaris” 5 of 5.")
        try terminal.expectPrompt("mybooks> ")
        try other.close()
    }
}

extension BackgroundProcess {
    /// Returns whether the process has opened a file whose name has an ending.
    fileprivate func hasOpened(_ ending: String) -> Bool {
        let folder = "/proc/\(pid)/fd"
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return files.contains { file in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(file)"))?.hasSuffix(
                ending)
                ?? false
        }
    }
}
