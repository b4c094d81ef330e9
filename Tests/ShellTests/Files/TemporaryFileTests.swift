import Foundation
import TestSupport
import Testing

@testable import Shell

@Suite("Temporary files")
struct TemporaryFileTests {
    private let directory: TemporaryDirectory
    private var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []).sorted()
    }

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// Leaves a temporary file as a killed process does: closing the descriptor releases the file's lock.
    private func leaveBehind(_ name: String) throws -> String {
        let file = try TemporaryFile(for: directory.file(name), shown: name)
        close(file.descriptor)
        return file.path
    }

    @Test func `Writing a file deletes the leftovers of a killed process for this file only`() throws {
        let settings = try leaveBehind("settings")
        let other = try leaveBehind("books.json")
        try OutputFile.write([1], path: "s", absolutePath: directory.file("settings"), replacing: true)
        #expect(!FileManager.default.fileExists(atPath: settings))
        #expect(FileManager.default.fileExists(atPath: other))
        TemporaryFile.removeStale(in: directory.path)
        #expect(names == ["settings"])
    }

    @Test func `Temporary files in use and files with similar names stay`() throws {
        let running = try TemporaryFile(for: directory.file("settings"), shown: "settings")
        let mine = [".settings.old.new", ".new", ".settings.123e4567.new", "settings.new"]
        for name in mine { try directory.write("mine", to: name) }
        let link = ".settings.\(UUID().uuidString).new"
        try FileManager.default.createSymbolicLink(
            atPath: directory.file(link), withDestinationPath: directory.file(".new"))
        let pipe = ".settings.\(UUID().uuidString).new"
        mkfifo(directory.file(pipe), 0o600)
        TemporaryFile.removeStale(in: directory.path)
        let second = try TemporaryFile(for: directory.file("settings"), shown: "settings")
        let kept = mine + [link, pipe] + [running, second].map { ($0.path as NSString).lastPathComponent }
        #expect(names == kept.sorted())
        close(running.descriptor)
        close(second.descriptor)
        // The tests run in parallel: a child process that another test starts briefly inherits the
        // descriptors, and thereby the locks.
        for _ in 0..<500 where names != (mine + [link, pipe]).sorted() {
            TemporaryFile.removeStale(in: directory.path)
            usleep(10_000)
        }
        #expect(names == (mine + [link, pipe]).sorted())
    }

    @Test func `A file with a name of any length can be written`() throws {
        let name = String(repeating: "ő", count: 127)
        let left = try leaveBehind(name)
        try OutputFile.write([1], path: "x", absolutePath: directory.file(name), replacing: false)
        #expect(names == [name])
        #expect(!FileManager.default.fileExists(atPath: left))
    }
}
