import Localization
import Testing

@testable import ProgramKit

@Suite("Data files")
struct DataFileTests {
    private struct Seat: Decodable {
        let name: String
        let role: String
    }

    private struct Flight: Decodable {
        let id: Int
        let launchDate: CivilDate?
        let crew: [Seat]
    }

    private func problem(_ json: String) -> String? {
        problem(Array(json.utf8))
    }

    private func problem(_ bytes: [UInt8]) -> String? {
        do {
            _ = try DataFile(name: "data/missions.json", bytes: bytes).decode([Flight].self)
            return nil
        } catch let error as DataFileError {
            #expect(error.failure == .badData)
            #expect(error.remedy != nil)
            return Localizer(.english).string(error.problem)
        } catch {
            return "\(error)"
        }
    }

    @Test(arguments: [
        (
            #"[{"id": 1, "crew": [{"name": "a", "role": "b"}, {"name": 5, "role": "b"}]}]"#,
            "“data/missions.json”, at missions[0].crew[1].name: expected a text, found the number 5."
        ),
        (
            #"[{"id": 1, "crew": [{"role": "b"}]}]"#,
            "“data/missions.json”, at missions[0].crew[0].name: expected a text, found nothing."
        ),
        (
            #"[{"crew": []}]"#,
            "“data/missions.json”, at missions[0].id: expected a whole number, found nothing."
        ),
        (
            #"[{"id": null, "crew": []}]"#,
            "“data/missions.json”, at missions[0].id: expected a whole number, found null."
        ),
        (
            #"[{"id": "x", "crew": []}]"#,
            "“data/missions.json”, at missions[0].id: expected a whole number, found the text “x”."
        ),
        (#"[{"id": 1}]"#, "“data/missions.json”, at missions[0].crew: expected a list, found nothing."),
        (
            #"[{"id": 1, "crew": {}}]"#,
            "“data/missions.json”, at missions[0].crew: expected a list, found an object."
        ),
        (
            #"[{"id": 1, "crew": [], "launchDate": "16 July 1969"}]"#,
            "“data/missions.json”, at missions[0].launchDate: expected a day such as 1969-07-16, found the text “16 July 1969”."
        ),
        (
            #"[{"id": 1, "crew": [], "launchDate": "1969-02-30"}]"#,
            "“data/missions.json”, at missions[0].launchDate: expected a day such as 1969-07-16, found the text “1969-02-30”."
        ),
        (#"{}"#, "“data/missions.json”, at missions: expected a list, found an object."),
        (
            #"[{"id": 1, "id": 2, "crew": []}]"#,
            "“data/missions.json”, at missions[0].id: expected each key once, found the same key again."
        ),
        ("[1,\n  }", "“data/missions.json” is not JSON, at line 2, column 3: expected a value, found “}”."),
        (
            "[1",
            "“data/missions.json” is not JSON, at line 1, column 3: expected a comma or “]”, found the end of the file."
        ),
        ("  \n", "“data/missions.json”: expected a JSON file, found an empty file."),
    ])
    func `An error names the file, the path, the expected and the found value`(
        json: String, message: String
    ) {
        #expect(problem(json) == message)
    }

    @Test func `Brackets are counted without recursion at any depth`() {
        let many = [UInt8](repeating: UInt8(ascii: "["), count: 20_000_000)
        #expect(
            problem(many)
                == "“data/missions.json”, at line 1, column 513: expected at most 512 nested brackets, found more."
        )
        let objects = Array(String(repeating: #"{"a":"#, count: 100_000).utf8)
        #expect(problem(objects)?.contains("at most 512 nested brackets") == true)
    }

    @Test func `A deeply nested duplicate key is reported with its path`() {
        let keys = (0..<100).map { #""k\#($0)": 0"# }.joined(separator: ",")
        #expect(
            problem(#"[[], {"a": [{\#(keys), "k7": 1}]}]"#)
                == "“data/missions.json”, at missions[1].a[0].k7: expected each key once, found the same key again."
        )
    }

    @Test func `A found text is shortened`() {
        let long = String(repeating: "x", count: 1_000_000)
        #expect((problem(#"[{"id": "\#(long)", "crew": []}]"#) ?? "").count < 200)
    }

    @Test func `A missing file and a directory have separate errors`() {
        for (path, found) in [("/nowhere/missions.json", "no file"), ("/", "a directory")] {
            let error = #expect(throws: DataFileError.self) { try DataFile(path: path, relativeTo: "/") }
            #expect(
                error.map { Localizer(.english).string($0.problem) }
                    == "“\(path)”: expected a JSON file, found \(found).")
        }
    }

    @Test func `Errors of custom decoding are reported with their path too`() {
        enum Colour: String, Decodable { case red, blue }
        struct Tag: Decodable { let colour: Colour }
        let file = DataFile(name: "tags.json", bytes: Array(#"[{"colour": "red"}, {"colour": "pink"}]"#.utf8))
        let error = #expect(throws: DataFileError.self) { try file.decode([Tag].self) }
        #expect(
            error.map { Localizer(.english).string($0.problem) }
                == "“tags.json”, at tags[1].colour: expected an allowed value, found the text “pink”."
        )
    }
}
