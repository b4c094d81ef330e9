import Testing

@testable import Shell

@Suite("Hidden input")
struct SecretLineTests {
    /// Returns the line that results from keys, or `nil` if the keys don't finish the line.
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

    @Test func `Letters of any language are read up to the end of the line`() {
        #expect(line("sync_1-a\r") == "sync_1-a")
        #expect(line("żółw 三\n") == "żółw 三")
        #expect(line("\r") == "")
        #expect(line("open") == nil)
    }

    @Test func `Backspace deletes a letter, Ctrl-U and Ctrl-W everything`() {
        #expect(line("ab\u{7F}c\r") == "ac")
        #expect(line("aż三\u{8}\u{7F}\r") == "a")
        #expect(line("\u{7F}\u{7F}a\r") == "a")
        #expect(line("wrong\u{15}right\r") == "right")
        #expect(line("wrong one\u{17}right\r") == "right")
    }

    @Test func `Ctrl-D ends an empty line and is ignored in another`() {
        #expect(line("\u{4}") == "end")
        #expect(line("a\u{7F}\u{4}") == "end")
        #expect(line("a\u{4}b\r") == "ab")
    }

    @Test func `Pasted text is accepted unchanged, and Enter submits it`() {
        #expect(line("\u{1B}[200~token\u{1B}[201~\r") == "token")
        #expect(line("\u{1B}[200~token\n\u{1B}[201~") == nil)
        #expect(line("\u{1B}[200~token\r\u{1B}[201~\r") == "token\n")
        #expect(line("a\u{1B}[200~b\u{15}c\u{1B}[201~d\r") == "ab\u{15}cd")
    }

    @Test func `Cursor and function keys leave nothing in the line`() {
        let keys = [
            "\u{1B}[A", "\u{1B}[1;5C", "\u{1B}[3~", "\u{1B}OP", "\u{1B}b", "\u{1}", "\u{5}", "\u{B}",
            "\u{19}", "\t",
            "\u{12}", "\u{0}",
        ]
        for key in keys { #expect(line("a\(key)b\r") == "ab", "\(key.debugDescription)") }
    }
}
