import Foundation
import Formats
import ModelData
import Testing

@testable import Sync

@Suite("Import of records")
struct ModelImporterTests {
    private let context: ModelContext

    init() throws { context = ModelContext(try memory(Shop.self, ShopKind.self)) }

    private var shops: [Shop] {
        get throws { try context.fetch(FetchDescriptor<Shop>(sortBy: [SortDescriptor(\.name)])) }
    }

    @Test func `New records are inserted with their relationships in one undo step`()
        async throws
    {
        let list = """
            [\(shop(1, "Bakery", #", "street": "Main", "rating": 4, "kind": {"name": "food"}, "x": [{}]"#)),
             \(shop(2, "Dairy", #", "kind": {"name": "food", "color": "red"}"#)),
             \(shop(3, "Smith", #", "kind": null"#))]
            """
        #expect(try await importing(Shop.self, list, into: context).counts == [3, 0, 0, 0])
        let found = try shops
        #expect(found.map(\.name) == ["Bakery", "Dairy", "Smith"] && found.map(\.rating) == [4, nil, nil])
        #expect(found.map { $0.kind?.name } == ["food", "food", nil] && found[0].kind === found[1].kind)
        #expect(found[0].identifier == uuid(1) && found[0].street == "Main" && found[0].isOpen)
        try context.undoLastTransaction()
        #expect(try shops.isEmpty && context.fetchCount(FetchDescriptor<ShopKind>()) == 0)
        try context.redoLastTransaction()
        #expect(try shops.map { $0.kind?.name } == ["food", "food", nil])
    }

    @Test func `A record with a nested list is skipped, and the property is reported`() async throws {
        let context = ModelContext(try memory(Street.self, House.self))
        let list = #"[{"name": "Main", "houses": [1, 2]}, {"name": "Mill", "houses": []}, {"name": "Old"}]"#
        let report = try await importing(Street.self, list, into: context)
        #expect(report.counts == [2, 0, 0, 1])
        let skipped = try #require(report.skipped.first)
        guard case .store(let error) = skipped.reason,
            case .invalidValue("Street", "houses", _, .severalObjects(type: "House")) = error
        else {
            Issue.record("\(skipped.reason)")
            return
        }
        #expect(skipped.number == 1)
        #expect(try context.fetchCount(FetchDescriptor<House>()) == 0)
    }

    @Test func `A repeated list changes nothing, and only new or changed records are applied`()
        async throws
    {
        let first = "[\(shop(1)), \(shop(2, nil, #", "kind": {"name": "food"}"#))]"
        #expect(try await importing(Shop.self, first, into: context).counts == [2, 0, 0, 0])
        #expect(try await importing(Shop.self, first, into: context).counts == [0, 0, 2, 0])
        let second = """
            [\(shop(2, "Other", #", "kind": {"name": "tools"}"#)), \(shop(3)), \(shop(3, "Thrice")), \(shop(3))]
            """
        #expect(try await importing(Shop.self, second, into: context).counts == [1, 3, 0, 0])
        let found = try shops
        #expect(found.map(\.name) == ["Other", "Shop 1", "Shop 3"] && found[0].kind?.name == "tools")
        #expect(
            try await importing(Shop.self, "[\(shop(2, "Other", #", "kind": null"#))]", into: context).updated
                == 1)
        #expect(found[0].kind == nil)
    }

    @Test func `Properties without a key, and those the model doesn't decode, are unchanged`()
        async throws
    {
        try await importing(
            Shop.self, "[\(shop(1, "A", #", "street": "Main", "rating": 5, "kind": {"name": "food"}"#))]",
            into: context)
        let found = try #require(try shops.first)
        found.isOpen = false
        try context.save()
        let partial = #"[{"identifier": "\#(uuid(1))", "name": "B", "isOpen": true}]"#
        #expect(try await importing(Shop.self, partial, into: context).counts == [0, 1, 0, 0])
        #expect(!found.isOpen, "the model doesn't decode that key, though a property has its name")
        #expect(found.name == "B" && found.street == "Main" && found.rating == 5)
        #expect(found.kind?.name == "food")
        #expect(
            try await importing(Shop.self, "[\(shop(1, "B", #", "rating": null"#))]", into: context).updated
                == 1)
        #expect(found.rating == nil && found.street == "Main")
    }

    @Test
    func `Undecodable records are skipped and reported with number and line, and the rest is imported`()
        async throws
    {
        let list = """
            [
            \(shop(1)),
            nope, {"identifier": 5},
            {"identifier": "\(uuid(2))", "name": "x", "name": "y"},
            {"identifier": "\(uuid(2))", "name": "broken \\x"},

            [[[]]], "text",
            {"identifier": "\(uuid(2))", "name": "long \(String(repeating: "x", count: 5000))"},
            \(shop(2, "Good"))
            ]
            """
        var options = ModelImporter<Shop>.Options()
        options.longestRecord = 4096
        let report = try await importing(Shop.self, list, into: context, options: options)
        #expect(report.counts == [2, 0, 0, 7] && report.ending == .complete && report.total == 9)
        #expect(report.skipped.map(\.number) == [2, 3, 4, 5, 6, 7, 8])
        #expect(report.skipped.map(\.line) == [3, 3, 4, 5, 7, 7, 8])
        guard case .json(.mismatch(let path, _, _)) = report.skipped[1].reason else {
            Issue.record("\(report.skipped[1].reason)")
            return
        }
        #expect(path.description(root: "") == ".identifier")
        guard case .tooLong(4096) = report.skipped[6].reason else {
            Issue.record("\(report.skipped[6].reason)")
            return
        }
        #expect(try shops.map(\.name) == ["Good", "Shop 1"])
    }

    @Test func `An incomplete list keeps its complete records and reports where it ended`()
        async throws
    {
        let cut = try await importing(
            Shop.self, "[\(shop(1)),\n\(shop(2)),\n{\"identifier\": \"", into: context)
        #expect(cut.counts == [2, 0, 0, 0] && cut.ending == .cutOff(records: 2, line: 3))
        let wild = try await importing(Shop.self, "[\(shop(1)),\n\(shop(3))\n\(shop(4))]", into: context)
        #expect(wild.counts == [1, 0, 1, 0] && wild.ending == .malformed(records: 2, line: 3))
        let crossed = try await importing(Shop.self, "[\(shop(5)), {]}, \(shop(6))]", into: context)
        #expect(crossed.counts == [1, 0, 0, 0] && crossed.ending == .malformed(records: 1, line: 1))
        let behind = try await importing(Shop.self, "[\(shop(5))]\n\n x", into: context)
        #expect(behind.ending == .malformed(records: 1, line: 3))
        #expect(try shops.count == 4)
    }

    @Test(arguments: ["", " ", "{}", "<html>", "nope"])
    func `Input that isn't a list is refused and writes nothing`(text: String) async throws {
        await #expect(throws: ImportError.notAList(line: 1)) {
            try await importing(Shop.self, text, into: context)
        }
        #expect(try context.historySummaries().isEmpty)
    }

    @Test func `Input that isn't a list is refused at its first bytes after whitespace`()
        async throws
    {
        let importer = try ModelImporter(Shop.self, into: context)
        await #expect(throws: ImportError.notAList(line: 1)) { try await importer.take(Array("{\"a\"".utf8)) }
        await #expect(throws: ImportError.notAList(line: 1)) { try await importer.take(Array(": 1}".utf8)) }
        let other = try ModelImporter(Shop.self, into: context)
        try await other.take(Array(" \n".utf8))
        try await other.take(Array("[\(shop(1))".utf8))
        try await other.take(Array("]".utf8))
        #expect(try await other.finish().counts == [1, 0, 0, 0])
    }

    @Test func `An empty list imports nothing, and endless brackets use little memory`() async throws {
        #expect(try await importing(Shop.self, "\u{FEFF} [ ] ", into: context).ending == .complete)
        let deep =
            "[" + String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
            + ",\(shop(1))]"
        let report = try await importing(Shop.self, deep, into: context)
        #expect(report.counts == [1, 0, 0, 1] && report.ending == .complete)
    }

    @Test func `Any decodable model with a unique property can be imported`() async throws {
        let context = ModelContext(try memory(Plant.self, Garden.self))
        var options = ModelImporter<Plant>.Options()
        options.propertyNames = ["latin_name": "latinName", "planted_on": "planted"]
        func plant(_ code: Int, _ name: String, _ day: String, _ more: String = "") -> String {
            "{\"code\": \(code), \"latin_name\": \(name), \"planted_on\": \"\(day)\", \"garden\": \(code % 2)\(more)}"
        }
        let list = """
            [\(plant(1, "\"Acer\"", "2020-04-01", #", "light": "shade", "heights": [1, 2.5]"#)),
             \(plant(2, "null", "2020-04-02")), \(plant(3, "\"Rosa\"", "2020-04-03")),
             \(plant(4, "\"Acer\"", "2020-04-04")), {"code": 5, "planted_on": "2020-04-05"},
             \(plant(6, "\"Tilia\"", "2020-02-30")), \(plant(7, "\"Tilia\"", "2020-04-07", #", "light": "moon""#))]
            """
        let report = try await importing(Plant.self, list, into: context, options: options)
        #expect(report.counts == [4, 0, 0, 3])
        #expect(report.skipped.map(\.number).sorted() == [4, 5, 6])
        // An unknown light costs its key, and the plant gets the usual one.
        #expect(report.dropped.map { "\($0.number) \($0.key) \($0.written)" } == ["7 light moon"])
        let refused = try #require(report.skipped.first { $0.number == 4 })
        guard case .store(.notUnique("Plant", ["latinName"], [.text("Acer")])) = refused.reason else {
            Issue.record("\(refused.reason)")
            return
        }
        let plants = try context.fetch(FetchDescriptor<Plant>(sortBy: [SortDescriptor(\.code)]))
        #expect(plants.map(\.latinName) == ["Acer", nil, "Rosa", "Tilia"] && plants[0].heights == [1, 2.5])
        #expect(plants.map(\.light) == [.shade, .sun, .sun, .sun])
        #expect(plants.map(\.garden.number) == [1, 0, 1, 1])
        #expect(try context.fetchCount(FetchDescriptor<Garden>()) == 2)
        let change = "[\(plant(3, "\"Rosa\"", "2021-01-01")), \(plant(1, "\"Rosa\"", "2020-04-01"))]"
        let second = try await importing(Plant.self, change, into: context, options: options)
        #expect(second.counts == [0, 1, 0, 1] && plants[0].latinName == "Acer")
        #expect(plants[2].planted == plants[0].planted.addingTimeInterval(275 * 86_400))
        try context.undoLastTransaction()
        #expect(plants[2].planted == plants[0].planted.addingTimeInterval(2 * 86_400))
        #expect(plants[0].latinName == "Acer" && plants[0].heights == [1, 2.5])
    }

    @Test func `A model without a unique property can't be imported`() async throws {
        let context = ModelContext(try memory(Nameless.self))
        await #expect(throws: ModelDataError.noUniqueKey(model: "Nameless", properties: [])) {
            try await importing(Nameless.self, "[]", into: context)
        }
    }

    @Test
    func
        `Without a caller's transaction, each batch has its own, and objects and observers are updated`()
        async throws
    {
        try await importing(Shop.self, "[\(shop(1, "Old"))]", into: context)
        let old = try #require(try shops.first)
        var options = ModelImporter<Shop>.Options()
        options.batchSize = 2
        let importer = try ModelImporter(Shop.self, into: context, options: options)
        let list = "[" + (1...5).map { shop($0) }.joined(separator: ",") + "]"
        try await importer.take(Array(list.utf8))
        // Records are written when the next chunk is taken. Here, that chunk is empty.
        try await importer.take([])
        #expect(old.name == "Shop 1" && importer.report.total == 4)
        #expect(try await importer.finish().counts == [4, 1, 0, 0])
        #expect(try context.historySummaries().count == 4)
        #expect(try shops.count == 5)
    }
}
