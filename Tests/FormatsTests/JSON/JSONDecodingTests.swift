import Foundation
import Localization
import TestSupport
import Testing

@testable import Formats

@Suite("JSON decoding")
struct JSONDecodingTests {
    private struct Seat: Codable, Hashable {
        let name: String
        let role: String?
    }

    private struct Flight: Codable, Hashable {
        let id: Int
        let launchDate: CivilDate?
        let crew: [Seat]
    }

    private func decode<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
        try JSONDocument(Array(json.utf8)).decode(type)
    }

    @Test func `Nested objects become nested values`() throws {
        let flights = try decode(
            [Flight].self,
            #"[{"id": 8, "launchDate": "1968-12-21", "extra": {"a": [1]}, "crew": [{"name": "borman", "role": null}, {"name": "a"}]}, {"crew": [], "id": -1}]"#
        )
        #expect(
            flights == [
                Flight(
                    id: 8, launchDate: CivilDate("1968-12-21"),
                    crew: [Seat(name: "borman", role: nil), Seat(name: "a", role: nil)]),
                Flight(id: -1, launchDate: nil, crew: []),
            ])
    }

    @Test func `The members of an object are visited in their order, whatever their values contain`() throws {
        let view = JSONView(try JSONDocument(Array(#"{"a": [1, {"x": 2}], "b": {"y": [3]}, "c": "d"}"#.utf8)))
        var members: [String] = []
        view.forEachMember { members.append("\($0) \($1.source)") }
        #expect(members == [#"a [1, {"x": 2}]"#, #"b {"y": [3]}"#, "c d"])
        #expect(view["c"]?.source == "d")
        #expect(view["x"] == nil)
    }

    @Test(arguments: ["x", "é", "€", "😀"])
    func `A syntax error tells the character at its position, whatever its number of bytes`(found: String) {
        #expect(throws: JSONProblem.syntax(.value, .init(line: 2, column: 6, found: found))) {
            try JSONDocument(Array("[\n\"\(found)\", \(found)x]".utf8))
        }
    }

    @Test func `A dictionary keeps every key, even of many`() throws {
        let members = (0..<1000).map { #""key \#($0)": \#($0)"# }.joined(separator: ",")
        let numbers = try decode([String: Int].self, "{\(members)}")
        #expect(numbers.count == 1000)
        #expect(numbers["key 999"] == 999)
    }

    @Test func `Every kind of number is read exactly or refused`() throws {
        #expect(
            try decode([Int].self, "[0, -7, 1e3, 2.0, 9223372036854775807, -9223372036854775808]")
                == [0, -7, 1000, 2, .max, .min])
        #expect(
            try decode([Double].self, "[0.1, -0, 1E-7, 12345678901234567168]")
                == [0.1, 0, 1e-7, 12_345_678_901_234_567_168])
        #expect(try decode([String: UInt8].self, #"{"a": 255}"#) == ["a": 255])
        #expect(throws: JSONProblem.self) { try decode(Int.self, "9223372036854775808") }
        #expect(throws: JSONProblem.self) { try decode(UInt8.self, "256") }
        #expect(throws: JSONProblem.self) { try decode(Int.self, "1.5") }
        #expect(throws: JSONProblem.self) { try decode(Double.self, "1e999") }
        for wrong in ["01", "+1", ".5", "1.", "1e", "0x1", "-", "NaN", "--1"] {
            #expect(throws: JSONProblem.self, "\(wrong)") { try decode(Double.self, wrong) }
        }
    }

    @Test func `Escapes become their characters`() throws {
        #expect(
            try decode(String.self, #""\"\\\/\b\f\n\r\t \u0041\u00e9\u4e09\ud83d\ude80""#)
                == "\"\\/\u{8}\u{C}\n\r\t A\u{E9}\u{4E09}\u{1F680}")
        #expect(try decode([String: Int].self, #"{"\u0061b": 1}"#) == ["ab": 1])
        #expect(try decode([Flight].self, #"[{"i\u0064": 1, "crew": []}]"#).first?.id == 1)
        for wrong in [
            #""\x""#, #""\u12""#, #""\ud83d""#, #""\ude80""#, #""\ud83d\u0041""#, "\"a", "\"a\nb\"",
        ] {
            #expect(throws: JSONProblem.self, "\(wrong)") { try decode(String.self, wrong) }
        }
    }

    @Test func `Text of any length and alignment is read completely`() throws {
        for length in 0...40 {
            for last in ["", "é", "🚀", #"\n"#, "\u{7F}"] {
                let text = String(repeating: "x", count: length)
                let read = try decode([String].self, "[\"\(text)\(last)\", \"\(last)\(text)\"]")
                let plain = last == #"\n"# ? "\n" : last
                #expect(read == [text + plain, plain + text])
            }
        }
    }

    @Test(
        arguments: [
            [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80], [0xE2, 0x82], [0xFF],
            [0xF0, 0x80, 0x80, 0x80],
        ] as [[UInt8]])
    func `Bytes that are not UTF-8 are refused`(bytes: [UInt8]) throws {
        #expect(throws: JSONProblem.self) { try JSONDocument([0x22] + bytes + [0x22]) }
    }

    @Test func `The decoder accepts and refuses the same JSON as Foundation`() throws {
        let texts = [
            "", " ", "null", "true", "false", "tru", "truee", "[", "]", "[]", "[1", "[,1]", "[1 2]",
            "{}",
            "{", "}", #"{"a"}"#, #"{"a":}"#, #"{a:1}"#, #"{"a":1 "b":2}"#, "[[],{}]", "[]]",
            "1 2",
            #"{"a":{"b":[null,true,false]}}"#, "\u{FEFF}[]", "'a'", "[\t1\r\n]", "\"\u{1}\"", "/**/1", "[1]x",
            "nulll",
        ]
        for text in texts {
            let foundation = try? JSONSerialization.jsonObject(
                with: Data(text.utf8), options: [.fragmentsAllowed])
            let ours = try? JSONDocument(Array(text.utf8))
            #expect((ours != nil) == (foundation != nil), "\(text)")
        }
    }

    @Test func `A trailing comma is refused, as the standard requires`() {
        for text in ["[1,]", #"{"a":1,}"#] {
            #expect(throws: JSONProblem.self) { try JSONDocument(Array(text.utf8)) }
        }
    }

    @Test func `Random values survive encoding and decoding`() throws {
        var generator = SeededGenerator()
        for _ in 0..<200 {
            let flights = (0..<Int.random(in: 0...5, using: &generator)).map { _ in
                Flight(
                    id: Int.random(in: Int.min...Int.max, using: &generator),
                    launchDate: Bool.random(using: &generator)
                        ? CivilDate.first.adding(days: Int.random(in: 0...3_000_000, using: &generator))
                        : nil,
                    crew: (0..<Int.random(in: 0...4, using: &generator)).map { _ in
                        Seat(
                            name: Self.text(&generator),
                            role: Bool.random(using: &generator) ? Self.text(&generator) : nil)
                    })
            }
            let data = try JSONEncoder().encode(flights)
            let read = try JSONDocument(Array(data)).decode([Flight].self)
            #expect(read == flights, "seed \(generator.seed)")
        }
    }

    private static func text(_ generator: inout SeededGenerator) -> String {
        let characters: [Character] = [
            "a", "Ł", "\"", "\\", "\n", "/", "🚀", "é", " ", "\u{0}", "\u{2028}", "三",
        ]
        return String(
            (0..<Int.random(in: 0...20, using: &generator)).map { _ in
                characters.randomElement(using: &generator) ?? "a"
            })
    }

    @Test(arguments: ["1969-7-18", "1969-02-29", "18.07.1969", "", "1969-07-18T00:00:00Z"])
    func `A day is refused in any other form`(wrong: String) {
        #expect(throws: JSONProblem.self) { try decode(CivilDate.self, "\"\(wrong)\"") }
    }

    @Test func `A coding path is written in a readable form`() {
        #expect(JSONPath()[3]["crew"][1]["name"].description(root: "missions") == "missions[3].crew[1].name")
        #expect(JSONPath()["von braun"].description(root: "astronauts") == #"astronauts["von braun"]"#)
        #expect(JSONPath().description(root: "missions") == "missions")
    }
}
