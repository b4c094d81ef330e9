import Foundation
import Testing

@testable import ModelData

@Suite("Backups and their restoring")
struct RestoreTests {
    @Test("A backup that is restored brings everything back, and what was there is kept")
    func restores() throws {
        let store = try CareStore(trips: 3)
        let before = try store.titles()
        let copy = try store.backup()
        let context = try store.context()
        try context.delete(model: Sight.self)
        context.insert(Sight("later"))
        try context.save()
        try context.close()
        let kept = try #require(try store.care.restore(from: copy))
        #expect(try store.titles() == before)
        #expect(store.care.copies().map(\.url.path) == [kept.path])
        #expect(store.care.copies().first?.reason == .restore)
        _ = try store.care.restore(from: kept)
        #expect(try store.titles().values.sorted() == ["later"])
        #expect(try store.care.problems() == [])
    }

    @Test("Where a copy can't be made ready, it is said what is wrong with it, and the store stays as it was")
    func unready() throws {
        let store = try CareStore(trips: 3)
        let before = try store.titles()
        let copy = try store.backup()
        #expect(throws: ModelDataError.self) {
            try store.care.restore(from: copy) { door, _ in
                try door.run("INSERT INTO _modeldata (key, value) VALUES ('new', ?)", .null)
            }
        }
        #expect(try store.titles() == before)
        #expect(store.care.copies() == [])
    }

    @Test("Others who have the store open see the old content until the new one is there, and go on working")
    func others() throws {
        let store = try CareStore(trips: 3)
        let copy = try store.backup()
        let other = try store.context()
        let sight = try #require(try other.fetch(FetchDescriptor<Sight>()).first)
        sight.title = "changed by another"
        try other.save()
        let kept = try #require(try store.care.restore(from: copy))
        #expect(try other.storeChangedElsewhere())
        #expect(sight.title.hasPrefix("sight"))
        sight.title = "changed again"
        try other.save()
        #expect(try store.titles().values.contains("changed again"))
        // What was acknowledged before the restoring is in what was kept.
        let old = ModelContext(
            try ModelContainer(for: Schema(CareStore.types), configurations: ModelConfiguration(url: kept)))
        #expect(try old.fetch(FetchDescriptor<Sight>()).contains { $0.title == "changed by another" })
        try other.close()
        #expect(try store.care.problems() == [])
    }

    @Test("Who holds to a content writes nothing into the one that took its place, and goes on with that")
    func held() throws {
        let store = try CareStore(trips: 3)
        let copy = try store.backup()
        let other = try store.context()
        let sight = try #require(try other.fetch(FetchDescriptor<Sight>()).first)
        try other.holdToContent()
        try other.checkContent()
        sight.title = "changed before"
        try other.save()
        let replaced = ModelDataError.contentReplaced(path: store.url.path)
        _ = try store.care.restore(from: copy)
        sight.title = "changed after"
        #expect(throws: replaced) { try other.save() }
        #expect(throws: replaced) { try other.checkContent() }
        other.rollback()
        #expect(try !store.titles().values.contains { $0.hasPrefix("changed") })
        try other.holdToContent()
        let found = try #require(try other.fetch(FetchDescriptor<Sight>()).first)
        found.title = "changed at last"
        try other.save()
        #expect(try store.titles().values.contains("changed at last"))
        // The damaged half of the store is other content too.
        try other.close()
        let before = try CareConnection(store.url.path, .existing, timeout: 2).texts(StoreContent.query)
        try store.damage { data in for offset in data.count / 2..<data.count { data[offset] = 0x33 } }
        try #require(try store.care.repair().keptAt != nil)
        let after = try CareConnection(store.url.path, .existing, timeout: 2).texts(StoreContent.query)
        #expect(before != after && after.count == 1)
    }

    @Test("What can't be a backup of the store is refused before anything is touched")
    func refused() throws {
        let store = try CareStore(trips: 2)
        let before = try Data(contentsOf: store.url)
        let bad = store.directory.file("bad.store")
        func refuses(_ content: Data, _ error: ModelDataError?) throws {
            try content.write(to: bad)
            if let error {
                #expect(throws: error) { try store.care.restore(from: bad) }
            } else {
                #expect(throws: ModelDataError.self) { try store.care.restore(from: bad) }
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
        // A store of ours, but of another program.
        let foreign = store.directory.file("foreign.store")
        let books = ModelContext(try container(foreign, Book.self))
        books.insert(Book(title: "Solaris", author: "Lem"))
        try books.save()
        try books.close()
        try refuses(
            try Data(contentsOf: foreign),
            .notAStore(path: bad.path, reason: .foreignDatabase(applicationID: 0x6D6F_646C)))
        #expect(throws: ModelDataError.self) { try store.care.restore(from: store.directory.file("missing")) }
        #expect(throws: ModelDataError.alreadyExists(path: store.url.path)) {
            try store.care.restore(from: store.url)
        }
        #expect(store.care.copies() == [])
    }

    @Test(
        "A database of another program is neither replaced nor repaired, whatever its tables are named",
        arguments: [0, 7],
        ["CREATE TABLE photo (id, name)", "CREATE TABLE Label (_id, word, identifier, format)"])
    func databaseOfAnother(applicationID: Int, table: String) throws {
        let store = try CareStore(trips: 1)
        let copy = try store.backup()
        let url = store.directory.file("other.db")
        let other = try StoreConnection(path: url.path, timeout: 2)
        try other.perform { try $0.execute("PRAGMA application_id = \(applicationID); \(table)") }
        try other.close()
        let before = try Data(contentsOf: url)
        let care = StoreCare(url: url, for: Schema(CareStore.types), lockTimeout: 2)
        let refusal = ModelDataError.notAStore(
            path: url.path, reason: .foreignDatabase(applicationID: Int32(applicationID)))
        #expect(throws: refusal) { try care.restore(from: copy) }
        #expect(throws: refusal) { try care.repair() }
        #expect(throws: refusal) { try care.damage() }
        #expect(try Data(contentsOf: url) == before)
        #expect(care.copies() == [])
    }

    @Test("A copy beside which another store's log lies is restored as it is, and stays so")
    func strayLog() throws {
        let store = try CareStore(trips: 2)
        let titles = try store.titles()
        let copy = try store.backup()
        try leaveLog(beside: copy)
        let bytes = try Data(contentsOf: copy)
        try store.care.checkCopy(at: copy)
        try store.care.restore(from: copy)
        #expect(try store.titles() == titles)
        #expect(try Data(contentsOf: copy) == bytes)
        #expect(FileManager.default.fileExists(atPath: copy.path + "-wal"))
    }

    @Test(
        "A copy beside which another store's log lies stays so, however often it is restored, and is no spare copy"
    )
    func strayLogAgain() throws {
        let store = try CareStore(trips: 2)
        let copy = try store.backup()
        try leaveLog(beside: copy)
        let files = try [copy.path, copy.path + "-wal"].map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
        for number in 1...7 {
            let context = try store.context()
            context.insert(Sight("extra \(number)"))
            try context.save()
            try context.close()
            try store.care.restore(from: copy)
        }
        #expect(
            try [copy.path, copy.path + "-wal"].map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
                == files)
    }

    @Test(
        "A copy that was put in the place of a store whose log is left is refused, and both stay as they are")
    func strayLogOfStore() throws {
        let store = try CareStore(trips: 2)
        let titles = try store.titles()
        let copy = try store.backup()
        let place = store.directory.file("place.store")
        try FileManager.default.copyItem(at: copy, to: place)
        try leaveLog(beside: place)
        let log = place.path + "-wal"
        let files = try [place.path, log].map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
        let refused = ModelDataError.notAStore(path: place.path, reason: .othersLog(path: log))
        let care = StoreCare(url: place, for: Schema(CareStore.types), lockTimeout: 2)
        for allowsSave in [true, false] {
            let configuration = ModelConfiguration(url: place, allowsSave: allowsSave)
            #expect(throws: refused) {
                try ModelContainer(for: Schema(CareStore.types), configurations: configuration)
            }
        }
        #expect(throws: refused) { try care.backup(to: store.directory.file("another.store")) }
        #expect(throws: refused) { try care.restore(from: copy) }
        #expect(throws: refused) { try care.repair() }
        #expect(throws: refused) { try care.damage() }
        #expect(try [place.path, log].map { try Data(contentsOf: URL(fileURLWithPath: $0)) } == files)
        // A link leads to the same.
        let link = store.directory.file("link.store")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: place)
        #expect(throws: refused) {
            try ModelContainer(
                for: Schema(CareStore.types), configurations: ModelConfiguration(url: link))
        }
        try FileManager.default.moveItem(atPath: log, toPath: store.directory.file("log").path)
        let context = ModelContext(
            try ModelContainer(for: Schema(CareStore.types), configurations: ModelConfiguration(url: place)))
        #expect(try context.fetchCount(FetchDescriptor<Sight>()) == titles.count)
        try context.close()
    }

    @Test("A backup that replaces a copy beside which another store's log lies keeps that log")
    func strayLogOfReplaced() throws {
        let store = try CareStore(trips: 2)
        let copy = try store.backup()
        try leaveLog(beside: copy)
        let log = try Data(contentsOf: URL(fileURLWithPath: copy.path + "-wal"))
        let kept = try #require(try store.care.backup(to: copy, replacing: true))
        #expect(try Data(contentsOf: kept) == log)
        #expect(!FileManager.default.fileExists(atPath: copy.path + "-wal"))
    }

    /// Leaves a log with pages of a store beside a file, which SQLite would write over the file.
    private func leaveLog(beside file: URL) throws {
        let other = try CareStore(trips: 3)
        let open = try other.context()
        try #require(try open.fetch(FetchDescriptor<Sight>()).first).title = "of another store"
        try open.save()
        try FileManager.default.copyItem(atPath: other.url.path + "-wal", toPath: file.path + "-wal")
        try open.close()
    }

    @Test("A store of another program is not replaced where its header is damaged, but an empty database is")
    func damagedStoreOfAnother() throws {
        let store = try CareStore(trips: 1)
        let copy = try store.backup()
        let foreign = store.directory.file("foreign.store")
        let books = ModelContext(try container(foreign, Book.self))
        books.insert(Book(title: "Solaris", author: "Lem"))
        try books.save()
        try books.close()
        var bytes = try Data(contentsOf: foreign)
        bytes[68] = 0x11
        try bytes.write(to: foreign)
        let care = StoreCare(url: foreign, for: Schema(CareStore.types), lockTimeout: 2)
        #expect(throws: ModelDataError.self) { try care.restore(from: copy) }
        #expect(try Data(contentsOf: foreign) == bytes)
        let empty = store.directory.file("empty.store")
        let database = try StoreConnection(path: empty.path, timeout: 2)
        try database.perform { try $0.execute("PRAGMA user_version = 1") }
        try database.close()
        try StoreCare(url: empty, for: Schema(CareStore.types), lockTimeout: 2).restore(from: copy)
        #expect(try StoreCare(url: empty, for: Schema(CareStore.types)).damage() == nil)
        // Of one's own, the header and what tells of the tables may be gone.
        let titles = try store.titles()
        var damaged = try Data(contentsOf: store.url)
        for offset in 60..<200 { damaged[offset] = 0 }
        try damaged.write(to: store.url)
        try store.care.restore(from: copy)
        #expect(try store.titles() == titles)
    }

    @Test("A store whose header says that it is another program's is asked about before it is repaired")
    func headerOfAnother() throws {
        let store = try CareStore(trips: 1)
        let titles = try store.titles()
        var bytes = try Data(contentsOf: store.url)
        bytes[68] = 0x11
        try bytes.write(to: store.url)
        #expect(try store.care.damage() != nil)
        #expect(try store.care.repair().hasLosses == false)
        #expect(try store.care.damage() == nil)
        #expect(try store.titles() == titles)
    }

    @Test("A damaged store, and one that isn't there, are replaced too")
    func damaged() throws {
        let store = try CareStore(trips: 6)
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
            let kept = try #require(try store.care.restore(from: copy))
            #expect(kept.lastPathComponent.contains(".damaged-"))
            #expect(try store.titles() == before)
            #expect(try store.care.problems() == [])
        }
        try FileManager.default.removeItem(at: store.url)
        #expect(try store.care.restore(from: copy) == nil)
        #expect(try store.titles() == before)
    }

    @Test("A backup of an earlier version is brought to this one, and one of a newer version is refused")
    func versions() throws {
        let directory = try TemporaryDirectory()
        let old = ModelContext(try container(directory.file("old"), ShopV1.Item.self))
        old.insert(ShopV1.Item(name: "tea", price: 1.25))
        try old.save()
        try old.close()
        let store = directory.file()
        let care = StoreCare(
            url: store, for: Schema(versionedSchema: ShopV3.self), migrationPlan: ShopPlan.self)
        _ = try care.restore(from: directory.file("old"))
        let new = ModelContext(
            try ModelContainer(
                for: ShopV3.Item.self, migrationPlan: ShopPlan.self,
                configurations: ModelConfiguration(url: store)))
        #expect(try new.fetch(FetchDescriptor<ShopV3.Item>()).map(\.cents) == [125])
        try new.close()
        try care.backup(to: directory.file("new"))
        let earlier = StoreCare(url: directory.file("old"), for: Schema([ShopV1.Item.self]))
        #expect(throws: ModelDataError.self) { try earlier.restore(from: directory.file("new")) }
        let rest = ModelContext(try container(directory.file("old"), ShopV1.Item.self))
        #expect(try rest.fetch(FetchDescriptor<ShopV1.Item>()).map(\.price) == [1.25])
    }

    @Test(
        "A backup has the files of large values, in a folder of its own, and so has the store after restoring"
    )
    func externalFiles() throws {
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
        let care = StoreCare(url: directory.file(), for: schema)
        try care.backup(to: directory.file("copy"))
        try first.delete(model: Scan.self)
        try first.save()
        try first.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        try first.close()
        try? FileManager.default.removeItem(atPath: directory.file().path + ".external")
        _ = try care.restore(from: directory.file("copy"))
        let second = try context()
        #expect(try second.fetch(FetchDescriptor<Scan>()).map(\.page) == [page])
    }

    @Test("The latest copies that were made by themselves are kept, and older ones go")
    func pruning() throws {
        let store = try CareStore(trips: 1)
        let copy = try store.backup()
        for _ in 0..<StoreCopy.kept + 3 { _ = try store.care.restore(from: copy) }
        let copies = store.care.copies()
        #expect(copies.count == StoreCopy.kept)
        #expect(copies == copies.sorted { $0.date > $1.date })
        #expect(FileManager.default.fileExists(atPath: copy.path))
    }

    @Test("However many backups are tried one after the other, what was saved before and between them stays")
    func tryingBackups() throws {
        let store = try CareStore(trips: 2)
        let first = try store.backup()
        func save(_ title: String) throws {
            let context = try store.context()
            context.insert(Sight(title))
            try context.save()
            try context.close()
        }
        try save("in the second backup")
        let second = store.directory.file("second.store")
        try store.care.backup(to: second)
        func tryBackups() throws -> URL {
            let kept = try #require(try store.care.restore(from: first))
            for _ in 0..<3 {
                _ = try store.care.restore(from: second)
                // Looking at it changes nothing.
                #expect(try store.titles().values.contains("in the second backup"))
                _ = try store.care.restore(from: first)
            }
            return kept
        }
        func titles(_ copy: URL) throws -> [String] {
            let context = ModelContext(
                try ModelContainer(
                    for: Schema(CareStore.types), configurations: ModelConfiguration(url: copy)))
            defer { try? context.close() }
            return try context.fetch(FetchDescriptor<Sight>()).map(\.title)
        }
        try save("of today")
        let today = try tryBackups()
        #expect(store.care.copies().count == StoreCopy.kept)
        try save("between")
        let between = try tryBackups()
        #expect(store.care.copies().count == StoreCopy.kept)
        #expect(try titles(today).contains("of today"))
        #expect(try titles(between).contains("between"))
        // What another tool changed leaves no trace in the history.
        try CareConnection(store.url.path, .existing, timeout: 2).execute(
            "UPDATE Sight SET title = 'by hand' WHERE _id = 1")
        let byHand = try tryBackups()
        #expect(try titles(byHand).contains("by hand"))
    }

    /// A store with five copies that were made of it by themselves, each of another content.
    private struct Generations {
        let store: CareStore

        /// All that ever was in the store, the oldest first; the last is in it now.
        static let all = (1...StoreCopy.kept + 1).map { "generation \($0)" }

        init() throws {
            store = try CareStore(trips: 1)
            for (number, title) in Self.all.enumerated() {
                let context = try store.context()
                context.insert(Sight(title))
                try context.save()
                try context.close()
                if number == StoreCopy.kept { break }
                let copy = URL(fileURLWithPath: store.url.path + ".before-restore-2026010\(number)T000000Z")
                try store.care.backup(to: copy)
                let date = Date.now.addingTimeInterval(86_400 * Double(number - StoreCopy.kept))
                try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: copy.path)
            }
        }

        /// Which generation a store is of.
        func generation(of url: URL) throws -> String {
            let titles = try CareConnection(url.path, .existing, timeout: 2).texts("SELECT title FROM Sight")
            return titles.filter { $0.hasPrefix("generation") }.max() ?? ""
        }

        /// The oldest copy of a generation.
        func copy(of generation: String) throws -> URL? {
            try store.care.copies().reversed().map(\.url).first { try self.generation(of: $0) == generation }
        }

        /// The generations that are nowhere any more.
        func lost() throws -> Set<String> {
            let files = [store.url] + store.care.copies().map(\.url)
            return Set(Self.all).subtracting(try files.map(generation(of:)))
        }
    }

    @Test(
        "Whichever copies are restored one after the other, each stays as it is, and the content of none is lost"
    )
    func tryingCopies() throws {
        let home = try Generations()
        try #require(home.store.care.copies().count == StoreCopy.kept)
        // From the oldest on, which would go first, and round again.
        for (round, generation) in (Generations.all + Generations.all).enumerated() {
            guard try home.generation(of: home.store.url) != generation else { continue }
            let copy = try #require(try home.copy(of: generation), "round \(round): \(generation) is gone")
            let kept = try #require(try home.store.care.restore(from: copy))
            #expect(FileManager.default.fileExists(atPath: kept.path), "round \(round)")
            #expect(FileManager.default.fileExists(atPath: copy.path), "round \(round)")
            #expect(try home.generation(of: home.store.url) == generation, "round \(round)")
            #expect(try home.lost() == [], "round \(round)")
            // The one that was restored comes on top of those that are kept.
            #expect(home.store.care.copies().count <= StoreCopy.kept + 1, "round \(round)")
        }
    }

    @Test(
        "What was restored from a file that is another one by now, or is gone, isn't given up for older copies"
    )
    func overwrittenBackup() throws {
        for isReplaced in [false, true] {
            let home = try Generations()
            let care = home.store.care
            let backup = home.store.directory.file("stick.store")
            let oldest = try #require(care.copies().last).url
            try FileManager.default.moveItem(at: oldest, to: backup)
            try care.restore(from: backup)
            // Nothing is saved before the next restoring, and the stick gets another content meanwhile.
            let other = try #require(try home.copy(of: Generations.all[1]))
            try FileManager.default.removeItem(at: backup)
            if isReplaced { try FileManager.default.copyItem(at: other, to: backup) }
            let kept = try #require(try care.restore(from: other))
            #expect(try home.generation(of: kept) == Generations.all[0])
            for number in 2...3 {
                try care.restore(from: try #require(try home.copy(of: Generations.all[number])))
                #expect(FileManager.default.fileExists(atPath: kept.path), "\(isReplaced) \(number)")
            }
        }
    }

    @Test("The copy that was just made stays, also where those before it are of a later date")
    func pruningAfterWrongClock() throws {
        let directory = try TemporaryDirectory()
        let old = ModelContext(try container(directory.file(), ShopV1.Item.self))
        old.insert(ShopV1.Item(name: "tea", price: 1.25))
        try old.save()
        try old.close()
        func leaveCopies() throws {
            for number in 1...StoreCopy.kept {
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
        let care = StoreCare(
            url: directory.file(), for: Schema(versionedSchema: ShopV3.self), migrationPlan: ShopPlan.self)
        #expect(care.copies().count == StoreCopy.kept)
        let copy = try #require(care.copies().first { $0.reason == .migration })
        let backup = directory.file("backup")
        try care.backup(to: backup)
        try leaveCopies()
        let kept = try #require(try care.restore(from: backup))
        #expect(FileManager.default.fileExists(atPath: kept.path))
        #expect(care.copies().count == StoreCopy.kept)
        #expect(FileManager.default.fileExists(atPath: copy.url.path))
    }

    @Test("Copies that a clock which was ahead has dated go first, not what was saved since it is right")
    func pruningAfterClockAhead() throws {
        let store = try CareStore(trips: 1)
        let backup = try store.backup()
        let ahead = (1...StoreCopy.kept).map { number in
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
        let today = try #require(try store.care.restore(from: backup))
        let kept = try #require(try store.care.restore(from: backup))
        for url in [today, kept] + ahead.dropFirst(2) {
            #expect(FileManager.default.fileExists(atPath: url.path), "\(url.lastPathComponent)")
        }
        #expect(store.care.copies().count == StoreCopy.kept)
        let titles = try CareConnection(today.path, .existing, timeout: 2).texts("SELECT title FROM Sight")
        #expect(titles.contains("of today"))
    }

    @Test("Only what has a name that is given to copies is taken for one, byte by byte")
    func names() throws {
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
        // The same letters, and another name.
        let neighbours = ours.map { "\(directory.url.path)/cafe\u{301}.store.before-\($0)" }
        for name in names + neighbours {
            #expect(FileManager.default.createFile(atPath: name, contents: Data("copy".utf8)), "\(name)")
        }
        let care = StoreCare(url: URL(fileURLWithPath: store), for: Schema([Book.self]))
        let found = care.copies().map { Array($0.url.path.utf8) }
        #expect(Set(found) == Set(names.prefix(ours.count).map { Array($0.utf8) }))
    }

    @Test("Of copies before migrations and before restoring the latest are kept, and other files stay")
    func pruningBeforeMigrations() throws {
        let directory = try TemporaryDirectory()
        let old = ModelContext(try container(directory.file(), ShopV1.Item.self))
        old.insert(ShopV1.Item(name: "tea", price: 1.25))
        try old.save()
        try old.close()
        func file(_ ending: String) -> URL { URL(fileURLWithPath: directory.file().path + ending) }
        // The older they are, the greater their numbers.
        let earlier = (1...StoreCopy.kept + 2).map { number in
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
        let copies = StoreCare(url: directory.file(), for: Schema(versionedSchema: ShopV3.self)).copies()
        #expect(copies.map(\.url.path).dropFirst() == earlier.prefix(StoreCopy.kept - 1).map(\.path)[...])
        for (index, url) in earlier.enumerated() {
            let isThere = FileManager.default.fileExists(atPath: url.path)
            #expect(isThere == (index < StoreCopy.kept - 1), "\(url.lastPathComponent)")
        }
        for url in others { #expect(try Data(contentsOf: url) == Data("copy".utf8)) }
        // The latest is the store as it was before.
        let copy = try #require(copies.first)
        #expect(copy.reason == .migration)
        let kept = ModelContext(try container(copy.url, ShopV1.Item.self))
        #expect(try kept.fetch(FetchDescriptor<ShopV1.Item>()).map(\.price) == [1.25])
        try kept.close()
    }

    @Test("A copy can be read by its owner only, and replaces a file only when told")
    func permissions() throws {
        let store = try CareStore(trips: 1)
        let copy = store.directory.file("copy.store")
        try Data("mine".utf8).write(to: copy)
        #expect(throws: ModelDataError.alreadyExists(path: copy.path)) { try store.care.backup(to: copy) }
        #expect(try Data(contentsOf: copy) == Data("mine".utf8))
        try store.care.backup(to: copy, replacing: true)
        let mode = try FileManager.default.attributesOfItem(atPath: copy.path)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
        #expect(throws: ModelDataError.alreadyExists(path: store.url.path)) {
            try store.care.backup(to: store.url, replacing: true)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: store.directory.url.path)
        #expect(names.filter { $0.hasSuffix(".partial") } == [])
    }

    @Test("A backup replaces no file that another tool writes to or reads, and nothing of theirs is lost")
    func inUse() throws {
        let store = try CareStore(trips: 1)
        let copy = try store.backup()
        let care = StoreCare(url: store.url, for: Schema(CareStore.types), lockTimeout: 0)
        let locked = ModelDataError.locked(path: copy.path, seconds: 0)
        do {
            let other = try CareConnection(copy.path, .existing, timeout: 0)
            try other.execute("BEGIN IMMEDIATE; UPDATE Sight SET title = 'theirs'")
            // A backup has no write-ahead log.
            try #require(FileManager.default.fileExists(atPath: copy.path + "-journal"))
            #expect(throws: locked) { try care.backup(to: copy, replacing: true) }
            try other.execute("COMMIT")
            try other.execute("BEGIN; SELECT count(*) FROM Sight")
            #expect(throws: locked) { try care.backup(to: copy, replacing: true) }
            try other.execute("ROLLBACK")
        }
        let titles = "SELECT DISTINCT title FROM Sight"
        #expect(try CareConnection(copy.path, .existing, timeout: 0).texts(titles) == ["theirs"])
        #expect(try care.backup(to: copy, replacing: true) == nil)
        #expect(try CareConnection(copy.path, .existing, timeout: 0).texts(titles).count == 10)
    }

    @Test("A backup of what is in memory keeps a log that is beside its name, and says where")
    func ofMemory() throws {
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

    @Test("Where a backup can't get its name, a log beside that has its own again, and nothing else is there")
    func nameTaken() throws {
        let store = try CareStore(trips: 1)
        // No file takes the place of a directory.
        let place = store.directory.file("place")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
        let log = URL(fileURLWithPath: place.path + "-wal")
        try Data("log".utf8).write(to: log)
        func names() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: store.directory.url.path).sorted()
        }
        let before = try names()
        #expect(throws: ModelDataError.self) { try store.care.backup(to: place, replacing: true) }
        #expect(try names() == before)
        let original = try memory(Book.self)
        #expect(throws: ModelDataError.self) { try original.backup(to: place, replacing: true) }
        #expect(try names() == before)
        #expect(try Data(contentsOf: log) == Data("log".utf8))
    }

    @Test("A link that stands where a backup goes is replaced, not followed")
    func links() throws {
        let store = try CareStore(trips: 1)
        let (victim, link) = (store.directory.file("victim"), store.directory.file("link"))
        try Data("mine".utf8).write(to: victim)
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: victim)
        #expect(throws: ModelDataError.alreadyExists(path: link.path)) { try store.care.backup(to: link) }
        try store.care.backup(to: link, replacing: true)
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
