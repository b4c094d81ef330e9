import Foundation
import ModelData
import Testing

/// Tests that read or change a property while it is being changed in place.
@Suite("Changes in place")
struct InPlaceChangeTests {
    private let container: ModelContainer
    private let context: ModelContext
    private let rome: Trip
    private let oslo: Trip

    init() throws {
        container = try travel()
        context = ModelContext(container)
        rome = Trip(name: "Rome")
        oslo = Trip(name: "Oslo")
        context.insert(rome)
        context.insert(oslo)
        for number in 0..<6 { rome.sights.append(Sight("\(number)", stars: number)) }
        oslo.sights.append(Sight("fjord"))
        try context.save()
    }

    /// Checks that both sides of the relationship agree in memory and, after a save, in the store.
    private func check(_ roman: [String], _ norwegian: [String]) throws {
        #expect(rome.sights.map(\.title) == roman)
        #expect(oslo.sights.map(\.title) == norwegian)
        #expect(rome.sights.allSatisfy { $0.trip === rome })
        #expect(oslo.sights.allSatisfy { $0.trip === oslo })
        try context.save()
        let fresh = ModelContext(container)
        try withExtendedLifetime(fresh) {
            let trips = try fresh.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)]))
            #expect(trips.map { $0.sights.map(\.title) } == [norwegian, roman])
        }
    }

    @Test func `Two trips can swap their sights`() throws {
        swap(&rome.sights, &oslo.sights)
        try check(["fjord"], ["0", "1", "2", "3", "4", "5"])
    }

    @Test func `An element that is being removed from a list may get a new owner meanwhile`() throws {
        rome.sights.removeAll { sight in
            sight.trip = sight.stars > 3 ? oslo : nil
            return true
        }
        try check([], ["fjord", "4", "5"])
    }

    @Test func `The closure of removeAll may read the list, also through its elements`() throws {
        rome.sights.removeAll { $0.stars >= ($0.trip?.sights.count ?? 0) - rome.sights.count / 2 }
        try check(["0", "1", "2"], ["fjord"])
        rome.sights.sort { one, other in
            (one.trip?.sights.contains { $0 === other } ?? false) && one.stars > other.stars
        }
        try check(["2", "1", "0"], ["fjord"])
    }

    @Test func `A list may be changed from the other side while a function changes it in place`() throws {
        func add(_ sights: inout [Sight], to trip: Trip) {
            let sight = Sight("new")
            sight.trip = trip
            sights.append(sight)
        }
        add(&rome.sights, to: rome)
        try check(["0", "1", "2", "3", "4", "5", "new"], ["fjord"])
    }

    @Test func `A change in place doesn't copy the list`() throws {
        func address() -> UnsafeRawPointer? {
            rome.sights.withUnsafeBytes { $0.baseAddress }
        }
        rome.sights.reserveCapacity(100)
        let start = address()
        for number in 6..<60 { rome.sights.append(Sight("\(number)")) }
        rome.sights.insert(Sight("first"), at: 0)
        rome.sights.remove(at: 1)
        rome.sights += [Sight("last", trip: rome)]
        rome.sights.append(Sight("own", trip: rome))
        rome.sights.removeLast()
        rome.sights.swapAt(0, 1)
        #expect(address() == start)
        let numbers = (2..<60).map(String.init)
        try check(["1", "first"] + numbers + ["last"], ["fjord"])
    }

    @Test func `Duplicates, deleted objects and moved objects are handled wherever they are inserted`() throws
    {
        let sights = rome.sights
        rome.sights.append(sights[0])
        rome.sights += [sights[1], Sight("6"), sights[2]]
        #expect(rome.sights.map(\.title) == ["0", "1", "2", "3", "4", "5", "6"])
        rome.sights.insert(sights[5], at: 0)
        #expect(rome.sights.map(\.title) == ["5", "0", "1", "2", "3", "4", "6"])
        context.delete(oslo.sights[0])
        rome.sights.append(oslo.sights[0])
        #expect(rome.sights.count == 7)
        context.processPendingChanges()
        try check(["5", "0", "1", "2", "3", "4", "6"], [])
        oslo.sights.append(contentsOf: rome.sights[2...3])
        try check(["5", "0", "3", "4", "6"], ["1", "2"])
    }

    @Test func `A save, a rollback or a thrown error during a change in place loses nothing`() throws {
        struct Stop: Error {}
        rome.sights.append(Sight("6"))
        rome.sights.removeAll { sight in
            if sight.title == "3" { try? context.save() }
            return sight.title == "0"
        }
        try check(["1", "2", "3", "4", "5", "6"], ["fjord"])
        rome.sights.append(Sight("7"))
        try? rome.sights.removeAll { if $0.title == "4" { throw Stop() } else { return true } }
        #expect(rome.sights.count == 7)
        rome.sights.removeAll { sight in
            if sight.title == "3" { context.rollback() }
            return sight.title == "1"
        }
        #expect(rome.sights.map(\.title) == ["2", "3", "4", "5", "6", "7"])
        context.rollback()
        try check(["1", "2", "3", "4", "5", "6"], ["fjord"])
    }

    @Test func `A value may be read while it is changed in place`() throws {
        rome.name.removeAll { rome.name.first == $0 }
        #expect(rome.name == "ome")
        let store = try ModelContainer(
            for: Blot.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let blot = Blot()
        ModelContext(store).insert(blot)
        blot.spot.shift { blot.spot.x + 1 }
        blot.spots.sort { _, _ in blot.spots.count > 2 }
        #expect(blot.spot.x == 3)
        #expect(blot.spots.count == 2)
    }
}

struct Smudge: Codable, Equatable {
    var x = 1
    mutating func shift(by amount: () -> Int) { x += amount() }
}

@Model
final class Blot {
    var spot = Smudge()
    var spots: [Smudge] = [Smudge(), Smudge()]
    init() {}
}
