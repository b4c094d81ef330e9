import Foundation
import TestSupport
import Testing

@Suite("Custom data of moonshot", .level(.default))
struct MoonshotDataTests {
    private static let astronauts =
        #"{"anna": {"id": "anna", "name": "Anna \u001b[31mRed\u0007", "description": "Flew \u202e and \r\n landed."}}"#
    private static let missions =
        #"[{"id": 42, "launchDate": "2030-02-03", "crew": [{"name": "anna", "role": "Command module pilot"}], "description": "\u001b]0;title\u0007Fine."}, {"id": -7, "crew": [], "description": ""}]"#

    private func stargazer(missions: String? = missions, astronauts: String? = astronauts) throws -> Stargazer
    {
        let stargazer = try Stargazer()
        try stargazer.home.write("", to: "data/.keep")
        if let missions { try stargazer.home.write(missions, to: "data/missions.json") }
        if let astronauts { try stargazer.home.write(astronauts, to: "data/astronauts.json") }
        return stargazer
    }

    @Test func `Arbitrary IDs and numbers work, and text from the files sends no terminal sequences`() throws
    {
        let stargazer = try stargazer()
        let list = try stargazer.moonshot("--data", "data", "missions", "--json").objects
        #expect(list.map { $0["id"] as? Int } == [-7, 42])
        // The option is also accepted after the command.
        let crew = try #require(
            try stargazer.moonshot("mission", "42", "--json", "--data", "data/").object["crew"])
        #expect((crew as? [[String: Any]])?.first?["role"] as? String == "Command Module Pilot")
        let script = [
            "mission 42", "astronaut anna", "astronauts", "missions", "missions --layout list", "facts",
            "timeline",
            "search fine", "mission -7", "crew", "quiz", "favourite anna", "favourites", "next",
            "astronaut zzz",
        ].flatMap { ["mission 42", $0] }
        for format in ["table", "plain", "accessible", "markdown"] {
            let result = try stargazer.moonshot(
                "--data", "data", "--keep-going", "--format", format,
                stdin: script.joined(separator: "\n") + "\n")
            for line in (result.stdout + result.stderr).split(separator: "\n") {
                #expect(line.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x09 }, "\(line) \(format)")
                #expect(!line.unicodeScalars.contains("\u{202E}"), "\(line) \(format)")
            }
            // The last line of the script ran, too: its error contains its line number.
            #expect(result.stderr.contains("line \(script.count): "), "\(result.stderr)")
        }
        let terminal = try stargazer.shell("--data", "data")
        try terminal.run("mission 42", prompt: "moonshot / Apollo 42> ")
        try terminal.sendLine("crew 1")
        try terminal.expect("moonshot / Apollo 42 / Anna ␛[31mRed␇> ")
        #expect(!String(decoding: terminal.rawOutput, as: UTF8.self).contains("\u{1B}]0;"))
    }

    @Test func `Shell completion offers records from the files that --data names`() throws {
        let stargazer = try stargazer()
        for line in ["moonshot --data data mission ", "moonshot --data=data --quiet mission 4"] {
            let offered = try stargazer.moonshot("completions", "bash", line).stdout.split(separator: "\n")
            #expect(offered.contains("42"), "\(line): \(offered)")
            #expect(!offered.contains("11"), "\(line): \(offered)")
        }
    }

    @Test func `An invalid file causes one message with the position, and exit code 65`() throws {
        let cases: [(missions: String?, astronauts: String?, says: [String])] = [
            (nil, Self.astronauts, ["data/missions.json", "no file"]),
            (Self.missions, nil, ["data/astronauts.json", "no file"]),
            ("", Self.astronauts, ["data/missions.json", "an empty file"]),
            ("no JSON", Self.astronauts, ["data/missions.json", "line 1, column 1"]),
            ("[{\"id\": 1,\n  crew: []}]", Self.astronauts, ["line 2, column 3", "a key in quotes"]),
            ("{}", Self.astronauts, ["at missions:", "a list", "an object"]),
            (
                #"[{"id": "1", "crew": [], "description": ""}]"#, Self.astronauts,
                ["missions[0].id", "a whole number"]
            ),
            (#"[{"id": 1, "description": ""}]"#, Self.astronauts, ["missions[0].crew", "nothing"]),
            (
                #"[{"id": 1, "crew": [{"name": "anna"}], "description": ""}]"#, Self.astronauts,
                ["missions[0].crew[0].role", "a text"]
            ),
            (
                #"[{"id": 1, "crew": [], "description": "", "launchDate": "1969-13-01"}]"#, Self.astronauts,
                ["missions[0].launchDate", "1969-13-01"]
            ),
            (
                #"[{"id": 1, "crew": [], "description": ""}, {"id": 1, "crew": [], "description": ""}]"#,
                Self.astronauts, ["missions[1].id"]
            ),
            (
                #"[{"id": 1, "crew": [{"name": "ben", "role": "Pilot"}], "description": ""}]"#,
                Self.astronauts,
                ["missions[0].crew[0].name", "ben", "data/astronauts.json"]
            ),
            (Self.missions, #"{"a": {"id": "a"}}"#, ["astronauts.a.name"]),
            (Self.missions, #"{"a": {}, "a": {}}"#, ["astronauts.a", "once"]),
            (String(repeating: "[", count: 100_000), Self.astronauts, ["column 513", "512"]),
        ]
        for (missions, astronauts, words) in cases {
            let result = try stargazer(missions: missions, astronauts: astronauts).moonshot(
                "--data", "data", "missions")
            #expect(result.status == .exited(65), "\(words)")
            #expect(result.stdout.isEmpty)
            #expect(result.stderr.hasPrefix("moonshot: "))
            for word in words { #expect(result.stderr.contains(word), "\(word) in \(result.stderr)") }
        }
        let binary = try stargazer()
        try Data([0xFF, 0xFE, 0x5B, 0x00]).write(
            to: URL(fileURLWithPath: binary.home.file("data/missions.json")))
        #expect(try binary.moonshot("--data", "data", "check").status == .exited(65))
        // If the user starts a session with invalid data, the program reports the error and ends.
        let wrong = try stargazer(missions: "[")
        let terminal = try PseudoTerminal(
            wrong.program, ["--data", "data"], environment: wrong.environment,
            workingDirectory: wrong.home.path)
        #expect(try terminal.waitForExit() == .exited(65))
        #expect(terminal.output.contains("line 1, column 2"))
    }

    @Test func `A hundred megabytes of nested arrays are refused immediately`() throws {
        let stargazer = try stargazer()
        let path = stargazer.home.file("data/missions.json")
        try Data(repeating: UInt8(ascii: "["), count: 100_000_000).write(to: URL(fileURLWithPath: path))
        let result = try stargazer.moonshot("--data", "data", "missions")
        #expect(result.status == .exited(65))
        #expect(result.stderr.contains("column 513"))
    }

    @Test func `The check command shows what the files contain, and that they are valid`() throws {
        let result = try stargazer().moonshot("--data", "data", "check", "--json").object
        #expect(result["missions"] as? Int == 2)
        #expect(result["astronauts"] as? Int == 1)
        #expect(result["seats"] as? Int == 1)
        #expect(try Stargazer().moonshot("check").stdout.contains("12"))
    }

    @Test func `The export command writes JSON, CSV and Markdown, with favourites and notes`() throws {
        let stargazer = try Stargazer()
        let result = try stargazer.script(
            "favourite 11", "favourite aldrin", "note 11 \"a, b \\\"c\\\"\"", "export all.json",
            "export all.csv",
            "export all.md")
        #expect(result.status == .exited(0), "\(result.stderr)")
        let json = try #require(
            try JSONSerialization.jsonObject(
                with: Data(contentsOf: URL(fileURLWithPath: stargazer.home.file("all.json"))))
                as? [String: Any])
        let missions = try #require(json["missions"] as? [[String: Any]])
        let astronauts = try #require(json["astronauts"] as? [String: [String: Any]])
        #expect(missions.count == 12)
        #expect(astronauts.count == 32)
        #expect(missions[5]["note"] as? String == "a, b \"c\"")
        #expect(missions.map { $0["favourite"] as? Bool == true }.filter { $0 }.count == 1)
        #expect(astronauts["aldrin"]?["favourite"] as? Bool == true)
        // Exported missions and astronauts can be used as data files.
        try stargazer.home.write(
            String(decoding: JSONSerialization.data(withJSONObject: missions), as: UTF8.self),
            to: "again/missions.json")
        try stargazer.home.write(
            String(decoding: JSONSerialization.data(withJSONObject: astronauts), as: UTF8.self),
            to: "again/astronauts.json")
        #expect(try stargazer.moonshot("--data", "again", "check", "--json").object["seats"] as? Int == 36)
        let csv = try String(contentsOfFile: stargazer.home.file("all.csv"), encoding: .utf8)
        #expect(csv.hasPrefix("kind,id,name,launchDate,"))
        #expect(csv.contains("\"a, b \"\"c\"\"\""))
        let markdown = try String(contentsOfFile: stargazer.home.file("all.md"), encoding: .utf8)
        #expect(markdown.contains("## Apollo 11"))
        #expect(markdown.contains("| 1 | Neil A. Armstrong | commander"))
        #expect(try stargazer.moonshot("export", "all.json").status == .exited(1))
        #expect(try stargazer.moonshot("export", "all.txt").status == .exited(64))
    }

    @Test func `An unknown mission or astronaut causes a suggestion`() throws {
        let stargazer = try Stargazer()
        for (arguments, nearest) in [
            ("mission 18", "Apollo 17"), ("open apolo11", "Apollo 11"),
            ("astronaut armstrnog", "Neil A. Armstrong"),
            ("missions --crew colins", "Michael Collins"), ("favourite aldrn", "Buzz Aldrin"),
        ] {
            let result = try stargazer.script(arguments)
            #expect(result.status == .exited(1))
            #expect(result.stderr.contains(nearest), "\(result.stderr)")
        }
    }
}
