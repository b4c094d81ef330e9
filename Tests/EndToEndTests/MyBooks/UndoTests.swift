import TestSupport
import Testing

@Suite("Undo and redo of mybooks", .level(.default))
struct UndoTests {
    @Test func `Every change can be undone and redone, with a message about the change`() throws {
        let reader = try Reader()
        let result = try reader.script(
            "add Solaris Lem", "start 1", "rate 1 5", "edit 1 --title Changed", "delete 1 --yes",
            "undo", "undo", "undo", "undo", "show 1", "redo", "redo", "undo", "undo", "undo", "list", "redo",
            "list")
        #expect(result.status == .exited(0))
        let lines = result.stdout.split(separator: "\n")
        #expect(lines.contains("Undone: Deleted “Changed”."))
        #expect(lines.contains("Undone: Changed “Solaris”: title."))
        #expect(lines.contains("Undone: Rated “Solaris” 5 of 5."))
        #expect(lines.contains("Undone: Marked “Solaris” as in progress."))
        #expect(lines.contains("Redone: Marked “Solaris” as in progress."))
        #expect(lines.contains { $0.hasPrefix("Undone: Added “Solaris” by Lem") })
        #expect(try reader.titles() == ["Solaris"])
    }

    @Test func `A deleted book is restored with its number and all values`() throws {
        let reader = try Reader()
        try reader.mybooks(
            "add", "Lalka", "Prus", "--status", "completed", "--rating", "4", "--summary", "a\nb", "--added",
            "2024-01-01", "--completed", "2024-02-01")
        let before = try reader.mybooks("show", "1", "--json").stdout
        try reader.mybooks("delete", "1", "--yes")
        let undone = try reader.mybooks("--language", "pl", "undo")
        #expect(undone.stdout == "Cofnięto: Usunięto „Lalka”.\n")
        #expect(try reader.mybooks("show", "1", "--json").stdout == before)
    }
}
