import Foundation
import Localization
import TestSupport
import Testing

@testable import Moonshot
@testable import Shell
@testable import ProgramKit

@Suite("Own data files")
@MainActor
struct CheckTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private static let astronauts =
        #"{"ada": {"id": "ada", "name": "Ada", "description": "A pilot.", "born": "1815-12-10"}}"#

    private func moon(_ missions: String, _ astronauts: String = astronauts) async throws -> TestMoon {
        try directory.write(missions, to: "missions.json")
        try directory.write(astronauts, to: "astronauts.json")
        return try await TestMoon(data: directory.path)
    }

    private func mission(_ more: String, id: Int = 3) -> String {
        #"[{"id": \#(id), "launchDate": "2001-01-01", "splashdownDate": "2001-01-09", "crew": [{"name": "ada", "#
            + #""role": "Commander"}], "description": "A flight."\#(more)}]"#
    }

    @Test(
        arguments: [
            (#", "samples": -3"#, "missions[0].samples", "a number from 0"),
            (#", "moonwalks": -1"#, "missions[0].moonwalks", "a number from 0"),
            (#", "lunchTime": "06:00""#, "missions[0].lunchTime", "“launchTime”"),
            (#", "backupCrew": ["adda"]"#, "missions[0].backupCrew[0]", "“ada”"),
            (#", "about": ["sample"]"#, "missions[0].about[0]", "“samples”"),
            (#", "landingDate": "2002-01-05""#, "missions[0].landingDate", "after the launch"),
            (#", "events": ["landing 2000-01-05T10:00Z"]"#, "missions[0].events[0]", "during the flight"),
            (
                #", "surfaceMinutes": 5, "moonwalkMinutes": 9"#, "missions[0].moonwalkMinutes",
                "time on the Moon"
            ),
            (#", "name": " ""#, "missions[0].name", "isn't empty"),
            (
                #", "landingCoordinates": {"latitude": 1, "longitude": 2, "height": 3}"#,
                "landingCoordinates.height", "key"
            ),
            (
                #", "otherSources": [{"id": 3, "sampels": 2}]"#, "missions[0].otherSources[0].sampels",
                "“samples”"
            ),
            (#", "backupCrew": ["ada"], "backupRoles": []"#, "missions[0].backupRoles", "as many entries"),
        ])
    func `Check names the place of what is impossible, and what it expected`(
        more: String, place: String, expected: String
    ) async throws {
        let moon = try await moon(mission(more))
        let output = try await moon.run("check")
        let problem = try #require(output.problem)
        let shown = moon.session.localizer.string(problem.problem)
        #expect(shown.contains(place))
        #expect(shown.contains(expected))
        #expect(problem.failure == .badData)
    }

    @Test func `Check names all problems, and none in right files and in exports`() async throws {
        let wrong = try await moon(mission(#", "samples": -3, "weather": 1"#, id: -5))
        let output = try await wrong.run("check")
        #expect(output.problem != nil)
        #expect(output.blocks.count == 2)
        let right = try await moon(
            mission(#", "backupCrew": ["Bob", "ada"], "favourite": true, "note": "x""#))
        #expect(try await right.run("check").problem == nil)
        let builtIn = try await TestMoon()
        let path = directory.file("all.json")
        _ = try await builtIn.run("export \(path)")
        let export = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path)))
                as? [String: Any])
        func part(_ key: String) throws -> String {
            String(
                decoding: try JSONSerialization.data(withJSONObject: try #require(export[key])), as: UTF8.self
            )
        }
        let again = try await moon(try part("missions"), try part("astronauts"))
        #expect(try await again.run("check").problem == nil)
        #expect(try await again.csv("timeline 11") == builtIn.csv("timeline 11"))
    }

    @Test func `A mission of another programme keeps its name and its programme`() async throws {
        let moon = try await moon(mission(#", "program": "Gemini""#))
        #expect(moon.rendered(try await moon.run("mission 3")).contains("Gemini 3"))
        #expect(
            moon.rendered(try await moon.run("mission gemini 3"), .json).contains(#""program": "Gemini""#))
        #expect(try await moon.csv("missions program:gemini")[1].hasPrefix("3,Gemini 3,"))
        _ = try await moon.run("favourite 3")
        #expect(try await moon.csv("favourites")[1].contains("Gemini 3"))
        let named = try await self.moon(mission(#", "name": "Vostok", "program": "Vostok""#))
        #expect(named.rendered(try await named.run("mission vostok")).contains("Vostok"))
        #expect(!named.rendered(try await named.run("mission 3")).contains("Apollo"))
        _ = try await named.run("note #3 First")
        #expect(try await named.csv("notes")[1].hasPrefix("3,Vostok,First,"))
        let path = directory.file("again.json")
        _ = try await named.run("export \(path)")
        let export = try String(contentsOfFile: path, encoding: .utf8)
        #expect(export.contains(#""name": "Vostok""#))
        #expect(export.contains(#""program": "Vostok""#))
    }

    @Test(arguments: [OutputFormat.table, .accessible, .plain, .markdown, .html])
    func `Paragraphs stay paragraphs`(format: OutputFormat) async throws {
        let moon = try await moon(
            mission("").replacing("A flight.", with: #"One.\n\nTwo,\nof two lines."#),
            Self.astronauts.replacing("A pilot.", with: #"First.\n\nSecond."#))
        for line in ["mission 3", "astronaut ada"] {
            let page = moon.rendered(try await moon.run(line), format)
            #expect(!page.contains("␊"), "\(line)")
        }
        let page = moon.rendered(try await moon.run("mission 3"), format)
        #expect(!page.contains("One. Two"))
        #expect([.html, .plain, .markdown].contains(format) || page.contains("One.\n\nTwo,\nof two lines."))
    }

    @Test func `The setting of the directory needs a whole path`() throws {
        let context = ParseContext(localizer: Localizer(.english), today: .first, home: "/home/anna")
        let declaration = ProgrammeSource.setting.declaration
        #expect(try declaration.parse("~/moon", context).word == "/home/anna/moon")
        #expect(try declaration.parse("built-in", context).word == "built-in")
        #expect(throws: ValueError.self) { try declaration.parse("moon", context) }
    }
}
