import Foundation
import TestSupport
import Testing

@testable import ModelData

@Model
private final class Firm {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Clerk.firm) var staff: [Clerk] = []
    @Relationship(inverse: \Clerk.clients) var clients: [Clerk] = []
    var chief: Clerk?
    init(_ name: String) { self.name = name }
}

@Model
private class Clerk {
    var name: String
    var firm: Firm
    var clients: [Firm] = []
    @Relationship(inverse: \Firm.chief) var leads: Firm?
    var friends: [Clerk] = []
    init(_ name: String, _ firm: Firm) {
        self.name = name
        self.firm = firm
    }
}

@Model
private final class Lawyer: Clerk {
    var field = ""
    override init(_ name: String, _ firm: Firm) { super.init(name, firm) }
}

/// Lists whose objects can't be without their owner.
@Suite("Required owners")
struct RequiredOwnerTests {
    private let container: ModelContainer
    private let context: ModelContext
    private let firm: Firm
    private let other: Firm

    init() throws {
        container = try memory(Firm.self, Clerk.self, Lawyer.self)
        context = ModelContext(container)
        (firm, other) = (Firm("a"), Firm("b"))
        context.insert(firm)
        context.insert(other)
        for name in ["x", "y", "z"] { context.insert(Clerk(name, firm)) }
        try context.save()
    }

    @Test func `The save refuses a removal from the owner's list, and names both objects`() throws {
        let clerk = firm.staff[0]
        firm.staff.removeAll()
        let refusal = ModelDataError.missingRelationship(
            model: "Clerk", property: "firm", record: clerk.persistentModelID.recordNumber,
            removedFrom: firm.persistentModelID)
        #expect(throws: refusal) { try context.save() }
        #expect(refusal.description.contains("Clerk #1"))
        #expect(refusal.description.contains("Firm #1"))
        #expect(firm.staff.isEmpty)
        #expect(throws: refusal) { try context.save() }
        context.rollback()
        #expect(firm.staff.map(\.name) == ["x", "y", "z"])
        #expect(clerk.firm === firm)
        try context.save()
    }

    @Test func `Removed objects can get another owner, the same one again, or be deleted`() throws {
        let clerks = firm.staff
        firm.staff.removeAll()
        clerks[0].firm = other
        clerks[1].firm = firm
        context.delete(clerks[2])
        try context.save()
        #expect(firm.staff.map(\.name) == ["y"])
        #expect(other.staff.map(\.name) == ["x"])
        let fresh = ModelContext(container)
        let firms = try fresh.fetch(FetchDescriptor<Firm>(sortBy: [SortDescriptor(\.name)]))
        #expect(firms.map { $0.staff.map(\.name) } == [["y"], ["x"]])
    }

    @Test(arguments: [4_711, SeededGenerator.newSeed])
    func `Random changes of lists with required owners leave the same graph everywhere`(seed: UInt64) throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        var count = 0
        for step in 0..<300 {
            let firms = try context.fetch(FetchDescriptor<Firm>()).shuffled(using: &random)
            let clerks = try context.fetch(FetchDescriptor<Clerk>()).shuffled(using: &random)
            guard let firm = firms.first, let last = firms.last, let clerk = clerks.first else {
                context.insert(Clerk("new \(step)", firms.first ?? Firm("new \(step)")))
                continue
            }
            count += 1
            switch Int.random(in: 0..<22, using: &random) {
            case 0: firm.staff.append(Clerk("\(count)", firm))
            case 1: firm.staff.append(clerk)
            case 2: firm.staff.insert(Lawyer("\(count)", last), at: 0)
            case 3: firm.staff += clerks.prefix(3)
            case 4: if !firm.staff.isEmpty { firm.staff.remove(at: firm.staff.count / 2) }
            case 5: firm.staff.removeAll { $0 === clerk }
            case 6: firm.staff.removeAll()
            case 7: firm.staff.shuffle(using: &random)
            case 8: last.staff = firm.staff
            case 9: clerk.firm = last
            case 10: clerk.clients.append(firm)
            case 11: firm.clients.append(contentsOf: clerks.prefix(2))
            case 12: clerk.clients.removeAll()
            case 13: firm.chief = clerk
            case 14: clerk.leads = Bool.random(using: &random) ? nil : last
            case 15: clerk.friends = Array(clerks.prefix(3))
            case 16: context.delete(clerk)
            case 17: if firms.count > 3 { context.delete(firm) } else { context.insert(Firm("\(count)")) }
            case 18: context.rollback()
            case 19: try context.delete(model: Lawyer.self)
            case 20:
                let name = firm.name
                try context.delete(model: Firm.self, where: #Predicate { $0.name == name })
            default: swap(&firm.staff, &last.staff)
            }
            if Int.random(in: 0..<4, using: &random) > 0 { continue }
            do { try context.save() } catch ModelDataError.missingRelationship { context.rollback() }
            let own = try graph(context)
            let stored = try graph(ModelContext(container))
            #expect(own == stored, "step \(step), seed \(seed)")
            let all: [any PersistentModel] =
                try context.fetch(FetchDescriptor<Firm>()) + context.fetch(FetchDescriptor<Clerk>())
            #expect(
                try context.links(of: all) == context.storedLinks(of: all), "rows, step \(step), seed \(seed)"
            )
        }
        #expect(try container.integrityCheck().isEmpty)
    }

    /// Returns all links as texts, and checks that both sides agree.
    private func graph(_ context: ModelContext) throws -> [String] {
        let firms = try context.fetch(FetchDescriptor<Firm>()).map { firm in
            #expect(firm.staff.allSatisfy { $0.firm === firm })
            #expect(firm.clients.allSatisfy { $0.clients.contains(firm) })
            #expect(firm.chief == nil || firm.chief?.leads === firm)
            return
                "\(firm.name): \(firm.staff.map(\.name)), \(firm.clients.map(\.name)), \(firm.chief?.name ?? "")"
        }
        let clerks = try context.fetch(FetchDescriptor<Clerk>()).map { clerk in
            #expect(clerk.firm.staff.contains(clerk))
            return "\(clerk.name): \(clerk.clients.map(\.name)), \(clerk.friends.map(\.name))"
        }
        return firms.sorted() + clerks.sorted()
    }
}
