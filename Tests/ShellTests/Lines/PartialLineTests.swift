import Testing

@testable import Shell

@Suite("Word at the cursor")
struct PartialLineTests {
    private func partial(_ line: String) -> PartialLine {
        Tokenizer.partialWords(of: line, upTo: line.utf8.count)
    }

    @Test func `The word at the cursor is separate from the finished words`() {
        let line = partial("show so")
        #expect(line.words.map(\.text) == ["show"])
        #expect(line.word == "so")
        #expect(line.wordStart == 5)
        #expect(line.quote == nil)
    }

    @Test func `A new word begins after a space`() {
        let line = partial("show ")
        #expect(line.words.map(\.text) == ["show"])
        #expect(line.word == "")
        #expect(line.wordStart == 5)
    }

    @Test func `An open quote is recognized, and the word begins with it`() {
        let line = partial("show \"War an")
        #expect(line.word == "War an")
        #expect(line.quote == .double)
        #expect(partial("show „War an").quote == .low)
        #expect(line.wordStart == 5)
    }

    @Test func `Text after the cursor is ignored`() {
        let line = Tokenizer.partialWords(of: "show sol more", upTo: 8)
        #expect(line.word == "sol")
        #expect(line.words.count == 1)
    }
}
