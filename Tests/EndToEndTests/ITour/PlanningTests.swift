import Foundation
import TestSupport
import Testing

@Suite("Planning with itour", .level(.default))
struct PlanningTests {
    @Test func `A session plans a destination in steps, and the prompt shows it`() throws {
        let traveller = try Traveller()
        let terminal = try traveller.terminal("--quiet")
        defer { terminal.kill() }
        try terminal.expect("itour>")
        try terminal.send("add Rome\r")
        try terminal.expect("itour Rome>")
        for line in [
            "date 2031-05-01 2031-05-04", "priority must", "sight add Colosseum --at 41.8902,12.4922",
            "sight add Pantheon", "sight move pantheon up", "name Roma",
        ] {
            try terminal.send(line + "\r")
        }
        try terminal.expect("itour Roma>")
        try terminal.send("back\r")
        try terminal.expect("itour>")
        try terminal.send("show\r")
        try terminal.expect("No destination is open")
        try terminal.expect("open DESTINATION")
        try terminal.send("quit\r")
        _ = try terminal.waitForExit()
        #expect(try traveller.sights("roma") == ["Pantheon", "Colosseum"])
        let shown = try traveller.itour("show", "roma", "--json").object
        #expect(shown["start"] as? String == "2031-05-01")
        #expect(shown["end"] as? String == "2031-05-04")
        #expect(shown["priority"] as? String == "must")
        #expect(shown["allDay"] as? Bool == true)
    }

    @Test
    func
        `A second destination of the same name causes a warning, and delete without a name deletes the open one`()
        throws
    {
        let traveller = try Traveller()
        try traveller.itour("add", "Łódź")
        let second = try traveller.itour("add", "łódź")
        #expect(second.status == .exited(0))
        #expect(
            (second.stdout + second.stderr).contains(
                "Another destination has the same name: “Łódź”, number 1."))
        let deleted = try traveller.script("open 2", "delete --yes", "list")
        #expect(deleted.status == .exited(0))
        #expect(deleted.stdout.contains("Deleted “łódź”."))
        #expect(try traveller.itour("delete", "--yes").status == .exited(1))
        #expect(try traveller.itour("list", "--json").objects.count == 1)
    }

    @Test func `The same commands work outside a session`() throws {
        let traveller = try Traveller()
        try traveller.itour("add", "Rome")
        try traveller.itour("edit", "rome", "--date", "2031-05-01 18:30", "--end", "2031-05-02 09:00")
        try traveller.itour("edit", "1", "--details", "By train", "--priority", "1")
        try traveller.itour("sight", "add", "rome", "Trevi Fountain", "--note", "early")
        try traveller.itour("sight", "add", "Pantheon", "--in", "1", "--visited")
        try traveller.itour("sight", "edit", "trevi", "--at", "41.9009,12.4833", "--name", "Trevi")
        try traveller.itour("sight", "visited", "trevi")
        try traveller.itour("sight", "move", "trevi", "last")
        let shown = try traveller.itour("show", "rome", "--json").object
        #expect(shown["start"] as? String == "2031-05-01T18:30")
        #expect(shown["priority"] as? String == "meh")
        let sights = try #require(shown["sights"] as? [[String: Any]])
        #expect(sights.map { $0["name"] as? String } == ["Pantheon", "Trevi"])
        #expect(sights.map { $0["visited"] as? Bool } == [true, true])
        #expect(sights[1]["latitude"] as? Double == 41.9009)
        try traveller.itour("sight", "visited", "trevi", "--not")
        try traveller.itour("sight", "delete", "pantheon", "--yes")
        #expect(try traveller.sights("rome") == ["Trevi"])
        #expect(try traveller.itour("undo").stdout == "Undone: Deleted “Pantheon”.\n")
        #expect(try traveller.sights("rome") == ["Pantheon", "Trevi"])
    }

    @Test func `Importing a map that itour exported before its destination was renamed changes nothing`()
        throws
    {
        let traveller = try Traveller()
        try traveller.itour("add", "Rome")
        try traveller.itour("sight", "add", "rome", "Colosseum", "--at", "41.8902,12.4922")
        for map in ["r.gpx", "r.geojson"] {
            try traveller.itour("export", map)
            try traveller.itour("edit", "1", "--name", "Rome for \(map)")
            let report = try traveller.itour("import", map)
            #expect(report.stdout == "Added 0 destinations and 0 sights; 1 already existed, 0 skipped.\n")
        }
        #expect(try traveller.names() == ["Rome for r.geojson"])
    }

    @Test func `Each field's question shows the current value, and Enter keeps it`() throws {
        let traveller = try Traveller()
        try traveller.itour("add", "Rome", "--date", "2031-05-01", "--details", "By train")
        let terminal = try traveller.terminal("edit", "rome")
        defer { terminal.kill() }
        try terminal.expect("Name")
        try terminal.send(.enter)
        try terminal.expect("2031-05-01")
        try terminal.send(.enter)
        try terminal.expect("End")
        // If the end is before the beginning, the question is repeated.
        try terminal.send("2031-04-01\r")
        try terminal.expect("can't end")
        try terminal.expect("End (blank for none): 2031-04-01")
        try terminal.send("\u{15}2031-05-03\r")
        try terminal.expect("Time zone (blank for none): ")
        try terminal.send(.enter)
        try terminal.expect("Priority: meh, maybe or must: ")
        try terminal.send("\u{15}must\r")
        try terminal.expect("Details (+ opens your editor): By train")
        try terminal.send(.enter)
        try terminal.expect("Changed “Rome”")
        _ = try terminal.waitForExit()
        let shown = try traveller.itour("show", "rome", "--json").object
        #expect(shown["end"] as? String == "2031-05-03")
        #expect(shown["priority"] as? String == "must")
        #expect(shown["details"] as? String == "By train")
    }

    @Test func `Details keep their lines in a pipe`() throws {
        let traveller = try Traveller()
        let long = String(repeating: "long ", count: 40) + "line"
        try traveller.itour("add", "Rome", "--details", "First\n\n\(long)")
        let shown = try traveller.itour("show", "rome").stdout
        #expect(shown.contains("Details\tFirst\n\t\n\t\(long)\n"), "\(shown)")
    }

    @Test func `Tab offers after import only files that can be imported, and folders`() throws {
        let traveller = try Traveller()
        for name in ["museums.geojson", "hike.GPX", "notes.txt", "photo.jpg", "points.json", "maps/a.csv"] {
            try traveller.home.write("", to: name)
        }
        func offered(_ line: String) throws -> [String] {
            try traveller.itour("completions", "bash", line).stdout.split(separator: "\n").map(String.init)
        }
        let files = try offered("itour import ")
        #expect(files.contains("museums.geojson"))
        #expect(files.contains("hike.GPX"))
        #expect(files.contains("maps/"))
        #expect(!files.contains("notes.txt"))
        #expect(!files.contains("photo.jpg"))
        #expect(try offered("itour import n").isEmpty)
        let points = try offered("itour poi import ").filter { !$0.hasSuffix("/") }
        #expect(points == ["museums.geojson", "points.json"])
        #expect(try offered("itour export n") == ["notes.txt"])
    }

    @Test
    func `Order and filter of a script's list hold for this list only, and those of a prompt are remembered`()
        throws
    {
        let traveller = try Traveller()
        try traveller.itour("add", "Rome", "--date", "2001-05-01", "--priority", "must")
        try traveller.itour("add", "Oslo", "--date", "9999-05-01", "--priority", "maybe")
        try traveller.itour("add", "Bern", "--date", "9998-05-01", "--priority", "meh")
        #expect(try traveller.names() == ["Bern", "Oslo", "Rome"])
        #expect(try traveller.names("--sort", "priority") == ["Rome", "Oslo", "Bern"])
        #expect(try traveller.names("--future") == ["Bern", "Oslo"])
        #expect(try traveller.names("--priority", "maybe..must") == ["Oslo", "Rome"])
        #expect(try traveller.names() == ["Bern", "Oslo", "Rome"])
        let terminal = try traveller.terminal()
        try terminal.expectPrompt("itour> ")
        let all = try terminal.run("list", prompt: "itour> ")
        #expect(all.contains("Rome"))
        let filtered = try terminal.run("list --future --priority maybe..must", prompt: "itour> ")
        #expect(filtered.contains("only future trips of priority Maybe to Must"))
        #expect(
            try terminal.run("list", prompt: "itour> ").contains(
                "only future trips of priority Maybe to Must"))
        #expect(try !terminal.run("search o", prompt: "itour> ").contains("Rome"))
        #expect(try terminal.run("list --all", prompt: "itour> ").contains("Rome"))
        #expect(try terminal.run("list", prompt: "itour> ").contains("Rome"))
        #expect(try traveller.names() == ["Bern", "Oslo", "Rome"])
    }

    @Test func `A shell lists another one's changes at its next command and announces them at its prompt`()
        throws
    {
        let traveller = try Traveller()
        try traveller.itour("add", "Rome")
        let first = try traveller.terminal(), second = try traveller.terminal()
        defer {
            first.kill()
            second.kill()
        }
        try first.expect("itour>")
        try second.expect("itour>")
        try first.send("open rome\r")
        try first.expect("itour Rome>")
        try second.send("add Oslo\r")
        try second.expect("itour Oslo>")
        try first.send("sight add Colosseum\r")
        try first.expect("Added “Colosseum”")
        try second.send("list\r")
        try second.expect("Rome")
        try second.expect("changed the data")
        try second.send("show rome\r")
        try second.expect("Colosseum")
        // If one session deletes the destination that is open in the other session, the other session closes
        // it.
        try second.send("delete rome --yes\r")
        try second.expect("Deleted “Rome”")
        try first.send("show\r")
        try first.expect("Another process has deleted")
        try first.expect("itour>")
        try first.send("list\r")
        try first.expect("Oslo")
    }

    @Test func `Trips are drawn into a month at every width, with the language's weekdays`() throws {
        let traveller = try Traveller()
        try traveller.itour("add", "Rome", "--date", "2031-05-01", "--end", "2031-05-12")
        try traveller.itour("add", "三体", "--date", "2031-05-12", "--end", "2031-05-13")
        for columns in [20, 26, 40, 48, 80, 200] {
            let wide = try Traveller(adding: ["COLUMNS": String(columns)])
            let result = try run(
                wide.program, ["--store", traveller.store, "--format", "table", "calendar", "2031-05"],
                environment: wide.environment, workingDirectory: wide.home.path)
            let lines = result.stdout.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.first == "May 2031" && lines[1].hasPrefix("Su"))
            #expect(result.stdout.contains("Rome"))
            #expect(result.stdout.contains("三体"))
            for line in lines {
                let width = line.reduce(0) { $0 + (("\u{2E80}"..."\u{FFEF}").contains($1) ? 2 : 1) }
                #expect(width <= columns, "\(columns): \(line)")
            }
        }
        let polish = try traveller.itour("--language", "pl", "--format", "table", "calendar", "maj 2031")
            .stdout
        #expect(polish.hasPrefix("maj 2031\npn "))
        let spoken = try traveller.itour("--accessible", "calendar", "2031-05").stdout
        #expect(spoken.hasPrefix("May 2031\n2 destinations\n"))
        #expect(!spoken.contains("─"))
        #expect(try traveller.itour("calendar", "2031-05", "--json").objects.count == 2)
        #expect(try traveller.itour("calendar", "Smarch").status == .exited(64))
    }

    @Test func `A place is found by the name of a sight of any destination`() throws {
        let traveller = try Traveller()
        let near = try traveller.script(
            "add Rome", "sight add Colosseum --at 41.8902,12.4922", "sight add Forum --at 41.8925,12.4853",
            "add Berlin", "nearby colosseum", "poi near colosseum")
        #expect(near.status == .exited(0), "\(near)")
        #expect(near.stdout.contains("\tForum\t"), "\(near)")
        #expect(near.stdout.contains("within 10 km of Colosseum."))
        // If several sights match, `nearby` prefers a sight of the open destination.
        let own = try traveller.script(
            "open berlin", "sight add \"Colosseum Bar\" --at 52.5,13.4", "nearby colosseum")
        #expect(own.stdout.contains("within 10 km of Colosseum Bar."), "\(own)")
    }

    @Test func `Sights of the same name are distinguished by the numbers that sight commands accept`() throws
    {
        let traveller = try Traveller()
        let made = try traveller.script(
            "add Rome", "sight add Pantheon --at 41.8986,12.4769", "add Paris",
            "sight add Pantheon --at 48.8462,2.3464", "add Florence")
        try #require(made.status == .exited(0), "\(made.stderr)")
        for line in ["nearby pantheon", "nearby sight:pantheon", "poi near pantheon"] {
            let refused = try traveller.itour("-c", "open florence", "-c", line)
            #expect(
                refused.stderr.contains("sight:1 “Pantheon” (Rome) or sight:2 “Pantheon” (Paris)."),
                "\(line): \(refused.stderr)")
        }
        for sight in ["sight:1", "sight:2"] {
            #expect(try traveller.itour("nearby", sight).stdout.contains("within 10 km of Pantheon."))
        }
        let mistyped = try traveller.itour("-c", "open florence", "-c", "nearby panteon")
        #expect(mistyped.stderr.contains("Did you mean “Pantheon”?"), "\(mistyped.stderr)")
    }

    @Test(arguments: ["gpx", "geojson"])
    func `An export for maps counts only the exported records and reports the omitted ones`(format: String)
        throws
    {
        let traveller = try Traveller()
        _ = try traveller.script("add Rome", "sight add Colosseum --at 41.8902,12.4922", "add Ålesund")
        let only = try traveller.itour("export", "only.\(format)", "--only", "Ålesund")
        #expect(
            only.stdout == """
                Wrote 0 destinations to “only.\(format)”.
                Warning: 1 destination has no sights on the map and is not in the file.

                """)
        let all = try traveller.itour("export", "all.\(format)", "--json").object
        #expect(all["destinations"] as? Int == 1)
        #expect(all["unmapped"] as? Int == 1)
    }

    @Test(arguments: ["en", "pl", "hu"])
    func `Samples, plan, statistics and nearby work together, in each language`(language: String) throws {
        let traveller = try Traveller()
        #expect(try traveller.itour("--language", language, "samples").status == .exited(0))
        let rome = ["en": "Rome", "pl": "Rzym", "hu": "Róma"][language] ?? ""
        #expect(try traveller.names().contains(rome))
        let days = try traveller.itour("--language", language, "plan", "--json").objects
        #expect(days.count == 8)
        #expect(days.first?["daysLeft"] as? Int == 30)
        #expect(try traveller.itour("--language", language, "stats").stdout.contains("1"))
        let near = try traveller.itour("--language", language, "nearby", rome, "--within", "3", "--json")
            .objects
        let distances = near.compactMap { $0["distance"] as? Double }
        #expect(near.count == 5)
        #expect(distances == distances.sorted())
        for command in [["plan"], ["stats"], ["calendar"], ["nearby", rome], ["list"], ["show", rome]] {
            let result = try run(
                traveller.program, ["--language", language, "--accessible"] + command,
                environment: traveller.environment, workingDirectory: traveller.home.path)
            #expect(result.status == .exited(0))
            #expect(!result.stdout.contains { "─█·✓│".contains($0) }, "\(command): \(result.stdout)")
        }
        // A priority can be typed as a word of the current language.
        let must = ["en": "must", "pl": "koniecznie", "hu": "mindenképp"][language] ?? ""
        #expect(
            try traveller.itour("--language", language, "edit", "3", "--priority", must).status == .exited(0))
        #expect(try traveller.itour("show", "3", "--json").object["priority"] as? String == "must")
    }
}
