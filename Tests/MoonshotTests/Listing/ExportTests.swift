import Localization
import ModelData
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
                "- **Launch**: Jul 16, 1969", "- **Splashdown**: Jul 24, 1969", "- **Duration**: 8 days",
                "- **Landing site**: Sea of Tranquility", "- **Favourite**: yes",
            ])
        let astronaut = try #require(lines.firstIndex { $0.hasPrefix("- **Michael Collins**: Born in 1930") })
        #expect(lines[astronaut...].dropFirst().first == "- **Favourite**: yes")
        #expect(lines.count { $0 == "- **Favourite**: yes" } == 2)
        #expect(lines.count { $0.hasPrefix("- **Splashdown**") } == 11)
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
        #expect(mission.hasSuffix(",false,\"l1\rl2\u{1B}X\t“y”\""))
        let first = try #require(rows.first { $0.hasPrefix("mission,1,") })
        #expect(first.hasPrefix("mission,1,Apollo 1,,,,grissom; white; chaffee,,"))
        let astronaut = try #require(rows.first { $0.hasPrefix("astronaut,collins,") })
        #expect(astronaut.hasPrefix("astronaut,collins,Michael Collins,,,,,11,"))
        #expect(astronaut.hasSuffix(",true,"))
    }
}
