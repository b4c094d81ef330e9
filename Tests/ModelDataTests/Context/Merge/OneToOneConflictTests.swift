import Foundation
import ModelData
import Testing

@Suite("One-to-one conflicts between contexts")
struct OneToOneConflictTests {
    /// A cabinet and three unlinked badges, loaded in two contexts.
    private final class Setting {
        let container: ModelContainer
        let first: ModelContext
        let second: ModelContext
        let cabinets: [Cabinet]
        let badges: [[Badge]]

        init(policy: MergePolicy = .mergeByPropertyObjectTrump) throws {
            container = try memory(Cabinet.self)
            let maker = ModelContext(container)
            maker.insert(Cabinet("c"))
            for name in ["0", "1", "2"] { maker.insert(Badge(name)) }
            try maker.save()
            first = ModelContext(container)
            second = ModelContext(container)
            second.mergePolicy = policy
            cabinets = try [first, second].map { try $0.fetch(FetchDescriptor<Cabinet>())[0] }
            badges = try [first, second].map {
                try $0.fetch(FetchDescriptor<Badge>(sortBy: [SortDescriptor(\.name)]))
            }
        }

        /// Assigns badge 1 to the cabinet in the first context, and badge 2 in the second. Saves only the
        /// first context.
        func conflict(fromCabinet: Bool) throws {
            if fromCabinet {
                cabinets[0].badge = badges[0][1]
                cabinets[1].badge = badges[1][2]
            } else {
                badges[0][1].cabinet = cabinets[0]
                badges[1][2].cabinet = cabinets[1]
            }
            try first.save()
        }

        /// Checks that both contexts have the store's content and that both sides of relationships agree.
        /// Returns the content.
        func common() throws -> String {
            let stored = try contents(ModelContext(container))
            _ = try first.fetch(FetchDescriptor<Badge>())
            for (context, position) in [(first, 0), (second, 1)] {
                #expect(try contents(context) == stored)
                #expect(!context.hasChanges)
                #expect(disagreements([cabinets[position]] + badges[position]).isEmpty)
            }
            return stored
        }
    }

    @Test(arguments: [true, false])
    func `The later save wins, regardless of the side that was set`(fromCabinet: Bool) throws {
        let setting = try Setting()
        try setting.conflict(fromCabinet: fromCabinet)
        try setting.second.save()
        #expect(try setting.common() == "c[]2 |  |  | 0@- 1@- 2@c")
        // Repeat the conflict, but save the second context first.
        setting.cabinets[0].badge = setting.badges[0][1]
        setting.cabinets[1].badge = setting.badges[1][0]
        try setting.second.save()
        try setting.first.save()
        _ = try setting.second.fetch(FetchDescriptor<Badge>())
        #expect(try setting.common() == "c[]1 |  |  | 0@- 1@c 2@-")
    }

    @Test
    func `The record that loses its partner is an update in the history, and undo restores the partner`()
        throws
    {
        let setting = try Setting()
        try setting.conflict(fromCabinet: true)
        let before = try contents(ModelContext(setting.container))
        let given = setting.badges[1][1].persistentModelID
        let taken = setting.badges[1][2].persistentModelID
        let last = try setting.second.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last?.token
        try setting.second.save()
        let after = try contents(ModelContext(setting.container))
        let transactions = try setting.second.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        let changes = try #require(transactions.last?.changes)
        #expect(transactions.last?.token != last)
        #expect(Set(changes.map(\.changedPersistentIdentifier)) == [given, taken])
        #expect(changes.allSatisfy { if case .update = $0 { true } else { false } })
        try setting.second.undoLastTransaction()
        #expect(try contents(ModelContext(setting.container)) == before)
        #expect(try contents(setting.second) == before)
        try setting.second.redoLastTransaction()
        #expect(try contents(ModelContext(setting.container)) == after)
    }

    @Test func `A new partner replaces one that another context set meanwhile`() throws {
        let setting = try Setting()
        setting.cabinets[0].badge = setting.badges[0][1]
        setting.cabinets[1].badge = Badge("new")
        try setting.first.save()
        try setting.second.save()
        #expect(try setting.common() == "c[]new |  |  | 0@- 1@- 2@- new@c")
    }

    @Test(arguments: [true, false], [true, false])
    func `If the store's values win, the store's partner stays`(isRollback: Bool, isNew: Bool) throws {
        let setting = try Setting(policy: isRollback ? .rollback : .mergeByPropertyStoreTrump)
        let badge = isNew ? Badge("new") : setting.badges[1][2]
        setting.cabinets[0].badge = setting.badges[0][1]
        setting.cabinets[1].badge = badge
        badge.name = "x"
        try setting.first.save()
        try setting.second.save()
        let name = isRollback && !isNew ? "2" : "x"
        let rest = isNew ? "0@- 1@c 2@- x@-" : "0@- 1@c \(name)@-"
        #expect(try setting.common() == "c[]1 |  |  | \(rest)")
        #expect(badge.name == name)
        #expect(badge.cabinet == nil)
    }

    @Test func `Under the error policy the conflict names the property, and nothing is lost`() throws {
        let setting = try Setting(policy: .error)
        try setting.conflict(fromCabinet: true)
        #expect(throws: ModelDataError.conflict(model: "Cabinet", record: 1, properties: ["badge"])) {
            try setting.second.save()
        }
        #expect(setting.cabinets[1].badge === setting.badges[1][2])
        #expect(setting.second.hasChanges)
        setting.second.rollback()
        #expect(try setting.common() == "c[]1 |  |  | 0@- 1@c 2@-")
    }

    @Test(arguments: [true, false])
    func `The merge policy decides who keeps a partner that two contexts assigned`(storeWins: Bool) throws {
        let setting = try Setting(
            policy: storeWins ? .mergeByPropertyStoreTrump : .mergeByPropertyObjectTrump)
        setting.first.insert(Cabinet("d"))
        try setting.first.save()
        func cabinet(_ name: String, _ context: ModelContext) throws -> Cabinet? {
            try context.fetch(FetchDescriptor<Cabinet>(sortBy: [SortDescriptor(\.name)]))
                .first { $0.name == name }
        }
        let other = try cabinet("d", setting.second)
        setting.cabinets[0].badge = setting.badges[0][0]
        other?.badge = setting.badges[1][0]
        try setting.first.save()
        try setting.second.save()
        let expected = storeWins ? "c[]0 d[] |  |  | 0@c 1@- 2@-" : "c[] d[]0 |  |  | 0@d 1@- 2@-"
        #expect(try setting.common() == expected)
    }
}
