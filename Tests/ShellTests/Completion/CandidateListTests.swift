import Testing

@testable import Shell

@Suite("The list of candidates")
struct CandidateListTests {
    @Test("Candidates stand in columns, down and then across")
    func columns() {
        let text = CandidateList.text(["a", "b", "c", "d", "e"], total: 5, columns: 20, rows: 10)
        #expect(text == "a  b  c  d  e\n")
        #expect(
            CandidateList.text(["first", "second", "third"], total: 3, columns: 20, rows: 10)
                == "first   third\nsecond\n")
    }

    @Test("More than there is room for are counted")
    func tooMany() {
        let text = CandidateList.text((1...100).map { "candidate \($0)" }, total: 1000, columns: 20, rows: 5)
        #expect(text.split(separator: "\n").count == 6)
        #expect(text.hasSuffix("… +995\n"))
    }

    @Test("No candidate brings escape sequences to the terminal, or is wider than it")
    func safe() {
        let text = CandidateList.text(
            ["\u{1B}[2J", String(repeating: "三", count: 50)], total: 2, columns: 30, rows: 5)
        #expect(!text.unicodeScalars.contains("\u{1B}"))
        for line in text.split(separator: "\n") { #expect(DisplayWidth.of(String(line)) <= 30) }
    }
}
