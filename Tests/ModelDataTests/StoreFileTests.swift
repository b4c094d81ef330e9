import Foundation
import ModelData
import Testing

@Suite("Files of stores")
struct StoreFileTests {
    private func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
    }

    private func filled(_ url: URL, count: Int = 1) throws {
        let context = ModelContext(try container(url, Book.self))
        for number in 0..<count { context.insert(Book(title: "book \(number)", author: "x")) }
        try context.save()
    }

    @Test("A store and its companions can be read by their owner only, in a directory of its own")
    func permissions() throws {
        let directory = try TemporaryDirectory()
        let url = directory.url.appending(path: "a/b/books.store")
        let container = try container(url, Book.self)
        let context = ModelContext(container)
        context.insert(Book(title: "Solaris", author: "Lem"))
        try context.save()
        #expect(try mode(url.path) == 0o600)
        #expect(try mode(url.path + "-wal") == 0o600)
        #expect(try mode(url.path + "-shm") == 0o600)
        #expect(try mode(directory.url.appending(path: "a/b").path) == 0o700)
        #expect(try mode(directory.url.appending(path: "a").path) == 0o700)
    }

    @Test("A file that is no database is refused and left as it is")
    func notADatabase() throws {
        let directory = try TemporaryDirectory()
        for text in ["x", String(repeating: "no database ", count: 1000)] {
            try Data(text.utf8).write(to: directory.file())
            #expect(
                throws: ModelDataError.notAStore(path: directory.file().path, reason: .notADatabase)
            ) { try container(directory.file(), Book.self) }
            #expect(try Data(contentsOf: directory.file()) == Data(text.utf8))
        }
    }

    @Test("A database of another program is refused and left as it is")
    func foreign() throws {
        let directory = try TemporaryDirectory()
        try filled(directory.file())
        var data = try Data(contentsOf: directory.file())
        data.replaceSubrange(68..<72, with: [0, 0, 0, 7])
        try data.write(to: directory.file())
        #expect(
            throws: ModelDataError.notAStore(
                path: directory.file().path, reason: .foreignDatabase(applicationID: 7))
        ) { try container(directory.file(), Book.self) }
        #expect(try Data(contentsOf: directory.file()) == data)
    }

    @Test("A truncated store is refused with its two sizes")
    func truncated() throws {
        let directory = try TemporaryDirectory()
        try filled(directory.file(), count: 500)
        let data = try Data(contentsOf: directory.file())
        try data.prefix(8192).write(to: directory.file())
        #expect(
            throws: ModelDataError.notAStore(
                path: directory.file().path,
                reason: .truncated(expectedBytes: data.count, foundBytes: 8192))
        ) { try container(directory.file(), Book.self) }
    }

    @Test("A store with overwritten pages is damaged, not a crash")
    func damaged() throws {
        let directory = try TemporaryDirectory()
        try filled(directory.file(), count: 500)
        var data = try Data(contentsOf: directory.file())
        data.replaceSubrange(4096..., with: Data(repeating: 0xFF, count: data.count - 4096))
        try data.write(to: directory.file())
        #expect {
            let context = ModelContext(try container(directory.file(), Book.self))
            _ = try context.fetch(FetchDescriptor<Book>())
        } throws: { error in
            guard case ModelDataError.damaged(let path, _)? = error as? ModelDataError else { return false }
            return path == directory.file().path
        }
    }

    @Test("A directory isn't a store, nor is anything below a file")
    func directory() throws {
        let directory = try TemporaryDirectory()
        #expect(throws: ModelDataError.notAStore(path: directory.url.path, reason: .isDirectory)) {
            try container(directory.url, Book.self)
        }
        try Data("x".utf8).write(to: directory.file("file"))
        #expect(throws: ModelDataError.notAStore(path: directory.file("file").path, reason: .notAFile)) {
            try container(directory.file("file").appending(path: "books.store"), Book.self)
        }
    }

    @Test("A store of other models is another program's: it is refused, and left as it is")
    func otherModels() throws {
        let directory = try TemporaryDirectory()
        try filled(directory.file())
        let bytes = try Data(contentsOf: directory.file())
        let reason = StoreFileProblem.foreignDatabase(applicationID: 1_836_016_748)
        #expect(throws: ModelDataError.notAStore(path: directory.file().path, reason: reason)) {
            try container(directory.file(), Everything.self)
        }
        #expect(try Data(contentsOf: directory.file()) == bytes)
        let context = ModelContext(try container(directory.file(), Book.self))
        #expect(try context.fetchCount(FetchDescriptor<Book>()) > 0)
    }

    @Test("An empty file becomes a store")
    func empty() throws {
        let directory = try TemporaryDirectory()
        try Data().write(to: directory.file())
        try filled(directory.file())
    }

    @Test("A configuration that doesn't allow saving reads and doesn't write")
    func readOnly() throws {
        let directory = try TemporaryDirectory()
        try filled(directory.file())
        let container = try ModelContainer(
            for: Book.self,
            configurations: ModelConfiguration("books", url: directory.file(), allowsSave: false))
        let context = ModelContext(container)
        let book = try #require(try context.fetch(FetchDescriptor<Book>()).first)
        book.rating = 1
        #expect(throws: ModelDataError.savingNotAllowed(configuration: "books")) { try context.save() }
        #expect(throws: ModelDataError.self) {
            try ModelContainer(
                for: Book.self,
                configurations: ModelConfiguration(url: directory.file("missing"), allowsSave: false))
        }
    }

    @Test("So does it with a backup, which has no log of its own, and leaves it so")
    func readOnlyBackup() throws {
        let directory = try TemporaryDirectory()
        try filled(directory.file())
        let copy = directory.file("backup.store")
        try container(directory.file(), Book.self).backup(to: copy)
        let bytes = try Data(contentsOf: copy)
        let context = ModelContext(
            try ModelContainer(
                for: Book.self, configurations: ModelConfiguration("copy", url: copy, allowsSave: false)))
        let book = try #require(try context.fetch(FetchDescriptor<Book>()).first)
        #expect(book.title == "book 0")
        book.rating = 1
        #expect(throws: ModelDataError.savingNotAllowed(configuration: "copy")) { try context.save() }
        try context.close()
        #expect(try Data(contentsOf: copy) == bytes)
        #expect(!FileManager.default.fileExists(atPath: copy.path + "-wal"))
    }

    @Test(
        "A store on a read-only file system can be read, and says why it can't be opened for writing",
        .enabled(if: mountsAreAllowed, "this machine lets nobody mount a file system"))
    func readOnlyFileSystem() async {
        // In a process of its own, whose file systems are nobody else's.
        await #expect(processExitsWith: .success) {
            let directory = try TemporaryDirectory()
            let place = directory.url.appending(path: "place")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            try #require(ownMounts())
            try #require(mount(nil, "/", nil, UInt(MS_REC | MS_PRIVATE), nil) == 0)
            try #require(mount("tmpfs", place.path, "tmpfs", 0, "size=4m") == 0)
            defer { umount(place.path) }
            let url = place.appending(path: "books.store")
            let full = ModelContext(try container(url, Book.self))
            full.insert(Book(title: "Solaris", author: "Lem"))
            try full.save()
            try full.close()
            #expect(mount("tmpfs", place.path, "tmpfs", UInt(MS_RDONLY | MS_REMOUNT), "size=4m") == 0)
            #expect(throws: ModelDataError.readOnly(path: place.path)) { try container(url, Book.self) }
            #expect(throws: ModelDataError.readOnly(path: place.path)) {
                try container(place.appending(path: "new.store"), Book.self)
            }
            let reading = ModelContext(
                try ModelContainer(
                    for: Book.self, configurations: ModelConfiguration(url: url, allowsSave: false)))
            #expect(try reading.fetch(FetchDescriptor<Book>()).map(\.title) == ["Solaris"])
            try reading.close()
        }
    }

    @Test("A backup is a complete store, and never replaces a file")
    func backup() throws {
        let directory = try TemporaryDirectory()
        let original = try container(directory.file(), Book.self)
        let context = ModelContext(original)
        context.insert(Book(title: "Solaris", author: "Lem"))
        try context.save()
        let copy = directory.file("backup.store")
        try original.backup(to: copy)
        #expect(try mode(copy.path) == 0o600)
        #expect(throws: ModelDataError.alreadyExists(path: copy.path)) { try original.backup(to: copy) }
        let copied = ModelContext(try container(copy, Book.self))
        #expect(try copied.fetch(FetchDescriptor<Book>()).map(\.title) == ["Solaris"])
        try copied.undoLastTransaction()
        #expect(try copied.fetchCount(FetchDescriptor<Book>()) == 0)
        #expect(try original.integrityCheck() == [])
    }

    @Test("A store that somebody keeps locked is an error after the time to wait, and readers don't wait")
    func locked() throws {
        let directory = try TemporaryDirectory()
        try filled(directory.file())
        var configuration = ModelConfiguration(url: directory.file())
        configuration.lockTimeout = 0
        let container = try ModelContainer(for: Book.self, configurations: configuration)
        let writer = ModelContext(container)
        let other = ModelContext(container)
        try writer.beginTransaction()
        writer.insert(Book(title: "Solaris", author: "Lem"))
        try writer.save()
        #expect(try other.fetchCount(FetchDescriptor<Book>()) == 1)
        other.insert(Book(title: "Eden", author: "Lem"))
        #expect(throws: ModelDataError.locked(path: directory.file().path, seconds: 0)) {
            try other.save()
        }
        try writer.commitTransaction()
        try other.save()
        #expect(try writer.fetchCount(FetchDescriptor<Book>()) == 3)
    }

    @Test("A closed container leaves a single file, and can be used again")
    @MainActor func closing() throws {
        let directory = try TemporaryDirectory()
        let container = try container(directory.file(), Book.self)
        let context = container.mainContext
        let book = Book(title: "Solaris", author: "Lem")
        context.insert(book)
        try context.save()
        #expect(FileManager.default.fileExists(atPath: directory.file().path + "-wal"))
        try container.close()
        #expect(!FileManager.default.fileExists(atPath: directory.file().path + "-wal"))
        #expect(book.title == "Solaris" && book.modelContext == nil)
        #expect(try context.fetch(FetchDescriptor<Book>()).map(\.title) == ["Solaris"])
        try container.close()
        #expect(!FileManager.default.fileExists(atPath: directory.file().path + "-shm"))
    }

    @Test("A path with spaces, percent signs and question marks is only a path")
    func oddPath() throws {
        let directory = try TemporaryDirectory()
        let url = directory.url.appending(path: "a b%20c?mode=memory#x").appending(path: "ż.store")
        try filled(url)
        #expect(FileManager.default.fileExists(atPath: url.path))
        let context = ModelContext(try container(url, Book.self))
        #expect(try context.fetchCount(FetchDescriptor<Book>()) == 1)
    }
}

/// Whether a process may have mounts of its own here, which is a superuser's right.
private let mountsAreAllowed = system("unshare -m mount -t tmpfs tmpfs /tmp 2> /dev/null") == 0

/// Gives this thread mounts of its own; false where that isn't allowed.
private func ownMounts() -> Bool {
    // The C library's header shows the function to C only.
    guard let symbol = dlsym(nil, "unshare") else { return false }
    let unshare = unsafeBitCast(symbol, to: (@convention(c) (Int32) -> Int32).self)
    let newMounts: Int32 = 0x20000
    return unshare(newMounts) == 0
}
