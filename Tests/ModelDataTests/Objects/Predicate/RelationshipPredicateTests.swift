import Foundation
import Testing

@testable import ModelData

/// Random predicates on sights, built from the expressions that `#Predicate` generates.
private struct RandomSightPredicate: RandomPredicates {
    static let hasTernaries = false

    var random: SeededGenerator
    let identifiers: [PersistentIdentifier]

    mutating func leaf(_ row: Expressions.Variable<Sight>) -> Condition {
        let text = ["a", "b", "c"][pick(3)]
        let number = pick(4)
        let operation: Expressions.ComparisonOperator = [.lessThan, .greaterThanOrEqual][pick(2)]
        func key<T>(_ path: any KeyPath<Sight, T> & Sendable) -> Expressions.KeyPath<Row, T> {
            Expressions.build_KeyPath(root: row, keyPath: path)
        }
        func value<T: Codable & Sendable>(_ value: T) -> Expressions.Value<T> {
            Expressions.build_Arg(value)
        }
        switch pick(12) {
        case 0:
            return Expressions.build_Equal(
                lhs: Expressions.build_flatMap(key(\.trip)) {
                    Expressions.build_KeyPath(root: $0, keyPath: \.name)
                }, rhs: value(text as String?))
        case 1:
            return Expressions.build_NotEqual(lhs: key(\.trip), rhs: Expressions.build_NilLiteral())
        case 2:
            return Expressions.build_Comparison(
                lhs: Expressions.build_NilCoalesce(
                    lhs: Expressions.build_flatMap(key(\.trip)) {
                        Expressions.build_KeyPath(
                            root: Expressions.build_KeyPath(root: $0, keyPath: \.sights), keyPath: \.count)
                    }, rhs: value(number)), rhs: value(2), op: operation)
        case 3:
            return Expressions.build_contains(key(\.labels)) {
                Expressions.build_Equal(
                    lhs: Expressions.build_KeyPath(root: $0, keyPath: \.word), rhs: value(text))
            }
        case 4:
            return Expressions.build_allSatisfy(key(\.labels)) {
                Expressions.build_Comparison(
                    lhs: Expressions.build_KeyPath(root: $0, keyPath: \.word), rhs: value(text),
                    op: operation)
            }
        case 5:
            return Expressions.build_Comparison(
                lhs: Expressions.build_KeyPath(
                    root: Expressions.build_filter(key(\.labels)) {
                        Expressions.build_NotEqual(
                            lhs: Expressions.build_KeyPath(root: $0, keyPath: \.word), rhs: value(text))
                    }, keyPath: \.count), rhs: key(\.stars), op: operation)
        case 6: return Expressions.build_KeyPath(root: key(\.labels), keyPath: \.isEmpty)
        case 7:
            return Expressions.build_Equal(
                lhs: Expressions.build_NilCoalesce(
                    lhs: Expressions.build_flatMap(
                        Expressions.build_flatMap(key(\.trip)) {
                            Expressions.build_KeyPath(root: $0, keyPath: \.leader)
                        }
                    ) { Expressions.build_KeyPath(root: $0, keyPath: \.name) }, rhs: value("c")),
                rhs: value(text))
        case 8:
            return Expressions.build_Equal(
                lhs: Expressions.build_flatMap(key(\.trip)) {
                    Expressions.build_KeyPath(root: $0, keyPath: \.persistentModelID)
                }, rhs: value(identifiers[pick(identifiers.count)] as PersistentIdentifier?))
        case 9:
            return Expressions.build_contains(key(\.labels)) { label in
                Expressions.build_NilCoalesce(
                    lhs: Expressions.build_flatMap(
                        Expressions.build_KeyPath(root: label, keyPath: \.sights)
                    ) { sights in
                        Expressions.build_contains(sights) { sight in
                            Expressions.build_Comparison(
                                lhs: Expressions.build_KeyPath(root: sight, keyPath: \.stars),
                                rhs: value(number), op: operation)
                        }
                    }, rhs: value(false))
            }
        case 10:
            return Expressions.build_Equal(
                lhs: Expressions.build_KeyPath(
                    root: Expressions.build_ForcedUnwrap(key(\.trip)), keyPath: \.name), rhs: value(text))
        default:
            return Expressions.build_Comparison(lhs: key(\.stars), rhs: value(number), op: operation)
        }
    }
}

@Suite("Predicates about related objects")
struct RelationshipPredicateTests {
    private func fill(_ context: ModelContext, _ random: inout SeededGenerator) throws {
        let labels = ["a", "b", "c"].map { Label($0) }
        let people = ["a", "b"].map { Person(name: $0) }
        let trips = ["a", "b", "c", "a"].map { Trip(name: $0) }
        for trip in trips {
            trip.leader = Bool.random(using: &random) ? nil : people.randomElement(using: &random)
        }
        for number in 0..<30 {
            let sight = Sight("\(number)", stars: Int.random(in: 0...3, using: &random))
            context.insert(sight)
            sight.trip =
                Int.random(in: 0..<4, using: &random) == 0 ? nil : trips.randomElement(using: &random)
            sight.labels = labels.filter { _ in Bool.random(using: &random) }
        }
        try context.save()
    }

    @Test(arguments: [3_141_592_653_589_793, SeededGenerator.newSeed])
    func `The store and memory agree on every predicate about related objects`(seed: UInt64) throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let context = ModelContext(try travel())
        try fill(context, &random)
        let all = try context.fetch(FetchDescriptor<Sight>())
        let trips = try context.fetch(FetchDescriptor<Trip>())
        let table = try context.table(for: Sight.self)
        var predicates = RandomSightPredicate(
            random: random,
            identifiers: trips.map(\.persistentModelID) + all.prefix(3).map(\.persistentModelID))
        var inSQL = 0
        for _ in 0..<300 {
            let predicate = predicates.make(depth: 2)
            if !FetchPlan(FetchDescriptor(predicate: predicate), table).filtersInMemory { inSQL += 1 }
            let found = try context.fetch(FetchDescriptor(predicate: predicate)).map(\.title)
            let expected = all.filter { (try? predicate.evaluate($0)) ?? false }.map(\.title)
            #expect(found == expected, "seed \(seed): \(predicate.expression)")
        }
        #expect(inSQL > 250)
    }

    @Test func `SQL evaluates #Predicate on related objects`() throws {
        let context = ModelContext(try travel())
        var random = SeededGenerator(seed: 7)
        try fill(context, &random)
        let trip = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
        let id = trip.persistentModelID
        let ids = Set([id])
        let all = try context.fetch(FetchDescriptor<Sight>())
        let sights = try context.table(for: Sight.self)
        let predicates: [Predicate<Sight>] = [
            #Predicate { $0.trip?.name == "a" },
            #Predicate { $0.trip?.leader?.name == "a" },
            #Predicate { $0.trip?.persistentModelID == id },
            #Predicate { $0.labels.contains { $0.word == "b" } },
            #Predicate { $0.labels.filter { $0.word != "b" }.count > 1 },
            #Predicate { $0.labels.allSatisfy { $0.word == "b" } && !$0.labels.isEmpty },
            #Predicate { ($0.trip?.name ?? "c") > "a" || $0.labels.count == 3 },
            #Predicate { $0.trip == nil },
            #Predicate { if let trip = $0.trip { trip.sights.count > 5 } else { false } },
            #Predicate { ids.contains($0.persistentModelID) || $0.trip?.name.contains("b") == true },
        ]
        for predicate in predicates {
            let plan = FetchPlan(FetchDescriptor(predicate: predicate), sights)
            #expect(!plan.filtersInMemory, "\(predicate)")
            let found = try context.fetch(FetchDescriptor(predicate: predicate)).map(\.title)
            let expected = try all.filter { try predicate.evaluate($0) }.map(\.title)
            #expect(found == expected, "\(predicate)")
        }
        let trips = try context.fetch(
            FetchDescriptor<Trip>(predicate: #Predicate { $0.sights.contains { $0.stars == 3 } }))
        let allTrips = try context.fetch(FetchDescriptor<Trip>())
        let expected = allTrips.filter { $0.sights.contains { $0.stars == 3 } }
        #expect(trips.map(\.persistentModelID) == expected.map(\.persistentModelID))
        #expect(!trips.isEmpty)
    }

    @Test func `A ternary between an object and a related one reads only the selected object`() throws {
        let context = ModelContext(try travel())
        for (name, children) in [("a", ["b", "c"]), ("b", ["a"])] {
            let parent = Node(name)
            context.insert(parent)
            parent.children = children.map { Node($0) }
        }
        try context.save()
        let table = try context.table(for: Node.self)
        let predicates: [Predicate<Node>] = [
            #Predicate { ($0.parent == nil ? $0 : $0.parent!).name == "a" },
            #Predicate { ($0.parent ?? $0).name == "a" },
        ]
        for predicate in predicates {
            #expect(!FetchPlan(FetchDescriptor(predicate: predicate), table).filtersInMemory)
            let found = try matching(predicate, in: context)
            #expect(Set(found.map(\.name)) == ["a", "b", "c"])
            #expect(found.count == 3)
        }
    }

    @Test func `Predicates use unsaved changes of related objects`() throws {
        let context = ModelContext(try travel())
        let trip = Trip(name: "a")
        trip.sights = [Sight("x")]
        context.insert(trip)
        try context.save()
        trip.name = "b"
        let predicate = #Predicate<Sight> { $0.trip?.name == "b" }
        #expect(try context.fetchCount(FetchDescriptor(predicate: predicate)) == 1)
        var descriptor = FetchDescriptor(predicate: predicate)
        descriptor.includePendingChanges = false
        #expect(try context.fetchCount(descriptor) == 0)
    }

    @Test func `A predicate doesn't find objects by a related object whose deletion isn't saved`() throws {
        let context = ModelContext(try travel())
        let label = Label("old")
        let sight = Sight("Wawel")
        sight.labels = [label, Label("big")]
        context.insert(sight)
        try context.save()
        let word = "old"
        let descriptor = FetchDescriptor<Sight>(
            predicate: #Predicate { $0.labels.contains { $0.word == word } })
        #expect(try context.fetch(descriptor).count == 1)
        context.delete(label)
        #expect(try context.fetch(descriptor).isEmpty)
        #expect(try context.fetchCount(descriptor) == 0)
        context.rollback()
        #expect(try context.fetch(descriptor).count == 1)
    }

    @Test func `SQL sorts a fetch by a key path through a to-one relationship`() throws {
        let container = try travel()
        let context = ModelContext(container)
        for name in ["c", "a", "b"] { context.insert(Sight("of \(name)", trip: Trip(name: name))) }
        context.insert(Sight("alone"))
        try context.save()
        let fresh = ModelContext(container)
        let descriptor = FetchDescriptor<Sight>(sortBy: [SortDescriptor(\.trip?.name, order: .reverse)])
        #expect(!FetchPlan(descriptor, try fresh.table(for: Sight.self)).sortsInMemory)
        #expect(try fresh.fetch(descriptor).map(\.title) == ["of c", "of b", "of a", "alone"])
    }

    @Test func `Prefetched relationships are read without another query`() throws {
        let container = try travel()
        let context = ModelContext(container)
        for name in ["c", "a"] {
            let trip = Trip(name: name)
            trip.sights = [Sight("1"), Sight("2")]
            trip.leader = Person(name: name)
            trip.hotels = [Hotel(name: name)]
            context.insert(trip)
        }
        try context.save()
        let fresh = ModelContext(container)
        var descriptor = FetchDescriptor<Trip>()
        descriptor.relationshipKeyPathsForPrefetching = [\.sights, \.leader, \.hotels]
        let trips = try fresh.fetch(descriptor)
        for trip in trips {
            let links = try #require(trip._$state.links)
            let loaded = links.shape.relationships.filter { links[$0.index].isLoaded }.map(\.name)
            #expect(loaded == ["sights", "leader", "hotels"])
        }
        #expect(trips.map { $0.sights.map(\.title) } == [["1", "2"], ["1", "2"]])
        #expect(trips.map(\.leader?.name) == ["c", "a"])
        #expect(trips.map(\.hotels.first?.name) == ["c", "a"])
    }
}
