import Foundation
import Formats
import Testing

@Suite("JSON element reader")
struct JSONElementReaderTests {
    /// Reads a text in chunks of a given size, and returns its parts.
    private func parts(_ text: String, lists: Set<String> = ["list"], piece: Int = 1 << 16) throws -> [String]
    {
        var rest = Array(text.utf8)[...]
        var reader = JSONElementReader(lists: lists) {
            let bytes = Array(rest.prefix(piece))
            rest = rest.dropFirst(piece)
            return bytes
        }
        var parts: [String] = []
        while let part = try reader.next() {
            switch part {
            case .member(let key, let bytes): parts.append("\(key)=\(String(decoding: bytes, as: UTF8.self))")
            case .element(let key, let number, let bytes):
                parts.append("\(key ?? "")#\(number)=\(String(decoding: bytes, as: UTF8.self))")
            }
        }
        return parts
    }

    @Test func `An error has the same position regardless of how the text is split`() {
        let text = """
            {"list": [{"a": [12.5, 41.9, "b": "c"]}, [1}, 2]}
            """
        for piece in [1, 2, 7, 16, 1 << 16] {
            #expect(throws: JSONElementError.malformed(offset: 43), "\(piece)") {
                try parts(text, piece: piece)
            }
        }
    }

    @Test func `Elements and members are the same regardless of how the text is split`() throws {
        let text = """
            \u{FEFF} {"a" : "x\\"]}\\\\", "list" : [ 1, {"b":[1,{"c":"}"}]} , "s\\u005d", [ ], null,-1.5e3] ,
             "é\\n": true, "list": [], "z": {"list": [9]}}
            """
        let expected = [
            "a=\"x\\\"]}\\\\\"", "list#1=1", "list#2={\"b\":[1,{\"c\":\"}\"}]}", "list#3=\"s\\u005d\"",
            "list#4=[ ]",
            "list#5=null", "list#6=-1.5e3", "é\n=true", "z={\"list\": [9]}",
        ]
        for piece in [1, 2, 3, 7, 1 << 16] { #expect(try parts(text, piece: piece) == expected, "\(piece)") }
        #expect(try parts(" [1,[2]] \n", piece: 2) == ["#1=1", "#2=[2]"])
        #expect(try parts("{}") == [] && parts("[]") == [])
    }

    @Test(arguments: [
        "", " ", "7", "[1", "[1,]", "[,1]", "{\"a\"}", "{\"a\":}", "{a:1}", "[1 2]", "[1]]", "{\"a\":1,}",
        "[}",
        "[{]}]", "[\"", "{\"list\":[1}", "[1] x",
    ])
    func `Invalid JSON is refused`(text: String) {
        for piece in [1, 1 << 16] { #expect(throws: JSONElementError.self) { try parts(text, piece: piece) } }
    }

    @Test func `A million brackets are refused cheaply`() {
        #expect(throws: JSONElementError.tooDeep) { try parts(String(repeating: "[", count: 1_000_000)) }
        #expect(throws: JSONElementError.self) {
            try parts("[" + String(repeating: "{\"a\":", count: 100_000))
        }
    }

    /// Reads a text in chunks of a given size, and parses each part. Returns the first problem.
    private func problem(of text: String, piece: Int) throws -> JSONProblem? {
        var rest = Array(text.utf8)[...]
        var reader = JSONElementReader(lists: []) {
            let bytes = Array(rest.prefix(piece))
            rest = rest.dropFirst(piece)
            return bytes
        }
        do {
            while let part = try reader.next() {
                let value =
                    switch part {
                    case .member(_, let bytes), .element(_, _, let bytes): bytes
                    }
                do throws(JSONProblem) {
                    _ = try JSONDocument(value)
                } catch {
                    return reader.problem(error, in: value)
                }
            }
            return nil
        } catch let error as JSONElementError {
            return reader.problem(for: error)
        }
    }

    @Test(arguments: [
        "", " ", "x", "[1", "[1,]", "[,1]", "{", "{\"a\"}", "{\"a\":}", "{a:1}", "[1 2]", "[1]]",
        "{\"a\":1,}",
        "[\n{\"é\": 1},\n{\"ő\": 2\n  \"c\": 1}]", "[\n1,\n\"ő\", 2 3\n]", "[\n [tru]]", "[1, \"\u{1}\"]",
        "[1] x",
        "[\n  \"é\", {\"a\": [1, 2\n ,, 3]}]", "[\"\\q\"]", "[1.]",
    ])
    func `A problem is the same as that of the whole text`(text: String) throws {
        let expected: JSONProblem?
        do throws(JSONProblem) {
            _ = try JSONDocument(Array(text.utf8))
            expected = nil
        } catch {
            expected = error
        }
        #expect(expected != nil)
        for piece in [1, 2, 3, 7, 1 << 16] {
            #expect(try problem(of: text, piece: piece) == expected, "\(piece)")
        }
    }
}
