import Testing

@testable import Shell

@Suite("A line that nobody may see")
struct SecretLineTests {
    /// What the keys of a person make; `nil` where the line goes on.
    private func line(_ keys: String) -> String? {
        var line = SecretLine()
        for byte in keys.utf8 {
            switch line.take(byte) {
            case .more: continue
            case .line(let bytes): return String(decoding: bytes, as: UTF8.self)
            case .end: return "end"
            }
        }
        return nil
    }

    @Test("Letters of any language, to the end of the line")
    func letters() {
        #expect(line("sync_1-a\r") == "sync_1-a")
        #expect(line("żółw 三\n") == "żółw 三")
        #expect(line("\r") == "")
        #expect(line("open") == nil)
    }

    @Test("Backspace deletes a letter, Ctrl-U and Ctrl-W everything")
    func deleting() {
        #expect(line("ab\u{7F}c\r") == "ac")
        #expect(line("aż三\u{8}\u{7F}\r") == "a")
        #expect(line("\u{7F}\u{7F}a\r") == "a")
        #expect(line("wrong\u{15}right\r") == "right")
        #expect(line("wrong one\u{17}right\r") == "right")
    }

    @Test("Ctrl-D ends an empty line, and does nothing in another")
    func end() {
        #expect(line("\u{4}") == "end")
        #expect(line("a\u{7F}\u{4}") == "end")
        #expect(line("a\u{4}b\r") == "ab")
    }

    @Test("What is pasted is taken in as it is, and Enter sends it")
    func pasting() {
        #expect(line("\u{1B}[200~token\u{1B}[201~\r") == "token")
        #expect(line("\u{1B}[200~token\n\u{1B}[201~") == nil)
        #expect(line("\u{1B}[200~token\r\u{1B}[201~\r") == "token\n")
        #expect(line("a\u{1B}[200~b\u{15}c\u{1B}[201~d\r") == "ab\u{15}cd")
    }

    @Test("Keys that move or call something leave nothing in the line")
    func otherKeys() {
        let keys = [
            "\u{1B}[A", "\u{1B}[1;5C", "\u{1B}[3~", "\u{1B}OP", "\u{1B}b", "\u{1}", "\u{5}", "\u{B}",
            "\u{19}", "\t",
            "\u{12}", "\u{0}",
        ]
        for key in keys { #expect(line("a\(key)b\r") == "ab", "\(key.debugDescription)") }
    }
}
