import Formats
import Foundation
import ProgramKit
import Testing
import TestSupport

@testable import ITour

@Suite("Random lists of points of interest")
struct RandomPointListTests {
    /// Constant seeds, so that no run fails by chance. `IMPORT_SEED=N` selects seed N.
    private static let seeds: [UInt64] =
        ProcessInfo.processInfo.environment["IMPORT_SEED"].flatMap { UInt64($0) }.map { [$0] } ?? [1, 2]

    /// The kinds of elements in a random list. An element's kind determines whether the element can be
    /// imported.
    private enum Element: CaseIterable {
        case good, broken, wrongType, missingKey, nested, escaped
    }

    /// A random list and the expected entries.
    private struct RandomList {
        var bytes: [UInt8] = []
        /// The names in their order; `nil` for entries that can't be read.
        var names: [String?] = []
        /// For each element, the offset of its end.
        var ends: [Int] = []

        init(_ count: Int, _ random: inout SeededGenerator) {
            var text = ["[", " [", "\n[\n"].randomElement(using: &random) ?? "["
            for index in 0..<count {
                if index > 0 { text += [",", ", ", ",\n", "\n,\r\n"].randomElement(using: &random) ?? "," }
                let identifier = "00000000-0000-0000-0000-0000000000\(index + 10)"
                let name =
                    ["Łódź", "a\u{301}", "x", "😀 y", "long \(index)"].randomElement(using: &random) ?? ""
                switch Element.allCases.randomElement(using: &random) ?? .good {
                case .broken:
                    text +=
                        ["nope", "{\"a\": }", "{\"a\" 1}", "[1 2]", "{\"x\": \"\\q\"}", "tru"]
                        .randomElement(using: &random) ?? "x"
                    names.append(nil)
                case .wrongType:
                    text += "{\"identifier\": \"\(identifier)\", \"name\": [\"}\", 1]}"
                    names.append(nil)
                case .missingKey:
                    text += "{\"name\": \"]}\"}"
                    names.append(nil)
                case .good:
                    text += "{\"identifier\": \"\(identifier)\", \"name\": \"\(name)\"}"
                    names.append(name)
                case .nested:
                    text +=
                        "{\"x\": {\"y\": [[], {\"z\": \"\\\"]\"}]}, \"name\": \"\(name)\", \"identifier\": \"\(identifier)\"}"
                    names.append(name)
                case .escaped:
                    text += "{\"identifier\":\"\(identifier)\",\"n\\u0061me\":\"\\ud83d\\ude00\\n\"}"
                    names.append("😀\n")
                }
                ends.append(text.utf8.count)
            }
            bytes = Array((text + ["]", " ] ", "\n]\n"][count % 3]).utf8)
        }
    }

    /// Decodes a list that arrives in pieces of a number of bytes, up to a problem, as an import does.
    private func pieces(_ bytes: [UInt8], piece: Int) -> [PointDecoder.Piece] {
        let decoder = PointDecoder()
        var found: [PointDecoder.Piece] = []
        for start in stride(from: 0, to: bytes.count, by: piece) {
            found.append(decoder.piece(of: Array(bytes[start..<min(start + piece, bytes.count)])))
            if found.last?.problem != nil { return found }
        }
        return found + [decoder.piece(of: [])]
    }

    /// The names of the points in pieces; `nil` for skipped entries.
    private func names(_ pieces: [PointDecoder.Piece]) -> [String?] {
        pieces.flatMap(\.rows).map { $0.entry?.point.name }
    }

    @Test(.level(.default), arguments: Self.seeds)
    func `Every entry is read or skipped, whatever the size of the pieces`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for round in 0..<50 {
            let list = RandomList(.random(in: 0..<30, using: &random), &random)
            for piece in [1, .random(in: 2..<20, using: &random), 1 << 16] {
                let found = pieces(list.bytes, piece: piece)
                #expect(names(found) == list.names, "round \(round), pieces of \(piece)")
                #expect(found.last?.isComplete == true, "round \(round), pieces of \(piece)")
                #expect(found.flatMap(\.rows).map(\.position) == list.names.indices.map { $0 + 1 })
            }
        }
    }

    @Test(.level(.default), arguments: Self.seeds)
    func `A list truncated at any byte keeps its complete entries`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let list = RandomList(9, &random)
        for length in 1..<list.bytes.count {
            let bytes = Array(list.bytes.prefix(length))
            let found = pieces(bytes, piece: .random(in: 1..<99, using: &random))
            let complete = list.ends.prefix { $0 <= length }.count
            switch found.compactMap(\.problem).first {
            case nil:
                #expect(complete == list.ends.count, "cut at \(length)")
            case .notAList?:
                #expect(!bytes.contains(UInt8(ascii: "[")), "cut at \(length)")
            case .cutOff(let records, _)?:
                // If the text ends with a token, the decoder can't know whether the token is complete.
                let fewest = list.ends.contains(length) ? complete - 1 : complete
                #expect((fewest...complete + 1).contains(records), "cut at \(length)")
                #expect(names(found).count == records, "cut at \(length)")
            case .malformed?:
                Issue.record("cut at \(length)")
            }
        }
    }

    @Test(arguments: Self.seeds)
    func `Arbitrary bytes are read to an end or refused, with the same result for all sizes of pieces`(
        seed: UInt64
    ) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            var bytes = RandomList(8, &random).bytes
            for _ in 0..<Int.random(in: 1..<6, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = .random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                default: bytes.insert(Array("[]{}\",:\\0".utf8).randomElement(using: &random) ?? 0, at: place)
                }
            }
            let whole = pieces(bytes, piece: bytes.count)
            let split = pieces(bytes, piece: .random(in: 1..<50, using: &random))
            #expect(names(split) == names(whole))
            #expect(split.compactMap(\.problem).first == whole.compactMap(\.problem).first)
            #expect(whole.contains { $0.isComplete } != whole.contains { $0.problem != nil })
        }
    }
}
