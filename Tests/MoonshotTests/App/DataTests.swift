import Foundation
import Localization
import ModelData
import ProgramKit
import Testing

@testable import Moonshot

@Suite("Data files")
struct DataTests {
    /// Facts about a mission, with which the data files are compared.
    struct Fact: CustomTestStringConvertible {
        let number: Int
        let launch: String?
        let splashdown: String?
        let site: String?
        let crew: [String]

        var testDescription: String { "Apollo \(number)" }
    }

    static let roles = ["Commander", "Command Module Pilot", "Lunar Module Pilot"]

    static let facts: [Fact] = [
        Fact(number: 1, launch: nil, splashdown: nil, site: nil, crew: ["grissom", "white", "chaffee"]),
        Fact(
            number: 7, launch: "1968-10-11", splashdown: "1968-10-22", site: nil,
            crew: ["schirra", "eisele", "cunningham"]),
        Fact(
            number: 8, launch: "1968-12-21", splashdown: "1968-12-27", site: nil,
            crew: ["borman", "lovell", "anders"]),
        Fact(
            number: 9, launch: "1969-03-03", splashdown: "1969-03-13", site: nil,
            crew: ["mcdivitt", "scott", "schweickart"]),
        Fact(
            number: 10, launch: "1969-05-18", splashdown: "1969-05-26", site: nil,
            crew: ["stafford", "young", "cernan"]),
        Fact(
            number: 11, launch: "1969-07-16", splashdown: "1969-07-24", site: "Sea of Tranquility",
            crew: ["armstrong", "collins", "aldrin"]),
        Fact(
            number: 12, launch: "1969-11-14", splashdown: "1969-11-24", site: "Ocean of Storms",
            crew: ["conrad", "gordon", "bean"]),
        Fact(
            number: 13, launch: "1970-04-11", splashdown: "1970-04-17", site: nil,
            crew: ["lovell", "swigert", "haise"]),
        Fact(
            number: 14, launch: "1971-01-31", splashdown: "1971-02-09", site: "Fra Mauro",
            crew: ["shepard", "roosa", "mitchell"]),
        Fact(
            number: 15, launch: "1971-07-26", splashdown: "1971-08-07", site: "Hadley-Apennine",
            crew: ["scott", "worden", "irwin"]),
        Fact(
            number: 16, launch: "1972-04-16", splashdown: "1972-04-27", site: "Descartes Highlands",
            crew: ["young", "mattingly", "duke"]),
        Fact(
            number: 17, launch: "1972-12-07", splashdown: "1972-12-19", site: "Taurus-Littrow",
            crew: ["cernan", "evans", "schmitt"]),
    ]

    private static func programme(_ language: Language) throws -> Programme {
        try ProgrammeSource.builtIn(language).load()
    }

    @Test(arguments: Language.available)
    func `Every language has twelve missions and thirty-two astronauts`(language: Language) throws {
        let programme = try Self.programme(language)
        #expect(programme.flights.map(\.entry.id) == Self.facts.map(\.number))
        #expect(programme.astronauts.count == 32)
        #expect(Set(programme.astronauts.map(\.id)) == Set(Self.facts.flatMap(\.crew)))
    }

    @Test(arguments: Language.available, Self.facts)
    func `The data files match the known facts`(language: Language, fact: Fact) throws {
        let programme = try Self.programme(language)
        let flight = try #require(programme.flights.first { $0.entry.id == fact.number })
        #expect(flight.entry.launchDate?.description == fact.launch)
        #expect(flight.entry.splashdownDate?.description == fact.splashdown)
        #expect(flight.entry.crew.map(\.name) == fact.crew)
        #expect(flight.crew.map { programme.astronauts[$0].id } == fact.crew)
        let roles = fact.number == 1 ? ["Command Pilot", "Senior Pilot", "Pilot"] : Self.roles
        #expect(flight.entry.crew.map(\.role) == roles)
        #expect(flight.entry.landingSite == fact.site)
        #expect(fact.site.map { LandingSite(rawValue: $0) != nil } ?? true)
    }

    @Test(arguments: Language.available)
    func `Only Lovell, Scott, Young and Cernan flew twice`(language: Language) throws {
        let programme = try Self.programme(language)
        let flights = Dictionary(grouping: programme.flights.flatMap(\.crew)) { $0 }.mapValues(\.count)
        let twice = flights.filter { $0.value == 2 }.keys.map { programme.astronauts[$0].id }
        #expect(Set(twice) == ["lovell", "scott", "young", "cernan"])
        #expect(flights.count == 32)
        #expect(flights.values.allSatisfy { $0 <= 2 })
    }

    @Test func `Every language has the dates of the Apollo 1 fire and its planned launch`() throws {
        for (code, dates) in [
            "en": ["January 27, 1967", "February 21, 1967"], "pl": ["27 stycznia 1967", "21 lutego 1967"],
            "hu": ["1967. január 27", "1967. február 21"],
        ] {
            let language = try #require(Language(matching: code))
            let highlights = try Self.programme(language).flights[0].entry.description
            for date in dates { #expect(highlights.contains(date), "\(code)") }
        }
    }

    @Test func `Every language with data has every text in its own words`() throws {
        let english = try Self.programme(.english)
        for language in Language.available
        where EmbeddedFiles.contents("\(language.code).lproj/missions.json") != nil {
            let programme = try Self.programme(language)
            try #require(programme.flights.count == english.flights.count)
            for (flight, original) in zip(programme.flights, english.flights) {
                #expect(sentences(flight.entry.description) >= 2, "\(language.code): \(flight.entry.id)")
                if language != .english { #expect(flight.entry.description != original.entry.description) }
            }
            try #require(programme.astronauts.count == english.astronauts.count)
            for (astronaut, original) in zip(programme.astronauts, english.astronauts) {
                // Count at least three sentences. Full stops after initials and ordinal numbers are counted
                // too.
                #expect(
                    (3...).contains(sentences(astronaut.description)), "\(language.code): \(astronaut.id)")
                #expect(astronaut.id == original.id)
                if language != .english { #expect(astronaut.description != original.description) }
            }
        }
    }

    private func sentences(_ text: String) -> Int {
        text.split(separator: " ").filter { $0.hasSuffix(".") || $0.hasSuffix(".”") || $0.hasSuffix("”.") }
            .count
    }

    @Test @MainActor func `The places of every crew are counted from 1`() async throws {
        let moon = try await TestMoon()
        for mission in try moon.session.context.fetch(FetchDescriptor<Mission>()) {
            #expect(mission.crewInOrder.map(\.place) == Array(1..<mission.crew.count + 1))
        }
    }

    @Test @MainActor func `What is no longer a favourite isn't listed`() async throws {
        let moon = try await TestMoon()
        _ = try await moon.run("favourite 11")
        _ = try await moon.run("favourite 8")
        _ = try await moon.run("unfavourite 11")
        let favourites = try moon.session.context.fetch(FetchDescriptor<Favourite>())
        #expect(favourites.map(\.key) == ["8"])
    }

    @Test func `Every mission has a badge with its own text`() {
        let badges = Self.facts.map { Badge.of($0.number) }
        #expect(Set(badges.map(\.description)).count == 12)
        #expect(Badge.of(2).description == Badge.other.description)
        for badge in badges + [.other] {
            #expect(badge.inside.map(\.count) == [9, 11, 9])
            #expect(badge.inside.joined().allSatisfy { $0.isASCII })
        }
    }
}
