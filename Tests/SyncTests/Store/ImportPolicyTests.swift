import Foundation
import ModelData
import Testing

@testable import Sync

/// Imports of different values for a locally edited record, under each merge policy.
@Suite("Merge policies of imports")
struct MergePolicyTests {
    private let context: ModelContext
    private let edited: Shop
    private let untouched: Shop

    init() async throws {
        context = ModelContext(try memory(Shop.self, ShopKind.self))
        try SyncTracking.prepare(context, models: [ShopKind.self, Shop.self])
        try await importing(
            Shop.self, "[\(shop(1, "A", #", "street": "Main""#)), \(shop(2, "B"))]", into: context)
        let shops = try context.fetch(FetchDescriptor<Shop>(sortBy: [SortDescriptor(\.name)]))
        (edited, untouched) = (shops[0], shops[1])
        edited.name = "Mine"
        edited.rating = 5
        try context.save()
    }

    /// Imports different values for both records under a policy.
    private func importOthers(_ policy: MergePolicy, bringingBack: Bool = false) async throws
        -> ModelImportReport
    {
        var options = ModelImporter<Shop>.Options()
        options.policy = policy
        options.bringsBackDeleted = bringingBack
        let list = "[\(shop(1, "Theirs", #", "street": "Side""#)), \(shop(2, "Theirs too"))]"
        return try await importing(Shop.self, list, into: context, options: options)
    }

    @Test func `The default policy keeps local edits and imports everything else`() async throws {
        #expect(try await importOthers(.mergeByPropertyStoreTrump).counts == [0, 2, 0, 0])
        #expect(edited.name == "Mine" && edited.street == "Side" && untouched.name == "Theirs too")
        #expect(try await importOthers(.mergeByPropertyStoreTrump).counts == [0, 0, 2, 0])
    }

    @Test func `The list's values replace all properties that it contains`() async throws {
        #expect(try await importOthers(.mergeByPropertyObjectTrump).counts == [0, 2, 0, 0])
        #expect(edited.name == "Theirs" && edited.street == "Side" && edited.rating == 5)
    }

    @Test
    func `A locally edited record is replaced completely, others only in the list's keys`()
        async throws
    {
        untouched.rating = 3
        try context.save()
        #expect(try await importOthers(.overwrite).counts == [0, 2, 0, 0])
        #expect(edited.name == "Theirs" && edited.street == "Side" && edited.rating == nil)
        #expect(untouched.name == "Theirs too" && untouched.rating == 3)
    }

    @Test func `A locally edited record stays unchanged`() async throws {
        #expect(try await importOthers(.rollback).counts == [0, 1, 1, 0])
        #expect(edited.name == "Mine" && edited.street == "Main" && untouched.name == "Theirs too")
    }

    @Test func `A conflict makes the import fail without any change`() async throws {
        let expected = ModelDataError.conflict(model: "Shop", record: 1, properties: ["name"])
        await #expect(throws: expected) { try await importOthers(.error) }
        #expect(edited.name == "Mine" && edited.street == "Main" && untouched.name == "B")
        #expect(try context.historySummaries().count == 2)
    }

    @Test
    func `Unsaved changes survive a failed and an undone import`()
        async throws
    {
        func importAlone(_ policy: MergePolicy) async throws {
            var options = ModelImporter<Shop>.Options()
            options.policy = policy
            let importer = try ModelImporter(Shop.self, into: context, options: options)
            try await importer.take(Array("[\(shop(1, "Theirs")), \(shop(2, "Theirs too"))]".utf8))
            _ = try await importer.finish()
        }
        untouched.street = "Unsaved"
        let expected = ModelDataError.conflict(model: "Shop", record: 1, properties: ["name"])
        await #expect(throws: expected) { try await importAlone(.error) }
        #expect(untouched.street == "Unsaved" && !context.hasChanges && !context.isInTransaction)
        untouched.street = "Unsaved again"
        try await importAlone(.mergeByPropertyObjectTrump)
        #expect(edited.name == "Theirs" && untouched.name == "Theirs too")
        try context.undoLastTransaction()
        #expect(untouched.street == "Unsaved again" && edited.name == "Mine" && untouched.name == "B")
    }

    @Test(arguments: [MergePolicy.error, .rollback])
    func `A local edit to the list's value isn't a conflict`(policy: MergePolicy) async throws {
        edited.name = "Theirs"
        try context.save()
        #expect(try await importOthers(policy).counts == [0, 2, 0, 0])
        #expect(edited.street == "Side")
    }

    @Test func `Local edits survive repeated imports, undo and redo`()
        async throws
    {
        for round in 1...3 {
            let list = "[\(shop(1, "Round \(round)", #", "street": "\#(round)""#))]"
            #expect(try await importing(Shop.self, list, into: context).counts == [0, 1, 0, 0])
            #expect(edited.name == "Mine" && edited.street == "\(round)")
        }
        try context.undoLastTransaction()
        #expect(edited.name == "Mine" && edited.street == "2")
        try context.redoLastTransaction()
        #expect(try await importing(Shop.self, "[\(shop(1, "Last"))]", into: context).counts == [0, 0, 1, 0])
        edited.name = "Mine again"
        try context.save()
        #expect(try await importing(Shop.self, "[\(shop(1, "Last"))]", into: context).counts == [0, 0, 1, 0])
        #expect(edited.name == "Mine again" && edited.street == "3")
    }

    @Test func `A local edit of a relationship is kept, and one set by an import isn't an edit`()
        async throws
    {
        let food = #", "kind": {"name": "food"}"#
        #expect(
            try await importing(Shop.self, "[\(shop(1, "A", food)), \(shop(2, "B", food))]", into: context)
                .updated
                == 2)
        let kind = try #require(edited.kind)
        untouched.kind = nil
        try context.save()
        let tools = #", "kind": {"name": "tools"}"#
        #expect(
            try await importing(Shop.self, "[\(shop(1, "A", tools)), \(shop(2, "B", tools))]", into: context)
                .updated == 1)
        #expect(edited.kind?.name == "tools" && edited.kind !== kind && untouched.kind == nil)
    }

    @Test(arguments: [MergePolicy.mergeByPropertyStoreTrump, .rollback])
    func `A locally deleted record stays deleted if the store wins`(policy: MergePolicy) async throws {
        context.delete(untouched)
        try context.save()
        let report = try await importOthers(policy)
        #expect(report.keptDeleted == 1 && report.added == 0 && report.total == 2)
        #expect(try context.fetchCount(FetchDescriptor<Shop>()) == 1)
        #expect(try await importOthers(policy, bringingBack: true).added == 1)
        #expect(try await importOthers(policy).keptDeleted == 0)
    }

    @Test
    func
        `A locally deleted record is recreated if the list wins, or an error if requested`()
        async throws
    {
        context.delete(untouched)
        try context.save()
        edited.name = "Theirs"
        try context.save()
        await #expect(throws: ImportError.deletedHere(model: "Shop")) { try await importOthers(.error) }
        #expect(try await importOthers(.mergeByPropertyObjectTrump).added == 1)
        let shops = try context.fetch(FetchDescriptor<Shop>(sortBy: [SortDescriptor(\.name)]))
        #expect(shops.map(\.name) == ["Theirs", "Theirs too"])
        context.delete(shops[1])
        try context.save()
        #expect(try await importOthers(.overwrite).added == 1)
    }
}
