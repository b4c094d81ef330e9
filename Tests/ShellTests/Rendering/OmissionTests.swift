import Testing

@testable import Shell

@Suite("What a table leaves out without being asked to")
struct OmissionTests {
    private let table = Table(
        columns: [.init("a", plain("A"))], rows: [[.text("x")]], count: plain("1 thing; not all"),
        omission: plain("There is a filter."))

    @Test(
        "Programs and pipes are warned on standard error, and their rows are untouched",
        arguments: [OutputFormat.json, .csv, .plain])
    func programs(format: OutputFormat) {
        let rendering = rendering(Output([.table(table)]), format)
        #expect(String(decoding: rendering.diagnostics, as: UTF8.self) == "Warning: There is a filter.\n")
        #expect(!String(decoding: rendering.output, as: UTF8.self).contains("filter"))
    }

    @Test(
        "Who sees or hears the count is not told twice",
        arguments: [OutputFormat.table, .accessible, .markdown])
    func people(format: OutputFormat) {
        #expect(rendering(Output([.table(table)]), format).diagnostics.isEmpty)
    }

    @Test("Also where people read a sentence and programs an empty table")
    func data() {
        let output = Output([.message(plain("No thing fits."))], data: [.table(table)])
        #expect(!rendering(output, .json).diagnostics.isEmpty)
        #expect(rendering(output, .accessible).diagnostics.isEmpty)
    }

    @Test("Columns that say to people what others say to programs are no data")
    func columns() {
        let table = Table(
            columns: [.init("a", plain("A"), isShown: false), .init("b", plain("B"), isData: false)],
            rows: [[.number(1), .text("one")]])
        #expect(rendered(Output([.table(table)]), .csv) == "a\r\n1\r\n")
        #expect(rendered(Output([.table(table)]), .json) == "[\n  {\"a\": 1}\n]\n")
        #expect(rendered(Output([.table(table)]), .plain) == "one\n")
    }
}
