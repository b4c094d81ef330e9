import Foundation
import ModelData
import Observation
import Synchronization
import Testing

@Model
final class Depot {
    @Attribute(.unique) var code: String
    var note = ""
    var count = 0
    @Attribute(.ephemeral) var isOpen = false
    @Relationship(deleteRule: .cascade, inverse: \Parcel.depot) var parcels: [Parcel] = []

    init(_ code: String, note: String = "") {
        self.code = code
        self.note = note
    }
}

@Model
final class Parcel {
    var weight: Int
    var depot: Depot?

    init(_ weight: Int, depot: Depot? = nil) {
        self.weight = weight
        self.depot = depot
    }
}

private final class Calls: Sendable {
    let count = Atomic(0)
}

/// Two objects of one record: the canonical object and an alias inserted with its unique value.
@Suite("Aliases")
struct AliasTests {
    private let container: ModelContainer
    private let context: ModelContext
    private let canonicalObject: Depot
    private let alias: Depot

    init() throws {
        container = try memory(Depot.self)
        context = ModelContext(container)
        canonicalObject = Depot("a", note: "first")
        context.insert(canonicalObject)
        try context.save()
        alias = Depot("a", note: "second")
        context.insert(alias)
        try context.save()
    }

    private func stored() throws -> [String] {
        let fresh = ModelContext(container)
        return try withExtendedLifetime(fresh) {
            try fresh.fetch(FetchDescriptor<Depot>(sortBy: [SortDescriptor(\.code)])).map {
                "\($0.code) \($0.note) \($0.count) \($0.parcels.map(\.weight).sorted())"
            }
        }
    }

    @Test(arguments: [true, false])
    func
        `Changes to an object merged into a record are saved, whether or not the record's object is in memory`(
            isHeld: Bool
        ) throws
    {
        let container = try memory(Depot.self)
        let context = ModelContext(container)
        var earlier: [Depot] = []
        for code in ["a", "b"] {
            let depot = Depot(code)
            context.insert(depot)
            earlier.append(depot)
        }
        try context.save()
        let identifiers = earlier.map(\.persistentModelID)
        if !isHeld { earlier.removeAll() }
        let made = ["a", "b", "c"].map { Depot($0, note: "new") }
        for depot in made { context.insert(depot) }
        try context.save()
        #expect(made.allSatisfy { $0.modelContext === context && !$0.hasChanges && !$0.isDeleted })
        #expect(made.prefix(2).map(\.persistentModelID) == identifiers)
        for depot in made {
            depot.note = "later"
            depot.count += 1
            depot.parcels.append(Parcel(depot.count))
        }
        #expect(context.hasChanges)
        #expect(made.allSatisfy { $0.hasChanges })
        try context.save()
        #expect(!context.hasChanges)
        #expect(earlier.allSatisfy { $0.note == "later" && $0.parcels.count == 1 })
        let fresh = ModelContext(container)
        let depots = try fresh.fetch(FetchDescriptor<Depot>(sortBy: [SortDescriptor(\.code)]))
        #expect(depots.map(\.note) == ["later", "later", "later"])
        #expect(depots.map(\.count) == [1, 1, 1])
        #expect(depots.map { $0.parcels.map(\.weight) } == [[1], [1], [1]])
    }

    @Test func `The alias and the canonical object always have the same values`() throws {
        #expect(canonicalObject.note == "second")
        #expect(alias.note == "second")
        canonicalObject.note = "third"
        #expect(alias.note == "third")
        #expect(alias.hasChanges)
        // “second” was the alias's last own value. It is “third” now, so setting “second” is a change.
        alias.note = "second"
        #expect(canonicalObject.note == "second")
        alias.note += "!"
        canonicalObject.count = 4
        alias.count += 1
        #expect(canonicalObject.count == 5)
        #expect(canonicalObject.note == "second!")
        try context.save()
        #expect(try stored() == ["a second! 5 []"])
        // Transient properties aren't shared.
        alias.isOpen = true
        #expect(alias.isOpen)
        #expect(!canonicalObject.isOpen)
        // Insert another object with the same unique value. It becomes a second alias of the first object.
        let third = Depot("a", note: "fourth")
        context.insert(third)
        try context.save()
        third.count = 9
        #expect(alias.count == 9)
        #expect(alias.note == "fourth")
        #expect(canonicalObject.note == "fourth")
    }

    @Test func `Several properties can be changed in place at the same time`() throws {
        func exchange(_ first: inout String, _ second: inout String) { swap(&first, &second) }
        exchange(&alias.note, &alias.code)
        #expect(canonicalObject.note == "a")
        #expect(canonicalObject.code == "second")
        try context.save()
        #expect(try stored() == ["second a 0 []"])
    }

    @Test func `The new object takes the values that the merge policy keeps from the record`() throws {
        context.mergePolicy = .mergeByPropertyStoreTrump
        let late = Depot("a", note: "late")
        context.insert(late)
        try context.save()
        #expect(late.note == "second")
        late.note = "later"
        try context.save()
        #expect(try stored() == ["a later 0 []"])
    }

    @Test func `Deleting either object deletes the record, and a rollback restores both objects`() throws {
        alias.note = "x"
        context.delete(alias)
        #expect(alias.isDeleted)
        #expect(canonicalObject.isDeleted)
        #expect(context.hasChanges)
        context.rollback()
        #expect(!alias.isDeleted)
        #expect(alias.note == "second")
        #expect(canonicalObject.note == "second")
        context.delete(alias)
        try context.save()
        #expect(!alias.isDeleted)
        #expect(alias.modelContext == nil)
        #expect(alias.note == "second")
        #expect(try stored() == [])
        // Inserting the alias again inserts the canonical object, too.
        context.insert(alias)
        #expect(alias.modelContext === context)
        #expect(canonicalObject.modelContext === context)
        alias.count = 3
        try context.save()
        #expect(try stored() == ["a second 3 []"])
    }

    @Test func `A relationship with an alias becomes one with the canonical object`() throws {
        alias.parcels = [Parcel(1)]
        canonicalObject.parcels.append(Parcel(2))
        alias.parcels.append(Parcel(3))
        let (set, made) = (Parcel(4), Parcel(5, depot: alias))
        context.insert(set)
        context.insert(made)
        set.depot = alias
        #expect(set.depot === canonicalObject)
        #expect(made.depot === canonicalObject)
        #expect(alias.parcels.map(\.weight) == [1, 2, 3, 5, 4])
        #expect(canonicalObject.parcels == alias.parcels)
        #expect(alias.parcels.allSatisfy { $0.depot === canonicalObject })
        try context.save()
        #expect(try stored() == ["a second 0 [1, 2, 3, 4, 5]"])
        alias.parcels.removeAll { $0.weight < 4 }
        #expect(canonicalObject.parcels == [made, set])
        made.depot = nil
        try context.save()
        #expect(try stored() == ["a second 0 [4]"])
        #expect(alias.parcels == [set])
        context.delete(alias)
        try context.save()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Parcel>()) == 4)
    }

    @Test func `Observers of an alias are notified of changes of the canonical object`() throws {
        let calls = Calls()
        for change in [{ canonicalObject.note += "." }, { alias.note += "." }] {
            withObservationTracking {
                _ = alias.note
            } onChange: {
                calls.count.add(1, ordering: .relaxed)
            }
            change()
        }
        #expect(calls.count.load(ordering: .relaxed) == 2)
    }

    @Test func `Undoing the insertion of an alias leaves the record`() throws {
        context.undoManager = UndoManager()
        let late = Depot("a", note: "late")
        context.insert(late)
        try context.save()
        late.note = "later"
        try context.save()
        context.undoManager?.undo()
        #expect(late.note == "late")
        #expect(canonicalObject.note == "late")
        context.undoManager?.undo()
        try context.save()
        #expect(try stored() == ["a late 0 []"])
    }

    @Test func `Rolling back a transaction separates its new objects from the records again`() throws {
        try context.beginTransaction()
        let late = Depot("a", note: "late")
        context.insert(late)
        try context.save()
        late.note = "later"
        context.rollbackTransaction()
        #expect(canonicalObject.note == "second")
        #expect(late.modelContext == nil)
        late.code = "b"
        context.insert(late)
        try context.save()
        #expect(try stored().map { $0.prefix(1) } == ["a", "b"])
        #expect(canonicalObject.code == "a")
        #expect(late.persistentModelID != canonicalObject.persistentModelID)
    }

    @Test func `Both objects keep their last values after the context is deallocated`() throws {
        var context: ModelContext? = ModelContext(container)
        let first = try #require(try context?.fetch(FetchDescriptor<Depot>()).first)
        let second = Depot("a", note: "late")
        context?.insert(second)
        try context?.save()
        first.count = 1
        context = nil
        #expect(second.modelContext == nil)
        #expect(second.note == "late")
        #expect(second.count == 1)
        let other = ModelContext(container)
        second.code = "b"
        other.insert(second)
        #expect(second.modelContext == nil)
        #expect(throws: ModelDataError.foreignObject(model: "Depot")) { try other.save() }
        #expect(try stored() == ["a late 0 []"])
    }
}
