import Foundation
import Testing

@testable import ModelData

/// A model whose names are words of SQL.
@Model
private final class Order {
    var group: String
    var select: Int
    var `default` = 0
    @Transient var note = "transient"
    var title: String { "\(group) \(select)" }
    init(_ group: String, _ select: Int) {
        self.group = group
        self.select = select
    }
}

@Model
private final class Counter {
    var number = 0 {
        didSet { if number < 100 { number += 1 } }
    }
    init() {}
}

private struct Refusing: Codable {
    init() {}
    init(from decoder: any Decoder) throws {}
    func encode(to encoder: any Encoder) throws { throw CocoaError(.coderInvalidValue) }
}

private indirect enum Tree: Codable {
    case leaf
    case node(Tree)
}

@Model
private final class Container {
    var value: Refusing?
    var tree: Tree?
    init() {}
}

@Model
private final class Pair {
    @Attribute(.unique) var key: String?
    @Attribute(.unique) var place: Place
    init(_ key: String?, _ city: String) {
        self.key = key
        place = Place(city: city, latitude: 0)
    }
}

@Model
private final class Twins {
    var name = ""
    var Name = ""
    init() {}
}

@Model
private final class Reserved {
    var _id = 7
    init() {}
}

/// Models, values and calls that are unusual. Each has a result or an error; none ends the program or invents a value.
@Suite("Unusual models, values and calls")
struct UnusualUseTests {
    private let container: ModelContainer
    private let context: ModelContext

    init() throws {
        container = try memory(Order.self, Trip.self, Counter.self, Container.self, Pair.self)
        context = ModelContext(container)
    }

    private func count<T: PersistentModel>(_ predicate: Predicate<T>) throws -> Int {
        try ModelContext(container).fetchCount(FetchDescriptor<T>(predicate: predicate))
    }

    /// Inserts an order, saved or not.
    private func insert(_ select: Int, isSaved: Bool) throws {
        context.insert(Order("g", select))
        if isSaved { try context.save() }
    }

    /// Counts orders, saved or not.
    private func found(_ predicate: Predicate<Order>) throws -> Int {
        try context.fetchCount(FetchDescriptor<Order>(predicate: predicate))
    }

    @Test(arguments: [true, false])
    func `A predicate divides by zero`(isSaved: Bool) throws {
        let zero = 0
        try insert(1, isSaved: isSaved)
        #expect(try found(#Predicate { $0.select / zero == 0 }) == 0)
        #expect(try found(#Predicate { $0.select % zero == 0 }) == 0)
        #expect(try found(#Predicate { $0.default != 0 && 10 / $0.default > 1 }) == 0)
    }

    @Test func `A predicate computes a number that is too large`() throws {
        let (most, minusOne) = (Int.max, -1)
        try insert(.max, isSaved: false)
        let predicates: [Predicate<Order>] = [
            #Predicate { $0.select + most > 0 }, #Predicate { $0.select * 2 > 0 },
            #Predicate { -1 - $0.select - 1 > 0 }, #Predicate { -(-1 - $0.select) > 0 },
            #Predicate { (-1 - $0.select) / minusOne > 0 }, #Predicate { (-1 - $0.select) % minusOne == 0 },
        ]
        for predicate in predicates {
            #expect(throws: ModelDataError.self) { try found(predicate) }
        }
        #expect(try found(#Predicate { $0.select - 1 > 0 && -$0.select < 0 }) == 1)
        // SQL computes with floating-point numbers then.
        try context.save()
        #expect(try found(#Predicate { $0.select + most > 0 }) == 1)
    }

    @Test func `The bounds of a range in a predicate are in the wrong order`() throws {
        let first = 5
        try insert(1, isSaved: false)
        #expect(throws: ModelDataError.self) {
            try found(#Predicate { (first...$0.select).contains(3) })
        }
        #expect(try found(#Predicate { ($0.select...first).contains(3) }) == 1)
        try context.save()
        #expect(try found(#Predicate { (first...$0.select).contains(3) }) == 0)
    }

    @Test func `A computed or transient property is in a predicate or an order`() throws {
        for number in 1...3 { try insert(number, isSaved: true) }
        let order = SortDescriptor(\Order.title, order: .reverse)
        #expect(try context.fetch(FetchDescriptor<Order>(sortBy: [order])).map(\.select) == [3, 2, 1])
        #expect(try found(#Predicate { $0.title == "g 2" }) == 1)
        #expect(try found(#Predicate { $0.note == "transient" }) == 3)
    }

    @Test func `An identifier from before the save is used after it`() throws {
        let order = Order("g", 1)
        context.insert(order)
        let temporary = order.persistentModelID
        #expect(try found(#Predicate { $0.persistentModelID == temporary }) == 1)
        try context.save()
        #expect(try found(#Predicate { $0.persistentModelID == temporary }) == 0)
        #expect(context.model(for: temporary) as? Order == nil)
        #expect(context.existingModel(for: temporary) == nil)
    }

    @Test func `An identifier of another container is looked up`() throws {
        try insert(1, isSaved: true)
        let identifier = try #require(try context.fetchIdentifiers(FetchDescriptor<Order>()).first)
        let other = ModelContext(try memory(Order.self))
        other.insert(Order("other", 1))
        try other.save()
        #expect(other.model(for: identifier) as? Order == nil)
        #expect(other.registeredModel(for: identifier) as Order? == nil)
    }

    @Test func `An object of a transaction that threw is inserted again`() throws {
        let order = Order("lost", 1)
        #expect(throws: CocoaError.self) {
            try context.transaction {
                context.insert(order)
                throw CocoaError(.userCancelled)
            }
        }
        context.insert(order)
        try context.save()
        #expect(try count(#Predicate<Order> { $0.group == "lost" }) == 1)
    }

    @Test func `A transaction rolls back and goes on`() throws {
        try context.transaction {
            context.insert(Order("rolled back", 1))
            context.rollback()
            context.insert(Order("kept", 1))
        }
        #expect(try ModelContext(container).fetch(FetchDescriptor<Order>()).map(\.group) == ["kept"])
    }

    @Test func `Both sides of a relationship are set to different objects`() throws {
        let (first, second, sight) = (Trip(name: "1"), Trip(name: "2"), Sight("Rysy"))
        context.insert(first)
        context.insert(second)
        sight.trip = first
        second.sights.append(sight)
        try context.save()
        #expect(first.sights.isEmpty)
        #expect(sight.trip === second)
        #expect(try count(#Predicate<Sight> { $0.trip?.name == "2" }) == 1)
    }

    @Test func `A list gets an object several times and exchanges its elements`() throws {
        let trip = Trip(name: "Tatra")
        context.insert(trip)
        let sight = Sight("1")
        trip.sights = [sight, sight, Sight("2"), Sight("3")]
        trip.sights.insert(sight, at: 0)
        #expect(trip.sights.map(\.title) == ["1", "2", "3"])
        try context.save()
        trip.sights.swapAt(0, 2)
        trip.sights[1] = trip.sights[0]
        try context.save()
        #expect(trip.sights.map(\.title) == ["3", "1"])
        let again = try #require(try ModelContext(container).fetch(FetchDescriptor<Trip>()).first)
        #expect(again.sights.map(\.title) == ["3", "1"])
    }

    @Test func `The closure of removeAll deletes the elements`() throws {
        let trip = Trip(name: "Tatra")
        trip.sights = (1...4).map { Sight("\($0)") }
        context.insert(trip)
        try context.save()
        trip.sights.removeAll { sight in
            context.delete(sight)
            return sight.title == "2"
        }
        try context.save()
        #expect(trip.sights.isEmpty)
        #expect(try count(#Predicate<Sight> { _ in true }) == 0)
    }

    @Test func `The objects of a fetch in batches are deleted one by one`() throws {
        for number in 1...7 { try insert(number, isSaved: true) }
        let other = ModelContext(container)
        let orders = try other.fetch(
            FetchDescriptor<Order>(sortBy: [SortDescriptor(\.select)]), batchSize: 2)
        var numbers: [Int] = []
        for order in orders {
            numbers.append(order.select)
            other.delete(order)
            try other.save()
        }
        #expect(numbers == Array(1...7))
        #expect(try count(#Predicate<Order> { _ in true }) == 0)
    }

    @Test func `A property observer changes its own property`() throws {
        let counter = Counter()
        context.insert(counter)
        try context.save()
        counter.number = 5
        #expect(counter.number == 100)
        try context.save()
        #expect(try count(#Predicate<Counter> { $0.number == 100 }) == 1)
    }

    @Test func `A read-only property is set by its key path`() throws {
        let order = Order("g", 1)
        context.insert(order)
        order.setValue(forKey: \.title, to: "x")
        #expect(order.getValue(forKey: \.title) == "g 1")
    }

    @Test func `A fetch selects and prefetches properties that have no column or no relationship`() throws {
        try insert(1, isSaved: true)
        var descriptor = FetchDescriptor<Order>()
        descriptor.relationshipKeyPathsForPrefetching = [\.group]
        descriptor.propertiesToFetch = [\.title]
        #expect(try ModelContext(container).fetch(descriptor).map(\.title) == ["g 1"])
    }

    @Test func `A type refuses to be encoded, and another one is too deep`() throws {
        let container = Container()
        context.insert(container)
        container.value = Refusing()
        #expect(throws: ModelDataError.self) { try context.save() }
        container.value = nil
        container.tree = (1...600).reduce(.leaf) { tree, _ in .node(tree) }
        do {
            try context.save()
            Issue.record("JSON has at most 512 levels")
        } catch {
            // The value itself isn't part of the message.
            #expect("\(error)".count < 300)
        }
        container.tree = .node(.leaf)
        try context.save()
    }

    @Test func `A unique property is nil in several records, and another one is a structure`() throws {
        context.insert(Pair(nil, "Łódź"))
        context.insert(Pair(nil, "Gdynia"))
        context.insert(Pair("a", "Gdynia"))
        try context.save()
        let pairs = try ModelContext(container).fetch(FetchDescriptor<Pair>())
        #expect(pairs.map(\.key) == [nil, "a"])
    }

    @Test func `Names of properties differ only in case, or are reserved`() throws {
        #expect(throws: ModelDataError.duplicateProperty(model: "Twins", property: "Name")) {
            try memory(Twins.self)
        }
        #expect(throws: ModelDataError.reservedName(model: "Reserved", property: "_id")) {
            try memory(Reserved.self)
        }
    }

    @Test func `A model or a file is in two configurations`() throws {
        let directory = try TemporaryDirectory()
        let schema = Schema([Order.self, Counter.self])
        let first = ModelConfiguration("1", schema: Schema([Order.self]), url: directory.file())
        let second = ModelConfiguration("2", schema: Schema([Counter.self]), url: directory.file())
        #expect(throws: ModelDataError.fileInSeveralConfigurations(path: directory.file().path)) {
            try ModelContainer(for: schema, configurations: first, second)
        }
        #expect(!FileManager.default.fileExists(atPath: directory.file().path))
        let third = ModelConfiguration(
            "3", schema: Schema([Order.self]), url: directory.file("other.store"))
        #expect(throws: ModelDataError.modelInSeveralConfigurations(name: "Order")) {
            try ModelContainer(for: schema, configurations: first, third)
        }
    }

    @Test func `Two containers of one process open the same file`() throws {
        let directory = try TemporaryDirectory()
        let contexts = try (1...2).map { _ in
            ModelContext(
                try ModelContainer(
                    for: Order.self, configurations: ModelConfiguration(url: directory.file())))
        }
        for (number, context) in contexts.enumerated() {
            context.insert(Order("g", number))
            try context.save()
        }
        for context in contexts { #expect(try context.fetchCount(FetchDescriptor<Order>()) == 2) }
    }

    @Test func `A store is erased while an object is observed`() throws {
        let order = Order("g", 1)
        context.insert(order)
        try context.save()
        withObservationTracking {
            _ = order.group
        } onChange: {
        }
        try container.erase()
        #expect(order.group == "g")
        #expect(try context.storeChangedElsewhere())
        #expect(try context.fetch(FetchDescriptor<Order>()).isEmpty)
        #expect(order.modelContext == nil)
    }
}
