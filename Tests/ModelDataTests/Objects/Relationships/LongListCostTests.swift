import Foundation
import Testing

@testable import ModelData

/// The cost of a change is that of what it changes, whatever the length of the list. It is measured in operations of
/// SQLite's virtual machine, which visits a row with a few of them, so that the result is the same in every run.
@Suite("Costs of changes of long lists")
struct LongListCostTests {
    private static let sizes = (short: 250, long: 2_000)

    private struct Lists {
        let context: ModelContext
        let trip: Trip
        let label: Label
        let other: Sight
    }

    /// Returns objects with loaded lists, in a new context.
    private func lists(_ size: Int) throws -> Lists {
        let container = try travel()
        let filling = ModelContext(container)
        let (trip, label) = (Trip(name: "Rome"), Label("long"))
        filling.insert(trip)
        filling.insert(label)
        trip.sights = (0..<size).map { Sight("\($0)") }
        label.sights = trip.sights
        filling.insert(Sight("other"))
        try filling.save()
        let context = ModelContext(container)
        let lists = Lists(
            context: context, trip: try #require(try context.fetch(FetchDescriptor<Trip>()).first),
            label: try #require(try context.fetch(FetchDescriptor<Label>()).first),
            other: try #require(
                try context.fetch(FetchDescriptor<Sight>(predicate: #Predicate { $0.title == "other" })).first
            ))
        #expect(lists.trip.sights.count == size)
        #expect(lists.label.sights?.count == size)
        return lists
    }

    private enum Change: CaseIterable {
        case append, insertFirst, insertMiddle, removeLast, removeFirst, removeMiddle, moveToEnd
        case setOtherSide, appendLabelled, insertFirstLabelled, insertMiddleLabelled, removeMiddleLabelled
        case labelOtherSide

        func apply(to lists: Lists) {
            let (trip, label, other) = (lists.trip, lists.label, lists.other)
            let middle = trip.sights.count / 2
            switch self {
            case .append: trip.sights.append(Sight("new"))
            case .insertFirst: trip.sights.insert(other, at: 0)
            case .insertMiddle: trip.sights.insert(Sight("new"), at: middle)
            case .removeLast: trip.sights.removeLast()
            case .removeFirst: trip.sights.removeFirst()
            case .removeMiddle: trip.sights.remove(at: middle)
            case .moveToEnd: trip.sights.append(trip.sights.remove(at: 0))
            case .setOtherSide: other.trip = trip
            case .appendLabelled: label.sights?.append(other)
            case .insertFirstLabelled: label.sights?.insert(other, at: 0)
            case .insertMiddleLabelled: label.sights?.insert(Sight("new"), at: middle)
            case .removeMiddleLabelled: label.sights?.remove(at: middle)
            case .labelOtherSide: other.labels.append(label)
            }
        }
    }

    @Test(arguments: Change.allCases)
    private func `One change of a long list costs as much as one of a short list`(change: Change) throws {
        func cost(_ size: Int) throws -> Int {
            let lists = try lists(size)
            let cost = try StatementCounter(lists.context).operations {
                change.apply(to: lists)
                try lists.context.save()
            }
            // The store has the same order.
            let models: [any PersistentModel] = [lists.trip, lists.label]
            #expect(try lists.context.links(of: models) == lists.context.storedLinks(of: models))
            return cost
        }
        let (short, long) = (try cost(Self.sizes.short), try cost(Self.sizes.long))
        #expect(long < short + 100)
    }

    @Test func `Insertions at one place change no other positions until the space there is used up`() throws {
        let lists = try lists(Self.sizes.long)
        let counter = try StatementCounter(lists.context)
        var costs: [Int] = []
        for number in 0..<100 {
            let place = number.isMultiple(of: 2) ? 0 : lists.trip.sights.count / 2
            costs.append(
                try counter.run {
                    lists.trip.sights.insert(Sight("new \(number)"), at: place)
                    try lists.context.save()
                })
        }
        #expect(costs.reduce(0, +) < 100 * 25)
        let models: [any PersistentModel] = [lists.trip]
        #expect(try lists.context.links(of: models) == lists.context.storedLinks(of: models))
    }

    @Test func `An object that leaves a long list and returns to its place keeps the place`() throws {
        let lists = try lists(Self.sizes.short)
        let (trip, label) = (lists.trip, lists.label)
        let titles = trip.sights.map(\.title)
        trip.sights.insert(trip.sights.remove(at: 100), at: 100)
        let labelled = label.sights?.remove(at: 50)
        label.sights?.insert(try #require(labelled), at: 50)
        trip.sights.append(Sight("new"))
        label.sights?.append(lists.other)
        try lists.context.save()
        let models: [any PersistentModel] = [trip, label]
        #expect(try lists.context.links(of: models) == lists.context.storedLinks(of: models))
        let fresh = ModelContext(lists.context.container)
        let found = try #require(try fresh.fetch(FetchDescriptor<Trip>()).first)
        #expect(found.sights.map(\.title) == titles + ["new"])
    }

    private enum BulkChange: CaseIterable {
        case removeAll, add, delete, removeAllLabelled

        func apply(to lists: Lists, size: Int) {
            switch self {
            case .removeAll: lists.trip.sights.removeAll()
            case .add: lists.trip.sights += (0..<size).map { Sight("new \($0)") }
            case .delete: lists.context.delete(lists.trip)
            case .removeAllLabelled: lists.label.sights?.removeAll()
            }
        }
    }

    @Test(arguments: BulkChange.allCases)
    private func `The cost of a change of many objects grows with their number`(change: BulkChange) throws {
        func cost(_ size: Int) throws -> Double {
            let lists = try lists(size)
            let cost = try StatementCounter(lists.context).operations {
                change.apply(to: lists, size: size)
                try lists.context.save()
            }
            return Double(cost) / Double(size)
        }
        let (short, long) = (try cost(Self.sizes.short), try cost(Self.sizes.long))
        #expect(long < short * 1.2)
    }
}
