import Foundation
import Testing

@testable import ModelData

@Suite("What killed processes leave beside a store")
struct StalePartialTests {
    private func names(_ directory: TemporaryDirectory) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: directory.url.path).sorted()
    }

    /// Makes a file that nobody has locked any more, and what SQLite puts beside it.
    private func leaveBehind(_ store: String) throws {
        let directory = (store as NSString).deletingLastPathComponent
        let (path, file) = try PartialFile.make(in: directory, for: (store as NSString).lastPathComponent)
        close(file)
        for ending in ["-wal", "-shm", "-journal"] {
            try Data([1]).write(to: URL(fileURLWithPath: path + ending))
        }
        try FileManager.default.createDirectory(
            atPath: path + ".external", withIntermediateDirectories: false)
        try Data([1]).write(to: URL(fileURLWithPath: path + ".external/value"))
    }

    @Test("It goes when the store is opened the next time, with all that was made beside it")
    func opened() throws {
        let directory = try TemporaryDirectory()
        let store = directory.file().path
        try leaveBehind(store)
        try leaveBehind(store + ".before-migration-1")
        // Of this one only a companion was left, since the file has its final name already.
        let name = (store as NSString).lastPathComponent
        let alone = store.dropLast(name.count) + ".\(name).\(UUID().uuidString).partial-journal"
        try Data([1]).write(to: URL(fileURLWithPath: String(alone)))
        _ = try container(directory.file(), Trip.self)
        let left = try names(directory).filter { $0.hasPrefix(".") }
        #expect(left == [])
    }

    @Test("What somebody works on stays, and so do files of other stores, and such as only look like ours")
    func others() throws {
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

    @Test("A half-written large value goes too")
    func external() throws {
        let directory = try TemporaryDirectory()
        let store = directory.file().path
        let folder = ExternalFile.folder(of: store)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let (_, file) = try PartialFile.make(in: folder, for: "value")
        let (running, lock) = try PartialFile.make(in: folder, for: "value")
        close(file)
        _ = try container(directory.file(), Trip.self)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder)
                == [(running as NSString).lastPathComponent])
        close(lock)
    }
}
