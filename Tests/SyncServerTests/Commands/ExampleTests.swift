import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Examples in the server's help")
struct ExampleTests {
    private let directory: TemporaryDirectory
    private let program: String

    init() throws {
        directory = try TemporaryDirectory()
        program = try ProgramUnderTest.path("syncserver")
    }

    private func run(_ arguments: [String]) throws -> ProcessResult {
        try TestSupport.run(
            program, arguments, environment: directory.environment(), workingDirectory: directory.path)
    }

    /// Returns an example in which directories, ports and the database are replaced by those of the test.
    private func adapted(_ example: String) throws -> String? {
        var line = example.replacing("/var/backups/", with: "\(directory.path)/")
            .replacing(/(--port|--metrics-port) \d+/) { "\($0.output.1) 0" }
        if line == "serve" || line.hasPrefix("serve --host") { line += " --port 0" }
        let database = "postgres://sync@localhost/sync"
        if line.contains(database) {
            guard let server = try PostgreSQLServer.shared() else { return nil }
            line = line.replacing(database, with: try server.makeDatabase())
        }
        return line
    }

    @Test(.level(.default)) func `Every example works as shown`() throws {
        let fixtures = try #require(Bundle.module.resourceURL).appendingPathComponent("Fixtures")
        for (fixture, name) in [
            ("localhost.certificate.pem", "fullchain.pem"), ("localhost.key.pem", "privkey.pem"),
        ] {
            try FileManager.default.copyItem(
                at: fixtures.appendingPathComponent(fixture),
                to: directory.url.appendingPathComponent(name))
        }
        let setup = ["--store", "full.store", "-c", "account add ada", "-c", "device add ada laptop"]
        #expect(try run(setup).status == .exited(0))
        #expect(try run(["--store", "full.store", "backup", "sync.store"]).status == .exited(0))

        let grammar = ProgramGrammar(manual: try run(["manual", "--language", "en"]).stdout)
        let examples = grammar.commands.flatMap(\.examples)
        #expect(examples.count > 10)
        for example in examples {
            guard let line = try adapted(example) else { continue }
            // Each example runs on a new copy of the data. Examples that restore a backup or add an account
            // run on an empty storage.
            let copy = directory.file("copy.store")
            for ending in ["", "-wal", "-shm"] { unlink(copy + ending) }
            let isFirst = example.hasPrefix("restore") || example.hasPrefix("account add")
            if !isFirst {
                try FileManager.default.copyItem(atPath: directory.file("sync.store"), toPath: copy)
            }
            let words = line.split(separator: " ").map(String.init)
            let named = words.contains("--database") ? [] : ["--store", copy]
            if example.hasPrefix("device add") {
                _ = try run(["--store", copy, "account", "delete", "ada", "--yes"])
                _ = try run(["--store", copy, "account", "add", "ada"])
            }
            if words[0] == "serve" {
                let files = words.map { $0.hasSuffix(".pem") ? directory.file($0) : $0 }
                let process = try BackgroundProcess(
                    program, named + files, environment: directory.environment(),
                    logPath: directory.file("log"))
                let log = try process.wait(for: #""message":"listening""#)
                #expect(log.contains(example.contains("--certificate") ? #""tls":"on""# : #""tls":"off""#))
                process.send(SIGTERM)
                #expect(try process.waitForEnd() == .exited(143), "\(example): \(process.log)")
            } else {
                let result = try run(named + words)
                #expect(result.status == .exited(0), "\(example): \(result.stderr)")
            }
        }
    }
}
