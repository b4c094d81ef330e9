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

    /// Adds lines and tells which of them were added.
    private func add(_ lines: String..., to history: inout History) -> [Bool] {
        lines.map { history.add($0) == [$0] }
    }

    private func contents() throws -> String {
        try String(contentsOfFile: path, encoding: .utf8)
    }

    private func mode(_ path: String) throws -> Int? {
        try (FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
    }

    @Test("Lines are there the next time, in order")
    func kept() throws {
        var history = History(path: path)
        let added = add("list", "add \"Żółw\" x", to: &history)
        #expect(added == [true, true])
        try history.save()
        #expect(History(path: path).saved == ["list", "add \"Żółw\" x"])
    }

    @Test("Nobody else can read the file or its directory")
    func modes() throws {
        var history = History(path: path)
        _ = history.add("list")
        try history.save()
        #expect(try mode(path) == 0o600)
        #expect(try mode(directory.file("state/shelf")) == 0o700)
    }

    @Test("The same line twice in a row is kept once, also across sessions, and blank lines never")
    func duplicates() throws {
        var history = History(path: path)
        let added = add("list", "list", "  ", "show 1", "list", to: &history)
        #expect(added == [true, false, false, true, true])
        try history.save()
        var next = History(path: path)
        let addedNext = add("list", to: &next)
        #expect(addedNext == [false])
        #expect(next.saved == ["list", "show 1", "list"])
    }

    @Test("Shells that run side by side keep each other's lines")
    func together() throws {
        var first = History(path: path)
        var second = History(path: path)
        _ = first.add("one")
        _ = second.add("two")
        try first.save()
        try second.save()
        #expect(try contents() == "one\ntwo\n")
    }

    @Test("The file holds no more lines than it may")
    func limit() throws {
        var history = History(path: path, limit: 10)
        for number in 1...25 { _ = history.add("show \(number)") }
        try history.save()
        #expect(try contents() == (16...25).map { "show \($0)\n" }.joined())
    }

    @Test("Lines that were pasted together are a line each, joined at a backslash, without comments")
    func lineEnds() throws {
        var history = History(path: path)
        let added = history.add(
            "# books\nadd a\r\n\nlist \\\n--rating 5\nlist \\\n--rating 5\nshow a\rb")
        #expect(added == ["add a", "list --rating 5", "show a b"])
        #expect(history.add("#12") == ["#12"])
        try history.save()
        #expect(History(path: path).saved == ["add a", "list --rating 5", "show a b", "#12"])
    }

    @Test("Without new lines the file isn't touched, and without a path there is none")
    func untouched() throws {
        var history = History(path: path)
        try history.save()
        #expect(!FileManager.default.fileExists(atPath: path))
        var nowhere = History(path: nil)
        _ = nowhere.add("list")
        try nowhere.save()
    }

    @Test("A file that is damaged is read as far as it is text")
    func damaged() throws {
        try directory.write("list\n\u{FFFD}\n\n", to: "state/shelf/history")
        #expect(History(path: path).saved.first == "list")
    }

    @Test("A file that can't be read is left as it is")
    func unreadable() throws {
        try FileManager.default.createDirectory(
            atPath: directory.file("state/shelf"), withIntermediateDirectories: true)
        // Where nothing stands in the memory of the process, reading fails for anybody.
        let target = "/proc/self/mem"
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        var history = History(path: path)
        #expect(history.saved == [] && history.problem == .unreadable(path: path, SystemFailure(EIO)))
        _ = history.add("list")
        do {
            try history.save()
            Issue.record("nobody knows what the file holds")
        } catch {
            #expect(error as? FileError == .unreadable(path: path, SystemFailure(EIO)))
        }
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == target)
        // When it can be read again, the lines go to those that are there.
        try FileManager.default.removeItem(atPath: path)
        try directory.write("show 1\n", to: "state/shelf/history")
        try history.save()
        #expect(try contents() == "show 1\nlist\n")
    }

    @Test("What is wrong with the history is said once, and stops nothing")
    @MainActor func told() async {
        let terminal = FakeTerminal([.line("list"), .line("list")])
        terminal.historyProblem = .unreadable(path: "/h", SystemFailure(EACCES))
        terminal.closing = .notSaved(path: "/h", SystemFailure(ENOSPC))
        let result = await runShelf(terminal: terminal, width: 200)
        #expect(result.code == 0 && result.output.contains("Solaris"))
        #expect(
            result.diagnostics == """
                The history of typed lines, “/h”, can't be read: permission is denied. It is left as it is.
                Make it readable for you, or move it away.
                The lines that you typed were not added to their history, “/h”: the disk is full.

                """)
        // Who may not write at all isn't told each time.
        for number in [EACCES, EROFS] {
            let error = FileError.unwritable(path: "/h", SystemFailure(number))
            #expect(HistoryProblem.saving("/h", error) == nil)
        }
    }

    @Test("A history that can't be written is an error, and leaves nothing behind")
    func notWritable() throws {
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
