import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Backup destinations", .level(.default))
struct BackupDestinationTests {
    private static let changes = [
        "mybooks": "add Solaris Lem", "itour": "add Rome", "moonshot": "favourite 11",
        "portfolio": "new Fix it", "syncserver": "account add ada --yes",
    ]

    /// Returns a user with data, whose directory contains a file, a folder and a pipe.
    private func person(_ program: String) throws -> Person {
        let home = try TemporaryDirectory.copy(of: program) { home in
            let change = try #require(Self.changes[program])
            let result = try Person(program, home: home).run("-c", change)
            try #require(result.status == .exited(0), "\(result.stderr)")
            try home.write("text\n", to: "file")
            try home.write("text\n", to: "folder/file")
        }
        let person = try Person(program, home: home)
        try #require(mkfifo(person.home.file("pipe"), 0o600) == 0)
        return person
    }

    private func files(_ person: Person) throws -> Set<String> {
        Set(
            try FileManager.default.subpathsOfDirectory(atPath: person.home.path).filter {
                // The server's store is in WAL mode, so its auxiliary files can appear and disappear at any
                // time.
                !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm")
            })
    }

    @Test(
        arguments: Transcript.all
    )
    func `A backup doesn't create directories for a mistyped path, like an export`(program: String) throws {
        let person = try person(program)
        let before = try files(person)
        for (path, problem) in [
            ("no/such/copy.json", "there is no directory “no/such”."),
            ("no/", "there is no directory “no”."),
            ("file/copy.json", "a part of the path is not a directory."),
        ] {
            let backup = try person.run("backup", path)
            #expect(backup.status == .exited(74), "\(path): \(backup.stderr)")
            #expect(backup.stdout.isEmpty, "\(path): \(backup.stderr)")
            #expect(
                backup.stderr.hasPrefix("\(program): “\(path)” can't be written: \(problem)\n"),
                "\(path): \(backup.stderr)")
            if program == "syncserver" || path == "no/" { continue }
            #expect(try person.run("export", path).stderr == backup.stderr, "\(path)")
        }
        #expect(try files(person) == before)
        let polish = try person.run("backup", "no/copy.store", "--language", "pl").stderr
        #expect(polish.contains("nie ma katalogu „no”"), "\(polish)")
        #expect(polish.contains("utwórz katalog"), "\(polish)")
    }

    @Test(arguments: Transcript.programs)
    func `A backup replaces only regular files`(program: String) throws {
        let person = try person(program)
        for (path, code, problem) in [
            ("folder", 66, "“folder” is a directory, not a file."),
            (".", 66, "“.” is a directory, not a file."),
            ("pipe", 74, "“pipe” is not a regular file."),
        ] as [(String, Int32, String)] {
            for options in [[], ["--overwrite"]] {
                let result = try TestSupport.run(
                    person.path, ["backup", path] + options, environment: person.environment,
                    workingDirectory: person.home.path)
                #expect(result.status == .exited(code), "\(path) \(options): \(result.stderr)")
                #expect(result.stderr.contains(problem), "\(path) \(options): \(result.stderr)")
            }
        }
        var status = stat()
        #expect(lstat(person.home.file("pipe"), &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFIFO)
        #expect(try person.run("backup", "file", "--overwrite").status == .exited(0))
        #expect(try person.run("restore", "file", "--yes").status == .exited(0))
    }

    @Test(.enabled(if: access("/proc/self", F_OK) == 0), arguments: Transcript.programs)
    func `An unwritable destination is reported as for an export, without blaming the store`(program: String)
        throws
    {
        let person = try person(program)
        let backup = try person.run("backup", "/proc/copy.json")
        #expect(backup.status == .exited(74))
        #expect(try person.run("export", "/proc/copy.json").stderr == backup.stderr)
    }
}
