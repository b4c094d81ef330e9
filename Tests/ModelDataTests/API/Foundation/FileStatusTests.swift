import Basics
import Foundation
import TestSupport
import Testing

@Suite struct FileStatusTests {
    private let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path

    init() throws {
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    }

    private func write(_ bytes: [UInt8], to name: String) throws -> String {
        let path = "\(directory)/\(name)"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test func `a status tells files, directories and links apart`() throws {
        let file = try write([1, 2, 3], to: "file")
        let link = "\(directory)/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        let status = try #require(FileStatus(file))
        #expect(status.isFile)
        #expect(!status.isDirectory)
        #expect(!status.isLink)
        #expect(status.size == 3)
        #expect(status.isOwn)
        #expect(FileStatus(directory)?.isDirectory == true)
        #expect(FileStatus(link)?.identity == status.identity)
        #expect(FileStatus(link, followsLinks: false)?.isLink == true)
        #expect(FileStatus("\(directory)/missing") == nil)
        try FileManager.default.removeItem(atPath: file)
        #expect(FileStatus(link) == nil)
        #expect(FileStatus.exists(link))
    }

    @Test func `a claimed file is private, and has a new name if another process took it`() throws {
        var tries = 0
        let file = try #require(
            ClaimedFile.make(startingWith: "\(directory)/.name.", ending: ".part") { _ in
                tries += 1
                return tries < 3
            })
        defer { close(file.descriptor) }
        #expect(tries == 3)
        #expect(file.path.hasPrefix("\(directory)/.name."))
        #expect(file.path.hasSuffix(".part"))
        let permissions = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
        #expect(permissions as? Int == 0o600)
        #expect(ClaimedFile.make(startingWith: "\(directory)/missing/", ending: "") { _ in false } == nil)
    }

    @Test func `a hot journal tells how many pages SQLite will keep`() throws {
        let start: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
        let numbers: [UInt8] = [0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 2, 0, 0, 0, 0x10, 0]
        _ = try write(start + numbers, to: "hot-journal")
        let journal = try #require(RollbackJournal(beside: "\(directory)/hot"))
        #expect(journal.pageCount == 258)
        #expect(journal.pageSize == 4096)
        _ = try write([UInt8](repeating: 0, count: 28), to: "cleared-journal")
        _ = try write(start, to: "short-journal")
        for name in ["cleared", "short", "missing"] {
            #expect(RollbackJournal(beside: "\(directory)/\(name)") == nil)
        }
    }
}
