import Foundation
import Localization
import Suite
import TestSupport
import Testing

@testable import Moonshot
@testable import Shell

@Suite("Facts about missions and astronauts")
@MainActor
struct FactsTests {
    /// The table that names a source for each fact: subject, field, value, source.
    private static func table() throws -> [[String]] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let url = folder.appendingPathComponent("Fixtures/facts.csv")
        return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").dropFirst().map { line in
            var fields = [""]
            var isQuoted = false
            for letter in line {
                switch letter {
                case "\"": isQuoted.toggle()
                case "," where !isQuoted: fields.append("")
                default: fields[fields.count - 1].append(letter)
                }
            }
            return fields
        }
    }

    /// The built-in facts as the table writes them: subject, field and value.
    private static func facts() throws -> [[String]] {
        let facts = try ProgrammeFacts.builtIn()
        var rows: [[String]] = []
        func add(_ subject: String, _ value: Any) {
            for child in Mirror(reflecting: value).children {
                guard let field = child.label, field != "id", let text = text(child.value) else { continue }
                rows.append([subject, field, text])
            }
        }
        for (id, mission) in facts.missions { add("mission \(id)", mission) }
        for (id, astronaut) in facts.astronauts { add(id, astronaut) }
        return rows
    }

    /// Returns the value as the table writes it; `nil` for a fact that isn't known.
    private static func text(_ value: Any) -> String? {
        switch value {
        case let time as ClockTime: time.text
        case let place as Coordinates: "\(place.latitude) \(place.longitude)"
        case let list as [String]: list.joined(separator: "; ")
        case let day as CivilDate: day.description
        case let text as String: text
        case let number as Int: String(number)
        case let number as Double: String(number)
        default: nil
        }
    }

    @Test func `Each fact is in the table of sources, and each row of the table is a fact`() throws {
        let table = try Self.table()
        let facts = try Self.facts()
        #expect(table.allSatisfy { $0.count == 4 && !$0[3].isEmpty })
        #expect(Set(facts) == Set(table.map { Array($0.prefix(3)) }))
        #expect(facts.count == table.count && facts.count > 180)
    }

    @Test func `The facts belong to the missions and astronauts of the data, and fit their days`()
        async throws
    {
        let moon = try await TestMoon()
        let facts = try moon.session.facts()
        #expect(Set(facts.astronauts.keys) == Set(try moon.session.astronauts().map(\.key)))
        for (number, mission) in facts.missions {
            let known = try #require(try moon.session.mission(numbered: number))
            if let landing = mission.landingDate {
                let launch = try #require(known.launchDay), splashdown = try #require(known.splashdownDay)
                #expect(landing > launch && landing < splashdown)
            }
            #expect((mission.landingDate != nil) == (known.landingSite != nil))
        }
        // The Apollo flights among the spaceflights are those of the crews, without Apollo 1.
        for astronaut in try moon.session.astronauts() {
            let flights = facts.astronauts[astronaut.key]?.spaceflights ?? []
            let apollo = astronaut.missions.filter { $0.launch != nil }.map { "Apollo \($0.number)" }
            #expect(flights.filter { $0.hasPrefix("Apollo ") } == apollo, "\(astronaut.key)")
        }
    }

    @Test func `Lovell flew into space four times, Young six times, and Chaffee never`() async throws {
        let moon = try await TestMoon()
        func keys(_ line: String) async throws -> [Substring] {
            try await moon.csv(line).dropFirst().map { $0.prefix { $0 != "," } }
        }
        #expect(try await keys("astronauts --spaceflights 4").contains("lovell"))
        #expect(try await keys("astronauts --spaceflights 0") == ["chaffee"])
        #expect(try await keys("astronauts --spaceflights 6..") == ["young"])
        #expect(try await keys("astronauts --flights 2") == ["cernan", "lovell", "scott", "young"])
        // Apollo 1 never left the ground.
        let grissom = moon.rendered(try await moon.run("astronaut grissom"))
        #expect(grissom.contains("Mercury 4, Gemini 3") && grissom.contains("Apr 3, 1926"))
    }

    @Test func `The page of a mission shows its facts, and a missing fact takes no line`() async throws {
        let moon = try await TestMoon()
        let page = moon.rendered(try await moon.run("mission 11"))
        for part in [
            "Saturn V SA-506", "39A", "28.61° N 80.60° W", "Columbia", "Eagle", "13:32:00",
            "0.67° N 23.47° E", "2 h 31 min",
        ] {
            #expect(page.contains(part), "\(part)")
        }
        #expect(!page.contains("Samples"))
        let polish = try await TestMoon(language: "pl")
        #expect(polish.rendered(try await polish.run("mission 12")).contains("34,35 kg"))
        #expect(!moon.rendered(try await moon.run("mission 1")).contains("Rocket"))
    }

    @Test func `Lists have the named columns, and are sorted by any field`() async throws {
        let moon = try await TestMoon()
        let surface = try await moon.csv(
            "missions --columns name,surface,lunar-module --sort surface --reverse")
        #expect(surface[0] == "name,surfaceMinutes,lunarModule")
        #expect(surface[1] == "Apollo 17,4499,Challenger")
        let rockets = try await moon.csv("missions --columns name,rocket --sort rocket")
        #expect(rockets[1] == "Apollo 7,Saturn IB SA-205")
        // Missions without a value come last.
        #expect(rockets.last == "Apollo 1,")
        for word in MissionDetails.choices.map(\.name) {
            let line = "missions --columns \(word) --sort \(word)"
            #expect(try await moon.csv(line).count == 13)
        }
        await #expect(throws: (any Error).self) { try await moon.run("missions --columns name,weather") }
    }

    @Test(
        arguments: [
            ("1968", "Apollo 7"), ("1968", "Apollo 8"), ("kitty hawk", "Apollo 14"), ("LM-8", "Apollo 14"),
            ("senior pilot", "Apollo 1"), ("tranquillity", "Apollo 11"), ("SA-205", "Apollo 7"),
        ])
    func `Search knows years, spacecraft, roles, rockets and both spellings`(
        wanted: String, name: String
    ) async throws {
        let moon = try await TestMoon()
        let found = moon.rendered(try await moon.run("search \(wanted) --layout list"), .json)
        #expect(found.contains("\"name\": \"\(name)\""))
        #expect(!found.contains("\"name\": \"Apollo 17\""))
    }

    @Test(
        arguments: [
            ("39B", ["Apollo 10"]), ("13:32", ["Apollo 11"]), ("163", ["Apollo 7"]), ("34.35", ["Apollo 12"]),
            ("2 h 31 min", ["Apollo 11"]), ("23.47°", ["Apollo 11"]), ("L. Gordon Cooper", ["Apollo 10"]),
        ])
    func `Search finds missions by every fact, and by numbers only if they are equal`(
        wanted: String, names: [String]
    ) async throws {
        let moon = try await TestMoon()
        let found = try await moon.csv("search \"\(wanted)\" --columns name --sort number")
        #expect(Array(found.dropFirst().prefix { !$0.hasPrefix("id,") }) == names)
    }

    @Test func `Search finds astronauts by their flights and days`() async throws {
        let moon = try await TestMoon()
        for (wanted, name) in [
            ("Mercury 8", "Walter M. “Wally” Schirra Jr."), ("1987-12-02", "Donn F. Eisele"),
            ("Dec 2, 1987", "Donn F. Eisele"),
        ] {
            let found = moon.rendered(try await moon.run("search \"\(wanted)\""), .json)
            #expect(found.contains("\"name\": \"\(name)\""), "\(wanted)")
            #expect(!found.contains("Frank F. Borman"), "\(wanted)")
        }
    }

    @Test func `Facts compares the stays on the Moon`() async throws {
        let moon = try await TestMoon()
        let landings = moon.rendered(try await moon.run("facts"), .json)
        #expect(landings.contains("\"landings\""))
        let page = moon.rendered(try await moon.run("facts"), .accessible)
        #expect(page.contains("On the Moon") && page.contains("Moonwalks: 3"))
    }

    @Test func `The map shows where the missions landed`() async throws {
        let moon = try await TestMoon()
        let map = try await moon.csv("map")
        #expect(map.count == 7 && map.contains { $0.hasPrefix("Apollo 11,0.67,23.47") })
        #expect(moon.rendered(try await moon.run("map")).contains("6 Apollo 17"))
    }

    @Test func `Data of other people may contain facts, and a wrong one is refused`() async throws {
        let directory = try TemporaryDirectory()
        func write(_ facts: String) throws {
            try directory.write(
                #"[{"id": 3, "crew": [{"name": "ada", "role": "Commander"}, {"name": "ada", "role": "Pilot"}],"#
                    + #" "description": "A flight."\#(facts)}]"#, to: "missions.json")
        }
        try directory.write(
            #"{"ada": {"id": "ada", "name": "Ada", "description": "A pilot.", "born": "1815-12-10","#
                + #" "spaceflights": ["Flyer 1"]}}"#, to: "astronauts.json")
        try write(#", "rocket": "Flyer", "launchTime": "06:00", "samples": 2, "backupCrew": ["Bob"]"#)
        let path = directory.file("missions.json").replacingOccurrences(of: "/missions.json", with: "")
        let moon = try await TestMoon(data: path)
        let page = moon.rendered(try await moon.run("mission 3"))
        for part in ["Flyer", "06:00", "2 kg", "Bob"] { #expect(page.contains(part), "\(part)") }
        // One person in two seats counts once.
        #expect(try await moon.csv("astronauts --flights 1")[1].hasPrefix("ada,Ada,1,1,"))
        try write("")
        let plain = try await TestMoon(data: path)
        #expect(!plain.rendered(try await plain.run("mission 3")).contains("Rocket"))
        for wrong in [
            #", "launchTime": "25:00""#, #", "landingCoordinates": {"latitude": 91, "longitude": 0}"#,
        ] {
            try write(wrong)
            let damaged = try await TestMoon(data: path)
            await #expect(throws: DataFileError.self) { try await damaged.run("check") }
        }
    }

    @Test func `Today shows what happened on this day, else the next day with an event`() async throws {
        let moon = try await TestMoon()
        let landing = try await moon.csv("today --date 2024-07-20")
        #expect(landing == ["date,years,kind,id,name", "1969-07-20,55,landing,11,Apollo 11"])
        let shared = try await moon.csv("today --date 2020-09-17")
        #expect(shared.count == 3 && shared.contains { $0.contains("stafford") })
        #expect(try await moon.csv("today --date 1970-03-02").count == 1)
        #expect(moon.rendered(try await moon.run("today --date 1970-03-02")).contains("Apollo 9"))
        #expect(try await moon.csv("today --date 1960-07-20").count == 1)
    }

    @Test func `The timeline of a mission shows the phases of its flight with their places`() async throws {
        let moon = try await TestMoon()
        let spoken = moon.rendered(try await moon.run("timeline apollo 11"), .accessible)
        #expect(
            spoken == """
                Apollo 11
                5 entries
                Launch, 39A: July 16, 1969
                Flight to the Moon: July 16, 1969 to July 20, 1969
                Moon landing, 0.67° N 23.47° E: July 20, 1969
                On the Moon, and return: July 20, 1969 to July 24, 1969
                Splashdown, 13.32° N 169.15° W: July 24, 1969

                """)
        #expect(
            try await moon.csv("timeline 8") == [
                "label,start,end", "launch,1968-12-21,", "flight,1968-12-21,1968-12-27",
                "splashdown,1968-12-27,",
            ])
        #expect(
            moon.rendered(try await moon.run("timeline 1"))
                == "The data contains no dates of the flight of Apollo 1.\n")
    }
}
