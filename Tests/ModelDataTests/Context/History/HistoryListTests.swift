import Foundation
import ModelData
import Testing

@Suite("Lists of objects in the history")
struct HistoryListTests {
    private let context: ModelContext

    init() throws { context = ModelContext(try travel()) }

    private func transactions() throws -> [DefaultHistoryTransaction] {
        try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    }

    /// Describes a transaction's changes as text. For an update, the text names the changed list.
    private func describe(_ transaction: DefaultHistoryTransaction?) -> [String] {
        (transaction?.changes ?? []).map { change in
            let record = "\(change.changedPersistentIdentifier)"
            switch change {
            case .insert: return "\(record) new"
            case .delete: return "\(record) gone"
            case .update(let update as DefaultHistoryUpdate<Sight>):
                return "\(record) \(Set(update.updatedAttributes) == [\Sight.labels] ? "labels" : "?")"
            case .update(let update as DefaultHistoryUpdate<Label>):
                return "\(record) \(Set(update.updatedAttributes) == [\Label.sights] ? "sights" : "?")"
            case .update(let update as DefaultHistoryUpdate<Trip>):
                return "\(record) \(Set(update.updatedAttributes) == [\Trip.hotels] ? "hotels" : "?")"
            case .update: return "\(record) ?"
            }
        }.sorted()
    }

    /// Describes the changes of the last transaction.
    private func last() throws -> [String] { describe(try transactions().last) }

    /// Saves a sight and two labels without links. Returns them, and the names of all three.
    private func saved() throws -> (sight: Sight, labels: [Label], names: [String]) {
        let sight = Sight("s")
        let labels = ["a", "b"].map { Label($0) }
        context.insert(sight)
        for label in labels { context.insert(label) }
        try context.save()
        return (sight, labels, ["\(sight.persistentModelID)"] + labels.map { "\($0.persistentModelID)" })
    }

    @Test func `Adding, removing or moving a list's element is one update of the list's owner`() throws {
        let (sight, labels, names) = try saved()
        sight.labels = labels
        try context.save()
        let all = ["\(names[0]) labels", "\(names[1]) sights", "\(names[2]) sights"]
        #expect(try last() == all.sorted())
        sight.labels.reverse()
        try context.save()
        #expect(try last() == ["\(names[0]) labels"])
        sight.labels.removeAll { $0 === labels[0] }
        try context.save()
        #expect(try last() == ["\(names[1]) sights", "\(names[0]) labels"])
        labels[0].sights = [sight]
        try context.save()
        #expect(try last() == ["\(names[1]) sights", "\(names[0]) labels"])
        let changes = try transactions().flatMap(\.changes)
        #expect(changes.count == 11)
        #expect(try transactions().last?.changes.map(\.changeIdentifier) == [0, 1])
    }

    @Test func `List updates are still reported after the links and then the objects are deleted`() throws {
        let (sight, labels, names) = try saved()
        sight.labels = labels
        try context.save()
        sight.labels.reverse()
        try context.save()
        let before = try transactions().map(describe)
        context.delete(labels[1])
        try context.save()
        #expect(try last() == ["\(names[2]) gone", "\(names[0]) labels"])
        #expect(try transactions().dropLast().map(describe) == before)
        context.delete(sight)
        try context.save()
        #expect(try last() == ["\(names[1]) sights", "\(names[0]) gone"])
        #expect(try transactions().prefix(3).map(describe) == before)
    }

    @Test func `An insertion includes the new object's lists and is an update of existing objects' lists`()
        throws
    {
        let (_, labels, names) = try saved()
        let sight = Sight("t")
        sight.labels = [labels[0], Label("c")]
        context.insert(sight)
        try context.save()
        let added = sight.labels[1].persistentModelID
        #expect(try last() == ["\(names[1]) sights", "\(added) new", "\(sight.persistentModelID) new"])
    }

    @Test func `Undo and redo also record list updates`() throws {
        let (sight, labels, names) = try saved()
        sight.labels = [labels[0]]
        try context.save()
        let expected = ["\(names[1]) sights", "\(names[0]) labels"]
        try context.undoLastTransaction()
        #expect(try last() == expected)
        try context.redoLastTransaction()
        #expect(try transactions().suffix(3).map(describe) == [expected, expected, expected])
    }

    @Test func `A target of a one-sided list has no update`() throws {
        let trip = Trip(name: "t")
        let hotel = Hotel(name: "h")
        context.insert(trip)
        context.insert(hotel)
        try context.save()
        trip.hotels = [hotel]
        try context.save()
        #expect(try last() == ["\(trip.persistentModelID) hotels"])
        context.delete(hotel)
        try context.save()
        #expect(try last() == ["\(hotel.persistentModelID) gone", "\(trip.persistentModelID) hotels"])
    }

    @Test func `If the history of a link's deletion is gone, the remaining list updates are reported`() throws
    {
        let (sight, labels, names) = try saved()
        sight.labels = [labels[0]]
        try context.save()
        sight.labels = [labels[1]]
        try context.save()
        sight.labels = []
        try context.save()
        try context.deleteHistory(
            HistoryDescriptor<DefaultHistoryTransaction>(
                predicate: #Predicate { $0.transactionIdentifier == 4 }))
        let found = try transactions().map(describe)
        #expect(found.count == 3)
        #expect(found[1] == ["\(names[1]) sights", "\(names[0]) labels"])
        #expect(found[2] == ["\(names[1]) sights", "\(names[0]) labels"])
    }
}
