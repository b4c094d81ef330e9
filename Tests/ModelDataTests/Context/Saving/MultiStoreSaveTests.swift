import Foundation
import Testing

@testable import ModelData

/// Tests that a save to two files changes both of them or neither, however it ends.
@Suite("Saves to several stores")
struct MultiStoreSaveTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private var books: URL { directory.file("books.store") }
    private var printings: URL { directory.file("printings.store") }

    private func open() throws -> ModelContainer {
        try ModelContainer(
            for: Book.self, Printing.self,
            configurations: ModelConfiguration("books", schema: Schema(Book.self), url: books),
            ModelConfiguration("printings", schema: Schema(Printing.self), url: printings))
    }

    private func titles(_ context: ModelContext) throws -> [[String]] {
        [
            try context.fetch(FetchDescriptor<Book>()).map(\.title),
            try context.fetch(FetchDescriptor<Printing>()).map(\.title),
        ]
    }

    private func save(_ title: String, _ context: ModelContext) throws {
        // Insert the objects in a different order from that in which their stores are written.
        context.insert(Printing(isbn: nil, title: title, year: 1961))
        context.insert(Book(title: title, author: "Lem"))
        try context.save()
    }

    /// Recreates the state after a process ended between the two commits of a save. The file `lost` lacks the
    /// changes of this save.
    private func crash(_ title: String, lost: URL) throws {
        let context = ModelContext(try open())
        let copy = directory.file("copy.store")
        try context.close()
        try FileManager.default.copyItem(at: lost, to: copy)
        try save(title, context)
        try context.close()
        try FileManager.default.removeItem(at: lost)
        try FileManager.default.moveItem(at: copy, to: lost)
    }

    @Test
    func `If a process ends between two commits, the next process to open the stores undoes both parts`()
        throws
    {
        do {
            let context = ModelContext(try open())
            try save("Solaris", context)
        }
        for lost in [printings, books] {
            try crash("Eden", lost: lost)
            let container = try open()
            let context = ModelContext(container)
            #expect(try titles(context) == [["Solaris"], ["Solaris"]])
            #expect(try container.integrityCheck().isEmpty)
            #expect(try context.historySummaries().first?.author == "recovery")
            // The incomplete save can't be undone or redone, but earlier steps still can.
            #expect(try context.undoableTransaction()?.inserted.values.first == 1)
            #expect(try context.redoableTransaction() == nil)
            try context.close()
        }
        let context = ModelContext(try open())
        try save("Eden", context)
        #expect(try titles(ModelContext(try open())) == [["Solaris", "Eden"], ["Solaris", "Eden"]])
    }

    @Test func `Changes and deletions are reverted as well`() throws {
        do {
            let context = ModelContext(try open())
            try save("Solaris", context)
            try save("Eden", context)
        }
        let context = ModelContext(try open())
        try context.close()
        let copy = directory.file("copy.store")
        try FileManager.default.copyItem(at: printings, to: copy)
        try context.transaction {
            let all = try context.fetch(FetchDescriptor<Book>())
            all[0].title = "changed"
            try context.save()
            context.delete(all[1])
            try context.fetch(FetchDescriptor<Printing>())[0].title = "changed"
        }
        #expect(try titles(context) == [["changed"], ["changed", "Eden"]])
        try context.close()
        try FileManager.default.removeItem(at: printings)
        try FileManager.default.moveItem(at: copy, to: printings)
        #expect(try titles(ModelContext(try open())) == [["Solaris", "Eden"], ["Solaris", "Eden"]])
    }

    @Test func `A part that was changed later is kept, and so are changes newer than an old copy`() throws {
        do {
            let context = ModelContext(try open())
            try save("Solaris", context)
        }
        try crash("Eden", lost: printings)
        do {
            let alone = ModelContext(try container(books, Book.self))
            alone.insert(Book(title: "alone", author: "x"))
            try alone.save()
        }
        #expect(try titles(ModelContext(try open())) == [["Solaris", "Eden", "alone"], ["Solaris"]])
        // Replace one store by an older copy, from before several saves.
        let context = ModelContext(try open())
        try context.close()
        let copy = directory.file("copy.store")
        try FileManager.default.copyItem(at: printings, to: copy)
        try save("Fiasko", context)
        try save("Katar", context)
        try context.close()
        try FileManager.default.removeItem(at: printings)
        try FileManager.default.moveItem(at: copy, to: printings)
        let again = ModelContext(try open())
        #expect(
            try titles(again) == [["Solaris", "Eden", "alone", "Fiasko", "Katar"], ["Solaris"]])
        try save("Golem", again)
        #expect(try titles(ModelContext(try open()))[1] == ["Solaris", "Golem"])
    }

    @Test func `If the second commit fails, the first is reverted, and the save can be repeated`() throws {
        let context = ModelContext(try open())
        try save("Solaris", context)
        let session = try context.allSessions()[1]
        try session.connection.perform {
            // Prepare a violation of a foreign key that SQLite checks only at the commit.
            try $0.execute(
                """
                CREATE TABLE _y (_id INTEGER PRIMARY KEY);
                CREATE TABLE _x (y INTEGER REFERENCES _y (_id) DEFERRABLE INITIALLY DEFERRED);
                CREATE TRIGGER _t AFTER INSERT ON Printing BEGIN INSERT INTO _x VALUES (7); END
                """)
        }
        context.insert(Book(title: "Eden", author: "Lem"))
        context.insert(Printing(isbn: nil, title: "Eden", year: 1959))
        #expect(throws: ModelDataError.self) { try context.save() }
        #expect(context.hasChanges)
        #expect(try titles(ModelContext(try open())) == [["Solaris"], ["Solaris"]])
        try session.connection.perform { try $0.execute("DROP TRIGGER _t") }
        try context.save()
        #expect(try titles(ModelContext(try open())) == [["Solaris", "Eden"], ["Solaris", "Eden"]])
    }

    @Test func `A transaction whose second commit fails can only be rolled back and leaves no changes`()
        throws
    {
        let context = ModelContext(try open())
        try save("Solaris", context)
        let session = try context.allSessions()[1]
        try session.connection.perform {
            try $0.execute(
                """
                CREATE TABLE _y (_id INTEGER PRIMARY KEY);
                CREATE TABLE _x (y INTEGER REFERENCES _y (_id) DEFERRABLE INITIALLY DEFERRED);
                CREATE TRIGGER _t AFTER INSERT ON Printing BEGIN INSERT INTO _x VALUES (7); END
                """)
        }
        #expect(throws: ModelDataError.self) {
            try context.transaction {
                context.insert(Book(title: "Eden", author: "Lem"))
                try context.save()
                context.insert(Printing(isbn: nil, title: "Eden", year: 1959))
            }
        }
        #expect(try titles(context) == [["Solaris"], ["Solaris"]])
        #expect(try titles(ModelContext(try open())) == [["Solaris"], ["Solaris"]])
        try session.connection.perform { try $0.execute("DROP TRIGGER _t") }
        try save("Eden", context)
        #expect(try titles(ModelContext(try open())) == [["Solaris", "Eden"], ["Solaris", "Eden"]])
    }

    @Test func `A save in a transaction that one store refuses changes no store and can be repeated`() throws
    {
        let context = ModelContext(try open())
        try save("Solaris", context)
        let session = try context.allSessions()[1]
        try session.connection.perform {
            try $0.execute(
                """
                CREATE TRIGGER _t BEFORE INSERT ON Printing WHEN NEW.title = 'Eden'
                BEGIN SELECT RAISE (ABORT, 'no'); END
                """)
        }
        try context.beginTransaction()
        try save("Fiasko", context)
        context.insert(Book(title: "Eden", author: "Lem"))
        let printing = Printing(isbn: nil, title: "Eden", year: 1959)
        context.insert(printing)
        for _ in 0..<2 { #expect(throws: ModelDataError.self) { try context.save() } }
        printing.title = "Edén"
        try context.save()
        try context.commitTransaction()
        #expect(
            try titles(ModelContext(try open()))
                == [["Solaris", "Fiasko", "Eden"], ["Solaris", "Fiasko", "Edén"]])
    }
}
