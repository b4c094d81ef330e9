import Foundation
import TestSupport
import Testing

@Suite("Points of interest", .level(.default))
struct PointTests {
    private let traveller: Traveller

    init() throws { traveller = try Traveller() }

    /// Writes points to a JSON file, and returns the file's name.
    private func write(_ points: String..., to name: String = "points.json") throws -> String {
        try traveller.home.write("[\(points.joined(separator: ",\n"))]", to: name)
        return traveller.home.file(name)
    }

    private func point(_ number: Int, _ name: String, _ more: String = "") -> String {
        let digits = String(number)
        return """
            {"identifier": "00000000-0000-0000-0000-\(String(repeating: "0", count: 12 - digits.count))\(digits)", \
            "name": "\(name)", "city": "Rome", "country": "Italy", "latitude": 41.\(digits), "longitude": 12.5\(more)}
            """
    }

    @Test func `Points are imported from a file, a pipe and the web, and a second import changes nothing`()
        throws
    {
        let list = "[\(point(1, "Fort", #", "category": {"name": "castle"}"#)), \(point(2, "Museum"))]"
        let file = try write(point(1, "Fort", #", "category": {"name": "castle"}"#), point(2, "Museum"))
        #expect(
            try traveller.itour("poi", "import", file).stdout
                == "Points of interest: 2 added, 0 updated, 0 unchanged, 0 skipped.\n")
        let pipe = try traveller.itour("poi", "import", "-", "--json", stdin: list).object
        #expect(pipe["unchanged"] as? Int == 2)
        #expect(pipe["complete"] as? Bool == true)
        let trial = try traveller.itour("--quiet", "poi", "import", "-", "--dry-run", stdin: list)
        #expect(trial.stdout.contains("2 unchanged"))
        let server = try TestWebServer([
            "/old": .redirection(to: "/new"), "/new": .file("[\(point(2, "Gallery")), \(point(3, "Keep"))]"),
        ])
        defer { server.stop() }
        let web = try traveller.itour("poi", "import", server.address + "/old", "--csv")
        #expect(web.stdout.split(separator: "\r\n").last?.hasPrefix("1,1,0,0,0") == true, "\(web)")
        let names = try traveller.itour("poi", "list", "--json").objects.map { $0["name"] as? String }
        #expect(names == ["Fort", "Gallery", "Keep"])
        #expect(try traveller.itour("poi", "list", "--category", "Castle", "--json").objects.count == 1)
        #expect(
            try traveller.itour("undo").stdout
                == "Undone: Imported \(server.address)/old: 1 point of interest added, 1 updated.\n")
        #expect(try traveller.itour("poi", "list", "--json").objects.count == 2)
    }

    @Test
    func
        `A truncated list keeps its complete records, reports where it ended and exits with the bad data code`()
        throws
    {
        try traveller.home.write(
            "[\(point(1, "Fort")),\n\(point(2, "Mus", "")),\n{\"identifier\":", to: "cut.json")
        let result = try traveller.itour("poi", "import", "cut.json")
        #expect(result.status == .exited(65))
        #expect(result.stdout.contains("2 added"))
        #expect(result.stderr.contains("line 3"))
        #expect(result.stderr.contains("2 entries before that line were imported"))
        // The error counts only imported entries, not skipped ones.
        try traveller.home.write(
            #"[{"identifier": "x"}, {"identifier": "y", "name": "Y"}, \#(point(1, "Fort"))"#,
            to: "skipped.json")
        let one = try traveller.itour("poi", "import", "skipped.json")
        #expect(one.stdout.contains("1 unchanged, 2 skipped"))
        #expect(one.stderr.contains(" 1 entry before that line was imported."), "\(one.stderr)")
        let polish = try traveller.itour("--language", "pl", "poi", "import", "skipped.json")
        #expect(polish.stderr.contains("Zaimportowano 1 wpis"))
        #expect(polish.stderr.contains("zaimportuj ją"))
        let hungarian = try traveller.itour("--language", "hu", "poi", "import", "skipped.json")
        #expect(hungarian.stderr.contains("Az előtte lévők közül a program 1 elemet importált."))
        let server = try TestWebServer(["/cut": .cutOff("[\(point(3, "Keep")), {")])
        defer { server.stop() }
        let web = try traveller.itour("poi", "import", server.address + "/cut")
        #expect(web.status == .exited(74))
        #expect(web.stderr.contains("was interrupted"))
        #expect(web.stdout.contains("1 added"))
        #expect(try traveller.itour("poi", "list", "--json").objects.count == 3)
        let missing = try traveller.itour("poi", "import", server.address + "/none")
        #expect(missing.status == .exited(66))
        #expect(missing.stdout.isEmpty)
        #expect(try traveller.itour("poi", "import", "ftp://x/y").status == .exited(64))
        #expect(try traveller.itour("poi", "import", "none.json").status == .exited(66))
    }

    @Test func `A malicious list imports only valid records and shows no escape sequences`() throws {
        let deep = String(repeating: "[", count: 50_000) + String(repeating: "]", count: 50_000)
        let long = String(repeating: "x", count: 1_100_000)
        var bytes = Array(
            """
            [\(point(1, "Red \\u001b[31m\\u0007\\u202e")), \(deep), \(point(2, long)), NaN, -, {"x": 1e400},
            \(point(3, "x", #", "latitude": 1"#)), \(point(4, "bad ")), \(point(5, "Łódź", #", "a": {"b": [{}]}"#))]
            """.utf8)
        // Replace a byte, so that this text is invalid UTF-8.
        if let place = bytes.firstRange(of: Array("bad ".utf8)) { bytes[place.upperBound - 1] = 0xFF }
        try Data(bytes).write(to: URL(fileURLWithPath: traveller.home.file("hostile.json")))
        let result = try traveller.itour("poi", "import", "hostile.json", "--json")
        let report = try result.object
        #expect(report["added"] as? Int == 2, "\(result)")
        #expect(report["skipped"] as? Int == 7, "\(result)")
        #expect(!result.stderr.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{7}" })
        let listed = try traveller.itour("poi", "list")
        #expect(listed.stdout.contains("Red "))
        #expect(!listed.stdout.contains("\u{1B}"))
    }

    @Test func `A point can be found by part of its name, edited, marked, planned as a sight and deleted`()
        throws
    {
        try traveller.itour(
            "poi", "add", "Trevi Fountain", "--city", "Rome", "--category", "fountain", "--at",
            "41.9009,12.4833")
        try traveller.itour(
            "poi", "add", "Colosseum", "--country", "Italy", "--favourite", "--at", "41.8902,12.4922")
        let shown = try traveller.itour("poi", "show", "trevi", "--json").object
        #expect(shown["category"] as? String == "fountain")
        #expect(shown["favourite"] as? Bool == false)
        #expect(shown["latitude"] as? Double == 41.9009)
        #expect(shown["information"] is NSNull)
        try traveller.itour("poi", "edit", "trevi", "--information", "Throw a coin", "--category", "none")
        try traveller.itour("poi", "favourite", "trevi")
        let favourites = try traveller.itour("poi", "list", "--favourite", "--json").objects
        #expect(favourites.map { $0["name"] as? String } == ["Colosseum", "Trevi Fountain"])
        let near = try traveller.itour("poi", "near", "trevi", "--within", "2", "--json").objects
        #expect(near.map { $0["name"] as? String } == ["Colosseum"])
        #expect((near[0]["distance"] as? Double).map { $0 > 1 && $0 < 2 } == true)
        try traveller.itour("add", "Rome")
        #expect(
            try traveller.itour("poi", "to-sight", "trevi", "rome").stdout.contains(
                "Added “Trevi Fountain” to “Rome”"))
        #expect(try traveller.itour("poi", "to-sight", "trevi", "rome").stdout.contains("already"))
        let sights = try traveller.itour("sight", "list", "rome", "--json").objects
        #expect(sights.count == 1 && sights[0]["note"] as? String == "Throw a coin")
        #expect(sights[0]["latitude"] as? Double == 41.9009)
        #expect(try traveller.itour("poi", "near", "rome", "--json").objects.count == 2)
        let refused = try traveller.itour("poi", "delete", "trevi")
        #expect(refused.status == .exited(64))
        #expect(refused.stderr.contains("--yes"))
        try traveller.itour("poi", "delete", "trevi", "--yes")
        #expect(try traveller.itour("poi", "show", "trevi").stderr.contains("poi list"))
        #expect(try traveller.itour("undo").stdout == "Undone: Deleted “Trevi Fountain”.\n")
        #expect(try traveller.itour("poi", "show", "trvi").stderr.contains("Trevi Fountain"))
        #expect(try traveller.itour("poi", "list", "--category", "fountan").stderr.contains("“fountain”"))
    }

    @Test
    func
        `At the prompt, points are completed, standard input is refused as a source, and Ctrl-C undoes the import`()
        throws
    {
        let file = try write(point(1, "Fort"), point(2, "Museum"))
        let terminal = try traveller.terminal()
        defer { terminal.kill() }
        try terminal.expect("itour>")
        try terminal.send("poi import \(file)\r")
        try terminal.expect("2 added")
        try terminal.send("poi import -\r")
        try terminal.expect("Standard input")
        try terminal.send("poi show mus\t\r")
        try terminal.expect("Place")
        let server = try TestWebServer(["/slow": .cutOff("[\(point(3, "Keep")),", hangs: true)])
        defer { server.stop() }
        try terminal.send("poi import \(server.address)/slow\r")
        try terminal.expect("slow")
        Thread.sleep(forTimeInterval: 0.5)
        try terminal.send("\u{3}")
        try terminal.expect("itour>")
        try terminal.send("quit\r")
        _ = try terminal.waitForExit()
        #expect(try traveller.itour("poi", "list", "--json").objects.count == 2)
    }

    @Test func `A JSON export of all destinations mentions the omitted points of interest`() throws {
        _ = try traveller.script("poi add Fort", "add Rome")
        #expect(
            try traveller.itour("export", "all.json").stdout == """
                Wrote 1 destination to “all.json”.
                Warning: 1 point of interest is not in the file. Use “backup” to copy it too.

                """)
        try traveller.itour("poi", "add", "Museum")
        let all = try traveller.itour("export", "all.json", "--overwrite", "--json").object
        #expect(all["leftOutPoints"] as? Int == 2)
        for (language, words) in [
            ("pl", "2 ciekawe miejsca nie trafiły do pliku"), ("hu", "2 érdekes hely nem került a fájlba"),
        ] {
            let said = try traveller.itour("--language", language, "export", "all.json", "--overwrite")
            #expect(said.stdout.contains(words), "\(said)")
        }
        // Users don't expect a CSV file or an export of one destination to contain all points of interest. So
        // these exports report no omitted points.
        let only = try traveller.itour("export", "rome.json", "--only", "rome", "--json").object
        let rows = try traveller.itour("export", "all.csv", "--json").object
        #expect(only["leftOutPoints"] as? Int == 0)
        #expect(rows["leftOutPoints"] as? Int == 0)
    }

    @Test(arguments: ["en", "pl", "hu"])
    func `Accessible mode and the other languages show the same facts as text`(language: String) throws {
        let file = try write(point(1, "Fort", #", "category": {"name": "castle"}"#), "7")
        let result = try traveller.itour("--language", language, "--accessible", "poi", "import", file)
        #expect(result.status == .exited(0))
        let expected = [
            "en": "1 added, 0 updated, 0 unchanged, 1 skipped",
            "pl": "dodano 1, zaktualizowano 0, bez zmian 0, pominięto 1",
            "hu": "felvéve 1, frissítve 0, változatlan 0, kihagyva 1",
        ]
        #expect(result.stdout.contains(expected[language] ?? "?"), "\(result.stdout)")
        try traveller.itour("poi", "favourite", "fort")
        let listed = try traveller.itour("--language", language, "--accessible", "poi", "list").stdout
        let words = ["en": "favourite", "pl": "ulubione", "hu": "kedvenc"]
        #expect(listed.contains(words[language] ?? "?"), "\(listed)")
        #expect(listed.contains("castle"), "\(listed)")
    }
}
