import Foundation
import ModelData
import Testing

@Suite("Number of SQL statements")
struct StatementCountTests {
    /// Returns a context without loaded objects, in a store of trips with two sights each.
    private func trips(_ count: Int) throws -> ModelContext {
        let container = try memory(
            Trip.self, Sight.self, Label.self, Hotel.self, Person.self, Note.self, Plan.self)
        let context = ModelContext(container)
        for number in 0..<count {
            let trip = Trip(name: "\(number)")
            trip.sights = [Sight("\(number) a"), Sight("\(number) b")]
            context.insert(trip)
        }
        try context.save()
        return ModelContext(container)
    }

    @Test func `Lookups by a unique property share one compiled statement and run it once each`() throws {
        let container = try memory(Printing.self)
        let context = ModelContext(container)
        for number in 0..<50 { context.insert(Printing(isbn: "\(number)", title: "\(number)", year: 1961)) }
        try context.save()
        let other = ModelContext(container)
        let counter = try StatementCounter(other)
        func find(_ isbn: String) throws -> String? {
            try other.fetch(FetchDescriptor<Printing>(predicate: #Predicate { $0.isbn == isbn })).first?.isbn
        }
        try #require(try find("0") == "0")
        let compiled = counter.compiled
        let run = try counter.run {
            for number in 0..<50 { try #require(try find("\(number)") == "\(number)") }
        }
        #expect(run == 50)
        #expect(counter.compiled == compiled)
    }

    @Test func `Reading each owner's objects takes a few queries and keeps their order`() throws {
        let context = try trips(300)
        let counter = try StatementCounter(context)
        let found = try context.fetch(FetchDescriptor<Trip>())
        var titles: [[String]] = []
        let run = counter.run { titles = found.map { $0.sights.map(\.title) } }
        #expect(titles == (0..<300).map { ["\($0) a", "\($0) b"] })
        #expect(run < 20)
    }

    @Test func `Reading each object's owner or partner takes a few queries too`() throws {
        let context = try trips(300)
        let counter = try StatementCounter(context)
        let found = try context.fetch(FetchDescriptor<Trip>())
        let backwards = counter.run { for trip in found.reversed() { _ = trip.sights.count } }
        #expect(backwards < 20)
        let other = try trips(300)
        let sights = try other.fetch(FetchDescriptor<Sight>())
        let single = try StatementCounter(other).run { for sight in sights { #expect(sight.trip != nil) } }
        #expect(single < 20)
    }

    @Test func `Reading the objects of a few scattered owners loads little more than those`() throws {
        let context = try trips(500)
        let found = try context.fetch(FetchDescriptor<Trip>())
        for index in stride(from: 0, to: 500, by: 50) { #expect(found[index].sights.count == 2) }
        let sights = try ModelContext(context.container).fetchIdentifiers(FetchDescriptor<Sight>())
        let known = sights.filter { (context.registeredModel(for: $0) as Sight?) != nil }
        #expect(known.count < 150)
    }

    @Test func `Objects that are read ahead include unsaved changes`() throws {
        let context = try trips(40)
        let found = try context.fetch(FetchDescriptor<Trip>())
        let moved = try #require(
            try context.fetch(FetchDescriptor<Sight>(predicate: #Predicate { $0.title == "20 a" })).first)
        moved.trip = found[30]
        found[25].sights.append(Sight("new"))
        let gone = try #require(
            try context.fetch(FetchDescriptor<Sight>(predicate: #Predicate { $0.title == "10 b" })).first)
        context.delete(gone)
        context.processPendingChanges()
        let titles = found.map { $0.sights.map(\.title) }
        #expect(titles[20] == ["20 b"])
        #expect(titles[30] == ["30 a", "30 b", "20 a"])
        #expect(titles[25] == ["25 a", "25 b", "new"])
        #expect(titles[10] == ["10 a"])
        #expect(titles[39] == ["39 a", "39 b"])
    }

    @Test func `Reading fetched values runs no statement`() throws {
        let context = try trips(20)
        let counter = try StatementCounter(context)
        let found = try context.fetch(FetchDescriptor<Trip>())
        #expect(counter.run { for trip in found { _ = trip.name } } == 0)
    }

    @Test func `A save runs one statement per changed record and a few others`() throws {
        let context = try trips(100)
        let counter = try StatementCounter(context)
        for trip in try context.fetch(FetchDescriptor<Trip>()) { trip.name += "!" }
        let run = try counter.run { try context.save() }
        #expect(run <= 110)
        #expect(
            try ModelContext(context.container).fetch(FetchDescriptor<Trip>()).allSatisfy {
                $0.name.hasSuffix("!")
            })
    }

    /// Which of 300 records a save keeps.
    enum Kept: CaseIterable {
        case none, oneInTheMiddle, everyNinth, everyEighth, twoOfThree

        func contains(_ number: Int) -> Bool {
            switch self {
            case .none: false
            case .oneInTheMiddle: number == 150
            case .everyNinth: number.isMultiple(of: 9)
            case .everyEighth: number.isMultiple(of: 8)
            case .twoOfThree: !number.isMultiple(of: 3)
            }
        }

        var statements: Int {
            switch self {
            case .none, .oneInTheMiddle: 20
            case .everyNinth: 60
            case .everyEighth: 300
            case .twoOfThree: 120
            }
        }
    }

    @Test(arguments: Kept.allCases)
    func `A save deletes exactly the deleted records, and runs of them together`(_ kept: Kept) throws {
        let container = try memory(Printing.self)
        let filling = ModelContext(container)
        for number in 0..<300 {
            filling.insert(Printing(isbn: "\(number)", title: "\(number)", year: number))
            // One save each, so that the numbers of the records follow the order.
            try filling.save()
        }
        let context = ModelContext(container)
        let counter = try StatementCounter(context)
        let found = try context.fetch(FetchDescriptor<Printing>())
        let seed = SeededGenerator.newSeed
        var random = SeededGenerator(seed: seed)
        for printing in found.shuffled(using: &random) where !kept.contains(printing.year) {
            context.delete(printing)
        }
        let run = try counter.run { try context.save() }
        #expect(run <= kept.statements, "seed \(seed)")
        let rest = try ModelContext(container).fetch(
            FetchDescriptor<Printing>(sortBy: [SortDescriptor(\.year)]))
        #expect(rest.map(\.year) == (0..<300).filter(kept.contains), "seed \(seed)")
        let deleted = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last?.changes
            .count
        #expect(deleted == 300 - rest.count)
    }
}
