import Foundation
import Testing

@testable import ModelData

@Suite("Combined predicates")
struct CombinedPredicateTests {
    private let context: ModelContext

    init() throws {
        context = ModelContext(try travel())
        let trip = Trip(name: "Rome")
        for (title, stars) in [("a", 1), ("b", 2), ("c", 3), ("d", 4)] {
            let sight = Sight(title, trip: stars > 2 ? trip : nil, stars: stars)
            sight.labels = stars == 4 ? [Label("old")] : []
            context.insert(sight)
        }
        try context.save()
    }

    /// Returns the titles that a fetch finds, after a check that memory gives the same result.
    private func titles(_ predicate: Predicate<Sight>) throws -> [String] {
        let order = [SortDescriptor(\Sight.title)]
        let found = try context.fetch(FetchDescriptor(predicate: predicate, sortBy: order))
        let all = try context.fetch(FetchDescriptor<Sight>(sortBy: order))
        #expect(try all.filter { try predicate.evaluate($0) }.map(\.title) == found.map(\.title))
        return found.map(\.title)
    }

    /// Returns whether the whole predicate is evaluated by SQL.
    private func isTranslated(_ predicate: Predicate<Sight>) throws -> Bool {
        try !FetchPlan(FetchDescriptor(predicate: predicate), context.table(for: Sight.self)).filtersInMemory
    }

    @Test func `Any depth of combinations is evaluated by SQL as in memory`() throws {
        let few = #Predicate<Sight> { $0.stars < 3 }
        let named = #Predicate<Sight> { $0.title == "b" || $0.title == "d" }
        let roman = #Predicate<Sight> { $0.trip?.name == "Rome" }
        let labelled = #Predicate<Sight> { $0.labels.contains { $0.word == "old" } }
        #expect(try titles(.all([few, named])) == ["b"])
        #expect(try titles(.any([few, labelled])) == ["a", "b", "d"])
        #expect(try titles(.not(roman)) == ["a", "b"])
        #expect(try titles(.any([.all([few, named]), .not(.any([few, labelled]))])) == ["b", "c"])
        #expect(try titles(.all([])) == ["a", "b", "c", "d"])
        #expect(try titles(.any([])) == [])
        #expect(try isTranslated(.any([.all([few, named]), .not(labelled)])))
        #expect(try isTranslated(.any([.all([few, named]), .not(labelled)])))
        #expect(try isTranslated(.all([few, .all([named, labelled])])))
    }

    @Test func `A part that SQL can't evaluate leaves the others to SQL`() throws {
        let few = #Predicate<Sight> { $0.stars < 3 }
        let inMemory = #Predicate<Sight> { $0.title.hashValue != 0 }
        #expect(try titles(.all([few, inMemory])) == ["a", "b"])
        #expect(try !isTranslated(.all([few, inMemory])))
        #expect(try titles(.all([few, inMemory])) == ["a", "b"])
        let plan = FetchPlan(
            FetchDescriptor(predicate: .all([few, inMemory])), try context.table(for: Sight.self))
        #expect(plan.filtersInMemory)
        #expect(plan.sql(selecting: "_id", isLimited: false).0.contains("WHERE"))
    }

    @Test func `A failing predicate excludes the object, unless an earlier one decides`() throws {
        let roman = #Predicate<Sight> { $0.trip!.name == "Rome" }
        let first = #Predicate<Sight> { $0.title == "a" }
        let order = [SortDescriptor(\Sight.title)]
        let found = try context.fetch(FetchDescriptor(predicate: .any([first, roman]), sortBy: order))
        #expect(found.map(\.title) == ["a", "c", "d"])
    }
}
