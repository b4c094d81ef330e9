import Foundation
import Localization
import ModelData
import ProgramKit
import Testing
import TestSupport

@testable import ITour
@testable import Shell

/// Compares conditions with a calculation in the test, which knows nothing of keys and stores.
@MainActor
@Suite("Random conditions for destinations and sights", .level(.default))
struct RandomConditionTests {
    /// A destination as the test knows it.
    private struct Place {
        let number: Int
        let name: String
        let details: String
        let priority: Priority
        /// The first and the last day.
        let days: (first: CivilDate, last: CivilDate?)?
        let trip: String?
        let zone: String?
        var sights: [Thing] = []

        var lastDay: CivilDate? { days.map { $0.last ?? $0.first } }
    }

    /// A sight as the test knows it.
    private struct Thing {
        let number: Int
        let name: String
        let hours: String
        let cost: Int?
        let rating: Int?
        let day: CivilDate?
        let isVisited: Bool
        var priority = Priority.maybe
        var place = ""
    }

    private static func planner() async throws -> (planner: TestPlanner, places: [Place]) {
        let planner = try await TestPlanner()
        var generator = SeededGenerator()
        func pick<Value>(_ values: [Value]) -> Value {
            values[Int.random(in: values.indices, using: &generator)]
        }
        let trips = ["Japan", "Do not disturb"].map { Trip(name: $0) }
        for trip in trips { planner.context.insert(trip) }
        var places: [Place] = [], number = 0
        for index in 1...50 {
            let first: CivilDate? = pick([
                nil, day(2023, 5, 1), day(2024, 3, 14), day(2024, 3, 15), day(2024, 4, 30), day(2025, 1, 1),
            ])
            let last: CivilDate? = pick([nil, first?.adding(days: 3)])
            var place = Place(
                number: index, name: pick(["Łódź", "Rome", "Old Town", "Kyoto"]),
                details: pick(["", "Bring an umbrella", "do not forget"]), priority: pick(Priority.allCases),
                days: first.map { ($0, last) }, trip: pick([nil] + trips.map(\.name)),
                zone: pick([nil, "Asia/Tokyo", "Europe/Rome"]))
            let destination = try planner.add(place.name) { destination in
                destination.details = place.details
                destination.priority = place.priority
                destination.setDates(
                    try place.days.map {
                        try TripDates(start: Moment($0.first), end: $0.last.map { Moment($0) })
                    })
                destination.timeZone = place.zone
            }
            destination.trip = trips.first { $0.name == place.trip }
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                number += 1
                let thing = Thing(
                    number: number, name: pick(["Castle", "Brücke", "Museum of Art"]),
                    hours: pick(["", "Mo-Su 09:00-17:00"]), cost: pick([nil, 0, 5, 20, 100]),
                    rating: pick([nil, 1, 3, 5]), day: pick([nil, day(2024, 3, 15), day(2024, 5, 2)]),
                    isVisited: pick([true, false]), priority: place.priority, place: place.name)
                place.sights.append(thing)
                let sight = Sight(name: thing.name)
                sight.hours = thing.hours
                sight.cost = thing.cost.map { Money(Decimal($0), "EUR") }
                sight.rating = thing.rating
                sight.schedule = thing.day.map { Moment($0) }
                sight.isVisited = thing.isVisited
                sight.destination = destination
                planner.context.insert(sight)
                try planner.context.save()
            }
            try planner.context.save()
            places.append(place)
        }
        return (planner, places)
    }

    private typealias Condition<Fact> = (text: String, holds: (Fact) -> Bool)

    /// Returns a random condition with its meaning.
    private func random<Fact>(
        _ generator: inout SeededGenerator, depth: Int, _ single: (inout SeededGenerator) -> Condition<Fact>
    ) -> Condition<Fact> {
        guard depth > 0, Int.random(in: 0..<3, using: &generator) > 0 else { return single(&generator) }
        let left = random(&generator, depth: depth - 1, single)
        let right = random(&generator, depth: depth - 1, single)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: return ("(\(left.text) or \(right.text))", { left.holds($0) || right.holds($0) })
        case 1: return ("-(\(left.text) \(right.text))", { !(left.holds($0) && right.holds($0)) })
        case 2: return ("(not \(left.text))", { !left.holds($0) })
        default: return ("(\(left.text) and \(right.text))", { left.holds($0) && right.holds($0) })
        }
    }

    private func ofPlace(_ generator: inout SeededGenerator) -> Condition<Place> {
        let today = TestPlanner.today
        let limit = day(2024, 1, 1).adding(days: Int.random(in: 0...500, using: &generator))
        let priority = Priority.allCases[Int.random(in: 0..<3, using: &generator)]
        switch Int.random(in: 0..<17, using: &generator) {
        case 0: return ("priority:\(priority.word)", { $0.priority == priority })
        case 1: return ("priority:>=\(priority.word)", { $0.priority >= priority })
        case 2: return ("priority:..\(priority.word)", { $0.priority <= priority })
        case 3: return ("date:none", { $0.days == nil })
        case 4: return ("date:<\(limit)", { $0.days.map { $0.first < limit } ?? false })
        case 5: return ("date:\(limit)..", { $0.days.map { $0.first >= limit } ?? false })
        case 6: return ("end:any", { $0.days?.last != nil })
        case 7: return ("trip:japan", { $0.trip == "Japan" })
        case 8: return ("trip:none", { $0.trip == nil })
        case 9: return ("zone:tokyo", { $0.zone == "Asia/Tokyo" })
        case 10: return ("sight:castle", { $0.sights.contains { $0.name == "Castle" } })
        case 11: return ("name:lodz", { $0.name == "Łódź" })
        case 12: return ("details:none", { $0.details.isEmpty })
        case 13: return ("is:planned", { $0.days != nil })
        case 14: return ("is:past", { $0.lastDay.map { $0 < today } ?? false })
        case 15: return ("is:future", { $0.lastDay.map { $0 >= today } ?? true })
        default:
            return (
                "umbrella", { $0.details.contains("umbrella") }
            )
        }
    }

    private func ofThing(_ generator: inout SeededGenerator) -> Condition<Thing> {
        let cost = Int.random(in: 0...101, using: &generator)
        let rating = Int.random(in: 1...5, using: &generator)
        switch Int.random(in: 0..<14, using: &generator) {
        case 0: return ("cost:<\(cost)", { $0.cost.map { $0 < cost } ?? false })
        case 1: return ("cost:\(cost)..", { $0.cost.map { $0 >= cost } ?? false })
        case 2: return ("cost:none", { $0.cost == nil })
        case 3: return ("rating:>=\(rating)", { $0.rating.map { $0 >= rating } ?? false })
        case 4: return ("rating:\(rating)", { $0.rating == rating })
        case 5: return ("hours:none", { $0.hours.isEmpty })
        case 6: return ("is:visited", { $0.isVisited })
        case 7: return ("is:unscheduled", { $0.day == nil })
        case 8: return ("day:2024-03", { $0.day == TestPlanner.today })
        case 9: return ("day:>2024-03-15", { $0.day.map { $0 > TestPlanner.today } ?? false })
        case 10: return ("priority:must", { $0.priority == .must })
        case 11: return ("destination:rome", { $0.place == "Rome" })
        case 12: return ("name:brucke", { $0.name == "Brücke" })
        default: return ("museum", { $0.name == "Museum of Art" })
        }
    }

    private func numbers(_ output: Output) -> [Int] {
        for case .table(let table) in output.data + output.blocks {
            guard let column = table.columns.firstIndex(where: { $0.key == "number" }) else { continue }
            return table.rows.compactMap { row in
                if case .integer(let number) = row[column].raw { Int(number) } else { nil }
            }.sorted()
        }
        return []
    }

    @Test func `list shows the destinations for which a condition holds: 300 random ones`() async throws {
        let (planner, places) = try await Self.planner()
        var generator = SeededGenerator()
        for _ in 0..<300 {
            let (text, holds) = random(&generator, depth: 4) { ofPlace(&$0) }
            let shown = numbers(try await planner.run("list \(text)"))
            #expect(shown == places.filter(holds).map(\.number), "\(text)")
        }
    }

    @Test func `sight list shows the sights for which a condition holds: 300 random ones`() async throws {
        let (planner, places) = try await Self.planner()
        let things = places.flatMap(\.sights)
        var generator = SeededGenerator()
        for _ in 0..<300 {
            var (text, holds) = random(&generator, depth: 4) { ofThing(&$0) }
            // A plain word alone names a destination.
            if !text.contains(":") {
                (text, holds) = ("(\(text) is:visited)", { [holds] in holds($0) && $0.isVisited })
            }
            let shown = numbers(try await planner.run("sight list \(text)"))
            #expect(shown == things.filter(holds).map(\.number), "\(text)")
        }
    }

    @Test func `A bulk change touches what the list shows`() async throws {
        let (planner, _) = try await Self.planner()
        var generator = SeededGenerator()
        for step in 1...20 {
            let (text, _) = random(&generator, depth: 3) { ofThing(&$0) }
            let condition = "(\(text) rating:..5 or \(text) rating:none)"
            let shown = numbers(try await planner.run("sight list \(condition)"))
            let (place, _) = random(&generator, depth: 3) { ofPlace(&$0) }
            let places = numbers(try await planner.run("list (\(place) is:planned or \(place) -is:planned)"))
            if !shown.isEmpty {
                let changed = try await planner.run("sight edit --where '\(condition)' note:\(step)")
                #expect(numbers(changed) == shown, "\(text)")
            }
            if !places.isEmpty {
                let changed = try await planner.run("edit --where '\(place)' details:\(step)")
                #expect(numbers(changed) == places, "\(place)")
            }
        }
    }

    @Test func `sight list asks for every field that a sight shows, also for one without an option`()
        async throws
    {
        let planner = try await TestPlanner()
        for line in [
            "add Rome --date 2024-04-05", "sight add Colosseum", "sight add Forum",
            "sight schedule colosseum 2024-04-06 --for 2h", "sight visited forum --on 2024-03-10",
        ] { try await planner.run(line) }
        #expect(numbers(try await planner.run("sight list duration:>90min")) == [1])
        #expect(numbers(try await planner.run("sight list visited-on:1w")) == [2])
        await #expect(throws: ConditionError.self) { try await planner.run("sight list duration:long") }
    }

    @Test func `export writes the destinations for which a condition holds`() async throws {
        let (planner, places) = try await Self.planner()
        let directory = try TemporaryDirectory()
        var generator = SeededGenerator()
        for step in 0..<20 {
            let (text, holds) = random(&generator, depth: 2) { ofPlace(&$0) }
            let file = directory.file("\(step).json")
            try await planner.run("export \(file) \(text)")
            let written = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: file)))
            let destinations = (written as? [String: Any])?["destinations"] as? [[String: Any]]
            #expect(destinations?.count == places.filter(holds).count, "\(text)")
        }
    }
}
