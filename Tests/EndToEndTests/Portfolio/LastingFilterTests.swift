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
