import Foundation
import TestSupport
import Testing

@testable import ModelData

@Suite("Partially damaged or locked stores", .level(.default))
struct PartlyDamagedStoreTests {
    /// Runs SQL on a user's store, as another database program could do.
    private func edit(_ reader: Reader, _ sql: String) throws {
        let connection = try StoreConnection(path: reader.store, timeout: 5)
        try connection.perform { try $0.execute(sql) }
        try connection.close()
    }

    /// Overwrites the first page of a table, as a failing disk could do, and repairs the store.
    private func lose(_ table: String, of reader: Reader) throws {
        let connection = try StoreConnection(path: reader.store, timeout: 5)
        let page = try connection.perform {
            try $0.number("SELECT rootpage FROM sqlite_schema WHERE name = ?", .text(table))
        }
        let size = try connection.perform { try $0.number("PRAGMA page_size") }
        try connection.close()
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: reader.store))
        try file.seek(toOffset: UInt64((page - 1) * size))
        try file.write(contentsOf: Data(repeating: 0xAA, count: Int(size)))
        try file.close()
        let repaired = try reader.mybooks("repair", "--yes")
        #expect(
            repaired.status == .exited(0),
            "\(repaired.stdout)\(repaired.stderr)")
        #expect(
            repaired.stdout.contains("Not everything could be saved."),
            "\(repaired.stdout)\(repaired.stderr)")
    }

    @Test func `An unreadable book is reported in plain text, and the others are listed`() throws {
        let reader = try Reader()
        try reader.script("add Solaris Lem", "add Eden Lem", "add Lalka Prus")
        try edit(reader, "UPDATE Book SET status = 'lost' WHERE _id = 2")
        let list = try reader.mybooks("list")
        #expect(list.status == .exited(0))
        #expect(list.stdout.contains("Solaris"))
        #expect(list.stdout.contains("Lalka"))
        let said = "Book number 2 can't be read: the value of “status” is invalid (it can't be “lost”)."
        #expect(list.stdout.contains("Warning: \(said)"))
        let json = try reader.mybooks("list", "--json")
        #expect(try json.objects.count == 2 && json.stderr.contains(said))
        let polish = try reader.mybooks("--language", "pl", "list").stdout
        #expect(polish.contains("Książka numer 2"))
        #expect(polish.contains("„stan”"))
        for arguments in [["search", "lem"], ["stats"], ["export", "rest.json"]] {
            let result = try run(
                reader.program, arguments, stdin: "", environment: reader.environment,
                workingDirectory: reader.home.path)
            #expect(result.status == .exited(0), "\(arguments)")
            #expect(result.stdout.contains(said), "\(arguments)")
        }
        let shown = try reader.mybooks("show", "2")
        #expect(shown.status == .exited(65))
        #expect(shown.stderr.contains(said))
        #expect(try reader.mybooks("show", "solaris").status == .exited(0))
        #expect(try reader.mybooks("show", "nothing").stderr.contains("Nothing here matches “nothing”."))
    }

    @Test func `An unreadable part of a book is reported, and no command changes or decides without it`()
        throws
    {
        let reader = try Reader()
        try reader.script("add Solaris Lem", "shelf add solaris novels")
        try edit(reader, "UPDATE Shelf SET identifier = 'x'")
        let said = "Shelf number 1 can't be read: the value of “identifier” is invalid (it can't be “x”)."
        let list = try reader.mybooks("list", "--json")
        #expect(try list.objects.count == 1 && list.stderr.contains(said))
        let file = reader.home.file("all.json")
        let export = try reader.mybooks("export", file)
        #expect(export.status == .exited(65))
        #expect(export.stderr.contains(said))
        #expect(!FileManager.default.fileExists(atPath: file))
        let deletion = try reader.mybooks("delete", "solaris", "--yes")
        #expect(deletion.status == .exited(65))
        #expect(deletion.stderr.contains(said))
        #expect(try reader.mybooks("list", "--json").objects.count == 1)
    }

    @Test
    func `A step that refers to records lost in a repair can't be undone or redone, and the reason is shown`()
        throws
    {
        let reader = try Reader()
        try reader.script(
            "add Solaris Lem", "add Eden Lem", "shelf add solaris eden lent", "delete solaris --yes")
        try lose("Shelf", of: reader)
        let undone = try reader.mybooks("undo")
        #expect(undone.status == .exited(1))
        #expect(
            undone.stderr == """
                mybooks: The latest step can't be undone any more: Deleted “Solaris”.
                Book number 1 would refer to a deleted entry. If you still need the change, make it by hand.

                """)
        for (language, words) in [
            ("pl", "Wpis Książka numer 1 odnosiłby się do usuniętego wpisu."),
            ("hu", "Törölt bejegyzésre hivatkozna: Könyv, sorszáma 1."),
        ] {
            let said = try reader.mybooks("--language", language, "undo").stderr
            #expect(said.contains(words), "\(said)")
        }

        let other = try Reader()
        try other.script(
            "add Solaris Lem", "add Eden Lem", "shelf add solaris lent", "shelf add eden lent", "undo")
        try lose("Shelf", of: other)
        let redone = try other.mybooks("redo")
        #expect(redone.status == .exited(1))
        #expect(
            redone.stderr == """
                mybooks: The step can't be redone any more: Put on the shelf “lent”: “Eden”.
                Book number 2 would refer to a deleted entry. If you still need the change, make it by hand.

                """)
    }

    @Test func `If a step can't be undone, lost relationships have readable names`() throws {
        let reader = try Reader()
        try reader.script("add Solaris Lem", "shelf add solaris lent")
        try lose("Book_shelves", of: reader)
        let undone = try reader.mybooks("undo")
        #expect(undone.status == .exited(1))
        #expect(
            undone.stderr == """
                mybooks: The latest step can't be undone any more: Put on the shelf “lent”: “Solaris”.
                The links “Book: Shelves” have changed since then. If you still need the change, make it by hand.

                """)
        let polish = try reader.mybooks("--language", "pl", "undo").stderr
        #expect(polish.contains("Powiązania „Książka: Półki” od tego czasu się zmieniły."), "\(polish)")
    }
}
