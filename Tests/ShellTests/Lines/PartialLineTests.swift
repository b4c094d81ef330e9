import Testing

@testable import Shell

@Suite("The word at the cursor")
struct PartialLineTests {
    private func partial(_ line: String) -> PartialLine {
        Tokenizer.partialWords(of: line, upTo: line.utf8.count)
    }

    @Test("A word that is being typed is apart from those that are finished")
    func unfinished() {
        let line = partial("show so")
        #expect(line.words.map(\.text) == ["show"])
        #expect(line.word == "so")
        #expect(line.wordStart == 5)
        #expect(line.quote == nil)
    }

    @Test("Behind a space a new word begins")
    func newWord() {
        let line = partial("show ")
        #expect(line.words.map(\.text) == ["show"])
        #expect(line.word == "")
        #expect(line.wordStart == 5)
    }

    @Test("An open quote is known, and the word begins with it")
    func openQuote() {
        let line = partial("show \"War an")
        #expect(line.word == "War an")
        #expect(line.quote == "\"")
        #expect(line.wordStart == 5)
    }

    @Test("What stands behind the cursor doesn't count")
    func cursor() {
        let line = Tokenizer.partialWords(of: "show sol more", upTo: 8)
        #expect(line.word == "sol")
        #expect(line.words.count == 1)
    }
}
