import Foundation
import Localization
import ProgramKit
import Testing
import TestSupport

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
                guard let field = child.label, !["id", "about"].contains(field) else { continue }
                if field == "events", let events = child.value as? [MissionEvent] {
                    rows += events.map {
                        let parts = $0.written.split(separator: " ").map(String.init)
                        return [subject, "event \(parts[0])", parts[1]]
                    }
                } else if let text = text(child.value) {
                    rows.append([subject, field, text])
                }
            }
        }
        for (id, mission) in facts.missions { add("mission \(id)", mission) }
        for (id, astronaut) in facts.astronauts { add(id, astronaut) }
        return rows
    }

    /// What the built-in facts show of other sources, as the table writes it.
    private static func disputed() throws -> [[String]] {
        let facts = try ProgrammeFacts.builtIn()
        var rows: [[String]] = []
        func add(_ subject: String, _ value: Any) {
            for child in Mirror(reflecting: value).children {
                guard let field = child.label, !["id", "source"].contains(field),
                    let text = text(child.value)
                else { continue }
                rows.append([subject, field, text])
            }
        }
        for (id, mission) in facts.missions {
            for other in mission.otherSources ?? [] { add("mission \(id)", other) }
        }
        for (id, astronaut) in facts.astronauts {
            for other in astronaut.otherSources ?? [] { add(id, other) }
        }
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
        let disputed = try Self.disputed()
        #expect(table.filter { $0.count != 4 || $0[3].isEmpty }.isEmpty)
        #expect(Set(facts + disputed) == Set(table.map { Array($0.prefix(3)) }))
        #expect(Set(table).count == table.count)
        #expect(facts.count > 300)
    }

    @Test func `What everyone looks up has two sources of different origin`() throws {
        let table = try Self.table()
        let fields = [
            "event landing", "event liftoff", "event moonwalk", "samples", "recoveryShip",
        ]
        var origins: [[String]: Set<String>] = [:]
        for row in table where fields.contains(row[1]) {
            let key = row[1] == "samples" ? Array(row.prefix(2)) : Array(row.prefix(3))
            // A page that repeats another one has the origin of that.
            let copied = row[3].components(separatedBy: "(text of ")
            let origin = copied.count > 1 ? copied[1].prefix { $0 != ")" } : row[3].prefix { $0 != "," }
            origins[key, default: []].insert(String(origin))
        }
        // For this, only one source was found.
        let single = origins.filter { $0.value.count < 2 }.keys.map { $0.prefix(2).joined(separator: " ") }
        #expect(single == ["mission 12 samples"])
        #expect(origins.count > 35)
    }

    @Test func `The durations are those between the exact times`() async throws {
        let moon = try await TestMoon()
        for details in try moon.session.details(of: moon.session.missions()) {
            guard let facts = details.facts else { continue }
            let number = details.mission.number
            if let landing = facts.event(.landing), let liftoff = facts.event(.liftoff) {
                let minutes = Double(landing.start.seconds(until: liftoff.start)) / 60
                let stored = Double(try #require(facts.surfaceMinutes))
                #expect(abs(minutes - stored) < 1, "the stay of \(number)")
                #expect(landing.start.day == facts.landingDate)
            }
            let walks = facts.events(.moonwalk)
            #expect(walks.count == facts.moonwalks ?? 0, "moonwalks of \(number)")
            let outside = walks.compactMap { walk in walk.end.map { walk.start.seconds(until: $0) } }.reduce(
                0, +)
            #expect(abs(Double(outside) / 60 - Double(facts.moonwalkMinutes ?? 0)) < 1, "\(number)")
            for event in facts.events ?? [] {
                #expect(try #require(details.launchMoment) < event.start, "\(number) \(event.written)")
                let last = event.end ?? event.start
                #expect(last < (try #require(details.splashdownMoment)), "\(number) \(event.written)")
            }
            #expect((facts.backupRoles ?? []).count == (facts.backupCrew ?? []).count)
        }
    }

    /// The published durations of the flights, which aren't in the data.
    @Test(
        arguments: [
            (7, 260 * 60 + 9), (8, 147 * 60 + 1), (9, 241 * 60 + 1), (10, 192 * 60 + 3), (11, 195 * 60 + 19),
            (12, 244 * 60 + 36), (13, 142 * 60 + 55), (14, 216 * 60 + 2), (15, 295 * 60 + 12),
            (16, 265 * 60 + 51), (17, 301 * 60 + 52),
        ])
    func `The time of flight is the published one`(number: Int, minutes: Int) async throws {
        let moon = try await TestMoon()
        let mission = try #require(try moon.session.mission(numbered: number))
        #expect(try moon.session.details(of: [mission])[0].flightMinutes == minutes)
    }

    @Test func `A rounded or disputed fact says so, and a period has both its times`() async throws {
        let moon = try await TestMoon()
        let page = moon.rendered(try await moon.run("mission 16"), .accessible)
        #expect(page.contains("about 95.71 kilograms (another source: 94.7 kilograms)"))
        #expect(page.contains("Time on the Moon: 71 hours 2 minutes"))
        #expect(page.contains("Recovery ship: USS Ticonderoga"))
        let backup = moon.rendered(try await moon.run("mission 1"), .accessible)
        #expect(backup.contains("(command pilot, until December 1966)"))
        let data = moon.rendered(try await moon.run("mission 16"), .json)
        #expect(data.contains(#""samples": 95.71"#))
        #expect(data.contains("moonwalk 1972-04-22T16:33:35Z/1972-04-22T23:56:44Z"))
        let evans = moon.rendered(try await moon.run("astronaut evans"), .accessible)
        #expect(evans.contains("April 7, 1990 (another source: April 6, 1990)"))
    }

    @Test(arguments: [
        "landing 1969-07-20", "landing", "", "launch 1969-07-20T20:17:40Z", "walk 1969-07-20T20:17Z",
        "moonwalk 1969-07-20T20:17Z/1969-07-20T20:16Z", "landing 1969-07-20T25:17:40Z",
        "landing 1969-07-20T20:17:40Z/",
    ])
    func `An event with a wrong kind or time is refused`(written: String) {
        #expect(MissionEvent(written) == nil)
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
                #expect(landing > launch)
                #expect(landing < splashdown)
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
        // The facts list everyone who flew into space more than once, also with other programmes.
        let facts = moon.rendered(try await moon.run("facts"))
        #expect(facts.contains("Michael Collins"))
        #expect(!facts.contains("Schweickart"))
        // Apollo 1 never left the ground.
        let grissom = moon.rendered(try await moon.run("astronaut grissom"))
        #expect(grissom.contains("Mercury 4, Gemini 3"))
        #expect(grissom.contains("Apr 3, 1926"))
    }

    @Test func `The page of a mission shows its facts, and a missing fact takes no line`() async throws {
        let moon = try await TestMoon()
        let page = moon.rendered(try await moon.run("mission 11"))
        for part in [
            "Saturn V SA-506", "39A", "28.61° N 80.60° W", "Columbia", "Eagle",
            "1:32\u{202F}PM",
            "0.67° N 23.47° E", "2\u{A0}h 31\u{A0}min",
        ] {
            #expect(page.contains(part), "\(part)")
        }
        #expect(page.contains("about 21.55 kg"))
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
        #expect(page.contains("On the Moon"))
        #expect(page.contains("Moonwalks: 3"))
    }

    @Test func `The map shows where the missions landed`() async throws {
        let moon = try await TestMoon()
        let map = try await moon.csv("map")
        #expect(map.count == 7)
        #expect(map.contains { $0.hasPrefix("Apollo 11,0.67,23.47") })
        #expect(moon.rendered(try await moon.run("map")).contains("17 Apollo 17, Taurus-Littrow"))
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
        for part in ["Flyer", "6:00\u{202F}AM", "2 kg", "Bob"] { #expect(page.contains(part), "\(part)") }
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
        #expect(shared.count == 3)
        #expect(shared.contains { $0.contains("stafford") })
        #expect(try await moon.csv("today --date 1970-03-02").count == 1)
        #expect(moon.rendered(try await moon.run("today --date 1970-03-02")).contains("Apollo 9"))
        #expect(try await moon.csv("today --date 1960-07-20").count == 1)
    }

    @Test func `The timeline of a mission shows the phases of its flight with their places`() async throws {
        let moon = try await TestMoon()
        let spoken = moon.rendered(try await moon.run("timeline apollo 11"), .accessible)
        #expect(
            spoken == """
                Apollo 11 (times in UTC)
                11 entries
                Launch, 39A: July 16, 1969, 1:32\u{202F}PM
                Flight to the Moon: July 16, 1969, 1:32\u{202F}PM to July 20, 1969, 8:17\u{202F}PM
                Engine burn towards the Moon: July 16, 1969, 4:22\u{202F}PM
                Arrival in lunar orbit: July 19, 1969, 5:21\u{202F}PM
                Separation of the lunar module: July 20, 1969, 6:11\u{202F}PM
                Moon landing, 0.67 degrees north, 23.47 degrees east: July 20, 1969, 8:17\u{202F}PM
                On the Moon, and return: July 20, 1969, 8:17\u{202F}PM to July 24, 1969, 4:50\u{202F}PM
                Moonwalk: July 21, 1969, 2:39\u{202F}AM to 5:11\u{202F}AM
                Liftoff from the Moon: July 21, 1969, 5:54\u{202F}PM
                Docking in lunar orbit: July 21, 1969, 9:35\u{202F}PM
                Splashdown, 13.32 degrees north, 169.15 degrees west: July 24, 1969, 4:50\u{202F}PM

                """)
        #expect(
            try await moon.csv("timeline 8") == [
                "label,start,end,time,endTime", "launch,1968-12-21,,12:51,",
                "flight,1968-12-21,1968-12-27,12:51,15:51", "translunarInjection,1968-12-21,,15:47,",
                "lunarOrbit,1968-12-24,,09:59,", "transearthInjection,1968-12-25,,06:10,",
                "splashdown,1968-12-27,,15:51,",
            ])
        #expect(
            moon.rendered(try await moon.run("timeline 1"))
                == "The data contains no dates of the flight of Apollo 1.\n")
    }

    @Test(arguments: ["en", "pl", "hu"])
    func `At 60 columns, no text of a timeline, a comparison or a quiz is cut`(language: String) async throws
    {
        let moon = try await TestMoon(language: language)
        for line in ["timeline 11", "compare 11 17", "quiz --seed 7 --answers 1,1,1,1,1,1,1,1,1,1"] {
            let shown = moon.rendered(try await moon.run(line), .table, width: 60)
            #expect(!shown.contains("…"), "\(shown)")
            for row in shown.split(separator: "\n") { #expect(DisplayWidth.of(String(row)) <= 60, "\(row)") }
        }
    }

    @Test func `Compare shows missions or astronauts side by side, and never both`() async throws {
        let moon = try await TestMoon()
        let page = moon.rendered(try await moon.run("compare 11 Apollo 17"), width: 120)
        #expect(page.contains("Apollo 11"))
        #expect(page.contains("Apollo 17"))
        #expect(page.contains("21\u{A0}h 36\u{A0}min"))
        #expect(page.contains("USS Ticonderoga"))
        #expect(!page.contains("Earth orbits"))
        let data = try await moon.csv("compare 11 17")
        #expect(data.count == 3)
        #expect(data[0].hasSuffix("recoveryShip,landingTime,moonwalkTimes,liftoff,flightMinutes,program"))
        let astronauts = try await moon.csv("compare armstrong collins young")
        #expect(astronauts[0] == "id,name,flights,spaceflights,missions,favourite,born,died,walked,age")
        #expect(astronauts[1].hasSuffix("1930-08-05,2012-08-25,11,38"))
        #expect(astronauts[2].hasSuffix("1930-10-31,2021-04-28,,38"))
        #expect(astronauts[3].hasSuffix("1930-09-24,2018-01-05,16,38"))
        for line in ["compare 11 armstrong", "compare 11", "compare apollo 11"] {
            await #expect(throws: (any Error).self) { try await moon.run(line) }
        }
    }

    @Test(arguments: [
        ("en", "compare neil armstrong buzz aldrin", ["armstrong", "aldrin"]),
        ("en", "compare armstrong, aldrin", ["armstrong", "aldrin"]),
        ("en", "compare armstrong and buzz aldrin and young", ["armstrong", "aldrin", "young"]),
        ("en", "compare apollo 11, apollo 17", ["11", "17"]), ("en", "compare 11, 17", ["11", "17"]),
        ("en", "compare 11,17 11", ["11", "17"]), ("en", "compare 11 and 17", ["11", "17"]),
        ("en", "compare 11 vs 17", ["11", "17"]), ("pl", "compare 11 i 17", ["11", "17"]),
        ("hu", "compare 11 és 17", ["11", "17"]),
    ])
    func `Compare understands names of several words, and words between names`(
        language: String, line: String, ids: [String]
    ) async throws {
        let rows = try await TestMoon(language: language).csv(line).dropFirst()
        #expect(rows.map { String($0.prefix { $0 != "," }) } == ids)
    }

    @Test func `Compare counts each mission once`() async throws {
        let moon = try await TestMoon()
        let error = try await #require(throws: MoonshotError.self) { _ = try await moon.run("compare 11 11") }
        #expect(moon.session.localizer.string(error.problem) == "Only Apollo 11 was named.")
    }

    @Test func `Twelve astronauts walked on the Moon, and conditions find them`() async throws {
        let moon = try await TestMoon()
        #expect(try await moon.csv("astronauts walked:any").count == 13)
        let walkers = try await moon.csv("astronauts walked:11 --columns id")
        #expect(walkers == ["id", "aldrin", "armstrong"])
        let old = try await moon.csv("astronauts age:>45 --columns id,age")
        #expect(old.contains("shepard,47"))
        #expect(!old.contains { $0.hasPrefix("cernan") })
    }

    @Test func `Now shows the last and the next event of the year`() async throws {
        let moon = try await TestMoon()
        // The clock of the tests stands at 12:00 on 15 March 2024.
        #expect(
            try await moon.csv("now") == [
                "position,date,time,years,kind,id,name", "last,1969-03-13,17:00:54,55,splashdown,9,Apollo 9",
                "next,1970-04-11,19:13:00,54,launch,13,Apollo 13",
            ])
        let spoken = moon.rendered(try await moon.run("now"), .accessible)
        #expect(spoken.contains("Mission: Apollo 13"))
    }

    @Test func `Search finds everyone by a part of a role, in English and in the language`() async throws {
        let moon = try await TestMoon(language: "pl")
        for wanted in ["księżyc", "lunar module"] {
            let found = moon.rendered(try await moon.run("search \(wanted)"), .json)
            for pilot in ["Walter Cunningham", "Buzz Aldrin", "Harrison"] { #expect(found.contains(pilot)) }
            #expect(!found.contains("\"id\": \"chaffee\""))
        }
        let hungarian = try await TestMoon(language: "hu")
        #expect(
            hungarian.rendered(try await hungarian.run("search Apollo-11"), .json).contains("\"id\": 11,"))
    }

    @Test func `In Hungarian, a spaceflight has the dash of a mission, but not in data`() async throws {
        let moon = try await TestMoon(language: "hu")
        let page = try await moon.run("astronaut aldrin")
        #expect(moon.rendered(page).contains("Gemini–12, Apollo–11"))
        #expect(moon.rendered(page, .json).contains("\"Gemini 12\""))
    }

    @Test func `The map of the Moon is a disc with the numbers of the missions`() async throws {
        let moon = try await TestMoon()
        let map = moon.rendered(try await moon.run("map"))
        let drawing = map.split(separator: "\n").prefix { !$0.contains("├") }.joined(separator: "\n")
        for number in [11, 12, 14, 15, 16, 17] { #expect(drawing.contains(String(number)), "\(number)") }
        // The limb and the equator are drawn.
        #expect(drawing.unicodeScalars.filter { (0x2801...0x28FF).contains($0.value) }.count > 80)
        #expect(drawing.split(separator: "\n").count >= 20)
        let page = moon.rendered(try await moon.run("map"), .html)
        #expect(page.contains("Hadley-Apennine, 26.13° N 3.63° E"))
        let spoken = moon.rendered(try await moon.run("map"), .accessible)
        #expect(spoken.contains("Apollo 15, Hadley-Apennine, 26.13 degrees north, 3.63 degrees east: "))
    }
}
