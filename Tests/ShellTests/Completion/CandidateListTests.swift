import Localization
import Testing

@testable import Shell

@Suite("Candidate list")
struct CandidateListTests {
    private func presentation(
        _ format: OutputFormat = .table, _ localizer: Localizer = english, usesUnicode: Bool = true
    ) -> Presentation {
        Presentation(format: format, localizer: localizer, usesUnicode: usesUnicode)
    }

    @Test func `Candidates are listed in columns, first down and then across`() {
        let text = CandidateList(presentation()).text(
            ["a", "b", "c", "d", "e"], total: 5, columns: 20, rows: 10)
        #expect(text == "a  b  c  d  e\n")
        #expect(
            CandidateList(presentation()).text(["first", "second", "third"], total: 3, columns: 20, rows: 10)
                == "first   third\nsecond\n")
    }

    @Test func `Candidates that don't fit are counted`() {
        let text = CandidateList(presentation()).text(
            (1...100).map { "candidate \($0)" }, total: 1000, columns: 20, rows: 5)
        #expect(text.split(separator: "\n").count == 6)
        #expect(text.hasSuffix("… +995\n"))
    }

    @Test func `No candidate writes escape sequences or is wider than the terminal`() {
        let text = CandidateList(presentation()).text(
            ["\u{1B}[2J", String(repeating: "三", count: 50)], total: 2, columns: 30, rows: 5)
        #expect(!text.unicodeScalars.contains("\u{1B}"))
        #expect(text.contains("三"))
        for line in text.split(separator: "\n") { #expect(DisplayWidth.of(String(line)) <= 30) }
    }

    @Test func `Accessible mode writes one candidate a line and the number of the others in words`() {
        let candidates = (1...20).map { "candidate \($0)" }
        let list = CandidateList(presentation(.accessible))
        #expect(
            list.text(candidates, total: 20, columns: 80, rows: 5)
                == "candidate 1\ncandidate 2\ncandidate 3\ncandidate 4\ncandidate 5\nand 15 more\n")
        #expect(list.text(["a", "b"], total: 2, columns: 80, rows: 5) == "a\nb\n")
        let inPolish = CandidateList(presentation(.accessible, polish))
        #expect(inPolish.text(["a"], total: 16, columns: 80, rows: 5) == "a\ni jeszcze 15\n")
    }

    @Test func `An ASCII terminal gets ASCII only`() {
        let list = CandidateList(presentation(usesUnicode: false))
        let candidates = ["Łódź \u{1B}", String(repeating: "x", count: 50)] + (1...50).map { "three \($0)" }
        let text = list.text(candidates, total: 52, columns: 30, rows: 3)
        #expect(text.utf8.allSatisfy { $0 < 0x80 })
        #expect(text.contains("^["), "\(text)")
        #expect(text.contains("...\n"), "\(text)")
        #expect(text.hasSuffix("... +49\n"), "\(text)")
    }
}
