import TestSupport
import Testing

@Suite("Messages of the line editor", .level(.default))
struct ReadlineMessagesTests {
    private static let words:
        [(language: String, search: String, failed: String, forward: String, count: String)] = [
            ("en", "(reverse-i-search)`", "(failed reverse-i-search)`", "(i-search)`", "(arg: 5)"),
            (
                // Readline draws only what differs from the search.
                "pl", "(szukanie wstecz) „", ", nie znaleziono) „", "(szukanie naprzód) „", "(powtórzenia: 5)"
            ),
            (
                "hu", "(keresés visszafelé) „", "(visszafelé nincs találat) „", "(keresés előre) „",
                "(ismétlés: 5)"
            ),
        ]

    /// Returns the complete output after keys are typed on an empty line.
    private func shown(_ program: String, _ language: String, _ keys: String) throws -> String {
        // In a terminal without cursor keys, readline redraws complete lines, which are easier to compare.
        let person = try Person(program, adding: ["TERM": "dumb"])
        try person.home.write("stty -ixon\nexec \"$@\"\n", to: "start")
        try person.home.write("set horizontal-scroll-mode off\n", to: "home/.inputrc")
        let terminal = try PseudoTerminal(
            "/bin/sh", ["start", person.path, "--language", language], environment: person.environment,
            workingDirectory: person.home.path, columns: 200)
        try terminal.expectPrompt("\(program)> ")
        try terminal.sendLine("echo some words")
        try terminal.expectPrompt("\(program)> ")
        let before = terminal.output.utf8.count
        try terminal.send(keys)
        // Ctrl-G ends readline's current mode, and Ctrl-U deletes the line. Then a command runs.
        try terminal.send("\u{7}\u{15}echo \"the\"\"end\"\r")
        try terminal.expect("\ntheend\n")
        try terminal.expectPrompt("\(program)> ")
        try terminal.sendLine("quit")
        _ = try terminal.waitForExit()
        return String(decoding: Array(terminal.output.utf8.dropFirst(before)), as: UTF8.self)
    }

    @Test(arguments: words)
    func `The history search and key counts have localized messages`(
        words: (language: String, search: String, failed: String, forward: String, count: String)
    )
        throws
    {
        let program = "mybooks"
        let search = try shown(program, words.language, "\u{12}some")
        #expect(search.contains(words.search), "\(search)")
        let failed = try shown(program, words.language, "\u{12}some\u{12}\u{12}x")
        #expect(failed.contains(words.failed), "\(failed)")
        let forward = try shown(program, words.language, "\u{13}some")
        #expect(forward.contains(words.forward) || words.language == "en" && forward.contains("i-search"))
        let count = try shown(program, words.language, "\u{1B}5")
        #expect(count.contains(words.count), "\(count)")
        if words.language != "en" {
            for text in [search, failed, forward, count] {
                #expect(!text.contains("search"), "\(text)")
                #expect(!text.contains("arg"), "\(text)")
            }
        }
    }

    @Test(arguments: Transcript.all)
    func `A found line runs, and the prompt is complete again`(program: String) throws {
        let person = try Person(program)
        let terminal = try person.terminal("--language", "pl")
        for line in ["echo pierwszy", "echo drugi"] {
            try terminal.sendLine(line)
            try terminal.expectPrompt("\(program)> ")
        }
        try terminal.send("\u{12}pier")
        try terminal.expect("szukanie wstecz")
        try terminal.send(.enter)
        try terminal.expect("\npierwszy\n")
        try terminal.expectPrompt("\(program)> ")
        // If the user changes the language, readline's messages use it immediately.
        try terminal.sendLine("set language hu")
        try terminal.expectPrompt("\(program)> ")
        try terminal.send("\u{12}")
        try terminal.expect("keresés")
        try terminal.send(.controlC)
        try terminal.expectPrompt("\(program)> ")
        #expect(!terminal.output.contains("i-search"))
    }

    @Test(arguments: ["en", "pl"])
    func `Tab asks no English question, however many completions there are`(language: String) throws {
        let person = try Person("mybooks")
        _ = try person.screens((1...150).map { "add \"Book \($0)\" Author" })
        let terminal = try person.terminal("--language", language, columns: 80, rows: 20)
        try terminal.send("show Book\t\t\t")
        try terminal.expect("… +")
        try terminal.expect("mybooks> show")
        try terminal.send(.controlC)
        try terminal.expectPrompt("mybooks> ")
        #expect(!terminal.output.contains("isplay all"))
        #expect(!terminal.output.contains("More"))
    }
}
