import Foundation
import TestSupport
import Testing

@Suite("Concurrent changes of settings and line history", .level(.slow))
struct ConcurrentSettingsTests {
    @Test func `Shells that end at the same time keep each other's lines`() throws {
        for round in 1...5 {
            let person = try Person("mybooks")
            let shells = try (1...4).map { _ in try person.terminal(["--in-memory"]) }
            for (number, shell) in shells.enumerated() {
                try shell.expectPrompt("mybooks> ")
                try shell.sendLine("search round\(round)shell\(number)")
            }
            for shell in shells { try shell.expectPrompt("mybooks> ") }
            // Each shell writes its command history when it ends, so end all shells at the same time.
            for shell in shells { try shell.sendLine("quit") }
            for shell in shells { #expect(try shell.waitForExit() == .exited(0)) }
            let path = person.home.file("home/.local/state/mybooks/history")
            let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
            for number in shells.indices {
                #expect(lines.contains("search round\(round)shell\(number)"), "\(lines)")
            }
        }
    }

    @Test func `Settings that are changed at the same time are all saved`() async throws {
        let settings = [
            ("dates", "iso"), ("color", "never"), ("history", "50"), ("pager", "off"), ("accessible", "on"),
            ("language", "pl"),
        ]
        for _ in 1...4 {
            let person = try Person("mybooks")
            try await withThrowingTaskGroup(of: ProcessResult.self) { group in
                for (name, value) in settings {
                    group.addTask { try await onThread { try person.run(["set", name, value]) } }
                }
                for try await result in group {
                    #expect(result.status == .exited(0), "\(result.stderr)")
                }
            }
            let text = try String(
                contentsOfFile: person.home.file("home/.config/mybooks/settings"), encoding: .utf8)
            let lines = text.split(separator: "\n").map(String.init).sorted()
            #expect(lines == settings.map { "\($0.0) = \($0.1)" }.sorted())
        }
    }

    @Test func `A process that was stopped while it held the lock doesn't block others`() throws {
        let person = try Person("mybooks")
        let directory = person.home.file("home/.local/state/mybooks")
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let holder = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(holder) }
        #expect(flock(holder, LOCK_EX | LOCK_NB) == 0)
        let shell = try person.terminal(["--in-memory"])
        try shell.expectPrompt("mybooks> ")
        try shell.sendLine("quit")
        #expect(try shell.waitForExit() == .exited(0))
        let lines = try String(contentsOfFile: "\(directory)/history", encoding: .utf8)
        #expect(lines == "quit\n")
    }
}
