import Foundation
import ModelData
import Testing

/// Saves with many new objects of a model, which are inserted several at a time.
@Suite("Saving many new objects")
struct BatchInsertionTests {
    private func printings(_ numbers: some Sequence<Int>) -> [Printing] {
        numbers.map { Printing(isbn: "\($0)", title: "Title \($0)", year: 1900 + $0) }
    }

    @Test func `Every object gets its own record, with few statements`() throws {
        let context = ModelContext(try memory(Printing.self))
        let objects = printings(0..<100)
        for object in objects { context.insert(object) }
        let counter = try StatementCounter(context)
        let run = try counter.run { try context.save() }
        #expect(run < 50)
        let other = ModelContext(context.container)
        for object in objects {
            let stored = try #require(other.model(for: object.persistentModelID) as? Printing)
            #expect(stored.isbn == object.isbn)
            #expect(stored.title == object.title)
            #expect(stored.year == object.year)
        }
        #expect(objects.map(\.persistentModelID) == objects.map(\.persistentModelID).sorted())
        #expect(try other.fetchCount(FetchDescriptor<Printing>()) == 100)
    }

    @Test func `Duplicates among many objects update the earlier record`() throws {
        let context = ModelContext(try memory(Printing.self))
        context.insert(Printing(isbn: "30", title: "Stored", year: 1))
        try context.save()
        var objects = printings(0..<100)
        objects.insert(Printing(isbn: "7", title: "Again", year: 2), at: 60)
        for object in objects { context.insert(object) }
        try context.save()
        let found = try ModelContext(context.container).fetch(FetchDescriptor<Printing>())
        let titles = Dictionary(found.map { ($0.isbn ?? "", $0.title) }) { first, _ in first }
        var expected = Dictionary(uniqueKeysWithValues: (0..<100).map { ("\($0)", "Title \($0)") })
        expected["7"] = "Again"
        #expect(titles == expected)
        #expect(found.count == 100)
    }

    @Test(arguments: [
        MergePolicy.mergeByPropertyObjectTrump, .overwrite, .mergeByPropertyStoreTrump, .rollback,
    ])
    func `A duplicate among many objects is merged by the policy`(_ policy: MergePolicy) throws {
        let context = ModelContext(try memory(Printing.self))
        context.mergePolicy = policy
        let stored = Printing(isbn: "23", title: "Stored", year: 1)
        context.insert(stored)
        try context.save()
        let objects = printings(0..<40)
        for object in objects { context.insert(object) }
        try context.save()
        #expect(objects[23].persistentModelID == stored.persistentModelID)
        #expect(Set(objects.map(\.persistentModelID)).count == 40)
        let other = ModelContext(context.container)
        let isStoreKept = policy == .mergeByPropertyStoreTrump || policy == .rollback
        for (number, object) in objects.enumerated() {
            let found = try #require(other.model(for: object.persistentModelID) as? Printing)
            let title = number == 23 && isStoreKept ? "Stored" : "Title \(number)"
            #expect(found.isbn == "\(number)")
            #expect(found.title == title)
            #expect(object.title == title)
        }
        #expect(try other.fetchCount(FetchDescriptor<Printing>()) == 40)
        // The history of the save names exactly the new records, and the changed one.
        let history = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        let kinds = try #require(history.last).changes.map { change in
            switch change {
            case .insert: "insert"
            case .update: "update"
            case .delete: "delete"
            }
        }
        #expect(kinds.count { $0 == "insert" } == 39)
        #expect(kinds.count { $0 == "update" } == (isStoreKept ? 0 : 1))
    }

    @Test func `A duplicate among many objects is an error, and nothing is saved`() throws {
        let context = ModelContext(try memory(Printing.self))
        context.mergePolicy = .error
        context.insert(Printing(isbn: "23", title: "Stored", year: 1))
        try context.save()
        let objects = printings(0..<40)
        for object in objects { context.insert(object) }
        #expect(
            throws: ModelDataError.notUnique(model: "Printing", properties: ["isbn"], values: [.text("23")])
        ) { try context.save() }
        let other = ModelContext(context.container)
        #expect(try other.fetchCount(FetchDescriptor<Printing>()) == 1)
        objects[23].isbn = "other"
        try context.save()
        #expect(try other.fetchCount(FetchDescriptor<Printing>()) == 41)
    }

    @Test func `Two duplicates in a row and one at the end keep the order of the others`() throws {
        let context = ModelContext(try memory(Printing.self))
        for number in [0, 20, 21, 63] {
            context.insert(Printing(isbn: "\(number)", title: "Stored", year: number))
        }
        try context.save()
        let objects = printings(0..<64)
        for object in objects { context.insert(object) }
        try context.save()
        let new = objects.enumerated().filter { ![0, 20, 21, 63].contains($0.offset) }.map(\.element)
        #expect(new.map(\.persistentModelID) == new.map(\.persistentModelID).sorted())
        let found = try ModelContext(context.container).fetch(FetchDescriptor<Printing>())
        let titles = Set(found.map { "\($0.isbn ?? "") \($0.title)" })
        #expect(titles == Set((0..<64).map { "\($0) Title \($0)" }))
    }

    @Test func `After a duplicate, the numbers of deleted records aren't used again`() throws {
        let context = ModelContext(try memory(Printing.self))
        context.insert(Printing(isbn: "31", title: "Stored", year: 1))
        try context.save()
        let objects = printings(0..<32)
        for object in objects { context.insert(object) }
        try context.save()
        let last = try #require(objects.map(\.persistentModelID).max())
        for object in objects { context.delete(object) }
        try context.save()
        let next = Printing(isbn: "next", title: "Next", year: 1)
        context.insert(next)
        try context.save()
        #expect(next.persistentModelID > last)
    }

    @Test func `An invalid value among many objects is reported, and nothing is saved`() throws {
        let context = ModelContext(try memory(Everything.self))
        let objects = (0..<64).map { Everything(key: $0) }
        for object in objects { context.insert(object) }
        objects[40].double = .nan
        #expect(throws: ModelDataError.self) { try context.save() }
        let other = ModelContext(context.container)
        #expect(try other.fetchCount(FetchDescriptor<Everything>()) == 0)
        objects[40].double = 40
        try context.save()
        let keys = try other.fetch(FetchDescriptor<Everything>(sortBy: [SortDescriptor(\.key)])).map(\.key)
        #expect(keys == Array(0..<64))
    }

    @Test func `Many related objects keep their owners and their order`() throws {
        let context = ModelContext(
            try memory(Trip.self, Sight.self, Label.self, Hotel.self, Person.self, Note.self, Plan.self))
        for number in 0..<50 {
            let trip = Trip(name: "\(number)")
            trip.sights = (0..<3).map { Sight("\(number) \($0)") }
            context.insert(trip)
        }
        try context.save()
        let other = ModelContext(context.container)
        for trip in try other.fetch(FetchDescriptor<Trip>()) {
            #expect(trip.sights.map(\.title) == (0..<3).map { "\(trip.name) \($0)" })
        }
        #expect(try other.fetchCount(FetchDescriptor<Sight>()) == 150)
    }
}
