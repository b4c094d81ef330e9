import Foundation
import Testing

@testable import ModelData

@Suite("Leftover files of killed processes")
struct LeftoverFileTests {
    private func names(_ directory: TemporaryDirectory) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: directory.url.path).sorted()
    }

    /// Creates an unlocked temporary file with the journal files and the folder that belong to it.
    private func leaveBehind(_ store: String) throws {
        let directory = (store as NSString).deletingLastPathComponent
        let (path, file) = try IncompleteFile.make(in: directory, for: (store as NSString).lastPathComponent)
        close(file)
        for ending in ["-wal", "-shm", "-journal"] {
            try Data([1]).write(to: URL(fileURLWithPath: path + ending))
        }
        try FileManager.default.createDirectory(
            atPath: path + ".external", withIntermediateDirectories: false)
        try Data([1]).write(to: URL(fileURLWithPath: path + ".external/value"))
    }

    @Test func `Leftover files and their companions are deleted when the store is opened next`() throws {
        let directory = try TemporaryDirectory()
        let store = directory.file().path
        try leaveBehind(store)
        try leaveBehind(store + ".before-migration-1")
        // Simulate a process that ended after it renamed the main file: only the file's journal is left.
        let name = (store as NSString).lastPathComponent
        let alone = store.dropLast(name.count) + ".\(name).\(UUID().uuidString).partial-journal"
        try Data([1]).write(to: URL(fileURLWithPath: String(alone)))
        _ = try container(directory.file(), Trip.self)
        let left = try names(directory).filter { $0.hasPrefix(".") }
        #expect(left == [])
    }

    @Test func `Files in use, files of other stores and files with similar names stay`() throws {
        let directory = try TemporaryDirectory()
        let store = directory.file().path
        let folder = (store as NSString).deletingLastPathComponent
        let working = try ScratchFile(beside: store)
        try leaveBehind(folder + "/another")
        let start = ".\((store as NSString).lastPathComponent)"
        let mine = ["\(start).partial", "\(start).mine.partial", "\(start).\(UUID().uuidString).old"]
        for name in mine { try Data([1]).write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
        let before = try names(directory)
        _ = try container(directory.file(), Trip.self)
        #expect(try Set(names(directory)).isSuperset(of: before))
        #expect(before.contains((working.path as NSString).lastPathComponent))
        withExtendedLifetime(working) {}
    }

    @Test func `A partially written external file is deleted too`() throws {
        let directory = try TemporaryDirectory()
        let store = directory.file().path
        let folder = ExternalFile.folder(of: store)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let (_, file) = try IncompleteFile.make(in: folder, for: "value")
        let (running, lock) = try IncompleteFile.make(in: folder, for: "value")
        close(file)
        _ = try container(directory.file(), Trip.self)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder)
                == [(running as NSString).lastPathComponent])
        close(lock)
    }
}
