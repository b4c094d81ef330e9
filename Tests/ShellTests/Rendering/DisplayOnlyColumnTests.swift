import Testing

@testable import Shell

@Suite("Display-only columns")
struct DisplayOnlyColumnTests {
    @Test func `Display-only columns are absent from data`() {
        let table = Table(
            columns: [.init("a", plain("A"), isShown: false), .init("b", plain("B"), isData: false)],
            rows: [[.number(1), .text("one")]])
        #expect(rendered(Output([.table(table)]), .csv) == "a\r\n1\r\n")
        #expect(rendered(Output([.table(table)]), .json) == "[\n  {\"a\": 1}\n]\n")
        #expect(rendered(Output([.table(table)]), .plain) == "one\n")
    }

    @Test @MainActor func `A wide terminal and a screen reader get their own table, and all other blocks`() {
        func table(_ title: String) -> Table {
            Table(columns: [.init("a", plain(title))], rows: [[.text("one")]])
        }
        let (wide, spoken) = (table("Wide"), table("Spoken"))
        var usual = table("Usual")
        usual.makeWide = { wide }
        usual.makeSpoken = { spoken }
        let output = Output([.heading(plain("Above")), .table(usual), .warning(plain("Below"))])
        func text(_ format: OutputFormat, width: Int? = nil) -> String {
            let presentation = Presentation(format: format, width: width, localizer: english)
            return rendered(output.made(for: presentation), format, width: width)
        }
        #expect(text(.table, width: 80).contains("Usual"))
        #expect(text(.table, width: 81).contains("Wide"))
        #expect(text(.table, width: 81).contains("Above"))
        #expect(text(.table, width: 81).contains("Below"))
        #expect(text(.accessible, width: 81).contains("Spoken: one"))
        #expect(text(.accessible).contains("Above"))
        #expect(text(.markdown, width: 200).contains("Usual"))
    }
}
