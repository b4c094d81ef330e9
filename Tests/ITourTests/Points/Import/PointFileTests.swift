import Foundation
import ModelData
import Testing

@testable import ITour

@Suite("Files with points of interest")
@MainActor
struct PointFileTests {
    private let planner: TestPlanner

    init() async throws { planner = try await TestPlanner() }

    private func names() throws -> [String] { try planner.points().map(\.name) }

    @Test func `A repeated list changes nothing, and a later entry replaces an earlier one`() async throws {
        let first = "[\(point(1, "Fort")), \(point(2, "Mill", category: "mill"))]"
        #expect(try await planner.importPoints(first).counts == [2, 0, 0, 0])
        #expect(try await planner.importPoints(first).counts == [0, 0, 2, 0])
        let second = """
            [\(point(2, "Other", category: "tower")), \(point(3, "Keep")), \(point(3, "Thrice")), \(point(3, "Keep"))]
            """
        #expect(try await planner.importPoints(second).counts == [1, 3, 0, 0])
        let found = try planner.points()
        #expect(found.map(\.name) == ["Fort", "Keep", "Other"])
        #expect(found[2].category?.name == "tower")
    }

    @Test func `A field without a key stays as it is, and a key with null empties the field`() async throws {
        try await planner.importPoints("[\(point(1, "Fort", category: "castle"))]")
        let fort = try #require(try planner.points().first)
        let id = #""identifier": "\#(fort.identifier)""#
        let partial = try await planner.importPoints(#"[{\#(id), "name": "Keep", "isFavourite": true}]"#)
        #expect(partial.counts == [0, 1, 0, 0])
        #expect(partial.report.unknownFields == ["isFavourite"])
        #expect(!fort.isFavourite)
        #expect(fort.name == "Keep")
        #expect(fort.city == "Rome")
        #expect(fort.latitude == 41.5)
        #expect(fort.category?.name == "castle")
        let null = try await planner.importPoints(#"[{\#(id), "name": "Keep", "category": null}]"#)
        #expect(null.counts == [0, 1, 0, 0])
        #expect(fort.category == nil)
    }

    @Test func `Entries with different keys set only their own fields`() async throws {
        let id = { (number: Int) in #""identifier": "00000000-0000-0000-0000-00000000000\#(number)""# }
        try await planner.importPoints("[\(point(1, "Fort")), \(point(2, "Mill"))]")
        try await planner.importPoints(
            #"[{\#(id(1)), "name": "A", "city": "Turin"}, {\#(id(2)), "name": "B", "country": "France"}]"#)
        let found = try planner.points()
        #expect(found.map(\.city) == ["Turin", "Rome"])
        #expect(found.map(\.country) == ["Italy", "France"])
    }

    @Test func `An entry that can't be read is skipped with its number and line`() async throws {
        let list = """
            [
            \(point(1, "Fort")),
            nope, {"identifier": 5},
            {"identifier": "x", "name": "y", "name": "z"},
            {"identifier": "x", "name": "broken \\x"},

            [[[]]], "text",
            \(point(2, String(repeating: "x", count: 1 << 20))),
            \(point(2, "Mill"))
            ]
            """
        for piece in [1 << 18, 20_000] {
            let result = try await planner.importPoints(list, piece: piece, dryRun: true)
            #expect(result.counts == [2, 0, 0, 7])
            #expect(result.problem == nil)
            #expect(result.report.skipped.map(\.position) == [2, 3, 4, 5, 6, 7, 8])
            #expect(result.report.skipped.map(\.line) == [3, 3, 4, 5, 7, 7, 8])
        }
    }

    @Test func `A list that ends early keeps its complete entries and says where it ended`() async throws {
        let fort = point(1, "Fort")
        let cut = try await planner.importPoints("[\(fort),\n\(point(2, "Mill")),\n{\"identifier\": \"")
        #expect(cut.counts == [2, 0, 0, 0])
        #expect(cut.problem == .cutOff(name: "list", line: 3, records: 2))
        let wild = try await planner.importPoints("[\(fort),\n\(point(3, "Keep"))\n\(point(4, "Tower"))]")
        #expect(wild.counts == [1, 0, 1, 0])
        #expect(wild.problem == .malformed(name: "list", line: 3, records: 2))
        let crossed = try await planner.importPoints("[\(point(5, "Gate")), {]}, \(point(6, "Wall"))]")
        #expect(crossed.counts == [1, 0, 0, 0])
        #expect(crossed.problem == .malformed(name: "list", line: 1, records: 1))
        let behind = try await planner.importPoints("[\(point(5, "Gate"))]\n\n x")
        #expect(behind.problem == .malformed(name: "list", line: 3, records: 1))
        #expect(try names() == ["Fort", "Gate", "Keep", "Mill"])
    }

    @Test(arguments: [" ", "{}", "<html>", "nope"])
    func `Input that isn't a list is refused and writes nothing`(text: String) async throws {
        await #expect(throws: PointImportError.notAList(name: "list", line: 1)) {
            try await planner.importPoints(text)
        }
        #expect(try planner.context.historySummaries().isEmpty)
    }

    @Test func `Input that isn't a list is refused before more of it is read`() async throws {
        var reads = 0
        let source = PointSource(name: "list", size: { nil }) {
            reads += 1
            return Array((reads == 1 ? " \n" : "nope").utf8)
        }
        await #expect(throws: PointImportError.notAList(name: "list", line: 2)) {
            try await planner.importPoints(from: source)
        }
        #expect(reads == 2)
    }

    @Test func `An empty list imports nothing, and an entry of endless brackets is skipped`() async throws {
        let empty = try await planner.importPoints("\u{FEFF} [ ] ")
        #expect(empty.counts == [0, 0, 0, 0])
        #expect(empty.problem == nil)
        let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        let result = try await planner.importPoints("[\(deep), \(point(1, "Fort"))]")
        #expect(result.counts == [1, 0, 0, 1])
        #expect(result.problem == nil)
    }

    @Test func `A list of several batches is one undo step`() async throws {
        let list = (1...2500).map { point($0, "Point \($0)") }.joined(separator: ",\n")
        #expect(try await planner.importPoints("[\(list)]", piece: 10_000).counts == [2500, 0, 0, 0])
        #expect(try planner.context.historySummaries().count == 1)
        try planner.context.undoLastTransaction()
        #expect(try planner.points().isEmpty)
    }
}
