import Foundation
import Localization
import ProgramKit
import TestSupport
import Testing

@testable import Moonshot

@MainActor
@Suite("Missions of the user")
struct MissionChangeTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func moon(_ folder: String = "", language: String = "en") async throws -> TestMoon {
        try directory.write(
            #"{"ada": {"id": "ada", "name": "Ada", "description": "A pilot."}}"#, to: "astronauts.json")
        return try await TestMoon(language: language, data: directory.path)
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
            "mission add 3 program:Gemini launch:1965-03-23 crew:'ada commander' samples:1.5 A short flight.")
        #expect(moon.rendered(added).contains("Added the mission Gemini 3."))
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
        ("mission edit 4 landing-place:95,0", "landingCoordinates"),
        ("mission edit 4 crew:ada", "armstrong commander"),
        ("mission edit 4 'crew:bob pilot'", "crew[0].name"),
        ("mission edit 4 backup-crew:adda", "“ada”"),
        ("mission edit 4 launch:2001-01-02 splashdown:2001-01-01", "splashdownDate"),
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
    }

    @Test func `Roles are understood in the user's language, and days as people write them`() async throws {
        try directory.write("[]", to: "missions.json")
        let moon = try await moon(language: "pl")
        _ = try await moon.run("mission add 5 'launch:4 lipca 1973' 'crew:ada pilot modułu księżycowego'")
        #expect(try missions.contains(#""launchDate": "1973-07-04""#))
        #expect(try missions.contains(#""role": "Lunar Module Pilot""#))
    }

    @Test func `The built-in missions can't be changed`() async throws {
        let moon = try await TestMoon()
        await #expect(throws: MissionFileError.self) { _ = try await moon.run("mission add 18") }
    }
}
