import Foundation
import TestSupport
import Testing

@Suite("Screens of moonshot", .level(.default))
struct MoonshotScreenTests {
    private static let screens = [
        "missions", "missions --layout list", "missions --year 1969",
        "missions --crew scott --sort days --reverse",
        "missions --year 1950", "search rover", "search lovell", "search zzz", "mission 1", "mission 11",
        "crew",
        "astronauts", "astronauts --flights 2", "astronauts --flights 9", "astronaut armstrong", "show",
        "show young",
        "timeline", "facts", "quiz --seed 3 --answers 1,2,1,2,1,2,1,2,1,2", "layout grid", "favourites",
        "notes",
        "favourite 11", "unfavourite 11", "unfavourite 12", "note 8 三", "note 8", "note 9", "check", "where",
        "history",
        "help", "help mission", "help quiz", "help note", "help missions", "--help", "mission 18",
        "mission apolo",
        "astronaut james", "next", "quiz", "quiz --answers 1", "set", "export /1", "export x.txt",
    ]

    @Test(arguments: ["en", "pl", "hu"])
    func `Accessible mode prints every screen line by line without symbols`(language: String) throws {
        let stargazer = try Stargazer()
        let script = Self.screens.filter { !$0.hasPrefix("--") }.joined(separator: "\n") + "\n"
        let result = try stargazer.moonshot(
            "--accessible", "--keep-going", "--language", language, stdin: script)
        #expect(result.stdout.split(separator: "\n").count > 500)
        for line in (result.stdout + result.stderr).split(separator: "\n") {
            #expect(!line.contains { "★◆✓─│●┬".contains($0) }, "\(line)")
            #expect(!line.contains(".-------."), "\(line)")
            #expect(!line.hasPrefix(" "), "\(line)")
            #expect(!line.hasSuffix(" "), "\(line)")
        }
        let words = ["en": "Badge: a footprint", "pl": "Odznaka: odcisk buta", "hu": "Jelvény: lábnyom"]
        #expect(result.stdout.contains(words[language] ?? "?"))
    }

    @Test(arguments: [20, 33, 80, 200])
    func `No screen is wider than the terminal, in any language`(columns: Int) throws {
        for language in ["en", "pl", "hu", "en-XB"] {
            let stargazer = try Stargazer(adding: ["COLUMNS": String(columns)])
            let script = Self.screens.filter { !$0.hasPrefix("--") }.joined(separator: "\n") + "\n"
            let result = try stargazer.moonshot(
                "--format", "table", "--keep-going", "--language", language, stdin: script)
            for line in result.stdout.split(separator: "\n") where !line.hasPrefix("/") {
                let width = line.reduce(0) { $0 + ($1 == "三" ? 2 : 1) }
                #expect(width <= columns, "\(language): \(line)")
            }
        }
    }

    @Test func `Every text of every screen is localized`() throws {
        let stargazer = try Stargazer(adding: ["COLUMNS": "100"])
        let screens = [
            "missions", "missions --year 1950", "search zzz", "timeline", "facts", "favourites", "notes",
            "favourite 11",
            "unfavourite 11", "note 9", "check", "history", "layout grid", "mission 18", "next",
            "quiz --answers 1",
        ]
        let result = try stargazer.moonshot(
            "--format", "table", "--keep-going", "--language", "en-XA",
            stdin: screens.joined(separator: "\n") + "\n")
        // Words that aren't localized: names in the data, and words that users type.
        let known: Set<String> = [
            "Sea", "of", "Tranquility", "Ocean", "Storms", "Fra", "Mauro", "Hadley", "Apennine", "Descartes",
            "Highlands",
            "Taurus", "Littrow", "cernan", "lovell", "scott", "young", "Eugene", "A", "Cernan", "James",
            "Lovell", "Jr",
            "David", "R", "Scott", "John", "W", "Young", "zzz", "moonshot", "undo", "armstrong", "answers",
            "missions",
            "favourite", "favourites", "mission", "astronaut", "note", "MISSION", "TEXT", "AM", "PM",
        ]
        // “facts” lists everyone who flew more than once.
        let data = try Document("Sources/Moonshot/Data/en.lproj/astronauts.json").text
        let names = Set(
            data.split(separator: "\n").filter { $0.contains("\"name\":") || $0.contains("\"id\":") }.flatMap
            {
                $0.split { !($0.isASCII && $0.isLetter) }.map(String.init)
            })
        let lines = (result.stdout + result.stderr).split(separator: "\n")
        #expect(lines.count > 60)
        for line in lines {
            let words = line.split { !($0.isASCII && $0.isLetter) }.map(String.init)
            let unknown = words.filter {
                !known.union(names).contains($0) && $0.count > 1 && !Self.months.contains($0)
            }
            #expect(unknown.isEmpty, "\(line)")
        }
    }

    private static let months: Set<String> = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    @Test func `An ASCII terminal gets only ASCII, and a pipe no colours`() throws {
        let poor = try Stargazer(locale: "C", adding: ["COLUMNS": "80"])
        let script = Self.screens.filter { !$0.hasPrefix("--") }.joined(separator: "\n") + "\n"
        let result = try poor.moonshot("--format", "table", "--keep-going", "--language", "hu", stdin: script)
        #expect((result.stdout + result.stderr).utf8.allSatisfy { $0 < 0x80 && ($0 >= 0x20 || $0 == 0x0A) })
        let colored = try Stargazer().moonshot("missions", "--format", "table", "--color", "always")
        #expect(colored.stdout.contains("\u{1B}[33m"))
        #expect(!(try Stargazer().moonshot("missions", "--format", "table").stdout.contains("\u{1B}")))
    }

    @Test func `Data formats have the same raw values in every language`() throws {
        var seen: Set<String> = []
        for language in ["en", "pl", "hu"] {
            let result = try Stargazer().moonshot(
                "missions", "--csv", "--year", "1969", "--sort", "launch", "--language", language)
            let facts = try Stargazer().moonshot("facts", "--json", "--language", language)
            let quiz = try Stargazer().moonshot(
                "quiz", "--seed", "3", "--answers", "1,1,1,1,1,1,1,1,1,1", "--json", "--language", language)
            let marked = try Stargazer().script(
                "favourite 11", "favourites --json", arguments: ["--quiet", "--language", language])
            seen.insert(result.stdout + facts.stdout + quiz.stdout + marked.stdout)
        }
        #expect(seen.count == 1)
        #expect(seen.first?.contains("Sea of Tranquility") == true)
        let mission = try Stargazer().moonshot("mission", "11", "--json").object
        #expect(mission["launchDate"] as? String == "1969-07-16")
        let crew = try #require(mission["crew"] as? [[String: Any]])
        #expect(crew.map { $0["isCommander"] as? Bool } == [true, false, false])
        #expect(crew.map { $0["role"] as? String }.last == "Lunar Module Pilot")
    }

    @Test func `A copy of the program alone works in every language`() throws {
        let stargazer = try Stargazer()
        // A shell copies the program. If this process wrote the copy, it couldn't be executed while a child
        // process holds the file open.
        let result = try run(
            "/bin/sh",
            [
                "-c",
                "mkdir alone && cp \"$moonshot\" alone/ && cd alone && for l in en pl hu; do ./moonshot mission 11 --language $l; done",
            ], stdin: "", environment: stargazer.environment.merging(["moonshot": stargazer.program]) { $1 },
            workingDirectory: stargazer.home.path)
        for words in ["Sea of Tranquility", "Morze Spokoju", "Nyugalom tengere"] {
            #expect(result.stdout.contains(words), "\(result.stderr)")
        }
    }
}
