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
}
