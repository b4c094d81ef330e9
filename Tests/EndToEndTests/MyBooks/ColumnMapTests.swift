import TestSupport
import Testing

@Suite("Importing any CSV file with mybooks", .level(.default))
struct ColumnMapTests {
    private func reader() throws -> Reader {
        let reader = try Reader()
        try reader.home.write("Name,By,Stars\nSolaris,Lem,9/10\nLalka,Prus,\n", to: "list.csv")
        return reader
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
}
