import Foundation
import TestSupport
import Testing

@Suite("Bad input of itour", .level(.default))
struct ITourBadInputTests {
    @discardableResult
    private func refuse(
        _ traveller: Traveller, _ arguments: String..., code: Int32, says words: String...,
        location: SourceLocation = #_sourceLocation
    ) throws -> ProcessResult {
        let result = try run(
            traveller.program, arguments, environment: traveller.environment,
            workingDirectory: traveller.home.path)
        #expect(
            result.status == .exited(code), "\(arguments): \(result.stdout)\(result.stderr)",
            sourceLocation: location)
        #expect(
            result.stdout.isEmpty, "\(result.stderr)",
            sourceLocation: location)
        #expect(
            result.stderr.hasPrefix("itour: "), "\(result.stderr)",
            sourceLocation: location)
        for word in words {
            #expect(result.stderr.contains(word), "\(word) in \(result.stderr)", sourceLocation: location)
        }
        return result
    }

    @Test func `If a trip's end falls into a skipped hour, the message explains how to change it`() throws {
        let traveller = try Traveller(timeZone: "Europe/Warsaw")
        try traveller.itour("add", "Rome", "--date", "2027-03-20 02:30", "--end", "2027-03-21 02:30")
        let kept = try traveller.script("open rome", "date \"2027-03-27 02:30\"")
        #expect(kept.status == .exited(64))
        #expect(kept.stderr.contains("Mar 28, 2027"))
        #expect(kept.stderr.contains("Give another end with --end."))
        // In this case, the error is about the start that the user typed.
        let typed = try traveller.script("open rome", "date \"2027-03-28 02:30\"")
        #expect(typed.stderr.contains("Give a time one hour later"))
        let other = try traveller.script(
            "open rome", "date \"2027-03-27 02:30\" --end \"2027-03-28 03:30\"")
        #expect(other.status == .exited(0), "\(other.stderr)")
    }

    @Test func `Wrong priorities, dates, times, places, names and numbers are reported`() throws {
        let traveller = try Traveller(timeZone: "Europe/Warsaw")
        try traveller.itour("add", "Rome", "--date", "2031-05-01")
        try traveller.itour("add", "Romania")
        try traveller.itour("sight", "add", "rome", "A")
        let before = try traveller.itour("list", "--json").stdout
        try refuse(traveller, "add", "   ", code: 64, says: "can't be blank")
        try refuse(traveller, "add", code: 64, says: "NAME")
        try refuse(traveller, "edit", "1", "--name", " ", code: 64, says: "can't be blank")
        try refuse(traveller, "edit", "1", "--priority", "urgent", code: 64, says: "urgent", "must")
        try refuse(traveller, "edit", "1", "--priority", "4", code: 64, says: "4")
        try refuse(traveller, "list", "--priority", "must..meh", code: 64, says: "must..meh")
        try refuse(traveller, "edit", "1", "--date", "2031-02-30", code: 64, says: "2031-02-30")
        try refuse(traveller, "edit", "1", "--date", "2031-05-01 25:00", code: 64, says: "25:00")
        try refuse(traveller, "edit", "1", "--date", "someday", code: 64, says: "someday")
        try refuse(
            traveller, "edit", "1", "--end", "2031-04-30", code: 1, says: "before it begins", "--end none")
        try refuse(traveller, "edit", "1", "--end", "2031-05-02 10:00", code: 1, says: "has no time")
        try refuse(traveller, "edit", "2", "--end", "2031-05-02", code: 1, says: "no date")
        // When daylight saving time begins, clocks in Warsaw skip this hour. The hour exists in other time
        // zones.
        try refuse(
            traveller, "edit", "2", "--date", "2031-03-30 02:30", code: 64, says: "Europe/Warsaw", "--zone")
        #expect(
            try traveller.itour("edit", "2", "--date", "2031-03-30 02:30", "--zone", "asia/tokyo").status
                == .exited(0))
        try traveller.itour("undo")
        try refuse(traveller, "edit", "1", "--zone", "Tokyo", code: 64, says: "Asia/Tokyo")
        try refuse(traveller, "sight", "edit", "A", "--at", "91,0", code: 64, says: "91,0", "-90 to 90")
        try refuse(traveller, "sight", "edit", "A", "--at", "0,181", code: 64, says: "0,181")
        try refuse(traveller, "sight", "edit", "A", "--at", "here", code: 64, says: "here")
        try refuse(traveller, "sight", "add", "Nowhere", code: 1, says: "No destination is open")
        try refuse(traveller, "nearby", "nowhere", code: 1, says: "“list”")
        // These commands change the open destination. No destination is open, so the message suggests `edit`.
        for (command, option) in [
            ("name", "--name NAME"), ("details", "--details TEXT"), ("date", "--date DATE"),
            ("priority", "--priority PRIORITY"),
        ] {
            let value = command == "date" ? "2031-05-01" : command == "priority" ? "must" : "Roma"
            try refuse(
                traveller, command, value, code: 1, says: "or use “edit DESTINATION \(option)”.")
        }
        try refuse(traveller, "sight", "move", "A", "7", code: 64, says: "7")
        try refuse(traveller, "show", "rom", code: 1, says: "matches 2 entries", "Rome", "Romania", "1", "2")
        try refuse(traveller, "sight", "add", "rom", "B", code: 1, says: "Romania")
        try refuse(traveller, "show", "99", code: 1, says: "99")
        try refuse(traveller, "nearby", "romania", code: 1, says: "is unknown", "--at")
        try refuse(traveller, "nearby", "0,0", "--within", "-1", code: 64, says: "kilometres")
        try refuse(traveller, "plan", "--from", "2031-05-02", "--to", "2031-05-01", code: 64, says: "--to")
        try refuse(traveller, "delete", "rome", code: 64, says: "--yes")
        try refuse(traveller, "sight", code: 64, says: "sight add")
        try refuse(traveller, "list", "--all", "--future", code: 64, says: "--future")
        #expect(try traveller.itour("list", "--json").stdout == before)
    }

    @Test func `Missing, empty, binary, unsupported and truncated files are reported`() throws {
        let traveller = try Traveller()
        try refuse(traveller, "import", "missing.gpx", code: 66, says: "missing.gpx")
        try refuse(traveller, "import", ".", code: 66, says: "directory")
        for (name, text, word) in [
            ("empty.gpx", "", "empty"), ("binary.gpx", "ELF\u{0}", "text file"),
            ("cut.gpx", "<gpx><wpt", "cut off"),
            ("cut.json", "{\"features\": [{", "cut off"), ("page.gpx", "<html></html>", "HTML"),
            ("bomb.gpx", "<!DOCTYPE g [<!ENTITY a 'a'>]><gpx/>", "entities"),
            ("some.csv", "a,b\n1,2\n", "name"),
        ] {
            try traveller.home.write(text, to: name)
            try refuse(traveller, "import", name, code: 65, says: name, word)
        }
        try refuse(traveller, "export", "trips.xlsx", code: 64, says: ".gpx", ".ics")
        try refuse(traveller, "import", "empty.gpx", "--into", "rome", code: 1, says: "rome")
        #expect(try traveller.names().isEmpty)
    }

    @Test func `A truncated file of 100 MB is refused with little memory and imports nothing`() throws {
        let traveller = try Traveller()
        try traveller.itour("add", "Rome")
        // Between two sights, the file has a shape of 100 MB, which the reader must skip without storing it.
        let path = traveller.home.file("large.geojson")
        try Data().write(to: URL(fileURLWithPath: path))
        let file = try #require(FileHandle(forWritingAtPath: path))
        let point =
            #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"name":"A"}},"#
        file.write(Data(("{\"features\":[" + point).utf8))
        let filler = String(repeating: "x", count: 1_000_000)
        let shape =
            #"{"type":"Feature","geometry":{"type":"LineString","coordinates":[]},"properties":{"x":"\#(filler)"}},"#
        for _ in 0..<100 { file.write(Data(shape.utf8)) }
        try file.close()
        let result = try run(
            "/bin/sh", ["-c", "ulimit -v 1500000; exec \"$0\" import large.geojson", traveller.program],
            environment: traveller.environment, workingDirectory: traveller.home.path)
        #expect(result.status == .exited(65), "\(result.stderr)")
        #expect(result.stderr.contains("cut off"), "\(result.stderr)")
        #expect(try traveller.names() == ["Rome"])
        #expect(try rows("SELECT count(*) FROM Sight", traveller.store) == [["0"]])
    }

    @Test func `Escape sequences, a megabyte of text and right-to-left text are kept and shown safely`()
        throws
    {
        let traveller = try Traveller(adding: ["COLUMNS": "40"])
        let long = String(repeating: "long ", count: 20_000)
        try traveller.itour("add", "\u{1B}[31mred\u{7}", "--details", long)
        try traveller.itour("add", "مرحبا بالعالم", "--date", "2031-05-01")
        for arguments in [["list"], ["calendar", "2031-05"], ["show", "1"], ["plan"]] {
            let result = try run(
                traveller.program, ["--format", "table"] + arguments, environment: traveller.environment,
                workingDirectory: traveller.home.path)
            #expect(result.status == .exited(0))
            #expect(!result.outputBytes.contains(0x1B))
            #expect(!result.outputBytes.contains(7))
        }
        // Spaces around a text aren't kept.
        let kept = try traveller.itour("show", "1", "--json").object["details"] as? String
        #expect(kept == String(long.dropLast()))
        let plain = try Traveller(locale: "C")
        let result = try run(
            plain.program, ["--store", traveller.store, "--format", "table", "calendar", "2031-05"],
            environment: plain.environment, workingDirectory: plain.home.path)
        #expect(result.outputBytes.allSatisfy { $0 < 0x80 })
    }

    @Test func `A time zone is found by its other names`() throws {
        let traveller = try Traveller()
        try traveller.itour("add", "Kolkata", "--zone", "Asia/Kolkata")
        #expect(try traveller.itour("show", "1", "--json").stdout.contains("\"Asia/Kolkata\""))
        try refuse(traveller, "edit", "1", "--zone", "Asia/Kalkutta", code: 64, says: "Asia/Kalkutta")
    }
}
