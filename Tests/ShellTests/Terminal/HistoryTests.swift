import Foundation
import Testing
import TestSupport

@testable import Shell

@Suite("History")
struct HistoryTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.file("state/shelf/history") }

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// Adds lines, and returns for each line whether it was added.
    private func add(_ lines: String..., to history: inout History) -> [Bool] {
        lines.map { history.add($0) == $0 }
    }

    private func contents() throws -> String {
        try String(contentsOfFile: path, encoding: .utf8)
    }

    private func mode(_ path: String) throws -> Int? {
        try (FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
    }

    @Test func `Lines are available in order the next time`() throws {
        var history = History(path: path)
        let added = add("list", "add \"Żółw\" x", to: &history)
        #expect(added == [true, true])
        try history.save()
        #expect(History(path: path).saved == ["list", "add \"Żółw\" x"])
    }

    @Test func `Other users can't read the file or its directory`() throws {
        var history = History(path: path)
        _ = history.add("list")
        try history.save()
        #expect(try mode(path) == 0o600)
        #expect(try mode(directory.file("state/shelf")) == 0o700)
    }

    @Test func `Repeated lines are stored once, also across sessions, and blank lines never`() throws {
        var history = History(path: path)
        let added = add("list", "list", "  ", "show 1", "list", to: &history)
        #expect(added == [true, false, false, true, true])
        try history.save()
        var next = History(path: path)
        let addedNext = add("list", to: &next)
        #expect(addedNext == [false])
        #expect(next.saved == ["list", "show 1", "list"])
    }

    @Test func `Concurrent shells keep each other's lines`() throws {
        var first = History(path: path)
        var second = History(path: path)
        _ = first.add("one")
        _ = second.add("two")
        try first.save()
        try second.save()
        #expect(try contents() == "one\ntwo\n")
    }

    @Test func `The file keeps at most the allowed number of lines`() throws {
        var history = History(path: path, limit: 10)
        for number in 1...25 { _ = history.add("show \(number)") }
        try history.save()
        #expect(try contents() == (16...25).map { "show \($0)\n" }.joined())
    }

    @Test func `A command with line ends is stored as one line`() throws {
        var history = History(path: path)
        #expect(history.add("show a\rb") == "show a b")
        #expect(history.add("#12") == "#12")
        try history.save()
        #expect(History(path: path).saved == ["show a b", "#12"])
    }

    @Test func `Without new lines or without a path, no file is written`() throws {
        var history = History(path: path)
        try history.save()
        #expect(!FileManager.default.fileExists(atPath: path))
        var nowhere = History(path: nil)
        _ = nowhere.add("list")
        try nowhere.save()
    }

    @Test func `Readable lines of a damaged file are used`() throws {
        try directory.write("list\n\u{FFFD}\n\n", to: "state/shelf/history")
        #expect(History(path: path).saved.first == "list")
    }

    @Test func `An unreadable file stays unchanged`() throws {
        try FileManager.default.createDirectory(
            atPath: directory.file("state/shelf"), withIntermediateDirectories: true)
        // The history file is a link to `/proc/self/mem`. Reading address 0 of a process fails even for root.
        let target = "/proc/self/mem"
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        var history = History(path: path)
        #expect(history.saved == [])
        #expect(history.problem == .unreadable(path: path, SystemFailure(EIO)))
        _ = history.add("list")
        do {
            try history.save()
            Issue.record("the content of the file is unknown")
        } catch {
            #expect(error as? FileError == .unreadable(path: path, SystemFailure(EIO)))
        }
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == target)
        // When the file is readable again, the new lines are appended.
        try FileManager.default.removeItem(atPath: path)
        try directory.write("show 1\n", to: "state/shelf/history")
        try history.save()
        #expect(try contents() == "show 1\nlist\n")
    }

    @Test
    @MainActor func `A history problem is reported once and stops nothing`() async {
        let terminal = FakeTerminal([.line("list"), .line("list")])
        terminal.historyProblem = .unreadable(path: "/h", SystemFailure(EACCES))
        terminal.closing = .notSaved(path: "/h", SystemFailure(ENOSPC))
        let result = await runShelf(terminal: terminal, width: 200)
        #expect(result.code == 0)
        #expect(result.output.contains("Solaris"))
        #expect(
            result.diagnostics == """
                The history of typed lines, “/h”, can't be read: permission is denied. The file is not changed.
                Make it readable for you, or move it away.
                The typed lines could not be added to the history, “/h”: the disk is full.

                """)
        // If the history can't be saved because of missing permissions, no problem is reported.
        for number in [EACCES, EROFS] {
            let error = FileError.unwritable(path: "/h", SystemFailure(number))
            #expect(HistoryProblem.saving("/h", error) == nil)
        }
    }

    @Test func `An unwritable history is an error and leaves no files behind`() throws {
        try directory.write("", to: "state")
        var history = History(path: path)
        _ = history.add("list")
        do {
            try history.save()
            Issue.record("the history can't be written")
        } catch {
            #expect(error is FileError)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["state"])
    }
}
