import Foundation
import ModelData
import Testing

@Suite("Undo and redo")
struct UndoTests {
    private func titles(_ context: ModelContext) throws -> [String] {
        try context.fetch(FetchDescriptor<Book>()).map(\.title)
    }

    @Test func `Undo and redo revert and repeat insertions, changes and deletions`() throws {
        let context = ModelContext(try memory(Book.self))
        let book = Book(title: "Solaris", author: "Lem")
        context.insert(book)
        try context.save()
        book.title = "Eden"
        book.status = .completed
        try context.save()
        let number = book.persistentModelID.recordNumber
        context.delete(book)
        try context.save()

        try context.undoLastTransaction()
        let back = try #require(try context.fetch(FetchDescriptor<Book>()).first)
        #expect(back.title == "Eden")
        #expect(back.status == .completed)
        #expect(back.persistentModelID.recordNumber == number)
        try context.undoLastTransaction()
        #expect(back.title == "Solaris")
        #expect(back.status == .onShelf)
        try context.undoLastTransaction()
        #expect(back.modelContext == nil)
        #expect(back.title == "Solaris")
        #expect(try context.undoLastTransaction() == nil)

        try context.redoLastTransaction()
        #expect(try titles(context) == ["Solaris"])
        try context.redoLastTransaction()
        #expect(try titles(context) == ["Eden"])
        try context.redoLastTransaction()
        #expect(try titles(context) == [])
        #expect(try context.redoLastTransaction() == nil)
        try context.undoLastTransaction()
        #expect(try titles(context) == ["Eden"])
    }

    @Test func `Undo works after a restart of the program`() throws {
        let directory = try TemporaryDirectory()
        do {
            let context = ModelContext(try container(directory.file(), Book.self))
            context.insert(Book(title: "Solaris", author: "Lem"))
            try context.save()
            context.transactionNote = "add Eden"
            context.insert(Book(title: "Eden", author: "Lem"))
            try context.save()
        }
        let context = ModelContext(try container(directory.file(), Book.self))
        #expect(try context.undoableTransaction()?.note == "add Eden")
        #expect(try context.undoLastTransaction()?.note == "add Eden")
        #expect(try titles(context) == ["Solaris"])
        #expect(try context.redoableTransaction()?.note == "add Eden")
    }

    @Test func `A new change discards the steps that could be redone`() throws {
        let context = ModelContext(try memory(Book.self))
        context.insert(Book(title: "Solaris", author: "Lem"))
        try context.save()
        try context.undoLastTransaction()
        context.insert(Book(title: "Eden", author: "Lem"))
        try context.save()
        #expect(try context.redoableTransaction() == nil)
        #expect(try context.redoLastTransaction() == nil)
        #expect(try titles(context) == ["Eden"])
        try context.undoLastTransaction()
        #expect(try titles(context) == [])
        #expect(try context.undoLastTransaction() == nil)
    }

    @Test func `Undo is refused if another context changed the record since`() throws {
        let directory = try TemporaryDirectory()
        let container = try container(directory.file(), Book.self)
        let mine = ModelContext(container)
        mine.author = "me"
        let book = Book(title: "Solaris", author: "Lem")
        let untouched = Book(title: "Eden", author: "Lem")
        mine.insert(book)
        mine.insert(untouched)
        try mine.save()
        let number = try #require(book.persistentModelID.recordNumber)
        untouched.rating = 1
        try mine.save()
        book.rating = 2
        try mine.save()

        let theirs = ModelContext(container)
        theirs.author = "sync"
        try #require(try theirs.object(Book.self, number: number)).rating = 5
        try theirs.save()

        #expect(throws: ModelDataError.undoConflict(model: "Book", record: number)) {
            try mine.undoLastTransaction()
        }
        #expect(book.rating == 2)
        #expect(try ModelContext(container).object(Book.self, number: number)?.rating == 5)
        // Once the other context has undone its change, that change no longer blocks the undo.
        try theirs.undoLastTransaction()
        try mine.undoLastTransaction()
        #expect(book.rating == nil)
        try mine.undoLastTransaction()
        #expect(untouched.rating == nil)
    }

    @Test func `Undo is refused while there are unsaved changes`() throws {
        let context = ModelContext(try memory(Book.self))
        context.insert(Book(title: "Solaris", author: "Lem"))
        #expect(throws: ModelDataError.unsavedChanges) { try context.undoLastTransaction() }
    }

    @Test func `An undo in a transaction is rolled back with it`() throws {
        let context = ModelContext(try memory(Book.self))
        let book = Book(title: "Solaris", author: "Lem")
        context.insert(book)
        try context.save()
        try context.beginTransaction()
        try context.undoLastTransaction()
        #expect(try context.fetchCount(FetchDescriptor<Book>()) == 0)
        context.rollbackTransaction()
        #expect(try titles(context) == ["Solaris"])
        #expect(!book.isDeleted)
        #expect(book.modelContext === context)
        try context.beginTransaction()
        try context.undoLastTransaction()
        try context.commitTransaction()
        #expect(try titles(context) == [])
        #expect(try context.historySummaries().map(\.kind) == [.undo, .change])
    }

    @Test func `Undo and redo report the records that they inserted, changed and deleted`() throws {
        let context = ModelContext(try memory(Book.self))
        let kept = Book(title: "kept", author: "x")
        let gone = Book(title: "gone", author: "x")
        context.insert(kept)
        context.insert(gone)
        try context.save()
        let added = Book(title: "added", author: "x")
        try context.transaction {
            kept.rating = 1
            context.insert(added)
            try context.save()
            kept.rating = 2
            added.rating = 3
            gone.rating = 4
            try context.save()
            context.delete(gone)
        }
        nonisolated(unsafe) var reports: [String: [Int64?]] = [:]
        let observer = NotificationCenter.default.addObserver(
            forName: ModelContext.didSave, object: context, queue: nil
        ) { notification in
            for (key, value) in notification.userInfo ?? [:] {
                if let key = key as? String, let value = value as? [PersistentIdentifier] {
                    reports[key] = value.map(\.recordNumber)
                }
            }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        try context.undoLastTransaction()
        #expect(reports == ["inserted": [2], "updated": [1], "deleted": [3]])
        try context.redoLastTransaction()
        #expect(reports == ["inserted": [3], "updated": [1], "deleted": [2]])
    }

    @Test func `A transaction that inserts and deletes records is undone and redone`() throws {
        let context = ModelContext(try travel())
        context.insert(Trip(name: "before"))
        try context.save()
        try context.transaction {
            let short = Trip(name: "short")
            short.sights = [Sight("a"), Sight("b")]
            context.insert(short)
            try context.save()
            context.insert(Trip(name: "long"))
            context.delete(short)
        }
        func names() throws -> [String] { try context.fetch(FetchDescriptor<Trip>()).map(\.name) }
        #expect(try names() == ["before", "long"])
        for _ in 0..<2 {
            #expect(try context.undoLastTransaction() != nil)
            #expect(try names() == ["before"])
            #expect(try context.redoLastTransaction() != nil)
            #expect(try names() == ["before", "long"])
        }
        #expect(try context.fetchCount(FetchDescriptor<Sight>()) == 0)
        #expect(try context.container.integrityCheck().isEmpty)
    }

    @Test func `A record's number is never reused, not even after an undo`() throws {
        let context = ModelContext(try memory(Book.self))
        context.insert(Book(title: "Solaris", author: "Lem"))
        try context.save()
        try context.undoLastTransaction()
        let next = Book(title: "Eden", author: "Lem")
        context.insert(next)
        try context.save()
        #expect(next.persistentModelID.recordNumber == 2)
    }

    @Test func `Every type of value survives a deletion and its undo`() throws {
        let container = try memory(Everything.self)
        let context = ModelContext(container)
        let object = Everything(key: 1)
        object.optionalData = Data()
        object.optionalDouble = -.infinity
        object.optionalDecimal = Decimal(string: "1.10")
        context.insert(object)
        try context.save()
        context.delete(object)
        try context.save()
        try context.undoLastTransaction()
        let back = try #require(try context.fetch(FetchDescriptor<Everything>()).first)
        #expect(back !== object)
        #expect(back.int64 == .min)
        #expect(back.text == "zażółć")
        #expect(back.uuid == object.uuid)
        #expect(back.optionalData == Data())
        #expect(back.optionalDouble == -.infinity)
        #expect(back.optionalDecimal == object.optionalDecimal)
        #expect(back.place == object.place)
        #expect(back.optionalText == nil)
        #expect(back.date == object.date)
    }

    @Test(arguments: [5_995_425_776_313_669_632, SeededGenerator.newSeed])
    func `Random changes are all undone and all redone`(seed: UInt64) throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let context = ModelContext(try memory(Book.self))
        func snapshot() throws -> [String] {
            try context.fetch(FetchDescriptor<Book>()).map {
                "\($0.persistentModelID) \($0.title) \($0.rating ?? -1)"
            }
        }
        var states = [try snapshot()]
        for step in 0..<40 {
            let books = try context.fetch(FetchDescriptor<Book>())
            for _ in 0...Int.random(in: 0...4, using: &random) {
                switch Int.random(in: 0...2, using: &random) {
                case 0: context.insert(Book(title: "book \(step)", author: "x"))
                case 1: books.randomElement(using: &random)?.rating = Int.random(in: 0...9, using: &random)
                default: if let book = books.randomElement(using: &random) { context.delete(book) }
                }
            }
            guard context.hasChanges else { continue }
            try context.save()
            let state = try snapshot()
            if state != states.last { states.append(state) }
        }
        for state in states.dropLast().reversed() {
            try context.undoLastTransaction()
            #expect(try snapshot() == state, "undo, seed \(seed)")
        }
        for state in states.dropFirst() {
            try context.redoLastTransaction()
            #expect(try snapshot() == state, "redo, seed \(seed)")
        }
        #expect(try context.redoLastTransaction() == nil)
    }
}

@Suite("Progress of a long undo")
struct UndoProgressTests {
    private struct Enough: Error {}

    @Test
    func `Progress is reported every few hundred records, and an error from the handler reverts everything`()
        throws
    {
        let context = ModelContext(try memory(Trip.self))
        for number in 1...2000 { context.insert(Trip(name: "Trip \(number)")) }
        try context.save()
        var reports: [Int] = []
        #expect(throws: Enough.self) {
            try context.undoLastTransaction { done, total in
                reports.append(done)
                #expect(total == 4000)
                if done >= 3000 { throw Enough() }
            }
        }
        #expect(reports == [500, 1000, 1500, 2000, 2500, 3000])
        #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 2000)
        try context.undoLastTransaction()
        #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 0)
        reports = []
        try context.redoLastTransaction { done, _ in reports.append(done) }
        #expect(reports == [500, 1000, 1500, 2000])
        #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 2000)
    }
}
