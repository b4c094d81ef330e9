import Foundation
import ModelData
import Testing

@testable import Sync

/// Imports of different values for a locally edited record, under each merge policy.
@Suite("Merge policies of imports")
struct ImportPolicyTests {
    private let context: ModelContext
    private let edited: Shop
    private let untouched: Shop

    init() throws {
        context = ModelContext(try shopsInMemory())
        try SyncTracking.prepare(context, models: [ShopKind.self, Shop.self])
        try importing([ListedShop(1, "A", street: "Main"), ListedShop(2, "B")], into: context)
        let shops = try context.fetch(FetchDescriptor<Shop>(sortBy: [SortDescriptor(\.name)]))
        (edited, untouched) = (shops[0], shops[1])
        edited.name = "Mine"
        edited.rating = 5
        try context.save()
    }

    /// Imports different values for both records under a policy.
    private func importOthers(_ policy: MergePolicy) throws -> ImportCounts {
        try importing(
            [ListedShop(1, "Theirs", street: "Side"), ListedShop(2, "Theirs too")], into: context,
            policy: policy)
    }

    @Test func `The default policy keeps local edits and imports everything else`() throws {
        #expect(try importOthers(.mergeByPropertyStoreTrump) == ImportCounts(updated: 2))
        #expect(edited.name == "Mine")
        #expect(edited.street == "Side")
        #expect(untouched.name == "Theirs too")
        #expect(try importOthers(.mergeByPropertyStoreTrump) == ImportCounts(unchanged: 2))
    }

    @Test func `The list's values replace all properties that it contains`() throws {
        #expect(try importOthers(.mergeByPropertyObjectTrump) == ImportCounts(updated: 2))
        #expect(edited.name == "Theirs")
        #expect(edited.street == "Side")
        #expect(edited.rating == 5)
    }

    @Test func `A locally edited record is replaced completely, others only in the list's keys`() throws {
        untouched.rating = 3
        try context.save()
        #expect(try importOthers(.overwrite) == ImportCounts(updated: 2))
        #expect(edited.name == "Theirs")
        #expect(edited.street == "Side")
        #expect(edited.rating == nil)
        #expect(untouched.name == "Theirs too")
        #expect(untouched.rating == 3)
    }

    @Test func `A locally edited record stays unchanged`() throws {
        #expect(try importOthers(.rollback) == ImportCounts(updated: 1, unchanged: 1))
        #expect(edited.name == "Mine")
        #expect(edited.street == "Main")
        #expect(untouched.name == "Theirs too")
    }

    @Test func `A conflict makes the import fail without any change`() throws {
        let expected = ModelDataError.conflict(model: "Shop", record: 1, properties: ["name"])
        #expect(throws: expected) { try importOthers(.error) }
        #expect(edited.name == "Mine")
        #expect(edited.street == "Main")
        #expect(untouched.name == "B")
        #expect(try context.historySummaries().count == 2)
    }

    @Test(arguments: [MergePolicy.error, .rollback])
    func `A local edit to the list's value isn't a conflict`(policy: MergePolicy) throws {
        edited.name = "Theirs"
        try context.save()
        #expect(try importOthers(policy) == ImportCounts(updated: 2))
        #expect(edited.street == "Side")
    }

    @Test func `Local edits survive repeated imports, undo and redo`() throws {
        for round in 1...3 {
            let list = [ListedShop(1, "Round \(round)", street: "\(round)")]
            #expect(try importing(list, into: context) == ImportCounts(updated: 1))
            #expect(edited.name == "Mine")
            #expect(edited.street == "\(round)")
        }
        try context.undoLastTransaction()
        #expect(edited.name == "Mine")
        #expect(edited.street == "2")
        try context.redoLastTransaction()
        #expect(try importing([ListedShop(1, "Last")], into: context) == ImportCounts(unchanged: 1))
        edited.name = "Mine again"
        try context.save()
        #expect(try importing([ListedShop(1, "Last")], into: context) == ImportCounts(unchanged: 1))
        #expect(edited.name == "Mine again")
        #expect(edited.street == "3")
    }

    @Test func `A local edit of a relationship is kept, and one set by an import isn't an edit`() throws {
        func list(_ kind: String) -> [ListedShop] {
            [ListedShop(1, "A", kind: kind), ListedShop(2, "B", kind: kind)]
        }
        #expect(try importing(list("food"), into: context) == ImportCounts(updated: 2))
        let kind = try #require(edited.kind)
        untouched.kind = nil
        try context.save()
        #expect(try importing(list("tools"), into: context) == ImportCounts(updated: 1, unchanged: 1))
        #expect(edited.kind?.name == "tools")
        #expect(edited.kind !== kind)
        #expect(untouched.kind == nil)
    }

    @Test func `A locally deleted record is known to be deleted until it exists again`() throws {
        context.delete(untouched)
        try context.save()
        #expect(
            try importOthers(.mergeByPropertyStoreTrump) == ImportCounts(updated: 1, keptDeleted: 1))
        context.insert(Shop(identifier: uuid(2), name: "Again"))
        try context.save()
        #expect(try importOthers(.mergeByPropertyStoreTrump).keptDeleted == 0)
    }
}
