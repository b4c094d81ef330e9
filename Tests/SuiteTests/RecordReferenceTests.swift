import Testing

@testable import Suite

@Suite("Naming a record")
struct RecordReferenceTests {
    @Test("Digits are a number or a title, with # a number, with title: a title")
    func forms() throws {
        #expect(try RecordReference("12") == .digits(12, text: "12"))
        #expect(try RecordReference("#12") == .number(12))
        #expect(try RecordReference("title:1984") == .title("1984"))
        #expect(try RecordReference("Title:1984") == .title("1984"))
        #expect(try RecordReference("Solaris") == .title("Solaris"))
        #expect(try RecordReference("#one") == .title("#one"))
        #expect(try RecordReference("99999999999999999999") == .title("99999999999999999999"))
    }

    @Test("Nothing names nothing", arguments: ["", "  ", "title:", "title: "])
    func blank(text: String) {
        #expect(throws: RecordReferenceError.self) { try RecordReference(text) }
    }
}
