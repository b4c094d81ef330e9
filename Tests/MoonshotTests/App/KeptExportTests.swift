import Foundation
import Localization
import TestSupport
import Testing

@testable import Moonshot

/// An export written in November 2026, before 1.0.0. Its missions and astronauts stay readable as data files.
@MainActor
@Suite("Export of November 2026")
struct KeptExportTests {
    /// The session reads the facts of its data files only when they are asked for, so the files must remain.
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// A session whose data files are the two parts of the export.
    func moon() async throws -> TestMoon {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let file = tests.appending(path: "Fixtures/export-2026-11/moon.json")
        let export = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
        for part in ["missions", "astronauts"] {
            let data = try JSONSerialization.data(withJSONObject: try #require(export[part]))
            try data.write(to: URL(fileURLWithPath: directory.file("\(part).json")))
        }
        return try await TestMoon(data: directory.path)
    }

    @Test func `The missions have their days, texts and crews`() async throws {
        let moon = try await moon()
        let session = moon.session
        let missions = try session.missions()
        #expect(missions.map(\.number) == [1, 11])
        let first = missions[0]
        #expect(first.launchDay == nil)
        #expect(first.splashdownDay == nil)
        #expect(first.landingSite == nil)
        #expect(first.crew.isEmpty)
        #expect(first.highlights == "Bez lotu.")
        let apollo11 = missions[1]
        #expect(apollo11.launchDay == CivilDate(year: 1969, month: 7, day: 16))
        #expect(apollo11.splashdownDay == CivilDate(year: 1969, month: 7, day: 24))
        #expect(apollo11.landingSite == "Morze Spokoju")
        #expect(apollo11.crewInOrder.map(\.role) == ["Commander", "Lunar Module Pilot"])
        #expect(apollo11.crewInOrder.map(\.astronaut?.key) == ["armstrong", "lovell"])
        #expect(apollo11.highlights == "Pierwszy krok; „mały”.\nDruga linia, őrült.")
    }

    @Test func `A mission has its facts`() async throws {
        let moon = try await moon()
        let facts = try #require(try moon.session.facts().missions[11])
        #expect(facts.launchTime?.text == "13:32:00")
        #expect(facts.splashdownTime?.text == "16:50:35")
        #expect(facts.rocket == "Saturn V SA-506")
        #expect(facts.launchPad == "39A")
        #expect(facts.commandModule == "Columbia")
        #expect(facts.commandModuleNumber == "CM-107")
        #expect(facts.lunarModule == "Eagle")
        #expect(facts.lunarModuleNumber == "LM-5")
        #expect(facts.landingDate == CivilDate(year: 1969, month: 7, day: 20))
        #expect(facts.launchCoordinates?.latitude == 28.608)
        #expect(facts.launchCoordinates?.longitude == -80.604)
        #expect(facts.landingCoordinates?.latitude == 0.674)
        #expect(facts.landingCoordinates?.longitude == 23.473)
        #expect(facts.splashdownCoordinates?.latitude == 13.317)
        #expect(facts.splashdownCoordinates?.longitude == -169.15)
        #expect(facts.surfaceMinutes == 1296)
        #expect(facts.moonwalks == 1)
        #expect(facts.moonwalkMinutes == 152)
        #expect(facts.samples == 21.5)
        #expect(facts.earthOrbits == 2)
        #expect(facts.lunarOrbits == 30)
        #expect(facts.backupCrew == ["lovell", "Fred W. Haise Jr."])
    }

    @Test func `The astronauts have their biographies and facts`() async throws {
        let moon = try await moon()
        let session = moon.session
        let astronauts = try session.astronauts()
        #expect(astronauts.map(\.key) == ["armstrong", "lovell"])
        #expect(astronauts.map(\.name) == ["Neil A. Armstrong", "James A. Lovell"])
        #expect(astronauts.map(\.biography) == ["Żył spokojnie;\n„cicho”.", "Űrhajós."])
        let facts = try #require(try session.facts().astronauts["armstrong"])
        #expect(facts.born == CivilDate(year: 1930, month: 8, day: 5))
        #expect(facts.died == CivilDate(year: 2012, month: 8, day: 25))
        #expect(facts.spaceflights == ["Gemini 8", "Apollo 11"])
    }
}
