import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Stores without write or read permission", .level(.default))
struct ReadOnlyStoreTests {
    /// For each program, lines that fill, read and change a store.
    private struct Lines {
        let filling: [String]
        let reading: [String]
        let changing: [String]
    }

    private static let lines = [
        "mybooks": Lines(
            filling: [
                "add Solaris Lem", "shelf add solaris space", "quote add solaris Mirrors", "add Eden Lem",
            ],
            reading: [
                "list", "list --sort author", "show solaris", "search lem", "stats", "shelves", "quotes",
                "export out.csv --overwrite",
            ],
            changing: ["add Fiasco Lem", "rate solaris 5", "import out.csv", "delete eden --yes", "samples"]),
        "itour": Lines(
            filling: [
                "add Rome --date 2031-05-01", "sight add rome Colosseum --at 41.89,12.49",
                "poi add Forum --category ruin --at 41.9,12.5",
            ],
            reading: [
                "list --all --sort date", "show rome", "calendar 2031-05", "stats", "nearby rome", "poi list",
                "poi search forum", "export out.csv --overwrite",
            ],
            changing: [
                "add Paris", "edit rome --name Roma", "poi favourite forum", "import out.csv", "samples",
            ]),
        "moonshot": Lines(
            filling: ["favourite 11", "note 8 Earthrise"],
            reading: [
                "layout list", "missions", "mission 11", "favourites", "notes", "facts", "astronauts",
                "export out.csv --overwrite",
            ],
            changing: ["favourite 12", "note 11 Eagle", "unfavourite 11"]),
        "portfolio": Lines(
            filling: ["tag new work", "new \"Fix it\" --tag work", "new Later"],
            reading: [
                "list", "filters", "list -#work", "show fix", "tags", "awards", "stats", "sort created",
                "export out.csv --overwrite",
            ],
            changing: ["new Third", "close fix", "tag new home", "import out.csv", "reset --yes"]),
    ]

    /// A command for each program, without a required argument. The program normally asks for the argument.
    private static let asking = [
        "mybooks": "add", "itour": "add", "moonshot": "note", "portfolio": "tag rename",
    ]

    /// Lines that all programs have in common.
    private static let common = (
        reading: ["history", "history --json", "where", "backup copy.store --overwrite"],
        changing: ["undo", "restore copy.store --yes", "repair"]
    )

    private static let refusal =
        "log.store” can't be written: the file, its directory or its disk is read-only."
    private static let remedy = "Make it writable, or choose another store with --store PATH."

    /// Returns a user with data in `kept/log.store` and a backup in the same directory.
    private func person(_ program: String) throws -> (Person, lines: (reading: [String], changing: [String]))
    {
        let lines = try #require(Self.lines[program])
        let home = try TemporaryDirectory.copy(of: program) { home in
            let person = try Person(program, home: home)
            try FileManager.default.createDirectory(
                atPath: home.file("kept"), withIntermediateDirectories: false)
            for line in lines.filling + ["backup copy.store", "export out.csv"] {
                let result = try person.run("--store", "kept/log.store", "-c", line)
                try #require(result.status == .exited(0), "\(line): \(result.stderr)")
            }
        }
        let common = Self.common
        return (
            try Person(program, home: home),
            (lines.reading + common.reading, lines.changing + common.changing)
        )
    }

    /// Returns the contents of all files in the store's directory.
    private func contents(_ person: Person) throws -> [String: Data] {
        let folder = person.home.url.appendingPathComponent("kept")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return try Dictionary(
            uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: folder.appendingPathComponent($0))) })
    }

    /// Returns the same user without write access to the store. ``release(_:)`` grants the access again.
    private func restrict(_ person: Person, _ way: ReadOnlyWay) throws -> Person {
        let folder = person.home.file("kept")
        let words = (way.prefix(for: folder) + [person.path]).map { "'\($0)'" }.joined(separator: " ")
        let wrapper = try person.home.writeScript("exec \(words) \"$@\"", to: "limited")
        try way.own(person.home.path)
        if way == .permissions {
            try #require(chmod("\(folder)/log.store", 0o444) == 0 && chmod(folder, 0o555) == 0)
        }
        var limited = person
        limited.path = wrapper
        return limited
    }

    private func release(_ person: Person) {
        chmod(person.home.file("kept"), 0o700)
        chmod(person.home.file("kept/log.store"), 0o600)
    }

    @Test(arguments: Transcript.programs, ReadOnlyWay.allCases.filter(\.isPossible))
    func `A read-only store is shown, refuses every change and stays byte for byte the same`(
        program: String, way: ReadOnlyWay
    ) throws {
        let (person, lines) = try person(program)
        var shown: [String: String] = [:]
        for line in lines.reading {
            shown[line] = try person.run("--store", "kept/log.store", "-c", line).stdout
        }
        func shownTogether() throws -> ProcessResult {
            let arguments = lines.reading.filter { !$0.hasPrefix("history") }.flatMap { ["-c", $0] }
            return try TestSupport.run(
                person.path, ["--store", "kept/log.store"] + arguments,
                environment: person.environment, workingDirectory: person.home.path)
        }
        let together = try shownTogether()
        let before = try contents(person)
        let limited = try restrict(person, way)
        defer { release(person) }
        for line in lines.reading {
            let result = try limited.run("--store", "kept/log.store", "-c", line)
            #expect(result.status == .exited(0), "\(line): \(result.stderr)")
            #expect(result.stderr.isEmpty, "\(line): \(result.stderr)")
            #expect(result.stdout == shown[line], "\(line)")
        }
        for line in lines.changing {
            let result = try limited.run("--store", "kept/log.store", "-c", line)
            #expect(result.status == .exited(74), "\(line): \(result.stdout)")
            #expect(result.stdout.isEmpty, "\(line): \(result.stdout)")
            #expect(
                result.stderr.contains(Self.refusal),
                "\(line): \(result.stderr)")
            #expect(
                result.stderr.contains(Self.remedy),
                "\(line): \(result.stderr)")
        }
        // A script stops at the first line that changes the store. The error contains the number of that
        // line.
        let script = try limited.run(
            "--store", "kept/log.store", stdin: "\(lines.reading[0])\n\(lines.changing[0])\nwhere\n")
        #expect(script.status == .exited(74), "\(script.stderr)")
        #expect(script.stderr.contains("2: The store"), "\(script.stderr)")
        #expect(!script.stdout.contains("log.store"))
        // No line of the transcript changes a file or prints an internal SQLite error.
        for screen in try limited.screens(Transcript(of: program).lines, ["--store", "kept/log.store"]) {
            #expect(!screen.text.contains("reported an error"), "\(screen.line): \(screen.text)")
            #expect(!screen.text.contains("no permission to read"), "\(screen.line): \(screen.text)")
        }
        #expect(try contents(person) == before)
        release(person)
        let again = try shownTogether()
        #expect(again.status == .exited(0), "\(again.stdout)\(again.stderr)")
        #expect(again.stdout == together.stdout, "\(again.stdout)\(again.stderr)")
        #expect(try person.run("--store", "kept/log.store", "-c", lines.changing[0]).status == .exited(0))
    }

    @Test(arguments: Transcript.programs, ReadOnlyWay.allCases.filter(\.isPossible))
    func `A read-only backup is shown like its store and stays byte for byte the same`(
        program: String, way: ReadOnlyWay
    ) throws {
        let (person, lines) = try person(program)
        let backup = try person.run("--store", "kept/log.store", "backup", "kept/copy.store")
        try #require(backup.status == .exited(0), "\(backup.stderr)")
        try #require(chmod(person.home.file("kept/copy.store"), 0o444) == 0)
        let reading = lines.reading.filter { $0 != "where" }
        var shown: [String: String] = [:]
        for line in reading { shown[line] = try person.run("--store", "kept/log.store", "-c", line).stdout }
        let before = try contents(person)
        let limited = try restrict(person, way)
        defer { release(person) }
        for line in reading {
            let result = try limited.run("--store", "kept/copy.store", "-c", line)
            #expect(result.status == .exited(0), "\(line): \(result.stderr)")
            #expect(result.stderr.isEmpty, "\(line): \(result.stderr)")
            #expect(result.stdout == shown[line], "\(line)")
        }
        let changed = try limited.run("--store", "kept/copy.store", "-c", lines.changing[0])
        #expect(changed.status == .exited(74), "\(changed.stdout)")
        #expect(changed.stdout.isEmpty, "\(changed.stdout)")
        #expect(changed.stderr.contains("copy.store” can't be written"), "\(changed.stderr)")
        #expect(try contents(person) == before)
    }

    @Test(
        .enabled(
            if: ReadOnlyWay.permissions.isPossible,
            "this machine doesn't allow root to switch to another user"),
        arguments: Transcript.programs)
    func `The prompt warns once, and the same line works once the store is writable`(program: String) throws {
        let (person, lines) = try person(program)
        let limited = try restrict(person, .permissions)
        defer { release(person) }
        let terminal = try PseudoTerminal(
            limited.path, ["--store", "kept/log.store"], environment: person.environment,
            workingDirectory: person.home.path, columns: 200, rows: 60)
        #expect(try terminal.expectPrompt("\(program)> ").contains(Self.refusal))
        for line in [lines.reading[0], "history"] {
            try terminal.sendLine(line)
            #expect(try !terminal.expectPrompt("\(program)> ").contains("can't be written"), "\(line)")
        }
        try terminal.sendLine(lines.changing[0])
        let refused = try terminal.expectPrompt("\(program)> ")
        #expect(refused.contains(Self.refusal), "\(refused)")
        #expect(refused.contains(Self.remedy), "\(refused)")
        // The program doesn't ask for values that it couldn't save.
        try terminal.sendLine(try #require(Self.asking[program]))
        #expect(try terminal.expectPrompt("\(program)> ").contains(Self.refusal))
        release(person)
        try terminal.sendLine(lines.changing[0])
        let done = try terminal.expect("> ")
        #expect(!done.contains("can't be written"), "\(done)")
        try terminal.sendLine("quit")
        #expect(try terminal.waitForExit() == .exited(0))
        #expect(try person.run("--store", "kept/log.store", "-c", "undo").status == .exited(0))
    }

    @Test(
        .enabled(
            if: ReadOnlyWay.permissions.isPossible,
            "this machine doesn't allow root to switch to another user"),
        arguments: Transcript.programs, ["kept/log.store", "kept"])
    func `An unreadable store is reported by every command and still exists afterwards`(
        program: String, closed: String
    ) throws {
        let (person, lines) = try person(program)
        let limited = try restrict(person, .permissions)
        release(person)
        defer { release(person) }
        try #require(chmod(person.home.file(closed), 0) == 0)
        let refusal =
            "You have no permission to read or write the store “\(person.home.file("kept/log.store"))”."
        for line in lines.reading + lines.changing where line != "where" {
            let result = try limited.run("--store", "kept/log.store", "-c", line)
            #expect(result.status == .exited(74), "\(line): \(result.stdout)")
            #expect(result.stdout.isEmpty, "\(line): \(result.stdout)")
            #expect(result.stderr.contains(refusal), "\(line): \(result.stderr)")
            #expect(result.stderr.contains("Give yourself permission, or choose another store"), "\(line)")
        }
        #expect(try limited.run("--store", "kept/log.store", "where").stdout.contains("kept/log.store"))
        #expect(try limited.run("--store", "kept/log.store", "help").status == .exited(0))
        let terminal = try PseudoTerminal(
            limited.path, ["--store", "kept/log.store"], environment: person.environment,
            workingDirectory: person.home.path, columns: 200, rows: 60)
        try terminal.expect(refusal)
        #expect(try terminal.waitForExit() == .exited(74))
        release(person)
        #expect(try limited.run("--store", "kept/log.store", "-c", lines.changing[0]).status == .exited(0))
        #expect(try limited.run("--store", "kept/log.store", "-c", "undo", "-c", "undo").status == .exited(0))
    }
}
