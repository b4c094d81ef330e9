import TestSupport
import Testing

@Suite("Lasting filters and orders of portfolio", .level(.default))
struct LastingFilterTests {
    @Test
    func `A filter and an order last after a restart, and lists name them; scripts and data ignore them`()
        throws
    {
        let tracker = try Tracker()
        try tracker.script(
            "tag new work", "new Apple --tag work", "new Berry --tag work", "new Cherry", "close 1")
        let terminal = try tracker.terminal()
        for (line, prompt) in [
            ("filter work", "portfolio #work> "), ("sort title", "portfolio #work> "),
            ("list --all", "portfolio #work> "),
        ] {
            try terminal.sendLine(line)
            try terminal.expectPrompt(prompt)
        }
        try terminal.sendLine("quit")
        #expect(try terminal.waitForExit() == .exited(0))

        let next = try tracker.start(["list"], columns: 80, rows: 40)
        try next.expect("#work")
        try next.expect("Sorted by title")
        try next.expect("1 open issue")
        #expect(try next.waitForExit() == .exited(0))

        #expect(try tracker.portfolio("list", "--json").objects.count == 2)
        #expect(try tracker.portfolio("list").stdout.split(separator: "\n").count == 2)
        #expect(try tracker.script("list").stdout.split(separator: "\n").count == 2)

        let ended = try tracker.start(["filter", "all"], columns: 80, rows: 40)
        try ended.expect("2 open issues")
        #expect(try ended.waitForExit() == .exited(0))
        let prompt = try tracker.terminal()
        try prompt.sendLine("filter is:closed or is:overdue")
        try prompt.expectPrompt("portfolio is:closed or is:overdue> ")
        try prompt.sendLine("quit")
        #expect(try prompt.waitForExit() == .exited(0))
        let closed = try tracker.start(["list"], columns: 80, rows: 40)
        try closed.expect("is:closed or is:overdue")
        try closed.expect("Apple")
        #expect(try closed.waitForExit() == .exited(0))
    }

    @Test func `A filter whose conditions begin with a tag lasts`() throws {
        let tracker = try Tracker()
        try tracker.script("tag new work", "tag new home", "new One #work", "new Two #home", "new Three")
        let terminal = try tracker.terminal()
        try terminal.sendLine("filter #work or #home")
        try terminal.expectPrompt("portfolio #work or #home> ")
        try terminal.sendLine("quit")
        #expect(try terminal.waitForExit() == .exited(0))
        let next = try tracker.start(["list"], columns: 80, rows: 40)
        try next.expect("#work or #home")
        try next.expect("2 open issues")
        #expect(try next.waitForExit() == .exited(0))
    }

    @Test func `A filter on a tag with a quotation mark lasts`() throws {
        let tracker = try Tracker()
        try tracker.script("tag new \"a\\\"b\"", "new One", "tag \"a\\\"b\" 1", "new Two")
        let terminal = try tracker.terminal()
        try terminal.sendLine("filter \"a\\\"b\"")
        try terminal.expectPrompt("portfolio #a\"b> ")
        try terminal.sendLine("quit")
        #expect(try terminal.waitForExit() == .exited(0))
        let next = try tracker.start(["list"], columns: 80, rows: 40)
        try next.expect("#a\"b")
        try next.expect("1 open issue")
        #expect(try next.waitForExit() == .exited(0))
    }

    @Test
    func
        `A filter narrows changes, the agenda and next at the prompt, but neither stats, exports nor any script`()
        throws
    {
        let tracker = try Tracker()
        try tracker.script(
            "tag new work", "new Apple --tag work --due today", "back", "new Apricot --tag work --due today",
            "back",
            "new Cherry --due today", "back")
        // The statistics are longer than a usual screen.
        let terminal = try tracker.start([], columns: 100, rows: 200)
        try terminal.expectPrompt("portfolio> ")
        try terminal.sendLine("filter work")
        try terminal.expectPrompt("portfolio #work> ")
        for line in ["agenda", "next", "list is:open"] {
            try terminal.sendLine(line)
            let said = try terminal.expectPrompt("portfolio #work> ")
            #expect(said.contains("#work"), "\(line): \(said)")
            #expect(said.contains("Apple"), "\(line): \(said)")
            #expect(!said.contains("Cherry"), "\(line): \(said)")
        }
        try terminal.sendLine("priority high is:open")
        try terminal.expect("The filter is on: #work")
        try terminal.expect("Change 2 issues: “Ap")
        try terminal.sendLine("n")
        try terminal.expectPrompt("portfolio #work> ")
        try terminal.sendLine("export all.json")
        try terminal.expect("Wrote 3 issues")
        try terminal.expectPrompt("portfolio #work> ")
        try terminal.sendLine("stats")
        let statistics = try terminal.expectPrompt("portfolio #work> ")
        #expect(!statistics.contains("The filter is on"), "\(statistics)")
        try terminal.sendLine("quit")
        #expect(try terminal.waitForExit() == .exited(0))

        // The filter lasts until the next prompt, but scripts and data don't see it.
        for line in ["agenda", "next", "list is:open"] {
            let script = try tracker.script(line)
            #expect(script.stdout.contains("Cherry"), "\(line): \(script.stdout)")
            #expect(!(script.stdout + script.stderr).contains("The filter is on"), "\(line)")
            #expect(try tracker.portfolio("-c", line, "--json").stdout.contains("Cherry"), "\(line)")
        }
        #expect(try tracker.script("priority high is:open").stdout.contains("3 issues"))
        #expect(try tracker.portfolio("close", "is:open").status == .exited(64))
        #expect(try tracker.portfolio("close", "is:open", "--yes").stdout.contains("Closed 3 issues."))
    }

    @Test func `Announcements of awards can be switched off`() throws {
        let tracker = try Tracker()
        #expect(try tracker.portfolio("new", "A").stdout.contains("First Steps"))
        try tracker.portfolio("set", "awards", "off")
        #expect(!(try tracker.portfolio("close", "1").stdout.contains("Done!")))
        #expect(!(try tracker.portfolio("-c", "undo").stdout.contains("locked again")))
        try tracker.portfolio("set", "awards", "on")
        #expect(try tracker.portfolio("close", "1").stdout.contains("Done!"))
    }

    @Test func `Tab completes conditions and tags inside a query`() throws {
        let tracker = try Tracker()
        try tracker.script("tag new gardening", "new A")
        let terminal = try tracker.terminal()
        try terminal.send("list is:overd\t")
        try terminal.expect("list is:overdue ")
        try terminal.send("-#ga\t")
        try terminal.expect("-#gardening ")
        try terminal.send(.controlU)
        // Words of “new” and “edit” are completed like those of queries.
        try terminal.send("new Dig +ga\t")
        try terminal.expect("new Dig +gardening ")
        try terminal.send("due:tom\t")
        try terminal.expect("due:tomorrow ")
        try terminal.send(.controlU)
        try terminal.send("edit 1 #ga\t")
        try terminal.expect("edit 1 #gardening ")
        try terminal.send(.controlU)
    }
}
