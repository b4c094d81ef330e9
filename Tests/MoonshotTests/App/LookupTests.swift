import Foundation
import Localization
import Testing

@testable import Moonshot

@Suite("Names of missions and astronauts")
@MainActor
struct LookupTests {
    @Test(arguments: ["11", "#11", "apollo11", "Apollo 11", "APOLLO-11", "Apollo–11", "apollo #11"])
    func `A mission has several names`(name: String) async throws {
        #expect(try await TestMoon().session.mission(named: name).number == 11)
    }

    @Test(arguments: [
        "armstrong", "ARMSTRONG", "Neil", "neil a. armstrong", "Neil A", "neil armstrong", "arm", "mstrong",
    ])
    func `An astronaut is found by the beginnings of words of the name, or by a longer part`(name: String)
        async throws
    {
        #expect(try await TestMoon().session.astronaut(named: name).key == "armstrong")
    }

    @Test(arguments: [
        ("en", "and"), ("en", "all"), ("en", "or"), ("en", "not"), ("en", "win"), ("pl", "lub"), ("pl", "i"),
        ("pl", "and"), ("hu", "és"), ("hu", "mind"),
    ])
    func `A few letters and operators name no astronaut`(language: String, name: String) async throws {
        let session = try await TestMoon(language: language).session
        #expect(throws: MoonshotError.self) { _ = try session.subject(named: name) }
        #expect(throws: MoonshotError.self) { _ = try session.astronaut(named: name) }
    }

    @Test(arguments: [
        "crew:\"neil armstrong\"", "--crew \"neil armstrong\"", "crew:armstrong",
        "crew:\"neil a. armstrong\"",
    ])
    func `A crew is found by the name without initials`(condition: String) async throws {
        #expect(try await TestMoon().csv("missions \(condition) --columns number") == ["id", "11"])
    }

    @Test(arguments: [("virgil grissom", ["id", "1"]), ("gus grissom", ["id", "1"])])
    func `A crew is found by a nickname, too`(name: String, numbers: [String]) async throws {
        #expect(try await TestMoon().csv("missions crew:\"\(name)\" --columns number") == numbers)
    }

    @Test func `If a mission is open, a number at the beginning of a note belongs to it`() async throws {
        let moon = try await TestMoon()
        for line in ["mission 12", "note 11 days in space", "note #8 Earthrise", "note apollo 13 Problem"] {
            _ = try await moon.run(line)
        }
        let notes = try moon.session.notes()
        #expect(notes.map(\.mission) == [8, 12, 13])
        #expect(notes.map(\.text) == ["Earthrise", "11 days in space", "Problem"])
        #expect(moon.rendered(try await moon.run("note 8")).contains("Earthrise"))
    }

    @Test func `An unknown name suggests the nearest one`() async throws {
        let session = try await TestMoon().session
        func remedy(_ body: () throws -> Void) -> String {
            do {
                try body()
                return ""
            } catch let error as MoonshotError {
                return error.remedy.map { session.localizer.string($0) } ?? ""
            } catch {
                return "\(error)"
            }
        }
        #expect(remedy { _ = try session.mission(named: "18") } == "Did you mean “Apollo 17”?")
        #expect(remedy { _ = try session.mission(named: "14x") } == "Did you mean “Apollo 14”?")
        #expect(remedy { _ = try session.mission(named: "apolo 12") } == "Did you mean “Apollo 12”?")
        #expect(remedy { _ = try session.mission(named: "-5") } == "Did you mean “Apollo 1”?")
        for far in ["99", "9223372036854775807"] {
            #expect(remedy { _ = try session.mission(named: far) } == "“missions” lists the missions.")
        }
        #expect(
            remedy { _ = try session.astronaut(named: "amstrong") } == "Did you mean “Neil A. Armstrong”?")
        #expect(remedy { _ = try session.astronaut(named: "james") }.contains("James A. Lovell Jr."))
        #expect(remedy { _ = try session.subject(named: "colins") } == "Did you mean “Michael Collins”?")
        #expect(
            remedy { _ = try session.subject(named: "zzz") }
                == "“missions” lists all missions, and “astronauts” all astronauts.")
    }

    @Test func `A typing error is corrected in every language`() async throws {
        for (language, name) in [("en", "Apollo 7"), ("pl", "Apollo 7"), ("hu", "Apollo–7")] {
            do {
                _ = try await TestMoon(language: language).session.mission(named: "apolo")
                Issue.record("there is no such mission")
            } catch MoonshotError.unknownMission(_, let nearest) {
                #expect(nearest.contains(name), "\(nearest)")
            }
        }
    }

    @Test func `A search by year, crew and text matches a filter in memory`() async throws {
        let session = try await TestMoon().session
        let all = try session.missions()
        for year in 1966...1973 {
            let found = try session.missions(MissionOptions.narrowing(to: year, crew: nil))
            #expect(found.map(\.number) == all.filter { $0.launchDay?.year == year }.map(\.number))
        }
        for astronaut in try session.astronauts() {
            let found = try session.missions(MissionOptions.narrowing(to: nil, crew: astronaut.key))
            #expect(found.count == astronaut.flights.count)
            #expect(!found.isEmpty)
            let first = try #require(found.first)
            let year = first.launchDay?.year ?? 1
            let both = try session.missions(MissionOptions.narrowing(to: year, crew: astronaut.key))
            #expect(both.map(\.number) == found.filter { $0.launchDay?.year == year }.map(\.number))
        }
        #expect(try session.missions(MissionOptions.containing("TRANQUILITY")).map(\.number) == [10, 11])
        #expect(try session.missions(MissionOptions.withCrew("buzz")).map(\.number) == [11])
        #expect(try session.missions(MissionOptions.containing("%")).isEmpty)
    }

    @Test func `Known roles are recognized in any case, and others stay unchanged`() {
        #expect(RoleName("COMMAND  module pilot") == .commandModulePilot)
        #expect(RoleName("Flight Engineer") == nil)
        #expect(RoleName.allCases.filter(\.isCommander) == [.commander, .commandPilot])
    }
}
