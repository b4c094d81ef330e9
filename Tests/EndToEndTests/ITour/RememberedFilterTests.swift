import TestSupport
import Testing

@Suite("The remembered filter of itour", .level(.default))
struct RememberedFilterTests {
    @Test
    func `Output to pipes and programs warns on standard error about a filter that it didn't specify itself`()
        throws
    {
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
                    == "Warning: The list is filtered: only priority Must (“list --all” shows everything).\n",
                "\(arguments): \(result.stderr)")
        }
        // A table shows the filter beside the number of destinations.
        let table = try traveller.itour("list", "--format", "table")
        #expect(table.stdout.contains("1 destination; only priority Must") && table.stderr.isEmpty)
        #expect(try traveller.itour("search", "oslo", "--json").stderr.contains("The list is filtered"))
        #expect(try traveller.itour("list", "--all", "--json").stderr.isEmpty)
        #expect(try traveller.itour("list", "--json").stderr.isEmpty)
    }

    @Test func `A choice in one window is remembered even if another window chose differently`() throws {
        let traveller = try Traveller()
        try traveller.itour("add", "Rome", "--priority", "must")
        try traveller.itour("add", "Oslo", "--priority", "meh")
        let terminal = try traveller.terminal(columns: 200)
        try terminal.expectPrompt("itour> ")
        try traveller.itour("list", "--priority", "must", "--sort", "priority")
        // A list without options doesn't overwrite the filter that the other window stored.
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

    @Test func `An invalid value is answered with the choices in the user's language`() throws {
        let traveller = try Traveller()
        let polish = try traveller.itour("add", "Rzym", "--priority", "zzz", "--language", "pl").stderr
        #expect(polish.contains("Do wyboru: ") && !polish.contains("maybe"), "\(polish)")
        #expect(
            try traveller.itour("add", "Rome", "--priority", "zzz").stderr.contains("meh, maybe or must"))
    }

    @Test func `Future days can be given as words of the language`() throws {
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
