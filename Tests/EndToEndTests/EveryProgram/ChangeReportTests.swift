import Foundation
import TestSupport
import Testing

@Suite("What --json says about a change", .level(.default))
struct ChangeReportTests {
    /// The commands that write numbers or a report instead of the records that they change.
    private static let summaries: Set<String> = [
        "import", "poi import", "sync-file", "reset", "undo", "redo", "route", "quiz",
    ]

    /// The commands whose records can keep all values, because they only move a record among others, or delete another one.
    private static let moves: Set<String> = ["shelf move", "quote move", "sight move", "trip move", "merge"]

    /// The JSON of a screen without warnings; `nil` if there is none.
    private func json(_ screen: Person.Screen) -> String? {
        let text = screen.text.split(separator: "\n").filter { !$0.hasPrefix("Warning: ") }
            .joined(separator: "\n")
        return text.hasPrefix("{") || text.hasPrefix("[") ? text : nil
    }

    private func parsed(_ text: String) throws -> [[String: Any]] {
        let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
        return value as? [[String: Any]] ?? [value as? [String: Any]].compactMap(\.self)
    }

    /// Returns whether a value says that a record is new or has other values than before.
    private func tellsChange(_ row: [String: Any]) -> Bool {
        (row["before"] as? [String: Any])?.isEmpty != true
    }

    @Test(arguments: Transcript.programs)
    func `Every command that changes data says what the records were before`(program: String) throws {
        let grammar = try Person(program).grammar()
        // The number of steps in the history tells whether a line changed data.
        let counting = "history --count 1000 --json"
        let lines = try Transcript(of: program).lines.flatMap { line in
            ["quit", "echo", "completions"].contains { line.hasPrefix($0) }
                ? [line] : ["\(line) --json", counting]
        }
        let screens = try Person.screens(program, lines)
        var steps = 0, told: Set<String> = []
        for (screen, history) in zip(screens, screens.dropFirst()) where history.line == counting {
            guard let after = try json(history).map({ try parsed($0).count }) else { continue }
            defer { steps = after }
            let command = grammar.command(of: screen.line)?.name ?? String(screen.line.prefix { $0 != " " })
            guard after > steps, let text = json(screen), !Self.summaries.contains(command) else { continue }
            let rows = try parsed(text)
            #expect(!rows.isEmpty, "\(screen.line) writes no record")
            #expect(rows.allSatisfy { $0.keys.contains("before") }, "\(screen.line) writes \(text)")
            let tells = Self.moves.contains(command) || rows.contains(where: tellsChange)
            #expect(tells, "\(screen.line) writes \(text)")
            told.insert(command)
        }
        #expect(told.count >= (program == "moonshot" ? 3 : 20), "\(told.sorted())")
    }

    /// Lines that only read.
    private static let reading = [
        ("mybooks", "list"), ("mybooks", "show 1"), ("itour", "list"), ("itour", "show 1"),
        ("moonshot", "missions"), ("moonshot", "mission 11"), ("portfolio", "list"), ("portfolio", "show 1"),
    ]

    @Test(arguments: reading)
    func `Commands that only read don't have the key`(program: String, line: String) throws {
        let person = try Person(program)
        if program != "moonshot" { try person.run("samples") }
        let shown = try person.run("-c", "\(line) --json").stdout
        #expect(json(.init(line: line, text: shown)) != nil)
        #expect(!shown.contains("\"before\""))
    }

    /// Runs commands as a new user, and returns the rows of the last one and the JSON of their `before` without the time
    /// of the change.
    private func rows(
        _ program: String, _ lines: [String]...
    ) throws -> (all: [[String: Any]], before: [String]) {
        let person = try Person(program)
        var output = ""
        for line in lines {
            let result = try TestSupport.run(
                person.path, line + ["--json"], environment: person.environment,
                workingDirectory: person.home.path)
            #expect(result.status == .exited(0), "\(line): \(result.stderr)")
            output = result.stdout
        }
        let all = try parsed(output)
        let before = try all.map { row in
            guard var before = row["before"] as? [String: Any] else {
                return row["before"] is NSNull ? "null" : "missing"
            }
            before["modified"] = nil
            return String(
                decoding: try JSONSerialization.data(withJSONObject: before, options: .sortedKeys),
                as: UTF8.self)
        }
        return (all, before)
    }

    @Test func `The former values of an issue have the keys of the issue`() throws {
        let new = ["new", "Call", "due:2031-05-01"]
        #expect(try rows("portfolio", new).before == ["null"])
        #expect(try rows("portfolio", new, ["priority", "high", "1"]).before == [#"{"priority":"low"}"#])
        #expect(try rows("portfolio", new, ["due", "none", "1"]).before == [#"{"due":"2031-05-01"}"#])
        #expect(try rows("portfolio", new, ["close", "1"]).before == [#"{"closed":null,"status":"open"}"#])
        #expect(try rows("portfolio", new, ["note", "#1", "Later"]).before == [#"{"notes":[]}"#])
        #expect(try rows("portfolio", new, ["priority", "low", "1"]).before == ["{}"])
        #expect(try rows("portfolio", new, ["title", "#1", "Write"]).before == [#"{"title":"Call"}"#])
        #expect(try rows("portfolio", new, ["content", "#1", "Ring twice"]).before == [#"{"content":null}"#])
    }

    @Test func `The issue that follows a closed one is new`() throws {
        let new = ["new", "Water", "due:2031-05-01", "every:weekly"]
        let one = try rows("portfolio", new, ["close", "1"])
        #expect(one.before == [#"{"closed":null,"status":"open"}"#])
        let next = try #require((one.all.first?["next"] as? [[String: Any]])?.first)
        #expect(next["number"] as? Int == 2)
        #expect(next["before"] is NSNull)
        let two = try rows("portfolio", new, ["new", "Call"], ["close", "1", "2"])
        #expect(two.all.map { $0["number"] as? Int } == [1, 2, 3])
        #expect(two.before.last == "null")
    }

    @Test func `The row of a deleted record has all its former values`() throws {
        let deleted = try rows("portfolio", ["new", "Call", "due:2031-05-01"], ["delete", "1", "--yes"])
        let row = try #require(deleted.all.first)
        let before = try #require(row["before"] as? [String: Any])
        #expect(before["title"] as? String == "Call")
        #expect(before["due"] as? String == "2031-05-01")
        #expect(Set(row.keys).subtracting(before.keys) == ["before"])
    }

    @Test func `Each row of several changed records has what it was, also values that the row lacks`() throws
    {
        let two = try rows(
            "portfolio", ["new", "Call"], ["new", "Write", "!high"], ["priority", "high", "1", "2"])
        #expect(two.before == [#"{"priority":"low"}"#, "{}"])
        let add = ["add", "Solaris", "Lem"]
        #expect(try rows("mybooks", add, ["lend", "1", "Ann"]).before == [#"{"lentTo":null}"#])
        #expect(
            try rows("mybooks", add, ["lend", "1", "Ann"], ["return", "1"]).before == [#"{"lentTo":"Ann"}"#])
    }

    @Test func `Books, readings and goals say what they were`() throws {
        let add = ["add", "Solaris", "Lem", "--rating", "4"]
        #expect(try rows("mybooks", add).before == ["null"])
        #expect(try rows("mybooks", add, ["rate", "1", "5"]).before == [#"{"rating":4}"#])
        #expect(
            try rows("mybooks", add, ["shelf", "add", "1", "Best", "--yes"]).before == [#"{"shelves":[]}"#])
        #expect(
            try rows("mybooks", ["goal", "2031", "3"], ["goal", "2031", "4"]).before == [#"{"target":3}"#])
        let none = try rows("mybooks", ["goal", "2031", "3"], ["goal", "2031", "none", "--yes"])
        #expect(none.all.first?["target"] as? Int == 3)
        #expect(none.before.first?.contains(#""target":3"#) == true)
        let read = ["add", "Eden", "Lem", "--started", "2020-01-01", "--completed", "2020-01-05"]
        #expect(
            try rows("mybooks", read, ["reading", "edit", "1", "1", "completed:2020-01-06"]).before
                == [#"{"completed":"2020-01-05"}"#])
        let deleted = try rows("mybooks", read, ["reading", "delete", "1", "1", "--yes"])
        #expect(deleted.all.count == 1)
        #expect(deleted.before.first?.contains(#""completed":"2020-01-05""#) == true)
    }

    @Test func `The former readings of a book, and the book of a reading, are told`() throws {
        let add = ["add", "Eden", "Lem"]
        #expect(
            try rows("mybooks", add, ["start", "1", "--on", "2020-01-01"]).before == [
                #"{"readings":[],"started":null,"status":"on-shelf"}"#
            ])
        let started = [add, ["start", "1", "--on", "2020-01-01"]]
        let finished = try rows("mybooks", started[0], started[1], ["finish", "1", "--on", "2020-01-05"])
        let before = try #require(finished.all.first?["before"] as? [String: Any])
        let reading = try #require((before["readings"] as? [[String: Any]])?.first)
        #expect(reading["outcome"] as? String == "in-progress")
        #expect(reading["book"] as? Int == 1)
        let edited = try rows("mybooks", started[0], started[1], ["reading", "edit", "1", "1", "rating:4"])
        #expect(edited.all.map { $0["book"] as? Int } == [1])
        #expect(edited.before == [#"{"rating":null}"#])
    }

    @Test func `A dependency is told of both issues`() throws {
        let issues = [["new", "Call"], ["new", "Write"]]
        let blocked = try rows("portfolio", issues[0], issues[1], ["block", "2", "by", "1"])
        #expect(blocked.before == [#"{"blockedBy":[]}"#])
        let other = try #require((blocked.all.first?["blockers"] as? [[String: Any]])?.first)
        #expect(other["number"] as? Int == 1)
        #expect((other["before"] as? [String: Any])?["blocks"] as? [Int] == [])
        let again = try rows(
            "portfolio", issues[0], issues[1], ["block", "2", "by", "1"], ["block", "2", "by", "1"])
        #expect((again.all.first?["blockers"] as? [[String: Any]])?.count == 0)
    }

    @Test func `Trips and what belongs to them say what they were`() throws {
        let trip = ["trip", "add", "Japan"]
        #expect(
            try rows("itour", trip, ["trip", "edit", "1", "name:Kansai"]).before == [#"{"name":"Japan"}"#])
        let budget = ["budget", "set", "food", "600 EUR", "--in", "1"]
        #expect(try rows("itour", trip, budget).before == [#"{"budget":null,"currency":null}"#])
        #expect(
            try rows("itour", trip, budget, ["budget", "set", "food", "700 EUR", "--in", "1"]).before
                == [#"{"budget":600}"#])
        #expect(
            try rows("itour", trip, budget, ["budget", "set", "food", "none", "--yes", "--in", "1"]).before
                == [#"{"budget":600,"currency":"EUR"}"#])
        let item = ["checklist", "add", "Passport", "--in", "1"]
        #expect(
            try rows("itour", trip, item, ["checklist", "done", "1", "--in", "1"]).before == [
                #"{"done":false}"#
            ])
        #expect(
            try rows("itour", ["rate", "JPY", "0.5"], ["rate", "JPY", "0.6"]).before == [#"{"value":0.5}"#])
        #expect(
            try rows("itour", ["rate", "JPY", "0.5"], ["rate", "JPY", "none", "--yes"]).before
                == [#"{"base":"EUR","currency":"JPY","value":0.5}"#])
    }

    @Test func `Marks and notes of moonshot say what they were`() throws {
        let marked = try rows("moonshot", ["favourite", "11"])
        #expect(marked.before == [#"{"favourite":false}"#])
        #expect(marked.all.first?["id"] as? Int == 11)
        #expect(try rows("moonshot", ["favourite", "11"], ["favourite", "11"]).before == ["{}"])
        #expect(
            try rows("moonshot", ["favourite", "11"], ["unfavourite", "11"]).before == [
                #"{"favourite":true}"#
            ])
        #expect(try rows("moonshot", ["note", "8", "Earthrise"]).before == [#"{"note":null}"#])
        #expect(
            try rows("moonshot", ["note", "8", "Earthrise"], ["note", "8", "Genesis"]).before
                == [#"{"note":"Earthrise"}"#])
    }

    @Test func `A saved view says which conditions it replaced`() throws {
        let save = ["view", "save", "mine", "is:open"]
        #expect(try rows("portfolio", save).before == ["null"])
        #expect(
            try rows("portfolio", save, ["view", "save", "mine", "is:closed"]).before == [
                #"{"query":"is:open"}"#
            ])
    }

    @Test func `Undoing and redoing list the records that changed`() throws {
        let undone = try rows("portfolio", ["new", "Call"], ["priority", "high", "1"], ["undo"])
        let row = try #require(undone.all.first)
        #expect(row["step"] as? String == "Set the priority of “Call” to high.")
        let changed = try #require(row["changed"] as? [[String: Any]])
        #expect(changed.map { $0["model"] as? String } == ["Issue"])
        #expect(changed.map { $0["number"] as? Int } == [1])
        #expect(changed.map { $0["title"] as? String } == ["Call"])
        let deleted = try rows("portfolio", ["new", "Call"], ["undo"], ["redo"], ["undo"])
        let gone = try #require(deleted.all.first?["changed"] as? [[String: Any]])
        #expect(gone.first?["title"] is NSNull)
    }

    @Test func `The time of a change is the saved one, in JSON and CSV`() throws {
        let tracker = try Tracker()
        try tracker.portfolio("new", "Call")
        for format in ["--json", "--csv"] {
            let other = format == "--json" ? "high" : "medium"
            let changed = try tracker.portfolio("priority", other, "1", format).stdout
            let modified = try #require(try tracker.value("modified"))
            #expect(changed.contains(modified), "\(changed)")
        }
    }

    @Test func `CSV doesn't have the key`() throws {
        #expect(try !Tracker().portfolio("new", "Call", "--csv").stdout.contains("before"))
    }
}
