import TestSupport
import Testing

@Suite("Settings and history of mybooks", .level(.default))
struct SettingsTests {
    @Test func `The order of lists, the language and the date style are saved`() throws {
        let reader = try Reader()
        try reader.mybooks("add", "A", "Z", "--added", "2024-03-05")
        try reader.mybooks("add", "B", "Y")
        #expect(try reader.titles() == ["A", "B"])
        try reader.mybooks("set", "sort", "author")
        #expect(try reader.mybooks("set").stdout.contains("author"))
        // The order is that of a prompt, and not of scripts.
        #expect(try reader.titles() == ["A", "B"])
        #expect(try reader.titles("--sort", "author") == ["B", "A"])
        try reader.mybooks("set", "dates", "iso")
        #expect(try reader.mybooks("show", "A").stdout.contains("Added\t2024-03-05\n"))
        try reader.mybooks("set", "language", "pl")
        #expect(try reader.mybooks("show", "A").stdout.contains("Dodano\t2024-03-05\n"))
        let mode = try reader.shell("stat -c %a home/.config/mybooks home/.config/mybooks/settings").stdout
        #expect(mode == "700\n600\n")
    }

    @Test func `In English, the territory decides whether day or month comes first in 1/2/2026`() throws {
        let expected: [(locale: String, added: String?)] = [
            ("en_US", "2024-03-04"), ("en_GB", "2024-04-03"), ("en_CA", nil),
        ]
        for (locale, added) in expected {
            let reader = try Reader(locale: locale + ".UTF-8")
            let result = try reader.mybooks("add", "A", "B", "--added", "3/4/2024")
            #expect(result.status == .exited(added == nil ? 64 : 0))
            if let added {
                #expect(try reader.mybooks("show", "1", "--json").object["added"] as? String == added)
            } else {
                #expect(result.stderr.contains("can be read as 2024-03-04 or 2024-04-03"))
                #expect(result.stderr.contains("as 2024-12-31"))
            }
        }
        let reader = try Reader(locale: "en_GB.UTF-8")
        try reader.mybooks("set", "dates", "numeric")
        try reader.mybooks("add", "A", "B", "--added", "2024-03-15")
        #expect(try reader.mybooks("show", "1").stdout.contains("15/03/2024"))
    }

    @Test func `The history command shows steps, times and undone steps, also after a restart`() throws {
        let reader = try Reader()
        #expect(try reader.mybooks("history").stdout == "There are no changes yet.\n")
        try reader.mybooks("add", "Solaris", "Lem")
        try reader.mybooks("rate", "1", "5")
        try reader.mybooks("undo")
        let rows = try reader.mybooks("history").stdout.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).dropFirst().map(String.init)
        }
        #expect(
            rows == [
                ["Added “Solaris” by Lem.", ""], ["Rated “Solaris” 5 of 5.", "undone"],
                ["Undone: Rated “Solaris” 5 of 5.", ""],
            ])
        let steps = try reader.mybooks("--language", "hu", "history", "--count", "2", "--json").objects
        #expect(steps.map { $0["kind"] as? String } == ["change", "undo"])
        #expect(steps.map { $0["isUndone"] as? Bool } == [true, false])
        #expect((steps.first?["time"] as? String)?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil)
    }

    @Test func `A long list is shown in the pager, which can be left early`() throws {
        let reader = try Reader(adding: ["PAGER": "less", "LESS": ""])
        try reader.mybooks("samples")
        let terminal = try reader.terminal(rows: 10)
        try terminal.expectPrompt("mybooks> ")
        try terminal.sendLine("list")
        try terminal.expect("Title")
        try terminal.send("q")
        try terminal.expectPrompt("mybooks> ")
        try terminal.sendLine("show 1")
        try terminal.expect("Solaris")
        try terminal.expectPrompt("mybooks> ")
        try terminal.send(.controlD)
        #expect(try terminal.waitForExit() == .exited(0))
    }

    @Test func `A pager gets the complete output, and a missing one is reported`() throws {
        let reader = try Reader(adding: ["PAGER": "sed s/Solaris/PAGED/"])
        try reader.mybooks("samples")
        let terminal = try reader.terminal("list", rows: 10)
        #expect(try terminal.waitForExit() == .exited(0))
        #expect(terminal.output.contains("PAGED"))
        #expect(terminal.output.contains("26 books"))
        let without = try Reader(adding: ["PAGER": "no-such-pager"])
        try without.mybooks("samples")
        let other = try without.terminal("list", rows: 10)
        #expect(try other.waitForExit() == .exited(0))
        #expect(other.output.contains("no-such-pager"))
        #expect(other.output.contains("Solaris"))
    }
}
