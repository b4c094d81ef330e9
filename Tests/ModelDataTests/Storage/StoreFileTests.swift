import Foundation
import ModelData
import TestSupport
import Testing

@Suite("Store files")
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

    @Test func `Only the owner can read a store and its companion files, in a new directory`() throws {
        let directory = try TemporaryDirectory()
        let url = directory.url.appending(path: "a/books.store")
        let container = try container(url, Book.self)
        let context = ModelContext(container)
        context.insert(Book(title: "Solaris", author: "Lem"))
        try context.save()
        #expect(try mode(url.path) == 0o600)
        #expect(try mode(url.path + "-wal") == 0o600)
        #expect(try mode(url.path + "-shm") == 0o600)
        #expect(try mode(directory.url.appending(path: "a").path) == 0o700)
    }

    @Test func `A store's directory is created only below an existing directory`() throws {
        let directory = try TemporaryDirectory()
        let parent = directory.url.appending(path: "unmounted").path
        let error = #expect(throws: ModelDataError.self) {
            try container(URL(fileURLWithPath: parent + "/books/books.store"), Book.self)
        }
        guard case .cannotOpen(parent, let code) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(code.systemError == ENOENT)
        #expect(!FileManager.default.fileExists(atPath: parent))
    }

    @Test func `A file that isn't a database is refused and stays unchanged`() throws {
        let directory = try TemporaryDirectory()
        for text in ["x", String(repeating: "no database ", count: 1000)] {
            try Data(text.utf8).write(to: directory.file())
            #expect(
                throws: ModelDataError.notAStore(path: directory.file().path, reason: .notADatabase)
            ) { try container(directory.file(), Book.self) }
            #expect(try Data(contentsOf: directory.file()) == Data(text.utf8))
        }
    }

    @Test func `A database of another program is refused and stays unchanged`() throws {
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

    @Test func `A truncated store is refused with its expected and actual sizes`() throws {
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

    @Test func `Overwritten pages are reported as damage and don't crash`() throws {
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

    @Test func `A directory and a path below a file aren't stores`() throws {
        let directory = try TemporaryDirectory()
        #expect(throws: ModelDataError.notAStore(path: directory.url.path, reason: .isDirectory)) {
            try container(directory.url, Book.self)
        }
        try Data("x".utf8).write(to: directory.file("file"))
        #expect(throws: ModelDataError.notAStore(path: directory.file("file").path, reason: .notAFile)) {
            try container(directory.file("file").appending(path: "books.store"), Book.self)
        }
    }

    @Test func `A store with other models is refused as another program's and stays unchanged`() throws {
        let directory = try TemporaryDirectory()
        try filled(directory.file())
        let bytes = try Data(contentsOf: directory.file())
        let reason = StoreFileProblem.foreignDatabase(applicationID: 1_836_016_748)
        #expect(throws: ModelDataError.notAStore(path: directory.file().path, reason: reason)) {
            try container(directory.file(), Everything.self)
        }
        #expect(reason.description.contains("migration plan"))
        #expect(try Data(contentsOf: directory.file()) == bytes)
        let context = ModelContext(try container(directory.file(), Book.self))
        #expect(try context.fetchCount(FetchDescriptor<Book>()) > 0)
    }

    @Test func `A save into a file that was removed or replaced is refused`() throws {
        let directory = try TemporaryDirectory()
        try filled(directory.file())
        let opened = try container(directory.file(), Book.self)
        let context = ModelContext(opened)
        context.insert(Book(title: "Eden", author: "Lem"))
        let moved = directory.url.appending(path: "moved.store")
        try FileManager.default.moveItem(at: directory.file(), to: moved)
        let missing = ModelDataError.cannotOpen(
            path: directory.file().path, code: SQLiteCode(code: 14, message: "the file is missing"))
        #expect(throws: missing) { try context.save() }
        #expect(throws: missing) { try ModelContext(opened).fetchCount(FetchDescriptor<Book>()) }
        #expect(!FileManager.default.fileExists(atPath: directory.file().path))
        try FileManager.default.copyItem(at: moved, to: directory.file())
        #expect(throws: ModelDataError.contentReplaced(path: directory.file().path)) { try context.save() }
        try FileManager.default.removeItem(at: directory.file())
        try FileManager.default.moveItem(at: moved, to: directory.file())
        try context.save()
    }

    @Test(arguments: ["https://example.org", "ftp://example.org", "other:"])
    func `The URL of something else than a file is refused, and no file is made`(scheme: String) throws {
        let directory = try TemporaryDirectory()
        let url = try #require(URL(string: scheme + directory.file().path))
        #expect(throws: ModelDataError.self) { try container(url, Book.self) }
        #expect(!FileManager.default.fileExists(atPath: directory.file().path))
    }

    @Test func `An empty file becomes a store`() throws {
        let directory = try TemporaryDirectory()
        try Data().write(to: directory.file())
        try filled(directory.file())
        #expect(try Data(contentsOf: directory.file()).starts(with: Data("SQLite format 3\0".utf8)))
        let context = ModelContext(try container(directory.file(), Book.self))
        #expect(try context.fetch(FetchDescriptor<Book>()).map(\.title) == ["book 0"])
    }

    @Test func `A configuration that doesn't allow saving reads but doesn't write`() throws {
        let directory = try TemporaryDirectory()
        try filled(directory.file())
        let container = try ModelContainer(
            for: Book.self,
            configurations: ModelConfiguration("books", url: directory.file(), allowsSave: false))
        let context = ModelContext(container)
        let book = try #require(try context.fetch(FetchDescriptor<Book>()).first)
        book.rating = 1
        #expect(throws: ModelDataError.savingNotAllowed(configuration: "books")) { try context.save() }
        let stored = try ModelContext(container).fetch(FetchDescriptor<Book>())
        #expect(stored.map(\.rating) == [nil])
        #expect(throws: ModelDataError.self) {
            try ModelContainer(
                for: Book.self,
                configurations: ModelConfiguration(url: directory.file("missing"), allowsSave: false))
        }
    }

    @Test func `A read-only configuration opens a backup without creating a log`() throws {
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

    @Test(.level(.default), .enabled(if: mountsAreAllowed, "mounting file systems isn't allowed here"))
    func `A store on a read-only file system can be read, and opening it for writing explains the error`()
        async
    {
        // Run in a separate process with its own mount namespace.
        await #expect(processExitsWith: .success) {
            let directory = try TemporaryDirectory()
            let place = directory.url.appending(path: "place")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            try #require(enterMountNamespace())
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

    @Test func `A backup is a complete store, and never replaces a file`() throws {
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

    @Test func `A store that stays locked causes an error after the timeout, and readers don't wait`() throws
    {
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

    @Test
    @MainActor func `A closed container leaves a single file, and can be used again`() throws {
        let directory = try TemporaryDirectory()
        let container = try container(directory.file(), Book.self)
        let context = container.mainContext
        let book = Book(title: "Solaris", author: "Lem")
        context.insert(book)
        try context.save()
        #expect(FileManager.default.fileExists(atPath: directory.file().path + "-wal"))
        try container.close()
        #expect(!FileManager.default.fileExists(atPath: directory.file().path + "-wal"))
        #expect(book.title == "Solaris")
        #expect(book.modelContext == nil)
        #expect(try context.fetch(FetchDescriptor<Book>()).map(\.title) == ["Solaris"])
        try container.close()
        #expect(!FileManager.default.fileExists(atPath: directory.file().path + "-shm"))
    }

    @Test func `A path may contain spaces, percent signs and question marks`() throws {
        let directory = try TemporaryDirectory()
        let url = directory.url.appending(path: "a b%20c?mode=memory#x").appending(path: "ż.store")
        try filled(url)
        #expect(FileManager.default.fileExists(atPath: url.path))
        let context = ModelContext(try container(url, Book.self))
        #expect(try context.fetchCount(FetchDescriptor<Book>()) == 1)
    }
}

/// Whether this process may create a mount namespace, which requires superuser rights.
private let mountsAreAllowed = system("unshare -m mount -t tmpfs tmpfs /tmp 2> /dev/null") == 0

/// Moves this thread to a new mount namespace and returns whether that is allowed.
private func enterMountNamespace() -> Bool {
    // The C library's header declares the function for C only.
    guard let symbol = dlsym(nil, "unshare") else { return false }
    let unshare = unsafeBitCast(symbol, to: (@convention(c) (Int32) -> Int32).self)
    let newMounts: Int32 = 0x20000
    return unshare(newMounts) == 0
}
