import Localization
import ProgramKit
import Testing

@testable import Moonshot

@Suite("Custom data files")
struct ProgrammeTests {
    private static let astronauts = #"{"a": {"id": "a", "name": "Anna", "description": "Flew."}}"#

    private func load(_ missions: String, _ astronauts: String = astronauts) throws -> Programme {
        try Programme(
            missions: DataFile(name: "my/missions.json", bytes: Array(missions.utf8)),
            astronauts: DataFile(name: "my/astronauts.json", bytes: Array(astronauts.utf8)))
    }

    private func problem(_ missions: String, _ astronauts: String = astronauts) -> String {
        do {
            _ = try load(missions, astronauts)
            return "none"
        } catch let error as DataFileError {
            return Localizer(.english).string(error.problem)
        } catch {
            return "\(error)"
        }
    }

    @Test func `Any number of missions, any ID and any role are accepted`() throws {
        let programme = try load(
            #"[{"id": -3, "crew": [], "description": ""}, {"id": 2000000, "launchDate": null, "extra": 1, "crew": [{"name": "a", "role": "commanDER"}, {"name": "a", "role": "Cook"}], "description": "x"}]"#
        )
        #expect(programme.flights.map(\.entry.id) == [-3, 2_000_000])
        #expect(programme.seatCount == 2)
        let empty = try load("[]", "{}")
        #expect(empty.flights.isEmpty)
        #expect(empty.astronauts.isEmpty)
    }

    @Test func `Every mistake is reported with its file and path`() {
        #expect(
            problem(#"[{"id": 1, "crew": [{"name": "b", "role": ""}], "description": ""}]"#)
                == "“my/missions.json”, at missions[0].crew[0].name: expected one of the IDs in “my/astronauts.json”, found “b”."
        )
        #expect(
            problem(#"[{"id": 1, "crew": [], "description": ""}, {"id": 1, "crew": [], "description": ""}]"#)
                == "“my/missions.json”, at missions[1].id: expected a unique ID, found 1 for the second time."
        )
        #expect(
            problem("[]", #"{"a": {"id": "b", "name": "", "description": ""}}"#)
                == "“my/astronauts.json”, at astronauts.a.id: expected the same as the key, “a”, found “b”.")
        #expect(
            problem("[]", #"{"a": {"id": "a", "name": "", "description": ""}, "a": {}}"#)
                == "“my/astronauts.json”, at astronauts.a: expected each key once, found the same key again.")
        #expect(
            problem("[]", #"{"a": {"id": "a", "description": ""}}"#)
                == "“my/astronauts.json”, at astronauts.a.name: expected a text, found nothing.")
        #expect(
            problem(
                #"[{"id": 1, "crew": [], "description": "", "launchDate": "1970-01-02", "splashdownDate": "1970-01-01"}]"#
            )
                == "“my/missions.json”, at missions[0].splashdownDate: expected a day not before the launch on 1970-01-02, found “1970-01-01”."
        )
        #expect(problem("{}").contains("at missions: expected a list, found an object."))
        #expect(problem("[]", "[]").contains("at astronauts: expected an object, found a list."))
    }

    @Test func `Ten thousand missions with thirty thousand seats are joined`() throws {
        let astronauts = (0..<500).map { #""id\#($0)": {"id": "id\#($0)", "name": "N", "description": "d"}"# }
        let missions = (0..<10_000).map { index in
            let crew = (0..<3).map { #"{"name": "id\#((index * 3 + $0) % 500)", "role": "Pilot"}"# }
            return
                #"{"id": \#(index), "launchDate": "1969-07-16", "crew": [\#(crew.joined(separator: ","))], "description": "d"}"#
        }
        let programme = try load(
            "[\(missions.joined(separator: ","))]", "{\(astronauts.joined(separator: ","))}")
        #expect(programme.flights.count == 10_000)
        #expect(programme.seatCount == 30_000)
        #expect(programme.astronauts[programme.flights[1].crew[0]].id == "id3")
    }
}
