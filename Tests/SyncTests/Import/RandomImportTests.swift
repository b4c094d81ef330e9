import Foundation
import ModelData
import TestSupport
import Testing

@testable import Sync

@Suite("Random imports")
struct RandomImportTests {
    /// Constant seeds, so that no run fails by chance. `IMPORT_SEED=N` selects seed N.
    private static let seeds: [UInt64] =
        ProcessInfo.processInfo.environment["IMPORT_SEED"].flatMap { UInt64($0) }.map { [$0] } ?? [1, 2]

    /// The kinds of elements in a random list. An element's kind determines whether the element can be
    /// imported.
    private enum Element: CaseIterable {
        case good, duplicate, broken, wrongType, missingKey, nested, escaped
    }

    /// A random list and the expected store contents: names by identifier.
    private struct RandomList {
        var bytes: [UInt8] = []
        var names: [UUID: String] = [:]
        var goodCount = 0
        var brokenCount = 0
        /// For each element, the offset of its end.
        var ends: [Int] = []

        init(_ count: Int, _ random: inout SeededGenerator) {
            var text = ["[", " [", "\n[\n"].randomElement(using: &random) ?? "["
            for index in 0..<count {
                if index > 0 { text += [",", ", ", ",\n", "\n,\r\n"].randomElement(using: &random) ?? "," }
                let identifier = uuid(.random(in: 0..<count, using: &random))
                let name =
                    ["Łódź", "a\u{301}", "x", "😀 y", "long \(index)"].randomElement(using: &random) ?? ""
                switch Element.allCases.randomElement(using: &random) ?? .good {
                case .broken:
                    text +=
                        ["nope", "{\"a\": }", "{\"a\" 1}", "[1 2]", "{\"x\": \"\\q\"}", "tru"]
                        .randomElement(using: &random) ?? "x"
                    brokenCount += 1
                case .wrongType:
                    text += "{\"identifier\": \"\(identifier)\", \"name\": [\"}\", 1]}"
                    brokenCount += 1
                case .missingKey:
                    text += "{\"name\": \"]}\"}"
                    brokenCount += 1
                case .good, .duplicate:
                    text += "{\"identifier\": \"\(identifier)\", \"name\": \"\(name)\"}"
                    names[identifier] = name
                    goodCount += 1
                case .nested:
                    text +=
                        "{\"x\": {\"y\": [[], {\"z\": \"\\\"]\"}]}, \"name\": \"\(name)\", \"identifier\": \"\(identifier)\"}"
                    names[identifier] = name
                    goodCount += 1
                case .escaped:
                    text += "{\"identifier\":\"\(identifier)\",\"n\\u0061me\":\"\\ud83d\\ude00\\n\"}"
                    names[identifier] = "😀\n"
                    goodCount += 1
                }
                ends.append(text.utf8.count)
            }
            bytes = Array((text + ["]", " ] ", "\n]\n"][count % 3]).utf8)
        }
    }

    private func names(_ context: ModelContext) throws -> [UUID: String] {
        Dictionary(
            uniqueKeysWithValues: try context.fetch(FetchDescriptor<Shop>()).map { ($0.identifier, $0.name) })
    }

    @Test(.level(.default), arguments: Self.seeds)
    func `Counts add up, a record's last version is used, and piece sizes don't matter`(seed: UInt64)
        async throws
    {
        var random = SeededGenerator(seed: seed)
        for round in 0..<20 {
            let list = RandomList(.random(in: 0..<30, using: &random), &random)
            let expected = list.names.mapValues { $0.precomposedStringWithCanonicalMapping }
            for piece in [1, .random(in: 2..<20, using: &random), 1 << 16] {
                let context = ModelContext(try memory(Shop.self, ShopKind.self))
                var options = ModelImporter<Shop>.Options()
                options.batchSize = .random(in: 1..<8, using: &random)
                let report = try await importing(
                    Shop.self, list.bytes, into: context, piece: piece, options: options)
                #expect(report.ending == .complete, "round \(round), pieces of \(piece)")
                #expect(report.added == list.names.count && report.skippedCount == list.brokenCount)
                #expect(report.added + report.updated + report.unchanged == list.goodCount)
                #expect(try names(context) == expected, "round \(round), pieces of \(piece)")
                let again = try await importing(Shop.self, list.bytes, into: context, options: options)
                #expect(again.added == 0 && again.total == report.total)
                #expect(try names(context) == expected)
            }
        }
    }

    @Test(.level(.default), arguments: Self.seeds)
    func `A list truncated at any byte keeps its complete records`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let list = RandomList(9, &random)
        for length in 0..<list.bytes.count {
            let context = ModelContext(try memory(Shop.self, ShopKind.self))
            let bytes = Array(list.bytes.prefix(length))
            guard bytes.contains(UInt8(ascii: "[")) else {
                await #expect(throws: ImportError.self) {
                    try await importing(Shop.self, bytes, into: context)
                }
                continue
            }
            let report = try await importing(
                Shop.self, bytes, into: context, piece: .random(in: 1..<99, using: &random))
            let whole = list.ends.prefix { $0 <= length }.count
            if report.ending == .complete {
                #expect(whole == list.ends.count, "cut at \(length)")
            } else if case .cutOff(let records, _) = report.ending {
                // If the text ends with a token, the importer can't know whether the token is complete.
                let fewest = list.ends.contains(length) ? whole - 1 : whole
                #expect((fewest...whole + 1).contains(records), "cut at \(length): \(records) of \(whole)")
                #expect(report.total == records)
            } else {
                Issue.record("cut at \(length): \(report.ending)")
            }
            #expect(report.added == Set(try names(context).keys).count)
        }
    }

    @Test(arguments: Self.seeds)
    func `Importing arbitrary bytes ends with correct counts or is refused`(seed: UInt64)
        async throws
    {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<30 {
            var bytes = RandomList(8, &random).bytes
            for _ in 0..<Int.random(in: 1..<6, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = .random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                default: bytes.insert(Array("[]{}\",:\\0".utf8).randomElement(using: &random) ?? 0, at: place)
                }
            }
            let context = ModelContext(try memory(Shop.self, ShopKind.self))
            do {
                let report = try await importing(
                    Shop.self, bytes, into: context, piece: .random(in: 1..<50, using: &random))
                #expect(
                    report.total == report.added + report.updated + report.unchanged + report.skippedCount)
                #expect(report.ending != .open)
                #expect(try context.fetchCount(FetchDescriptor<Shop>()) == report.added)
            } catch is ImportError {
                #expect(try context.fetchCount(FetchDescriptor<Shop>()) == 0)
            }
        }
    }
}
