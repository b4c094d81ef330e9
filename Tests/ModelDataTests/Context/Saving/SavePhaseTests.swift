import Foundation
import Testing

@testable import ModelData

/// The phases of a save, each with its input and its output, without `save()`.
@Suite("Phases of a save")
struct SavePhaseTests {
    @Model
    final class Desk {
        @Attribute(.unique) var number: Int
        @Relationship(inverse: \Lamp.desk) var lamp: Lamp?
        init(_ number: Int) { self.number = number }
    }

    @Model
    final class Lamp {
        var name: String
        var desk: Desk?
        init(_ name: String) { self.name = name }
    }

    private let context: ModelContext

    init() throws {
        context = ModelContext(
            try memory(
                Node.self, Trip.self, Sight.self, Label.self, Hotel.self, Person.self, Note.self, Plan.self,
                Desk.self, Lamp.self))
        context.autosaveEnabled = false
    }

    private func group<T: PersistentModel>(
        inserted: [T] = [], changed: [T] = [], deleted: [T] = []
    ) throws -> SaveGroup {
        SaveGroup(
            table: try context.table(for: T.self), inserted: inserted, changed: changed, deleted: deleted)
    }

    /// Runs phases in a transaction that is rolled back.
    private func run<Result>(
        _ policy: MergePolicy = .mergeByPropertyObjectTrump, _ work: (SaveScope) throws -> Result
    ) throws -> Result {
        let session = try context.allSessions()[0]
        try session.begin()
        defer { session.rollback() }
        return try work(SaveScope(session: session, policy: policy))
    }

    private func unpacked(_ entry: HistoryEntry) throws -> [RecordedChange] {
        var changes = entry.changes
        let count = changes.count
        return try #require(
            RecordedChange.all(
                entry.kind, in: changes.finished(), columns: entry.columns.count, count: count))
    }

    private func noPlans(_ scope: SaveScope) -> PlannedUpdates { PlannedUpdates(scope) }

    @Test func `A model comes after the models that it refers to`() throws {
        let groups = [try group(inserted: [Sight("s")]), try group(inserted: [Trip(name: "t")])]
        let sorted = SaveOrder.sorted(groups + [try group(inserted: [Person(name: "p")])])
        #expect(sorted.map(\.table.layout.name) == ["Person", "Trip", "Sight"])
    }

    @Test func `Objects are grouped by model, by the phase of each`() throws {
        let changed = Label("changed")
        let deleted = Label("deleted")
        context.insert(changed)
        context.insert(deleted)
        try context.save()
        let new = Label("new")
        context.insert(new)
        changed.word = "other"
        context.delete(deleted)
        let session = try context.allSessions()[0]
        var asked = 0
        let found = try SaveOrder.groups(
            of: [new, changed, deleted], rowDeletions: [], sessions: [session],
            table: { _ in
                asked += 1
                return try context.table(for: Label.self)
            })
        #expect(asked == 1)
        #expect(found.count == 1)
        let group = try #require(found.first?.groups.first)
        #expect(group.inserted.map(ObjectIdentifier.init) == [ObjectIdentifier(new)])
        #expect(group.changed.map(ObjectIdentifier.init) == [ObjectIdentifier(changed)])
        #expect(group.deleted.map(ObjectIdentifier.init) == [ObjectIdentifier(deleted)])
    }

    @Test func `A reference to an object without a record is deferred`() throws {
        let parent = Node("parent")
        let child = Node("child")
        context.insert(parent)
        context.insert(child)
        child.parent = parent
        let groups = [try group(inserted: [child, parent])]
        try run { scope in
            let output = try InsertionPhase.run(groups, noPlans(scope), scope)
            #expect(output.inserted.count == 2)
            let deferred = try #require(output.deferred.first)
            #expect(output.deferred.count == 1)
            #expect(deferred.model === child)
            #expect(deferred.relationship.name == "parent")
            let sql = "SELECT parent FROM Node WHERE _id = ?"
            let record = StoredValue.integer(output.inserted[0].record)
            #expect(try scope.connection.value(sql, record) == .null)
            _ = try DeferredReference.write(output.deferred, noPlans(scope), scope)
            #expect(try scope.connection.value(sql, record) == .integer(output.inserted[1].record))
        }
    }

    @Test func `A reference to an earlier object is written at once`() throws {
        let parent = Node("parent")
        let child = Node("child")
        context.insert(parent)
        context.insert(child)
        child.parent = parent
        let groups = [try group(inserted: [parent, child])]
        try run { scope in
            let output = try InsertionPhase.run(groups, noPlans(scope), scope)
            #expect(output.deferred.isEmpty)
            let found = try scope.connection.value("SELECT parent FROM Node WHERE name = 'child'")
            #expect(found == .integer(output.inserted[0].record))
        }
    }

    @Test(arguments: [MergePolicy.mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump])
    func `A new object with a taken unique value is merged into the record`(_ policy: MergePolicy) throws {
        let stored = Desk(1)
        context.insert(stored)
        try context.save()
        let desk = Desk(1)
        context.insert(desk)
        let groups = [try group(inserted: [desk])]
        try run(policy) { scope in
            let output = try InsertionPhase.run(groups, noPlans(scope), scope)
            #expect(output.inserted.isEmpty)
            #expect(output.history.isEmpty)
            #expect(output.merged.map(\.record) == [stored._$state.record])
        }
        #expect(throws: ModelDataError.self) {
            try run(.error) { _ = try InsertionPhase.run(groups, noPlans($0), $0) }
        }
    }

    @Test func `Two records exchange a unique value`() throws {
        let first = Label("first")
        let second = Label("second")
        context.insert(first)
        context.insert(second)
        try context.save()
        first.word = "second"
        second.word = "first"
        let groups = [try group(changed: [first, second])]
        try run { scope in
            let (output, plans) = try UpdatePhase.run(groups, noPlans(scope), scope)
            #expect(output.updated.count == 2)
            #expect(!plans.isEmpty)
            let entry = try #require(output.history.first)
            #expect(output.history.count == 1)
            #expect(entry.kind == .update)
            #expect(entry.model == "Label")
            let old = try unpacked(entry).map { $0.old.map(\.value) }
            #expect(old == [[.text("first")], [.text("second")]])
            let words = try scope.connection.rows("SELECT word FROM Label ORDER BY _id", [])
            #expect(words == [[.text("second")], [.text("first")]])
        }
    }

    @Test func `A taken unique value that stays is an error`() throws {
        let first = Label("first")
        let second = Label("second")
        context.insert(first)
        context.insert(second)
        try context.save()
        first.word = "second"
        let groups = [try group(changed: [first])]
        #expect(
            throws: ModelDataError.notUnique(model: "Label", properties: ["word"], values: [.text("second")])
        ) {
            try run { _ = try UpdatePhase.run(groups, noPlans($0), $0) }
        }
    }

    @Test func `A one-to-one reference is handed over, and the history has both records`() throws {
        let desk = Desk(1)
        let lamp = Lamp("old")
        context.insert(desk)
        context.insert(lamp)
        desk.lamp = lamp
        try context.save()
        let keyed = try [context.table(for: Desk.self), context.table(for: Lamp.self)]
        let table = try #require(keyed.first { !$0.layout.keys.isEmpty })
        let relationship = try #require(table.layout.keys.first?.relationship)
        let isDesk = table.layout.name == "Desk"
        let holder = isDesk ? desk._$state.record : lamp._$state.record
        let target = StoredValue.integer(isDesk ? lamp._$state.record : desk._$state.record)
        try run { scope in
            let references = OneToOneReferences(scope: scope)
            let own = try references.takeOver(target, relationship, except: holder, table)
            #expect(own == nil)
            let handover = try #require(
                try references.takeOver(target, relationship, except: 0, table))
            #expect(handover.record == holder)
            #expect(handover.history.kind == .update)
            let change = try #require(try unpacked(handover.history).first)
            #expect(change.record == holder)
            #expect(change.old.map(\.value) == [target])
            let second = try references.takeOver(target, relationship, except: 0, table)
            #expect(second == nil)
        }
        try run(.mergeByPropertyStoreTrump) { scope in
            let references = OneToOneReferences(scope: scope)
            let handover = try references.takeOver(target, relationship, except: 0, table)
            #expect(handover == nil)
            let isKept = try references.keepsStored(relationship, target, except: 0, table)
            #expect(isKept)
        }
    }

    @Test func `Old values are packed before the first record is deleted`() throws {
        let labels = (0..<3).map { Label("\($0)") }
        for label in labels { context.insert(label) }
        try context.save()
        for label in labels { context.delete(label) }
        let groups = [try group(deleted: labels)]
        try run { scope in
            let output = try DeletionPhase.record(groups, scope)
            #expect(try scope.connection.number("SELECT count(*) FROM Label") == 3)
            #expect(output.deleted.count == 3)
            #expect(output.kept.isEmpty)
            let entry = try #require(output.history.first)
            let rows = try unpacked(entry).map { $0.old.map(\.value) }
            #expect(entry.kind == .delete)
            #expect(entry.columns.first == "word")
            #expect(rows.map(\.first) == (0..<3).map { .text("\($0)") })
            try DeletionPhase.delete(groups, keeping: [labels[1]], scope)
            #expect(try scope.connection.number("SELECT count(*) FROM Label") == 1)
        }
    }

    @Test func `Writing changes neither the objects nor the history`() throws {
        let label = Label("new")
        context.insert(label)
        let groups = [try group(inserted: [label])]
        let session = try context.allSessions()[0]
        try run { scope in
            let output = try SavePipeline.write(groups, scope)
            #expect(output.history.map(\.kind) == [.insert])
            #expect(label._$state.phase == .inserted)
            #expect(label._$state.record == 0)
            #expect(session.historyTransaction == nil)
            let history = HistoryWriter(session: session, author: nil, note: nil)
            try history.write(output.history)
            #expect(session.historyTransaction != nil)
        }
    }
}
