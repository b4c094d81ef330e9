import Foundation
import Formats
import TestSupport
import Testing

@Suite("JSON record reader")
struct JSONRecordReaderTests {
    /// Reads a text in chunks of a given size, and returns the results as one line each.
    private func parts(_ text: String, piece: Int = 1 << 16, longest: Int = 1 << 20) -> [String] {
        var reader = JSONRecordReader(maximumRecordLength: longest)
        var rest = Array(text.utf8)[...]
        var parts: [String] = []
        while true {
            do throws(JSONRecordError) {
                switch try reader.next() {
                case .record(let record):
                    let text = (try? record.decode(String.self)) ?? record.keys.joined(separator: ",")
                    parts.append("\(record.number)@\(record.line) \(text)")
                case .broken(let broken):
                    let words = if case .tooLong(let limit) = broken.reason { "> \(limit)" } else { "?" }
                    parts.append("\(broken.number)@\(broken.line) \(words)")
                case .end: return parts
                case .needsMore:
                    if rest.isEmpty { reader.finish() }
                    reader.append(Array(rest.prefix(piece)))
                    rest = rest.dropFirst(piece)
                }
            } catch {
                return parts + ["\(error)"]
            }
        }
    }

    @Test func `Elements are the same regardless of how the text is split`() {
        let text = """
            \u{FEFF}
             [ "a", {"b":[1,{"c":"}\\""}], "d" : null},
            nope, "é\\ud83d\\ude00" , {"x": "\\q"}

            , "last"]
            """
        let expected = ["1@2 a", "2@2 b,d", "3@3 ?", "4@3 é😀", "5@3 ?", "6@5 last"]
        for piece in [1, 2, 3, 5, 16, 1 << 16] { #expect(parts(text, piece: piece) == expected, "\(piece)") }
        #expect(parts("[]") == [])
        #expect(parts(" [ ] ", piece: 1) == [])
    }

    @Test func `A truncated or malformed list is reported with the preceding records and the line`() {
        for piece in [1, 4, 1 << 16] {
            #expect(parts("[\"a\",\n\"b", piece: piece) == ["1@1 a", "cutOff(records: 1, line: 2)"])
            #expect(parts("[\"a\"\n", piece: piece) == ["1@1 a", "cutOff(records: 1, line: 2)"])
            #expect(parts("[\"a\" \"b\"]", piece: piece) == ["1@1 a", "malformed(records: 1, line: 1)"])
            #expect(parts("[\"a\",]", piece: piece) == ["1@1 a", "malformed(records: 1, line: 1)"])
            #expect(parts("[\"a\"]\n]", piece: piece) == ["1@1 a", "malformed(records: 1, line: 2)"])
            #expect(parts("\n{}", piece: piece) == ["notAList(line: 2)"])
            #expect(parts("", piece: piece) == ["notAList(line: 1)"])
        }
    }

    @Test func `An element that is too long is skipped without using memory`() {
        let long = "\"" + String(repeating: "x", count: 500) + "\""
        for piece in [7, 64, 1 << 16] {
            #expect(
                parts("[\"a\",\(long),[\(long),[\(long)]],\n\"b\"]", piece: piece, longest: 100)
                    == ["1@1 a", "2@1 > 100", "3@1 > 100", "4@2 b"])
        }
    }

    @Test(.level(.default))
    func `Detection of long or malformed elements doesn't depend on how the text is split`() {
        // The length limit lies before, at or after the position of the error.
        for wrong in [
            "}", "\\q\"", "\\ud83d\\q\"", "\u{01}\"", "\" nope", "\": tru", "\": 1.x", "\": \"\\ud83d\\u00",
        ] {
            let text = "[{\"" + String(repeating: "x", count: 80) + wrong + "]}, \"b\"]"
            for longest in 60...110 {
                let whole = parts(text, longest: longest)
                for piece in [1, 2, 7, 64] {
                    #expect(
                        parts(text, piece: piece, longest: longest) == whole, "\(wrong), \(longest), \(piece)"
                    )
                }
            }
        }
    }

    @Test func `Records with the same keys in the same order have the same shape`() throws {
        var reader = JSONRecordReader()
        reader.append(
            Array(#"[{"a":{"x":1},"b":2},{"a":1,"b":[{}]},{"b":1,"a":2},{"a":1},{"a":1,"\u0062":2},7]"#.utf8))
        var shape: JSONKeyShape?
        var same: [Bool] = []
        while case .record(let record) = try reader.next() {
            let known = shape ?? JSONKeyShape(record.keys)
            shape = known
            same.append(record.hasKeys(known))
        }
        #expect(same == [true, true, false, false, false, false])
    }

    @Test func `UUIDs are read in either case, and invalid ones are refused with their path`() throws {
        let text = #"["6F9619FF-8B86-D011-B42D-00CF4FC964FF","6f9619ff-8b86-d011-b42d-00cf4fc964ff"]"#
        let found = try JSONDocument(Array(text.utf8)).decode([UUID].self)
        let expected = try #require(UUID(uuidString: "6F9619FF-8B86-D011-B42D-00CF4FC964FF"))
        #expect(found == [expected, expected])
        for wrong in [
            "7", "\"\"", "\"6F9619FF-8B86-D011-B42D-00CF4FC964F\"",
            "\"6F9619FF-8B86-D011-B42D-00CF4FC964FG\"",
        ] {
            #expect(throws: JSONProblem.self) {
                try JSONDocument(Array("[\(wrong)]".utf8)).decode([UUID].self)
            }
        }
    }
}
