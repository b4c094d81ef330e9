import Localization
import ModelData
import ProgramKit
import Shell
import Testing

@testable import Moonshot

@Suite("Exports of missions and astronauts")
@MainActor
struct ExportTests {
    private func exported(_ moon: TestMoon, _ format: OutputFormat) throws -> String {
        String(
            decoding: try MoonshotExport(moon.session).bytes(format, moon.session.localizer), as: UTF8.self)
    }

    @Test func `A readable page highlights missions and astronauts and has the splashdown dates`()
        async throws
    {
        let moon = try await TestMoon()
        let context = moon.session.context
        context.insert(Favourite(kind: .mission, key: "11", added: moon.session.today))
        context.insert(Favourite(kind: .astronaut, key: "collins", added: moon.session.today))
        try context.save()
        let lines = try exported(moon, .markdown).split(separator: "\n").map(String.init)
        let mission = try #require(lines.firstIndex(of: "## Apollo 11"))
        #expect(
            lines[mission...].dropFirst().prefix(5) == [
                "- **Launch**: Jul 16, 1969", "- **Splashdown**: Jul 24, 1969",
                "- **Duration**: 8 days", "- **Landing site**: Sea of Tranquility", "- **Favourite**: yes",
            ])
        let facts = lines[mission...].dropFirst(6).prefix { $0.hasPrefix("- **") }
        #expect(facts.contains("- **Rocket**: Saturn V SA-506"))
        #expect(facts.contains("- **Lunar module**: Eagle"))
        #expect(facts.contains("- **Landed at**: 0.67° N 23.47° E"))
        #expect(facts.contains { $0.hasPrefix("- **Backup crew**: James") })
        #expect(facts.count < 30)
        let astronaut = try #require(lines.firstIndex { $0.hasPrefix("- **Michael Collins**: Born in 1930") })
        #expect(
            lines[astronaut...].dropFirst().prefix(3) == [
                "- **Favourite**: yes", "- **Born**: Oct 31, 1930", "- **Died**: Apr 28, 2021",
            ])
        #expect(lines.count { $0 == "- **Favourite**: yes" } == 2)
        #expect(lines.count { $0.hasPrefix("- **Splashdown**") } == 11)
    }

    @Test func `An export of some missions has the astronauts of their crews and backup crews`() async throws
    {
        let moon = try await TestMoon()
        let condition = try moon.session.condition(["is:landed"], moon.session.missionConditions)
        let export = try MoonshotExport(moon.session, meeting: condition)
        #expect(export.missions.map(\.mission.number) == [11, 12, 14, 15, 16, 17])
        let keys = Set(export.astronauts.map(\.astronaut.key))
        let known = Set(try moon.session.astronauts().map(\.key))
        for details in export.missions {
            for seat in details.mission.crew { #expect(keys.contains(seat.astronaut?.key ?? "")) }
            for member in details.backupCrew where known.contains(member.key) {
                #expect(keys.contains(member.key), "\(member.name)")
            }
        }
        // He belongs to no crew of a landing.
        #expect(!keys.contains("cunningham"))
    }

    @Test(arguments: ["en", "pl"])
    func `A table has raw values and unchanged notes`(language: String) async throws {
        let moon = try await TestMoon(language: language)
        let context = moon.session.context
        context.insert(MissionNote(mission: 11, text: "l1\rl2\u{1B}X\t\u{0}“y”", written: moon.session.today))
        context.insert(Favourite(kind: .astronaut, key: "collins", added: moon.session.today))
        try context.save()
        let rows = try exported(moon, .csv).split(separator: "\r\n").map(String.init)
        #expect(rows.count == 1 + 12 + 32)
        let mission = try #require(rows.first { $0.hasPrefix("mission,11,") })
        #expect(
            mission.hasPrefix(
                "mission,11,Apollo 11,1969-07-16,1969-07-24,Sea of Tranquility,armstrong; collins; aldrin,,"))
        #expect(
            mission.contains(
                ",false,\"l1\rl2\u{1B}X\t“y”\",13:32:00,Saturn V SA-506,39A,28.61; -80.6,Columbia,CSM-107,Eagle,LM-5,"
            ))
        #expect(
            mission.contains(
                ",1969-07-20,0.67; 23.47,1296,1,151,21.55,,30,16:50:35,13.32; -169.15,lovell; anders; haise,,,,USS"
            ))
        let first = try #require(rows.first { $0.hasPrefix("mission,1,") })
        #expect(first.hasPrefix("mission,1,Apollo 1,,,,grissom; white; chaffee,,"))
        let astronaut = try #require(rows.first { $0.hasPrefix("astronaut,collins,") })
        #expect(astronaut.hasPrefix("astronaut,collins,Michael Collins,,,,,11,"))
        #expect(astronaut.contains(",true,,"))
        #expect(astronaut.contains(",1930-10-31,2021-04-28,Gemini 10; Apollo 11,"))
        let header = try #require(rows.first)
        #expect(header.contains(",note,launchTime,rocket,"))
        #expect(header.contains(",backupCrew,born,died,spaceflights,recoveryShip,"))
    }

    @Test func `Each known fact is in all three formats`() async throws {
        let moon = try await TestMoon()
        let json = try exported(moon, .json), csv = try exported(moon, .csv),
            page = try exported(moon, .markdown)
        let facts = try moon.session.facts()
        for mission in facts.missions.values {
            for fact in [
                mission.rocket, mission.launchPad, mission.commandModule, mission.commandModuleNumber,
                mission.lunarModule,
                mission.lunarModuleNumber,
            ].compactMap(\.self) {
                #expect(json.contains(fact), "\(fact)")
                #expect(csv.contains(fact), "\(fact)")
                #expect(page.contains(fact), "\(fact)")
            }
            for time in [mission.launchTime, mission.splashdownTime].compactMap(\.self) {
                #expect(json.contains(time.text), "\(time)")
                #expect(csv.contains(time.text), "\(time)")
                let shown = text("%@", TextArgument.time(minute: time.second / 60))
                #expect(page.contains(moon.session.localizer.string(shown)), "\(time)")
            }
        }
        for astronaut in facts.astronauts.values {
            for day in [astronaut.born, astronaut.died].compactMap(\.self) {
                #expect(json.contains(day.description))
                #expect(csv.contains(day.description))
                #expect(page.contains(moon.session.localizer.day(day, style: .medium)))
            }
            for flight in astronaut.spaceflights ?? [] {
                #expect(json.contains(flight))
                #expect(csv.contains(flight))
                #expect(page.contains(flight))
            }
        }
    }
}
