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

/// Two objects for one record: the one that the context had, and one that was inserted with its unique value.
@Suite("Twins")
struct TwinTests {
    private let container: ModelContainer
    private let context: ModelContext
    private let elder: Depot
    private let twin: Depot

    init() throws {
        container = try memory(Depot.self)
        context = ModelContext(container)
        elder = Depot("a", note: "first")
        context.insert(elder)
        try context.save()
        twin = Depot("a", note: "second")
        context.insert(twin)
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

    @Test(
        "What is done with an object after it met a record is stored, whether somebody holds the record's or not",
        arguments: [true, false])
    func whoeverHolds(isHeld: Bool) throws {
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
        #expect(context.hasChanges && made.allSatisfy(\.hasChanges))
        try context.save()
        #expect(!context.hasChanges)
        #expect(earlier.allSatisfy { $0.note == "later" && $0.parcels.count == 1 })
        let fresh = ModelContext(container)
        let depots = try fresh.fetch(FetchDescriptor<Depot>(sortBy: [SortDescriptor(\.code)]))
        #expect(depots.map(\.note) == ["later", "later", "later"] && depots.map(\.count) == [1, 1, 1])
        #expect(depots.map { $0.parcels.map(\.weight) } == [[1], [1], [1]])
    }

    @Test("Both have the same values, whichever is changed")
    func agreement() throws {
        #expect(elder.note == "second" && twin.note == "second")
        elder.note = "third"
        #expect(twin.note == "third" && twin.hasChanges)
        // The value that the twin last had is a change by now.
        twin.note = "second"
        #expect(elder.note == "second")
        twin.note += "!"
        elder.count = 4
        twin.count += 1
        #expect(elder.count == 5 && elder.note == "second!")
        try context.save()
        #expect(try stored() == ["a second! 5 []"])
        // What isn't stored belongs to each alone.
        twin.isOpen = true
        #expect(twin.isOpen && !elder.isOpen)
        // A twin of the first one, and one more.
        let third = Depot("a", note: "fourth")
        context.insert(third)
        try context.save()
        third.count = 9
        #expect(twin.count == 9 && twin.note == "fourth" && elder.note == "fourth")
    }

    @Test("Several properties can be changed in place at once")
    func nesting() throws {
        func exchange(_ first: inout String, _ second: inout String) { swap(&first, &second) }
        exchange(&twin.note, &twin.code)
        #expect(elder.note == "a" && elder.code == "second")
        try context.save()
        #expect(try stored() == ["second a 0 []"])
    }

    @Test("What a policy keeps of the record, the new object has too")
    func policy() throws {
        context.mergePolicy = .mergeByPropertyStoreTrump
        let late = Depot("a", note: "late")
        context.insert(late)
        try context.save()
        #expect(late.note == "second")
        late.note = "later"
        try context.save()
        #expect(try stored() == ["a later 0 []"])
    }

    @Test("A deletion of either is one of the record, and a rollback one for both")
    func deletion() throws {
        twin.note = "x"
        context.delete(twin)
        #expect(twin.isDeleted && elder.isDeleted && context.hasChanges)
        context.rollback()
        #expect(!twin.isDeleted && twin.note == "second" && elder.note == "second")
        context.delete(twin)
        try context.save()
        #expect(twin.isDeleted && twin.modelContext == nil && twin.note == "second")
        #expect(try stored() == [])
        // Inserted again it is the record's once more.
        context.insert(twin)
        #expect(twin.modelContext === context && elder.modelContext === context)
        twin.count = 3
        try context.save()
        #expect(try stored() == ["a second 3 []"])
    }

    @Test("Whoever is related to a twin is related to the record's object")
    func relationships() throws {
        twin.parcels = [Parcel(1)]
        elder.parcels.append(Parcel(2))
        twin.parcels.append(Parcel(3))
        let (set, made) = (Parcel(4), Parcel(5, depot: twin))
        context.insert(set)
        context.insert(made)
        set.depot = twin
        #expect(set.depot === elder && made.depot === elder)
        #expect(twin.parcels.map(\.weight) == [1, 2, 3, 5, 4] && elder.parcels == twin.parcels)
        #expect(twin.parcels.allSatisfy { $0.depot === elder })
        try context.save()
        #expect(try stored() == ["a second 0 [1, 2, 3, 4, 5]"])
        twin.parcels.removeAll { $0.weight < 4 }
        #expect(elder.parcels == [made, set])
        made.depot = nil
        try context.save()
        #expect(try stored() == ["a second 0 [4]"])
        #expect(twin.parcels == [set])
        context.delete(twin)
        try context.save()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Parcel>()) == 4)
    }

    @Test("Who observes a twin hears of changes of the record's object")
    func observation() throws {
        let calls = Calls()
        for change in [{ elder.note += "." }, { twin.note += "." }] {
            withObservationTracking {
                _ = twin.note
            } onChange: {
                calls.count.add(1, ordering: .relaxed)
            }
            change()
        }
        #expect(calls.count.load(ordering: .relaxed) == 2)
    }

    @Test("Undoing the insertion of a twin leaves the record")
    func undo() throws {
        context.undoManager = UndoManager()
        let late = Depot("a", note: "late")
        context.insert(late)
        try context.save()
        late.note = "later"
        try context.save()
        context.undoManager?.undo()
        #expect(late.note == "late" && elder.note == "late")
        context.undoManager?.undo()
        try context.save()
        #expect(try stored() == ["a late 0 []"])
    }

    @Test("Where a transaction is taken back, its new objects are objects of their own again")
    func transaction() throws {
        try context.beginTransaction()
        let late = Depot("a", note: "late")
        context.insert(late)
        try context.save()
        late.note = "later"
        context.rollbackTransaction()
        #expect(elder.note == "second" && late.modelContext == nil)
        late.code = "b"
        context.insert(late)
        try context.save()
        #expect(try stored().map { $0.prefix(1) } == ["a", "b"])
        #expect(elder.code == "a" && late.persistentModelID != elder.persistentModelID)
    }

    @Test("When the context goes away both keep their last values")
    func withoutContext() throws {
        var context: ModelContext? = ModelContext(container)
        let first = try #require(try context?.fetch(FetchDescriptor<Depot>()).first)
        let second = Depot("a", note: "late")
        context?.insert(second)
        try context?.save()
        first.count = 1
        context = nil
        #expect(second.modelContext == nil && second.note == "late" && second.count == 1)
        let other = ModelContext(container)
        second.code = "b"
        other.insert(second)
        #expect(second.modelContext === other)
        try other.save()
        #expect(try stored() == ["a late 0 []", "b late 1 []"])
    }
}
