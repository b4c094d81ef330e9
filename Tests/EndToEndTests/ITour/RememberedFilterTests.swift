import TestSupport
import Testing

@Suite("The filter that itour remembers")
struct RememberedFilterTests {
    @Test(
        "Pipes and programs are told on standard error what they don't get, unless they asked for it themselves"
    )
    func told() throws {
        let traveller = try Traveller()
        try traveller.itour("add", "Rome", "--priority", "must")
        try traveller.itour("add", "Oslo", "--priority", "meh")
        let asked = try traveller.itour("list", "--priority", "must", "--json")
        #expect(asked.stderr.isEmpty)
        for arguments in [["list", "--json"], ["list", "--csv"], ["list"], ["search", "o", "--json"]] {
            let result = try run(
                traveller.program, arguments, environment: traveller.environment,
                workingDirectory: traveller.home.path)
            #expect(result.stdout.contains("Rome") && !result.stdout.contains("Oslo"))
            #expect(
                result.stderr
                    == "Warning: There is a filter: only priorities Must (“list --all” shows everything).\n",
                "\(arguments): \(result.stderr)")
        }
        // Who sees the count reads it there.
        let table = try traveller.itour("list", "--format", "table")
        #expect(table.stdout.contains("1 destination; only priorities Must") && table.stderr.isEmpty)
        #expect(try traveller.itour("search", "oslo", "--json").stderr.contains("There is a filter"))
        #expect(try traveller.itour("list", "--all", "--json").stderr.isEmpty)
        #expect(try traveller.itour("list", "--json").stderr.isEmpty)
    }

    @Test("What is chosen in one window is remembered also where another one chose otherwise meanwhile")
    func twoWindows() throws {
        let traveller = try Traveller()
        try traveller.itour("add", "Rome", "--priority", "must")
        try traveller.itour("add", "Oslo", "--priority", "meh")
        let terminal = try traveller.terminal(columns: 200)
        try terminal.expectPrompt("itour> ")
        try traveller.itour("list", "--priority", "must", "--sort", "priority")
        // Who asks for nothing in particular leaves the other window's choice alone.
        try terminal.sendLine("list")
        try terminal.expect("Oslo")
        try terminal.expectPrompt("itour> ")
        #expect(try traveller.names() == ["Rome"])
        try terminal.sendLine("list --all")
        try terminal.expect("Oslo")
        try terminal.expectPrompt("itour> ")
        #expect(try traveller.names() == ["Rome", "Oslo"])
        try terminal.sendLine("list --sort name")
        try terminal.expect("Oslo")
        try terminal.expectPrompt("itour> ")
        #expect(try traveller.names() == ["Oslo", "Rome"])
    }

    @Test("What isn't understood is answered with the words of the person's language")
    func words() throws {
        let traveller = try Traveller()
        let polish = try traveller.itour("add", "Rzym", "--priority", "zzz", "--language", "pl").stderr
        #expect(polish.contains("Do wyboru: ") && !polish.contains("maybe"), "\(polish)")
        #expect(
            try traveller.itour("add", "Rome", "--priority", "zzz").stderr.contains("meh, maybe or must"))
    }

    @Test("Days to come can be named by words of the language")
    func days() throws {
        for (language, word) in [("en", "tomorrow"), ("pl", "jutro"), ("hu", "holnap")] {
            let traveller = try Traveller()
            try traveller.itour("add", "Oslo", "--date", word, "--language", language)
            let days = try traveller.itour(
                "plan", "--from", word, "--to", word, "--language", language, "--json"
            ).objects
            #expect(days.map { $0["daysLeft"] as? Int } == [1], "\(word)")
        }
        let wrong = try Traveller().itour("plan", "--from", "soon", "--language", "pl").stderr
        #expect(wrong.contains("„jutro”"), "\(wrong)")
    }
}
