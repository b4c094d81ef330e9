import Foundation
import TestSupport
import Testing

@testable import ModelData
@testable import StoreMaintenance

@Suite("Backup and restore")
struct RestoreTests {
    @Test func `Restoring a backup restores all data and keeps the replaced store`() throws {
        let store = try MaintenanceTestStore(trips: 3)
        let before = try store.titles()
        let copy = try store.backup()
        let context = try store.context()
        try context.delete(model: Sight.self)
        context.insert(Sight("later"))
        try context.save()
        try context.close()
        let kept = try #require(try store.maintainer.restore(from: copy))
        #expect(try store.titles() == before)
        #expect(store.maintainer.copies().map(\.url.path) == [kept.path])
        #expect(store.maintainer.copies().first?.reason == .restore)
        _ = try store.maintainer.restore(from: kept)
        #expect(try store.titles().values.sorted() == ["later"])
        #expect(try store.maintainer.problems() == [])
    }

    @Test func `If preparing a copy fails, the reason is reported and the store stays unchanged`() throws {
        let store = try MaintenanceTestStore(trips: 3)
        let before = try store.titles()
        let copy = try store.backup()
        #expect(throws: ModelDataError.self) {
            try store.maintainer.restore(from: copy) { database, _ in
                try database.run("INSERT INTO _modeldata (key, value) VALUES ('new', ?)", .null)
            }
        }
        #expect(try store.titles() == before)
        #expect(store.maintainer.copies() == [])
    }

    @Test func `Other contexts see the old content until the restore and continue afterwards`() throws {
        let store = try MaintenanceTestStore(trips: 3)
        let copy = try store.backup()
        let other = try store.context()
        let sight = try #require(try other.fetch(FetchDescriptor<Sight>()).first)
        sight.title = "changed by another"
        try other.save()
        let kept = try #require(try store.maintainer.restore(from: copy))
        #expect(try other.storeChangedElsewhere())
        #expect(sight.title.hasPrefix("sight"))
        sight.title = "changed again"
        try other.save()
        #expect(try store.titles().values.contains("changed again"))
        // Changes saved before the restore are in the kept copy.
        let old = ModelContext(
            try ModelContainer(
                for: Schema(MaintenanceTestStore.types), configurations: ModelConfiguration(url: kept)))
        #expect(try old.fetch(FetchDescriptor<Sight>()).contains { $0.title == "changed by another" })
        try other.close()
        #expect(try store.maintainer.problems() == [])
    }

    @Test func `A context with a pinned generation refuses to write after a restore until it pins again`()
        throws
    {
        let store = try MaintenanceTestStore(trips: 3)
        let copy = try store.backup()
        let other = try store.context()
        let sight = try #require(try other.fetch(FetchDescriptor<Sight>()).first)
        try other.pinGeneration()
        try other.checkGeneration()
        sight.title = "changed before"
        try other.save()
        let replaced = ModelDataError.contentReplaced(path: store.url.path)
        _ = try store.maintainer.restore(from: copy)
        sight.title = "changed after"
        #expect(throws: replaced) { try other.save() }
        #expect(throws: replaced) { try other.checkGeneration() }
        other.rollback()
        #expect(try !store.titles().values.contains { $0.hasPrefix("changed") })
        try other.pinGeneration()
        let found = try #require(try other.fetch(FetchDescriptor<Sight>()).first)
        found.title = "changed at last"
        try other.save()
        #expect(try store.titles().values.contains("changed at last"))
        // Like a restore, a repair replaces the store's generation number.
        try other.close()
        let before = try SQLFile(store.url.path, .existing, timeout: 2).texts(
            StoreGeneration.query)
        try store.damage { data in for offset in data.count / 2..<data.count { data[offset] = 0x33 } }
        try #require(try store.maintainer.repair().keptAt != nil)
        let after = try SQLFile(store.url.path, .existing, timeout: 2).texts(
            StoreGeneration.query)
        #expect(before != after)
        #expect(after.count == 1)
    }

    @Test func `A file that can't be a backup of the store is refused before anything is changed`() throws {
        let store = try MaintenanceTestStore(trips: 2)
        let before = try Data(contentsOf: store.url)
        let bad = store.directory.file("bad.store")
        func refuses(_ content: Data, _ error: ModelDataError?) throws {
            try content.write(to: bad)
            if let error {
                #expect(throws: error) { try store.maintainer.restore(from: bad) }
            } else {
                #expect(throws: ModelDataError.self) { try store.maintainer.restore(from: bad) }
            }
            #expect(try Data(contentsOf: store.url) == before)
        }
        try refuses(Data("no store".utf8), .notAStore(path: bad.path, reason: .notADatabase))
        try refuses(Data(), .notAStore(path: bad.path, reason: .notADatabase))
        try refuses(
            before.prefix(4096 * 3),
            .notAStore(path: bad.path, reason: .truncated(expectedBytes: before.count, foundBytes: 4096 * 3)))
        var damaged = before
        for offset in 5 * 4096..<6 * 4096 { damaged[offset] = 0x77 }
        try refuses(damaged, nil)
        // A ModelData store of another program.
        let foreign = store.directory.file("foreign.store")
        let books = ModelContext(try container(foreign, Book.self))
        books.insert(Book(title: "Solaris", author: "Lem"))
        try books.save()
        try books.close()
        try refuses(
            try Data(contentsOf: foreign),
            .notAStore(path: bad.path, reason: .foreignDatabase(applicationID: 0x6D6F_646C)))
        #expect(throws: ModelDataError.self) {
            try store.maintainer.restore(from: store.directory.file("missing"))
        }
        #expect(throws: ModelDataError.alreadyExists(path: store.url.path)) {
            try store.maintainer.restore(from: store.url)
        }
        #expect(store.maintainer.copies() == [])
    }

    @Test(
        arguments: [0, 7],
        ["CREATE TABLE photo (id, name)", "CREATE TABLE Label (_id, word, identifier, format)"])
    func `A database of another program is neither replaced nor repaired, even with our tables' names`(
        applicationID: Int, table: String
    ) throws {
        let store = try MaintenanceTestStore(trips: 1)
        let copy = try store.backup()
        let url = store.directory.file("other.db")
        let other = try StoreConnection(path: url.path, timeout: 2)
        try other.perform { try $0.execute("PRAGMA application_id = \(applicationID); \(table)") }
        try other.close()
        let before = try Data(contentsOf: url)
        let maintainer = StoreMaintainer(url: url, for: Schema(MaintenanceTestStore.types), lockTimeout: 2)
        let refusal = ModelDataError.notAStore(
            path: url.path, reason: .foreignDatabase(applicationID: Int32(applicationID)))
        #expect(throws: refusal) { try maintainer.restore(from: copy) }
        #expect(throws: refusal) { try maintainer.repair() }
        #expect(throws: refusal) { try maintainer.damage() }
        #expect(try Data(contentsOf: url) == before)
        #expect(maintainer.copies() == [])
    }

    @Test
    func `A copy with another store's log beside it is restored from the file alone and stays unchanged`()
        throws
    {
        let store = try MaintenanceTestStore(trips: 2)
        let titles = try store.titles()
        let copy = try store.backup()
        try leaveLog(beside: copy)
        let bytes = try Data(contentsOf: copy)
        try store.maintainer.checkCopy(at: copy)
        try store.maintainer.restore(from: copy)
        #expect(try store.titles() == titles)
        #expect(try Data(contentsOf: copy) == bytes)
        #expect(FileManager.default.fileExists(atPath: copy.path + "-wal"))
    }

    @Test func `A copy with a foreign log stays unchanged after many restores and isn't a redundant copy`()
        throws
    {
        let store = try MaintenanceTestStore(trips: 2)
        let copy = try store.backup()
        try leaveLog(beside: copy)
        let files = try [copy.path, copy.path + "-wal"].map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
        for number in 1...7 {
            let context = try store.context()
            context.insert(Sight("extra \(number)"))
            try context.save()
            try context.close()
            try store.maintainer.restore(from: copy)
        }
        #expect(
            try [copy.path, copy.path + "-wal"].map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
                == files)
    }

    @Test
    func `A copy moved to the place of a store with a leftover log is refused, and both stay unchanged`()
        throws
    {
        let store = try MaintenanceTestStore(trips: 2)
        let titles = try store.titles()
        let copy = try store.backup()
        let place = store.directory.file("place.store")
        try FileManager.default.copyItem(at: copy, to: place)
        try leaveLog(beside: place)
        let log = place.path + "-wal"
        let files = try [place.path, log].map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
        let refused = ModelDataError.notAStore(path: place.path, reason: .orphanedLog(path: log))
        let maintainer = StoreMaintainer(url: place, for: Schema(MaintenanceTestStore.types), lockTimeout: 2)
        for allowsSave in [true, false] {
            let configuration = ModelConfiguration(url: place, allowsSave: allowsSave)
            #expect(throws: refused) {
                try ModelContainer(for: Schema(MaintenanceTestStore.types), configurations: configuration)
            }
        }
        #expect(throws: refused) { try maintainer.backup(to: store.directory.file("another.store")) }
        #expect(throws: refused) { try maintainer.restore(from: copy) }
        #expect(throws: refused) { try maintainer.repair() }
        #expect(throws: refused) { try maintainer.damage() }
        #expect(try [place.path, log].map { try Data(contentsOf: URL(fileURLWithPath: $0)) } == files)
        // The file is also refused if it is opened by a symbolic link.
        let link = store.directory.file("link.store")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: place)
        #expect(throws: refused) {
            try ModelContainer(
                for: Schema(MaintenanceTestStore.types), configurations: ModelConfiguration(url: link))
        }
        try FileManager.default.moveItem(atPath: log, toPath: store.directory.file("log").path)
        let context = ModelContext(
            try ModelContainer(
                for: Schema(MaintenanceTestStore.types), configurations: ModelConfiguration(url: place)))
        #expect(try context.fetchCount(FetchDescriptor<Sight>()) == titles.count)
        try context.close()
    }

    @Test func `A backup that replaces a copy with another store's log beside it keeps that log`() throws {
        let store = try MaintenanceTestStore(trips: 2)
        let copy = try store.backup()
        try leaveLog(beside: copy)
        let log = try Data(contentsOf: URL(fileURLWithPath: copy.path + "-wal"))
        let kept = try #require(try store.maintainer.backup(to: copy, replacing: true))
        #expect(try Data(contentsOf: kept) == log)
        #expect(!FileManager.default.fileExists(atPath: copy.path + "-wal"))
    }

    /// Puts a log of another store beside a file. SQLite would write the log's pages into the file.
    private func leaveLog(beside file: URL) throws {
        let other = try MaintenanceTestStore(trips: 3)
        let open = try other.context()
        try #require(try open.fetch(FetchDescriptor<Sight>()).first).title = "of another store"
        try open.save()
        try FileManager.default.copyItem(atPath: other.url.path + "-wal", toPath: file.path + "-wal")
        try open.close()
    }

    @Test func `Another program's store with a damaged header isn't replaced, but an empty database is`()
        throws
    {
        let store = try MaintenanceTestStore(trips: 1)
        let copy = try store.backup()
        let foreign = store.directory.file("foreign.store")
        let books = ModelContext(try container(foreign, Book.self))
        books.insert(Book(title: "Solaris", author: "Lem"))
        try books.save()
        try books.close()
        var bytes = try Data(contentsOf: foreign)
        bytes[68] = 0x11
        try bytes.write(to: foreign)
        let maintainer = StoreMaintainer(
            url: foreign, for: Schema(MaintenanceTestStore.types), lockTimeout: 2)
        #expect(throws: ModelDataError.self) { try maintainer.restore(from: copy) }
        #expect(try Data(contentsOf: foreign) == bytes)
        let empty = store.directory.file("empty.store")
        let database = try StoreConnection(path: empty.path, timeout: 2)
        try database.perform { try $0.execute("PRAGMA user_version = 1") }
        try database.close()
        try StoreMaintainer(url: empty, for: Schema(MaintenanceTestStore.types), lockTimeout: 2).restore(
            from: copy)
        #expect(try StoreMaintainer(url: empty, for: Schema(MaintenanceTestStore.types)).damage() == nil)
        // A restore also replaces the program's own store if its header and its list of tables are damaged.
        let titles = try store.titles()
        var damaged = try Data(contentsOf: store.url)
        for offset in 60..<200 { damaged[offset] = 0 }
        try damaged.write(to: store.url)
        try store.maintainer.restore(from: copy)
        #expect(try store.titles() == titles)
    }

    @Test func `A store whose header names another program needs confirmation before repair`() throws {
        let store = try MaintenanceTestStore(trips: 1)
        let titles = try store.titles()
        var bytes = try Data(contentsOf: store.url)
        bytes[68] = 0x11
        try bytes.write(to: store.url)
        #expect(try store.maintainer.damage() != nil)
        #expect(try store.maintainer.repair().hasLosses == false)
        #expect(try store.maintainer.damage() == nil)
        #expect(try store.titles() == titles)
    }

    @Test func `A damaged or missing store can be replaced`() throws {
        let store = try MaintenanceTestStore(trips: 6)
        let before = try store.titles()
        let copy = try store.backup()
        for damage in 0..<3 {
            try store.damage { data in
                switch damage {
                case 0: data = data.prefix(4096 * 4)
                case 1: for offset in 0..<200 { data[offset] = 0x33 }
                default: for offset in 4096..<data.count { data[offset] = 0x33 }
                }
            }
            let kept = try #require(try store.maintainer.restore(from: copy))
            #expect(kept.lastPathComponent.contains(".damaged-"))
            #expect(try store.titles() == before)
            #expect(try store.maintainer.problems() == [])
        }
        try FileManager.default.removeItem(at: store.url)
        #expect(try store.maintainer.restore(from: copy) == nil)
        #expect(try store.titles() == before)
    }

    @Test func `A backup of an earlier version is migrated, and one of a newer version is refused`() throws {
        let directory = try TemporaryDirectory()
        let old = ModelContext(try container(directory.file("old"), ShopV1.Item.self))
        old.insert(ShopV1.Item(name: "tea", price: 1.25))
        try old.save()
        try old.close()
        let store = directory.file()
        let maintainer = StoreMaintainer(
            url: store, for: Schema(versionedSchema: ShopV3.self), migrationPlan: ShopPlan.self)
        _ = try maintainer.restore(from: directory.file("old"))
        let new = ModelContext(
            try ModelContainer(
                for: ShopV3.Item.self, migrationPlan: ShopPlan.self,
                configurations: ModelConfiguration(url: store)))
        #expect(try new.fetch(FetchDescriptor<ShopV3.Item>()).map(\.cents) == [125])
        try new.close()
        try maintainer.backup(to: directory.file("new"))
        let earlier = StoreMaintainer(url: directory.file("old"), for: Schema([ShopV1.Item.self]))
        #expect(throws: ModelDataError.self) { try earlier.restore(from: directory.file("new")) }
        let rest = ModelContext(try container(directory.file("old"), ShopV1.Item.self))
        #expect(try rest.fetch(FetchDescriptor<ShopV1.Item>()).map(\.price) == [1.25])
    }

    @Test func `A backup has its own folder with files of large values, and so has the restored store`()
        throws
    {
        let directory = try TemporaryDirectory()
        let schema = Schema([Scan.self])
        func context() throws -> ModelContext {
            ModelContext(
                try ModelContainer(for: schema, configurations: ModelConfiguration(url: directory.file())))
        }
        let page = Data(repeating: 7, count: 300_000)
        let first = try context()
        first.insert(Scan(name: "map", page: page))
        try first.save()
        let maintainer = StoreMaintainer(url: directory.file(), for: schema)
        try maintainer.backup(to: directory.file("copy"))
        try first.delete(model: Scan.self)
        try first.save()
        try first.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        try first.close()
        try? FileManager.default.removeItem(atPath: directory.file().path + ".external")
        _ = try maintainer.restore(from: directory.file("copy"))
        let second = try context()
        #expect(try second.fetch(FetchDescriptor<Scan>()).map(\.page) == [page])
    }

    @Test func `The latest automatic copies are kept, and older ones are deleted`() throws {
        let store = try MaintenanceTestStore(trips: 1)
        let copy = try store.backup()
        for _ in 0..<StoreCopy.maximumCount + 3 { _ = try store.maintainer.restore(from: copy) }
        let copies = store.maintainer.copies()
        #expect(copies.count == StoreCopy.maximumCount)
        #expect(copies == copies.sorted { $0.date > $1.date })
        #expect(FileManager.default.fileExists(atPath: copy.path))
    }

    @Test(.level(.default))
    func `Changes saved before and between restores are kept, however many backups are tried`() throws {
        let store = try MaintenanceTestStore(trips: 2)
        let first = try store.backup()
        func save(_ title: String) throws {
            let context = try store.context()
            context.insert(Sight(title))
            try context.save()
            try context.close()
        }
        try save("in the second backup")
        let second = store.directory.file("second.store")
        try store.maintainer.backup(to: second)
        func tryBackups() throws -> URL {
            let kept = try #require(try store.maintainer.restore(from: first))
            for _ in 0..<3 {
                _ = try store.maintainer.restore(from: second)
                // Reading the restored store doesn't change it.
                #expect(try store.titles().values.contains("in the second backup"))
                _ = try store.maintainer.restore(from: first)
            }
            return kept
        }
        func titles(_ copy: URL) throws -> [String] {
            let context = ModelContext(
                try ModelContainer(
                    for: Schema(MaintenanceTestStore.types), configurations: ModelConfiguration(url: copy)))
            defer { try? context.close() }
            return try context.fetch(FetchDescriptor<Sight>()).map(\.title)
        }
        try save("of today")
        let today = try tryBackups()
        #expect(store.maintainer.copies().count == StoreCopy.maximumCount)
        try save("between")
        let between = try tryBackups()
        #expect(store.maintainer.copies().count == StoreCopy.maximumCount)
        #expect(try titles(today).contains("of today"))
        #expect(try titles(between).contains("between"))
        // Change the store with another tool, which doesn't record changes in the history.
        try SQLFile(store.url.path, .existing, timeout: 2).execute(
            "UPDATE Sight SET title = 'by hand' WHERE _id = 1")
        let byHand = try tryBackups()
        #expect(try titles(byHand).contains("by hand"))
    }

    /// A store with five automatic copies, each with different content.
    private struct Generations {
        let store: MaintenanceTestStore

        /// All contents of the store, oldest first. The last one is current.
        static let all = (1...StoreCopy.maximumCount + 1).map { "generation \($0)" }

        init() throws {
            store = try MaintenanceTestStore(trips: 1)
            for (number, title) in Self.all.enumerated() {
                let context = try store.context()
                context.insert(Sight(title))
                try context.save()
                try context.close()
                if number == StoreCopy.maximumCount { break }
                let copy = URL(fileURLWithPath: store.url.path + ".before-restore-2026010\(number)T000000Z")
                try store.maintainer.backup(to: copy)
                let date = Date.now.addingTimeInterval(86_400 * Double(number - StoreCopy.maximumCount))
                try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: copy.path)
            }
        }

        /// Returns the title that identifies the content of a store, such as “generation 3”.
        func generation(of url: URL) throws -> String {
            let titles = try SQLFile(url.path, .existing, timeout: 2).texts(
                "SELECT title FROM Sight")
            return titles.filter { $0.hasPrefix("generation") }.max() ?? ""
        }

        /// Returns the oldest copy of the store that has the given content.
        func copy(of generation: String) throws -> URL? {
            try store.maintainer.copies().reversed().map(\.url).first {
                try self.generation(of: $0) == generation
            }
        }

        /// Returns the contents that neither the store nor a copy has.
        func lost() throws -> Set<String> {
            let files = [store.url] + store.maintainer.copies().map(\.url)
            return Set(Self.all).subtracting(try files.map(generation(of:)))
        }
    }

    @Test func `Restoring copies in any order leaves each unchanged and loses no content`() throws {
        let home = try Generations()
        try #require(home.store.maintainer.copies().count == StoreCopy.maximumCount)
        // Restore every content twice, beginning with the oldest one, whose copy would be deleted first.
        for (round, generation) in (Generations.all + Generations.all).enumerated() {
            guard try home.generation(of: home.store.url) != generation else { continue }
            let copy = try #require(try home.copy(of: generation), "round \(round): \(generation) is gone")
            let kept = try #require(try home.store.maintainer.restore(from: copy))
            #expect(FileManager.default.fileExists(atPath: kept.path), "round \(round)")
            #expect(FileManager.default.fileExists(atPath: copy.path), "round \(round)")
            #expect(try home.generation(of: home.store.url) == generation, "round \(round)")
            #expect(try home.lost() == [], "round \(round)")
            // There may be one copy more than usual, since the restored copy isn't deleted.
            #expect(home.store.maintainer.copies().count <= StoreCopy.maximumCount + 1, "round \(round)")
        }
    }

    @Test
    func `Content restored from a file that is gone or replaced isn't dropped in favour of older copies`()
        throws
    {
        for isReplaced in [false, true] {
            let home = try Generations()
            let maintainer = home.store.maintainer
            let backup = home.store.directory.file("stick.store")
            let oldest = try #require(maintainer.copies().last).url
            try FileManager.default.moveItem(at: oldest, to: backup)
            try maintainer.restore(from: backup)
            // Before the next restore, save nothing, and delete or replace the backup.
            let other = try #require(try home.copy(of: Generations.all[1]))
            try FileManager.default.removeItem(at: backup)
            if isReplaced { try FileManager.default.copyItem(at: other, to: backup) }
            let kept = try #require(try maintainer.restore(from: other))
            #expect(try home.generation(of: kept) == Generations.all[0])
            for number in 2...3 {
                try maintainer.restore(from: try #require(try home.copy(of: Generations.all[number])))
                #expect(FileManager.default.fileExists(atPath: kept.path), "\(isReplaced) \(number)")
            }
        }
    }

    @Test func `The newest copy is kept, even if earlier copies have a later date`() throws {
        let directory = try TemporaryDirectory()
        let old = ModelContext(try container(directory.file(), ShopV1.Item.self))
        old.insert(ShopV1.Item(name: "tea", price: 1.25))
        try old.save()
        try old.close()
        func leaveCopies() throws {
            for number in 1...StoreCopy.maximumCount {
                let url = URL(
                    fileURLWithPath: directory.file().path + ".before-restore-2030010\(number)T000000Z")
                try Data("copy".utf8).write(to: url)
                try FileManager.default.setAttributes(
                    [.modificationDate: Date.now.addingTimeInterval(1e8 + Double(number))],
                    ofItemAtPath: url.path)
            }
        }
        try leaveCopies()
        let new = ModelContext(
            try ModelContainer(
                for: ShopV3.Item.self, migrationPlan: ShopPlan.self,
                configurations: ModelConfiguration(url: directory.file())))
        try new.close()
        let maintainer = StoreMaintainer(
            url: directory.file(), for: Schema(versionedSchema: ShopV3.self), migrationPlan: ShopPlan.self)
        #expect(maintainer.copies().count == StoreCopy.maximumCount)
        let copy = try #require(maintainer.copies().first { $0.reason == .migration })
        let backup = directory.file("backup")
        try maintainer.backup(to: backup)
        try leaveCopies()
        let kept = try #require(try maintainer.restore(from: backup))
        #expect(FileManager.default.fileExists(atPath: kept.path))
        #expect(maintainer.copies().count == StoreCopy.maximumCount)
        #expect(FileManager.default.fileExists(atPath: copy.url.path))
    }

    @Test func `Copies dated by a fast clock are deleted before those made with the correct clock`() throws {
        let store = try MaintenanceTestStore(trips: 1)
        let backup = try store.backup()
        let ahead = (1...StoreCopy.maximumCount).map { number in
            URL(fileURLWithPath: store.url.path + ".before-restore-2030010\(number)T000000Z")
        }
        for (number, url) in ahead.enumerated() {
            try Data("copy".utf8).write(to: url)
            let date = Date.now.addingTimeInterval(1e8 + Double(number))
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: url.path)
        }
        let context = try store.context()
        context.insert(Sight("of today"))
        try context.save()
        try context.close()
        let today = try #require(try store.maintainer.restore(from: backup))
        let kept = try #require(try store.maintainer.restore(from: backup))
        for url in [today, kept] + ahead.dropFirst(2) {
            #expect(FileManager.default.fileExists(atPath: url.path), "\(url.lastPathComponent)")
        }
        #expect(store.maintainer.copies().count == StoreCopy.maximumCount)
        let titles = try SQLFile(today.path, .existing, timeout: 2).texts(
            "SELECT title FROM Sight")
        #expect(titles.contains("of today"))
    }

    @Test func `Only files whose names match a copy's name byte by byte are copies`() throws {
        let directory = try TemporaryDirectory()
        let store = directory.url.path + "/caf\u{E9}.store"
        let ours = [
            "migration-1", "migration-12x2", "restore-20261121T083000Z", "restore-20261121T083000Zx12",
        ]
        let others = [
            "migration-", "migration-laptop", "migration-1x", "migration-1x2x3", "migration-x2",
            "migration-1a", "migration-1.zip", "migration-\u{661}", "restore-", "restore-1",
            "restore-20261121", "restore-20261121T083000", "restore-20261121T083000Zx", "restore-today",
            "restore-2026112aT083000Z", "restore-20261121T08300bZ", "restore-20261121-083000Z", "lunch-1",
        ]
        let names = (ours + others).map { "\(store).before-\($0)" }
        // These names are canonically equivalent to the store's, but belong to different files.
        let neighbours = ours.map { "\(directory.url.path)/cafe\u{301}.store.before-\($0)" }
        for name in names + neighbours {
            #expect(FileManager.default.createFile(atPath: name, contents: Data("copy".utf8)), "\(name)")
        }
        let maintainer = StoreMaintainer(url: URL(fileURLWithPath: store), for: Schema([Book.self]))
        let found = maintainer.copies().map { Array($0.url.path.utf8) }
        #expect(Set(found) == Set(names.prefix(ours.count).map { Array($0.utf8) }))
    }

    @Test func `The latest migration and restore copies are kept, and other files stay`() throws {
        let directory = try TemporaryDirectory()
        let old = ModelContext(try container(directory.file(), ShopV1.Item.self))
        old.insert(ShopV1.Item(name: "tea", price: 1.25))
        try old.save()
        try old.close()
        func file(_ ending: String) -> URL { URL(fileURLWithPath: directory.file().path + ending) }
        // The greater the number in a copy's name, the older the copy.
        let earlier = (1...StoreCopy.maximumCount + 2).map { number in
            file(".before-\(number % 2 == 0 ? "restore-2026010\(number)T000000Z" : "migration-9\(number)")")
        }
        let others = [
            file(".before-migration-1.zip"), file(".before-migration-laptop"), file(".before-lunch-1"),
            file("2.before-migration-1"),
        ]
        for (number, url) in (others + earlier).enumerated() {
            try Data("copy".utf8).write(to: url)
            let date = Date.now.addingTimeInterval(-86_400 * Double(1 + number))
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: url.path)
        }
        let new = ModelContext(
            try ModelContainer(
                for: ShopV3.Item.self, migrationPlan: ShopPlan.self,
                configurations: ModelConfiguration(url: directory.file())))
        #expect(try new.fetch(FetchDescriptor<ShopV3.Item>()).map(\.cents) == [125])
        try new.close()
        let copies = StoreMaintainer(url: directory.file(), for: Schema(versionedSchema: ShopV3.self))
            .copies()
        #expect(
            copies.map(\.url.path).dropFirst() == earlier.prefix(StoreCopy.maximumCount - 1).map(\.path)[...])
        for (index, url) in earlier.enumerated() {
            let isThere = FileManager.default.fileExists(atPath: url.path)
            #expect(isThere == (index < StoreCopy.maximumCount - 1), "\(url.lastPathComponent)")
        }
        for url in others { #expect(try Data(contentsOf: url) == Data("copy".utf8)) }
        // The latest copy is the store before the migration.
        let copy = try #require(copies.first)
        #expect(copy.reason == .migration)
        let kept = ModelContext(try container(copy.url, ShopV1.Item.self))
        #expect(try kept.fetch(FetchDescriptor<ShopV1.Item>()).map(\.price) == [1.25])
        try kept.close()
    }

    @Test func `Only the owner can read a copy, and a copy replaces a file only if requested`() throws {
        let store = try MaintenanceTestStore(trips: 1)
        let copy = store.directory.file("copy.store")
        try Data("mine".utf8).write(to: copy)
        #expect(throws: ModelDataError.alreadyExists(path: copy.path)) {
            try store.maintainer.backup(to: copy)
        }
        #expect(try Data(contentsOf: copy) == Data("mine".utf8))
        try store.maintainer.backup(to: copy, replacing: true)
        let mode = try FileManager.default.attributesOfItem(atPath: copy.path)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
        #expect(throws: ModelDataError.alreadyExists(path: store.url.path)) {
            try store.maintainer.backup(to: store.url, replacing: true)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: store.directory.url.path)
        #expect(names.filter { $0.hasSuffix(".partial") } == [])
    }

    @Test func `A backup doesn't replace a file that another tool is reading or writing`() throws {
        let store = try MaintenanceTestStore(trips: 1)
        let copy = try store.backup()
        let maintainer = StoreMaintainer(
            url: store.url, for: Schema(MaintenanceTestStore.types), lockTimeout: 0)
        let locked = ModelDataError.locked(path: copy.path, seconds: 0)
        do {
            let other = try SQLFile(copy.path, .existing, timeout: 0)
            try other.execute("BEGIN IMMEDIATE; UPDATE Sight SET title = 'theirs'")
            // A backup has a rollback journal instead of a write-ahead log.
            try #require(FileManager.default.fileExists(atPath: copy.path + "-journal"))
            #expect(throws: locked) { try maintainer.backup(to: copy, replacing: true) }
            try other.execute("COMMIT")
            try other.execute("BEGIN; SELECT count(*) FROM Sight")
            #expect(throws: locked) { try maintainer.backup(to: copy, replacing: true) }
            try other.execute("ROLLBACK")
        }
        let titles = "SELECT DISTINCT title FROM Sight"
        #expect(try SQLFile(copy.path, .existing, timeout: 0).texts(titles) == ["theirs"])
        #expect(try maintainer.backup(to: copy, replacing: true) == nil)
        #expect(try SQLFile(copy.path, .existing, timeout: 0).texts(titles).count == 10)
    }

    @Test func `A backup of an in-memory store moves a log beside its name and reports the new place`() throws
    {
        let directory = try TemporaryDirectory()
        let original = try memory(Book.self)
        let context = ModelContext(original)
        context.insert(Book(title: "Solaris", author: "Lem"))
        try context.save()
        let copy = directory.file("copy.store")
        let log = URL(fileURLWithPath: copy.path + "-wal")
        try Data("mine".utf8).write(to: copy)
        try Data("log".utf8).write(to: log)
        #expect(throws: ModelDataError.alreadyExists(path: copy.path)) { try original.backup(to: copy) }
        #expect(try Data(contentsOf: copy) == Data("mine".utf8))
        #expect(try Data(contentsOf: log) == Data("log".utf8))
        try FileManager.default.removeItem(at: copy)
        let kept = try #require(try original.backup(to: copy))
        #expect(try Data(contentsOf: kept) == Data("log".utf8))
        #expect(try original.backup(to: copy, replacing: true) == nil)
        let copied = ModelContext(try container(copy, Book.self))
        #expect(try copied.fetch(FetchDescriptor<Book>()).map(\.title) == ["Solaris"])
        try copied.close()
    }

    @Test func `If a backup can't be renamed, a log beside it is put back and no other file remains`() throws
    {
        let store = try MaintenanceTestStore(trips: 1)
        // Create a directory with the backup's name, which a file can't replace.
        let place = store.directory.file("place")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
        let log = URL(fileURLWithPath: place.path + "-wal")
        try Data("log".utf8).write(to: log)
        func names() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: store.directory.url.path).sorted()
        }
        let before = try names()
        #expect(throws: ModelDataError.self) { try store.maintainer.backup(to: place, replacing: true) }
        #expect(try names() == before)
        let original = try memory(Book.self)
        #expect(throws: ModelDataError.self) { try original.backup(to: place, replacing: true) }
        #expect(try names() == before)
        #expect(try Data(contentsOf: log) == Data("log".utf8))
    }

    @Test func `Copies are stored beside the link's target, and restore replaces the target`() throws {
        let directory = try TemporaryDirectory()
        let disk = directory.url.appending(path: "disk")
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: false)
        let (link, real) = (directory.file("link.store"), disk.appending(path: "real.store"))
        let copy = directory.file("copy.store")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: real)
        let maintainer = StoreMaintainer(url: link, for: Schema([Book.self]))
        try add("Solaris", to: copy)
        #expect(try maintainer.restore(from: copy) == nil)
        try add("Eden", to: link)
        let kept = try #require(try maintainer.restore(from: copy))
        #expect(kept.deletingLastPathComponent().path == disk.path)
        #expect(maintainer.copies().map(\.url.path) == [kept.path])
        let context = ModelContext(try container(real, Book.self))
        #expect(try context.fetch(FetchDescriptor<Book>()).map(\.title) == ["Solaris"])
        try context.close()
        #expect(throws: ModelDataError.alreadyExists(path: link.path)) { try maintainer.restore(from: link) }
    }

    private func add(_ title: String, to url: URL) throws {
        let context = ModelContext(try container(url, Book.self))
        context.insert(Book(title: title, author: "Lem"))
        try context.save()
        try context.close()
    }

    @Test func `A link at a backup's path is replaced, not followed`() throws {
        let store = try MaintenanceTestStore(trips: 1)
        let (victim, link) = (store.directory.file("victim"), store.directory.file("link"))
        try Data("mine".utf8).write(to: victim)
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: victim)
        #expect(throws: ModelDataError.alreadyExists(path: link.path)) {
            try store.maintainer.backup(to: link)
        }
        try store.maintainer.backup(to: link, replacing: true)
        #expect(try Data(contentsOf: victim) == Data("mine".utf8))
    }
}

@Model
final class Scan {
    var name: String
    @Attribute(.externalStorage) var page: Data

    init(name: String, page: Data) {
        self.name = name
        self.page = page
    }
}
