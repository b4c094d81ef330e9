import Testing

@testable import ProgramKit

@Suite("Record references")
struct RecordReferenceTests {
    @Test func `Digits are a number or a title, # marks a number, and “title:” marks a title`() throws {
        #expect(try RecordReference("12") == .digits(12, text: "12"))
        #expect(try RecordReference("#12") == .number(12))
        #expect(try RecordReference("title:1984") == .title("1984"))
        #expect(try RecordReference("Title:1984") == .title("1984"))
        #expect(try RecordReference("Solaris") == .title("Solaris"))
        #expect(try RecordReference("#one") == .title("#one"))
        #expect(try RecordReference("99999999999999999999") == .title("99999999999999999999"))
    }

    @Test(arguments: ["", "  ", "title:", "title: "])
    func `A blank reference is refused`(text: String) {
        #expect(throws: RecordReferenceError.self) { try RecordReference(text) }
    }
}
