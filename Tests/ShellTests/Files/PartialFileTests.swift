import Foundation
import TestSupport
import Testing

@testable import Shell

@Suite("Files that aren't whole yet")
struct PartialFileTests {
    private let directory: TemporaryDirectory
    private var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []).sorted()
    }

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// What a process leaves that is killed while it writes: the lock goes with the descriptor.
    private func leaveBehind(_ name: String) throws -> String {
        let file = try PartialFile(for: directory.file(name), shown: name)
        close(file.descriptor)
        return file.path
    }

    @Test("What a killed process left goes when the same file is written again, and nothing else does")
    func sameFile() throws {
        let settings = try leaveBehind("settings")
        let other = try leaveBehind("books.json")
        try OutputFile.write([1], path: "s", absolutePath: directory.file("settings"), replacing: true)
        #expect(!FileManager.default.fileExists(atPath: settings))
        #expect(FileManager.default.fileExists(atPath: other))
        PartialFile.removeStale(in: directory.path)
        #expect(names == ["settings"])
    }

    @Test("What somebody works on just now stays, and so does what only looks like ours")
    func others() throws {
        let running = try PartialFile(for: directory.file("settings"), shown: "settings")
        let mine = [".settings.old.new", ".new", ".settings.123e4567.new", "settings.new"]
        for name in mine { try directory.write("mine", to: name) }
        let link = ".settings.\(UUID().uuidString).new"
        try FileManager.default.createSymbolicLink(
            atPath: directory.file(link), withDestinationPath: directory.file(".new"))
        let pipe = ".settings.\(UUID().uuidString).new"
        mkfifo(directory.file(pipe), 0o600)
        PartialFile.removeStale(in: directory.path)
        let second = try PartialFile(for: directory.file("settings"), shown: "settings")
        let kept = mine + [link, pipe] + [running, second].map { ($0.path as NSString).lastPathComponent }
        #expect(names == kept.sorted())
        close(running.descriptor)
        close(second.descriptor)
        // A program that another test starts may hold them until it has become that program.
        for _ in 0..<500 where names != (mine + [link, pipe]).sorted() {
            PartialFile.removeStale(in: directory.path)
            usleep(10_000)
        }
        #expect(names == (mine + [link, pipe]).sorted())
    }

    @Test("However long the name of a file is, it can be written")
    func longName() throws {
        let name = String(repeating: "ő", count: 127)
        let left = try leaveBehind(name)
        try OutputFile.write([1], path: "x", absolutePath: directory.file(name), replacing: false)
        #expect(names == [name] && !FileManager.default.fileExists(atPath: left))
    }
}
