import TestSupport
import Testing

@Suite("Importing any CSV file with mybooks", .level(.default))
struct ColumnMapTests {
    private func reader() throws -> Reader {
        let reader = try Reader()
        try reader.home.write("Name,By,Stars\nSolaris,Lem,9/10\nLalka,Prus,\n", to: "list.csv")
        return reader
    }

    @Test func `A terminal asks for each column with a proposal, and remembers the answers`() throws {
        let reader = try reader()
        try reader.home.write("Name,By,Stars\nEden,Lem,4\n", to: "next.csv")
        let terminal = try reader.terminal()
        try terminal.expectPrompt("mybooks> ")
        try terminal.sendLine("import list.csv")
        try terminal.expect("The fields are title, author, status")
        try terminal.expect("Column “Name”: ")
        try terminal.sendLine("titel")
        try terminal.expect("“titel” is not a field of a book.")
        try terminal.expect("Column “Name”: ")
        // Discard the refused answer.
        try terminal.send("\u{15}")
        try terminal.sendLine("title")
        try terminal.expect("Column “By”: ")
        try terminal.sendLine("title")
        try terminal.expect("Several columns have the field “title”: Name and By.")
        try terminal.expect("Column “By”: ")
        try terminal.send("\u{15}aut\t")
        try terminal.sendLine("")
        try terminal.expect("Column “Stars”: ")
        try terminal.sendLine("rating")
        try terminal.expect("Added 2, merged 0")
        try terminal.expectPrompt("mybooks> ")
        try terminal.sendLine("import next.csv")
        try terminal.expect("Added 1, merged 0")
        try terminal.expect("an earlier import: Name=title,By=author,Stars=rating.")
        #expect(try reader.titles("--rating", "4") == ["Eden", "Solaris"])
    }

    @Test func `Ctrl-C at a question imports nothing`() throws {
        let reader = try reader()
        let terminal = try reader.terminal()
        try terminal.expectPrompt("mybooks> ")
        try terminal.sendLine("import list.csv")
        try terminal.expect("Column “Name”: ")
        try terminal.send(.controlC)
        try terminal.expectPrompt("mybooks> ")
        #expect(try reader.titles() == [])
    }

    @Test func `Without a terminal, a mapping is needed once`() throws {
        let reader = try reader()
        let refused = try reader.mybooks("import", "list.csv")
        #expect(refused.status == .exited(65), "\(refused.stderr)")
        #expect(refused.stderr.contains("--map"), "\(refused.stderr)")
        let wrong = try reader.mybooks("import", "list.csv", "--map", "Nam=title,By=author")
        #expect(wrong.status == .exited(64))
        #expect(wrong.stderr.contains("The columns are Name, By and Stars."))
        #expect(
            try reader.mybooks("import", "list.csv", "--map", "Name=title,By=author").status == .exited(0))
        let again = try reader.mybooks("import", "-", stdin: "Name,By,Stars\nEden,Lem,4\n")
        #expect(again.status == .exited(0), "\(again.stderr)")
        #expect(again.stdout.contains("Added 1"), "\(again.stderr)")
    }
}
