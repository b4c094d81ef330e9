import Foundation
import Localization
import ProgramKit
import TestSupport
import Testing

@testable import Moonshot

@MainActor
@Suite("Data of the user that the program changes")
struct OwnDataTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func moon(_ folder: String = "", language: String = "en") async throws -> TestMoon {
        try directory.write(Self.ada, to: "astronauts.json")
        return try await TestMoon(language: language, data: directory.path)
    }

    private static let ada = #"{"ada": {"id": "ada", "name": "Ada", "description": "A pilot."}}"#

    private var astronauts: String {
        get throws { try String(contentsOfFile: directory.file("astronauts.json"), encoding: .utf8) }
    }

    private var missions: String {
        get throws { try String(contentsOfFile: directory.file("missions.json"), encoding: .utf8) }
    }

    @Test func `A mission is added and changed, and what the file has beside it stays as it is written`()
        async throws
    {
        let other = #"{"id":4, "crew":[],  "description":"Kept \u00e9", "note": [1.50, null]}"#
        try directory.write("[\(other)]", to: "missions.json")
        let moon = try await moon()
        let added = try await moon.run(
            "mission add 3 A short flight. program:Gemini launch:1965-03-23 crew:'ada commander' samples:1.5")
        #expect(moon.rendered(added).contains("Added the mission Gemini 3."))
        #expect(
            moon.rendered(added, .json).filter { !$0.isWhitespace }
                == #"{"kind":"mission","id":3,"name":"Gemini3"}"#)
        #expect(try missions.contains(other))
        #expect(try await moon.csv("missions")[1].hasPrefix("3,Gemini 3,1965-03-23,"))
        let page = moon.rendered(try await moon.run("mission 3"), .json)
        #expect(page.contains(#""samples": 1.5"#))
        #expect(page.contains(#""role": "Commander""#))
        #expect(page.contains(#""description": "A short flight.""#))
        let changed = try await moon.run(
            "mission edit 'gemini 3' samples: surface-minutes:2h splashdown:1965-03-24 splashdown-place:10,-20"
        )
        #expect(moon.rendered(changed).contains("Changed the mission Gemini 3."))
        let again = moon.rendered(try await moon.run("mission 3"), .json)
        #expect(again.contains(#""samples": null"#))
        #expect(again.contains(#""surfaceMinutes": 120"#))
        #expect(again.contains(#""splashdownDate": "1965-03-24""#))
        #expect(try missions.contains(other))
        let earlier = try String(contentsOfFile: directory.file("missions.json~"), encoding: .utf8)
        #expect(earlier.contains(#""samples": 1.5"#))
        #expect(try await moon.run("check").problem == nil)
    }

    @Test func `An astronaut is added and changed, and flies`() async throws {
        try directory.write("[]", to: "missions.json")
        let moon = try await moon()
        let added = try await moon.run(
            "astronaut add eve 'name:Eve Long' born:1931-05-02 'spaceflights:Gemini 3, Gemini 9' about:born 'A pilot.'"
        )
        #expect(moon.rendered(added).contains("Added the astronaut Eve Long."))
        #expect(try astronauts.contains(Self.ada.dropFirst().dropLast()))
        let changed = try await moon.run("astronaut edit long died:2001-01-02 about:")
        #expect(moon.rendered(changed).contains("Changed the astronaut Eve Long."))
        let page = moon.rendered(try await moon.run("astronaut eve"), .json)
        #expect(page.contains(#""born": "1931-05-02""#))
        #expect(page.contains(#""died": "2001-01-02""#))
        #expect(page.contains("Gemini 9"))
        #expect(try !astronauts.contains("about"))
        _ = try await moon.run("mission add 9 'crew:eve commander, ada pilot'")
        #expect(moon.rendered(try await moon.run("mission 9"), .json).contains("Eve Long"))
        #expect(try await moon.run("check").problem == nil)
    }

    @Test func `A mission takes events and a backup crew with roles and months`() async throws {
        try directory.write("[]", to: "missions.json")
        let moon = try await moon(language: "pl")
        _ = try await moon.run("mission add 5 launch:1969-07-16 splashdown:1969-07-24")
        _ = try await moon.run(
            "mission edit 5 'backup-crew:ada, Bob Hill' 'backup-roles:dowódca, pilot' backup-until:1969-05,")
        _ = try await moon.run(
            "mission edit 5 'events:landing 1969-07-20T20:17Z, moonwalk 1969-07-21T02:39Z/1969-07-21T05:11Z'")
        #expect(try missions.contains(#""backupRoles": ["Commander", "Pilot"]"#))
        #expect(try missions.contains(#""backupUntil": ["1969-05", ""]"#))
        #expect(moon.rendered(try await moon.run("timeline 5"), .csv).contains("moonwalk"))
        #expect(try await moon.run("check").problem == nil)
    }

    @Test func `Every key of the files has a word, except those of other sources`() {
        let others: Set = ["id", "otherSources", "source"]
        let facts = Mirror(reflecting: MissionFacts(id: 0)).children.compactMap(\.label)
        #expect(Set(facts).subtracting(OwnValue.ofMission.map(\.key)).subtracting(others).isEmpty)
        let person = Mirror(reflecting: AstronautFacts(id: "")).children.compactMap(\.label)
        #expect(Set(person).subtracting(OwnValue.ofAstronaut.map(\.key)).subtracting(others).isEmpty)
    }

    @Test func `The first mission creates the files`() async throws {
        try directory.write("[]", to: "missions.json")
        let moon = try await moon()
        for name in ["missions.json", "astronauts.json"] {
            try FileManager.default.removeItem(atPath: directory.file(name))
        }
        _ = try await moon.run("mission add 1 name:Vostok")
        #expect(try await moon.csv("missions")[1].hasPrefix("1,Vostok,"))
        #expect(try String(contentsOfFile: directory.file("astronauts.json"), encoding: .utf8) == "{}")
    }

    @Test(arguments: [
        ("mission add 4 samples:2", "already a mission number 4"),
        ("mission edit 9 samples:2", "no mission “9”"),
        ("mission edit 4 sampels:2", "no value “sampels”"), ("mission edit 4 samples:-2", "a number from 0"),
        ("mission edit 4 moonwalks:two", "a number from 0"), ("mission edit 4 launch-time:25:00", "13:32"),
        ("mission edit 4 surface:long", "21h36"), ("mission edit 4 landing-place:95", "0.67,23.47"),
        ("mission edit 4 landing-place:95,0", "from −90 to 90"),
        ("mission edit 4 crew:ada", "armstrong commander"),
        ("mission edit 4 'crew:bob pilot'", "crew[0].name"),
        ("mission edit 4 backup-crew:adda", "“ada”"),
        ("mission edit 4 launch:2001-01-02 splashdown:2001-01-01", "splashdownDate"),
        ("mission edit 4 'events:landing 1969-07-20'", "landing 1969-07-20T20:17:40Z"),
        ("mission edit 4 backup-crew:ada backup-until:may", "1966-12"),
        ("mission edit 4 backup-crew:ada 'backup-roles:Pilot, Pilot'", "as many entries"),
        ("mission edit 4 about:sampels", "“samples”"),
        ("astronaut add ada 'name:Ada B'", "already an astronaut “ada”"),
        ("astronaut add 'ada b'", "armstrong"), ("astronaut add bob", "astronaut add bob name:\"Ada Smith\""),
        ("astronaut edit eve born:1930-01-01", "no astronaut “eve”"),
        ("astronaut edit ada birth:1930-01-01", "no value “birth”"),
        ("astronaut edit ada born:1930-01-01 died:1929-01-01", "ada.died"),
        ("astronaut edit ada name:Ada Smith born:1930-01-01", "name:\"Ada Smith\""),
        ("astronaut edit ada name:Ada Smith", "name:Ada description:Smith"),
        ("astronaut edit ada description:x More words", "description:\"x More words\""),
        ("mission edit 4 rocket:Titan II", "rocket:\"Titan II\""),
        ("mission edit 4 crew:ada commander", "crew:\"ada commander\""),
        ("mission edit 4 samples:90 kg", "samples:90 description:kg"),
        ("mission edit 4 launch: 1965-03-23", "launch:1965-03-23"),
        ("mission edit 4 One launch:23 March 1965 Two three", "description:\"One Two three\""),
        ("mission edit 4 launch:2001-01-02 launch-date:2001-01-01", "launch-date: is given more than once"),
        ("astronaut edit ada Words description:x", "description: is given more than once"),
        ("mission edit 4 samples:1,000", "1000 or 1.0000"),
        ("mission edit 4 samples:1.000", "1000 or 1.0000"),
        ("mission edit 4", "such as samples:90"), ("astronaut edit ada", "such as born:1931-05-02"),
        ("mission edit 4 launch-time:noon", "“launch-time”"), ("mission edit 4 surface:90", "90h or 90min"),
        ("mission add Gemini 12", "mission add NUMBER program:Gemini"),
        ("astronaut add Gus Grissom born:1926-04-03", "astronaut add grissom name:\"Gus Grissom\" born:1926"),
    ])
    func `A change that would make the file wrong is refused with its reason`(line: String, reason: String)
        async throws
    {
        let before = #"[{"id": 4, "crew": [], "description": "x"}]"#
        try directory.write(before, to: "missions.json")
        let moon = try await moon()
        let error = try await #require(throws: (any Error).self) { _ = try await moon.run(line) }
        let problem = try #require(error as? any PresentableError)
        let said = [problem.problem, problem.remedy].compactMap(\.self).map {
            moon.session.localizer.string($0)
        }
        #expect(said.joined(separator: " ").contains(reason), "\(said)")
        #expect(try missions == before)
        #expect(try astronauts == Self.ada)
    }

    @Test func `Roles are understood in the user's language, and days as people write them`() async throws {
        try directory.write("[]", to: "missions.json")
        let moon = try await moon(language: "pl")
        _ = try await moon.run("mission add 5 'launch:4 lipca 1973' 'crew:ada pilot modułu księżycowego'")
        #expect(try missions.contains(#""launchDate": "1973-07-04""#))
        #expect(try missions.contains(#""role": "Lunar Module Pilot""#))
    }

    @Test func `Days, times and durations of several words need no quotation marks`() async throws {
        try directory.write("[]", to: "missions.json")
        let moon = try await moon()
        _ = try await moon.run(
            "mission add 3 launch:23 March 1965 launch-time:2:24 PM splashdown:1965-03-23 splashdown-time:19:16:31 surface:1d 2h \"Three orbits.\""
        )
        #expect(try missions.contains(#""launchDate": "1965-03-23""#))
        #expect(try missions.contains(#""launchTime": "14:24:00""#))
        #expect(try missions.contains(#""splashdownTime": "19:16:31""#))
        #expect(try missions.contains(#""surfaceMinutes": 1560"#))
        #expect(try missions.contains(#""description": "Three orbits.""#))
        #expect(try await moon.run("check").problem == nil)
    }

    @Test(arguments: [
        ("pl", "mission edit 4 próbki:10 start:1965-03-23 załoga:'ada dowódca' rakieta:Titan"),
        ("hu", "mission edit 4 minták:10 indulás:1965-03-23 legénység:'ada parancsnok' rakéta:Titan"),
        ("hu", "mission edit 4 samples:10 launch-date:1965-03-23 crew:'ada parancsnok' rocket:Titan"),
    ])
    func `The keys are those of conditions, also in the user's language`(language: String, line: String)
        async throws
    {
        try directory.write(#"[{"id": 4, "crew": [], "description": "x"}]"#, to: "missions.json")
        let moon = try await moon(language: language)
        _ = try await moon.run(line)
        #expect(try missions.contains(#""samples": 10.0"#))
        #expect(try missions.contains(#""launchDate": "1965-03-23""#))
        #expect(try missions.contains(#""name": "ada", "role": "Commander""#))
        #expect(try missions.contains(#""rocket": "Titan""#))
    }

    @Test(arguments: Language.available)
    func `Each listed key sets its value`(language: Language) {
        let localizer = Localizer(language)
        for known in [OwnValue.ofMission, OwnValue.ofAstronaut] {
            for value in known {
                let word = value.shownWord(in: known, localizer)
                #expect(OwnValue.meant(by: word, in: known, localizer)?.key == value.key, "\(word)")
            }
        }
    }

    @Test func `The built-in missions can't be changed`() async throws {
        let moon = try await TestMoon()
        await #expect(throws: OwnDataError.self) { _ = try await moon.run("mission add 18") }
    }
}
