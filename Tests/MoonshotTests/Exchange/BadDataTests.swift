import Foundation
import Localization
import ProgramKit
import TestSupport
import Testing

@testable import Moonshot

@MainActor
@Suite("Bad input of own data")
struct BadDataTests {
    private static let mission = [
        "id": "3", "crew": #"[{"name": "ada", "role": "Commander"}]"#, "description": #""A flight.""#,
    ]
    private static let astronaut = ["id": #""ada""#, "name": #""Ada""#, "description": #""A pilot.""#]

    /// A value of each type of JSON.
    nonisolated private static let values = [
        "null", "true", "-1", "0.5", #""""#, #""x""#, #""\u0000""#, "[]", "[null]", "[[1]]", "{}",
        #"{"x": {}}"#,
    ]

    private func object(_ members: [String: String]) -> String {
        "{\(members.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", "))}"
    }

    /// Returns the messages about two files: the first error, or all that `check` reports.
    private func messages(
        _ mission: [String: String] = mission, _ astronaut: [String: String] = astronaut
    ) throws -> [String] {
        try messages("[\(object(mission))]", #"{"ada": \#(object(astronaut))}"#)
    }

    private func messages(_ missions: String, _ astronauts: String) throws -> [String] {
        let missions = DataFile(name: "missions.json", bytes: Array(missions.utf8))
        let astronauts = DataFile(name: "astronauts.json", bytes: Array(astronauts.utf8))
        let localizer = Localizer(.english)
        do {
            return try StrictCheck(
                Programme(missions: missions, astronauts: astronauts),
                ProgrammeFacts(missions: missions, astronauts: astronauts), missions: missions,
                astronauts: astronauts
            ).problems.map { localizer.string($0.problem) }
        } catch let error as DataFileError {
            return [localizer.string(error.problem)]
        }
    }

    @Test func `A value of each type in each place is accepted, or its place is named`() throws {
        #expect(try messages() == [])
        var refused = 0
        for key in StrictCheck.missionKeys {
            for value in Self.values {
                let found = try messages(Self.mission.merging([key: value]) { $1 })
                refused += found.count
                for message in found {
                    #expect(message.contains("missions"), "\(key): \(value): \(message)")
                    #expect(message.contains(key), "\(key): \(value): \(message)")
                }
            }
        }
        for key in ["id", "name", "description", "born", "died", "spaceflights", "about", "otherSources"] {
            for value in Self.values {
                let found = try messages(Self.mission, Self.astronaut.merging([key: value]) { $1 })
                refused += found.count
                for message in found { #expect(message.contains(key), "\(key): \(value): \(message)") }
            }
        }
        #expect(refused > 200)
    }

    @Test(arguments: values)
    func `Files with another outermost value are refused`(value: String) throws {
        if value != "[]" { #expect(try messages(value, "{}").count == 1, "\(value)") }
        if value != "{}" { #expect(try messages("[]", value).count == 1, "\(value)") }
    }

    @Test func `Ten thousand missions are read, and one wrong value among them is found`() throws {
        var missions = (0..<10_000).map { object(Self.mission.merging(["id": String($0)]) { $1 }) }
        let astronauts = #"{"ada": \#(object(Self.astronaut))}"#
        #expect(try messages("[\(missions.joined(separator: ","))]", astronauts) == [])
        missions[9_000] = object(Self.mission.merging(["id": "9000", "samples": "-1"]) { $1 })
        let found = try messages("[\(missions.joined(separator: ","))]", astronauts)
        #expect(found.count == 1)
        #expect(found.first?.contains("missions[9000].samples") == true)
    }

    @Test func `Texts and keys of a megabyte are read, and a wrong one is named`() throws {
        let long = String(repeating: "long ", count: 210_000)
        #expect(
            try messages(
                Self.mission.merging(["description": "\"\(long)\"", "rocket": "\"\(long)\""]) { $1 }) == [])
        #expect(try messages(Self.mission.merging([long: "1"]) { $1 }).count == 1)
        let backup = try messages(
            Self.mission.merging(["backupCrew": "[\"\(long.filter { $0 != " " })\"]"]) { $1 })
        #expect(backup.count == 1)
        #expect(backup.first?.contains("backupCrew[0]") == true)
    }

    @Test func `Astronauts may be named by each other, and seats by nobody`() throws {
        let circle = [
            "spaceflights": #"["ada"]"#, "otherSources": #"[{"id": "ada", "otherSources": [{"id": "ada"}]}]"#,
        ]
        #expect(try messages(Self.mission, Self.astronaut.merging(circle) { $1 }) == [])
        let found = try messages(Self.mission.merging(["crew": #"[{"name": "bob", "role": ""}]"#]) { $1 })
        #expect(found.first?.contains("missions[0].crew[0].name") == true)
    }
}
