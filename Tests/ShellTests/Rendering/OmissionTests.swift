import Testing

@testable import Shell

@Suite("Warnings about filtered tables")
struct OmissionTests {
    private let table = Table(
        columns: [.init("a", plain("A"))], rows: [[.text("x")]], count: plain("1 thing; not all"),
        omission: plain("There is a filter."))

    @Test(arguments: [OutputFormat.json, .csv, .plain])
    func `Pipes and programs get the warning on standard error, and the rows are unchanged`(
        format: OutputFormat
    ) {
        let rendering = rendering(Output([.table(table)]), format)
        #expect(String(decoding: rendering.diagnostics, as: UTF8.self) == "Warning: There is a filter.\n")
        #expect(!String(decoding: rendering.output, as: UTF8.self).contains("filter"))
    }

    @Test(arguments: [OutputFormat.table, .accessible, .markdown])
    func `Output that shows the count has no second warning`(format: OutputFormat) {
        #expect(rendering(Output([.table(table)]), format).diagnostics.isEmpty)
    }

    @Test func `Separate data for programs has the warning too`() {
        let output = Output([.message(plain("No thing fits."))], data: [.table(table)])
        #expect(!rendering(output, .json).diagnostics.isEmpty)
        #expect(rendering(output, .accessible).diagnostics.isEmpty)
    }

    @Test func `Display-only columns are absent from data`() {
        let table = Table(
            columns: [.init("a", plain("A"), isShown: false), .init("b", plain("B"), isData: false)],
            rows: [[.number(1), .text("one")]])
        #expect(rendered(Output([.table(table)]), .csv) == "a\r\n1\r\n")
        #expect(rendered(Output([.table(table)]), .json) == "[\n  {\"a\": 1}\n]\n")
        #expect(rendered(Output([.table(table)]), .plain) == "one\n")
    }
}
