import Foundation
import ModelData
import Testing

@Suite("Symbolic links to stores and their companion files")
struct StoreLinkTests {
    private let manager = FileManager.default

    private func add(_ title: String, to url: URL) throws -> ModelContext {
        let context = ModelContext(try container(url, Book.self))
        context.insert(Book(title: title, author: "Lem"))
        try context.save()
        return context
    }

    private func mode(_ url: URL) throws -> Int {
        let attributes = try manager.attributesOfItem(atPath: url.path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
    }

    @Test(arguments: [false, true])
    func `A store is created at its link's target, readable only by its owner, with its log beside it`(
        isRelative: Bool
    ) throws {
        let directory = try TemporaryDirectory()
        let disk = directory.url.appending(path: "disk")
        try manager.createDirectory(at: disk, withIntermediateDirectories: false)
        let (link, real) = (directory.file("link.store"), disk.appending(path: "real.store"))
        try manager.createSymbolicLink(
            atPath: link.path, withDestinationPath: isRelative ? "disk/real.store" : real.path)
        let context = try add("Solaris", to: link)
        for ending in ["", "-wal", "-shm"] {
            #expect(try mode(URL(fileURLWithPath: real.path + ending)) == 0o600, "\(ending)")
        }
        try context.close()
        #expect(try manager.destinationOfSymbolicLink(atPath: link.path).hasSuffix("disk/real.store"))
        #expect(
            try manager.contentsOfDirectory(atPath: directory.url.path).sorted() == ["disk", "link.store"])
    }

    @Test func `An empty file that others can read becomes private before data is written`() throws {
        let directory = try TemporaryDirectory()
        try Data().write(to: directory.file())
        try manager.setAttributes([.posixPermissions: 0o644], ofItemAtPath: directory.file().path)
        let context = try add("Solaris", to: directory.file())
        #expect(try mode(directory.file()) == 0o600)
        try context.close()
    }

    @Test func `Pages that are only in the log are used through a link too, if the file is too short`() throws
    {
        let directory = try TemporaryDirectory()
        let disk = directory.url.appending(path: "disk")
        try manager.createDirectory(at: disk, withIntermediateDirectories: false)
        let (link, real) = (directory.file("link.store"), disk.appending(path: "real.store"))
        try add("Solaris", to: directory.file()).close()
        let first = try Data(contentsOf: directory.file())
        let context = ModelContext(try container(directory.file(), Book.self))
        for number in 1...500 { context.insert(Book(title: "\(number)", author: "Lem")) }
        try context.save()
        let log = try Data(contentsOf: URL(fileURLWithPath: directory.file().path + "-wal"))
        try context.close()
        // Recreate the state after a process was killed during a checkpoint: it wrote only the first page,
        // which contains the new number of pages.
        let last = try Data(contentsOf: directory.file())
        #expect(last.count > first.count)
        try (last.prefix(4096) + first.dropFirst(4096)).write(to: real)
        try log.write(to: URL(fileURLWithPath: real.path + "-wal"))
        try manager.createSymbolicLink(at: link, withDestinationURL: real)
        let found = ModelContext(try container(link, Book.self))
        #expect(try found.fetchCount(FetchDescriptor<Book>()) == 501)
        try found.close()
    }

    @Test(arguments: ["-wal", "-shm", "-journal"])
    func `A link in place of a store's log is refused by name, and its target stays unchanged`(ending: String)
        throws
    {
        let directory = try TemporaryDirectory()
        try add("Solaris", to: directory.file()).close()
        let (link, victim) = (directory.file().path + ending, directory.file("victim"))
        try Data("mine".utf8).write(to: victim)
        try manager.createSymbolicLink(atPath: link, withDestinationPath: victim.path)
        #expect(throws: ModelDataError.notAStore(path: link, reason: .isLink)) {
            try add("Eden", to: directory.file())
        }
        #expect(try Data(contentsOf: victim) == Data("mine".utf8))
        try manager.removeItem(atPath: link)
        let context = try add("Eden", to: directory.file())
        #expect(try context.fetchCount(FetchDescriptor<Book>()) == 2)
        try context.close()
    }
}
