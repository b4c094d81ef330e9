import Foundation
import ModelData
import Testing

@testable import Sync

/// A record was edited here, and the list has other values: what each policy makes of it.
@Suite("Imports and what was edited here")
struct MergePolicyTests {
    private let context: ModelContext
    private let edited: Shop
    private let untouched: Shop

    init() throws {
        context = ModelContext(try memory(Shop.self, ShopKind.self))
        try importing(
            Shop.self, "[\(shop(1, "A", #", "street": "Main""#)), \(shop(2, "B"))]", into: context)
        let shops = try context.fetch(FetchDescriptor<Shop>(sortBy: [SortDescriptor(\.name)]))
        (edited, untouched) = (shops[0], shops[1])
        edited.name = "Mine"
        edited.rating = 5
        try context.save()
    }

    /// Imports other values of both records under a policy, while the name of the first was edited here.
    private func importOthers(_ policy: MergePolicy, rating: Bool = false) throws -> ImportReport {
        var options = ModelImporter<Shop>.Options()
        options.policy = policy
        let record = try #require(edited.persistentModelID.recordNumber)
        let list = "[\(shop(1, "Theirs", #", "street": "Side""#)), \(shop(2, "Theirs too"))]"
        return try importing(
            Shop.self, list, into: context, edited: Edits(names: [record: ["name", "rating"]]), options: options)
    }

    @Test("The usual policy keeps what was edited here, and takes everything else")
    func storeTrump() throws {
        #expect(try importOthers(.mergeByPropertyStoreTrump).counts == [0, 2, 0, 0])
        #expect(edited.name == "Mine" && edited.street == "Side" && untouched.name == "Theirs too")
        #expect(try importOthers(.mergeByPropertyStoreTrump).counts == [0, 0, 2, 0])
    }

    @Test("The list's value counts for each property that it has")
    func objectTrump() throws {
        #expect(try importOthers(.mergeByPropertyObjectTrump).counts == [0, 2, 0, 0])
        #expect(edited.name == "Theirs" && edited.street == "Side" && edited.rating == 5)
    }

    @Test("A record that was edited here is overwritten as a whole, and others only where the list has keys")
    func overwrite() throws {
        untouched.rating = 3
        try context.save()
        #expect(try importOthers(.overwrite).counts == [0, 2, 0, 0])
        #expect(edited.name == "Theirs" && edited.street == "Side" && edited.rating == nil)
        #expect(untouched.name == "Theirs too" && untouched.rating == 3)
    }

    @Test("A record that was edited here stays as it is as a whole")
    func rollback() throws {
        #expect(try importOthers(.rollback).counts == [0, 1, 1, 0])
        #expect(edited.name == "Mine" && edited.street == "Main" && untouched.name == "Theirs too")
    }

    @Test("The import fails, and nothing of it stays")
    func error() throws {
        let expected = ModelDataError.conflict(model: "Shop", record: 1, properties: ["name"])
        #expect(throws: expected) { try importOthers(.error) }
        #expect(edited.name == "Mine" && edited.street == "Main" && untouched.name == "B")
        #expect(try context.historySummaries().count == 2)
    }

    @Test("What was edited to what the list has is no conflict", arguments: [MergePolicy.error, .rollback])
    func sameValue(policy: MergePolicy) throws {
        edited.name = "Theirs"
        try context.save()
        #expect(try importOthers(policy).counts == [0, 2, 0, 0])
        #expect(edited.street == "Side")
    }
}
