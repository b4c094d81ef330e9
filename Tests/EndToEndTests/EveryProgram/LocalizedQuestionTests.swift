import TestSupport
import Testing

@Suite("Questions in the pseudo-language", .level(.default))
struct LocalizedQuestionTests {
    /// For each program, setup lines that add data without English letters, and lines that ask questions.
    private static let sessions: [String: (setup: [String], asking: [String])] = [
        "mybooks": (
            ["add 三体 刘慈欣", "quote add 1 字", "shelf add 1 架"],
            [
                "add", "add 球", "search", "show", "edit", "edit 1", "start", "finish", "shelve", "status",
                "status 1", "rate", "rate 1", "delete", "delete 1", "shelf add 1", "shelf remove",
                "shelf rename", "shelf rename 架", "shelf delete", "shelf delete 架", "quote add",
                "quote add 1", "quote edit", "quote edit 1", "quote move", "quote move 1", "quote delete",
                "quote delete 1", "import", "export", "add 三体 刘慈欣", "export 2.csv",
            ]
        ),
        "itour": (
            ["add 東京", "sight add 塔", "back"],
            [
                "add", "search", "open", "delete", "delete 1", "edit 1", "sight edit", "sight edit 1",
                "sight move", "sight move 1", "sight visited", "sight delete", "sight delete 1", "import",
                "export", "export 6.csv",
            ]
        ),
        "moonshot": ([], ["astronaut", "search", "quiz", "layout", "export", "export 1.json"]),
        "portfolio": (
            ["tag new 標", "new 三", "back"],
            [
                "sort", "open", "award", "title 1", "delete 1", "tag", "untag", "tag rename",
                "tag rename 標", "tag delete", "import", "export", "export 4.csv", "reset",
            ]
        ),
    ]

    @Test(arguments: Transcript.programs)
    func `Every question is localized, and Ctrl-C cancels it`(program: String) throws {
        let session = try #require(Self.sessions[program])
        let person = try Person(program)
        _ = try person.screens(session.setup + ["export 1.json"])
        let terminal = try person.terminal("--language", "en-XA", columns: 300)
        for line in session.asking {
            try terminal.sendLine(line)
            // A question ends with a colon or with its possible answers.
            let end = try? terminal.expect("⟧", timeout: .seconds(20))
            #expect(end != nil, "\(line): \(terminal.unread)")
            while !terminal.unread.contains(": "), !terminal.unread.contains("[y/N] "),
                !terminal.unread.contains("⟧ ")
            {
                guard (try? terminal.expect("⟧", timeout: .seconds(20))) != nil else { break }
            }
            let shown = String(terminal.output.split(separator: "\n").last ?? "")
            // Words that the user typed, and the separators of lists, aren't part of the question.
            let typed = Set("\(line) and \(program)".split { !($0.isASCII && $0.isLetter) })
            let words = shown.replacing("[y/N]", with: "").split { !($0.isASCII && $0.isLetter) }
            // The possible answers of a quiz contain names, which aren't localized.
            #expect(line == "quiz" || words.allSatisfy(typed.contains), "\(line): \(shown)")
            try terminal.send(.controlC)
            try terminal.expectPrompt("\(program)> ")
        }
    }
}
