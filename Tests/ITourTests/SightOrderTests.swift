import Foundation
import Localization
import Shell
import TestSupport
import Testing

@testable import ITour
@testable import ModelData

@MainActor
@Suite("Destinations and their sights")
struct SightOrderTests {
    @Test("A deleted sight is gone from its destination at once, in the store, and after opening it again")
    func deletedSight() throws {
        let directory = try TemporaryDirectory()
        let store = directory.file("store")
        do {
            let planner = try TestPlanner(store: store)
            let rome = try planner.add("Rome", sights: ["Colosseum", "Pantheon", "Forum"])
            planner.context.delete(rome.sights[1])
            planner.context.processPendingChanges()
            #expect(rome.sights.map(\.name) == ["Colosseum", "Forum"])
            try planner.context.save()
            #expect(rome.sights.map(\.name) == ["Colosseum", "Forum"])
            planner.session.close()
        }
        let again = try TestPlanner(store: store)
        #expect(try again.sights(of: "Rome") == ["Colosseum", "Forum"])
        again.session.close()
        #expect(try StoreFile.query(store, "SELECT name FROM Sight ORDER BY _id") == ["Colosseum", "Forum"])
        #expect(try StoreFile.isClean(store))
    }

    @Test("A destination with 1,000 sights is deleted with all of them, and comes back whole and in order")
    func cascade() throws {
        let directory = try TemporaryDirectory()
        let store = directory.file("store")
        let names = (0..<1000).map { "Sight \($0)" }
        let planner = try TestPlanner(store: store)
        let rome = try planner.add("Rome", sights: names)
        try planner.add("Florence", sights: ["Uffizi"])
        planner.context.delete(rome)
        try planner.context.save()
        #expect(try StoreFile.query(store, "SELECT name FROM Sight") == ["Uffizi"])
        #expect(try StoreFile.isClean(store))
        try planner.context.undoLastTransaction()
        #expect(try planner.sights(of: "Rome") == names)
        try planner.context.redoLastTransaction()
        #expect(try planner.destinations.map(\.name) == ["Florence"])
        try planner.context.undoLastTransaction()
        planner.session.close()
        let again = try TestPlanner(store: store)
        #expect(try again.sights(of: "Rome") == names)
        #expect(try StoreFile.isClean(store))
    }

    @Test(
        "Random moves, additions and deletions, each undone and redone, keep every list as a plain array has it"
    )
    func random() throws {
        for seed in [UInt64(11), 12, 13] {
            var generator = SeededGenerator(seed: seed)
            let directory = try TemporaryDirectory()
            let store = directory.file("store")
            let planner = try TestPlanner(store: store)
            let homes = ["A", "B"]
            var lists: [String: [String]] = ["A": ["0", "1", "2", "3"], "B": ["4", "5"]]
            for name in homes { try planner.add(name, sights: lists[name] ?? []) }
            var next = 6
            for step in 0..<60 {
                let before = lists
                let home = homes[Int.random(in: 0...1, using: &generator)]
                let other = home == "A" ? "B" : "A"
                let destination = try #require(try planner.destinations.first { $0.name == home })
                let target = try #require(try planner.destinations.first { $0.name == other })
                var list = lists[home] ?? []
                switch Int.random(in: 0...3, using: &generator) {
                case 0 where !list.isEmpty:
                    let from = Int.random(in: 0..<list.count, using: &generator)
                    let to = Int.random(in: 0..<list.count, using: &generator)
                    if from == to { continue }
                    let moved = list.remove(at: from)
                    list.insert(moved, at: to)
                    var sights = destination.sights
                    let sight = sights.remove(at: from)
                    sights.insert(sight, at: to)
                    destination.sights = sights
                case 1 where !list.isEmpty:
                    let index = Int.random(in: 0..<list.count, using: &generator)
                    planner.context.delete(destination.sights[index])
                    list.remove(at: index)
                case 2 where !list.isEmpty:
                    let index = Int.random(in: 0..<list.count, using: &generator)
                    let sight = destination.sights[index]
                    sight.destination = target
                    lists[other]?.append(list.remove(at: index))
                default:
                    let sight = Sight(name: "\(next)")
                    sight.destination = destination
                    list.append("\(next)")
                    next += 1
                }
                lists[home] = list
                try planner.context.save()
                func check(_ expected: [String: [String]], _ what: String) throws {
                    for name in homes {
                        #expect(
                            try planner.sights(of: name) == expected[name],
                            "seed \(seed), step \(step), \(what)")
                    }
                }
                try check(lists, "saved")
                try planner.context.undoLastTransaction()
                try check(before, "undone")
                try planner.context.redoLastTransaction()
                try check(lists, "redone")
            }
            planner.session.close()
            #expect(try StoreFile.isClean(store))
            let again = try TestPlanner(store: store)
            for name in homes { #expect(try again.sights(of: name) == lists[name], "seed \(seed), reopened") }
        }
    }
}

@MainActor
@Suite("Lists of destinations")
struct ListTests {
    private func names(_ planner: TestPlanner, _ order: DestinationOrder, _ language: Language = .english)
        throws
        -> [String]
    {
        order.sorted(try planner.destinations, collator: Collator(language)).map(\.name)
    }

    @Test("Each order has a sensible second one")
    func orders() throws {
        let planner = try TestPlanner()
        try planner.add("Rome") { $0.setDates(try dates("2025-05-01")) }
        try planner.add("Rome") { $0.setDates(try dates("2024-01-01")) }
        try planner.add("Łódź") { $0.priority = .must }
        // In English, Ł is an L with an accent.
        try planner.add("Lublin") { destination in
            destination.priority = .must
            destination.setDates(try dates("2025-05-01"))
        }
        try planner.add("Zadar") { $0.priority = .meh }
        let byName = DestinationOrder.name.sorted(
            try planner.destinations, collator: Collator(Language(matching: "pl") ?? .english))
        #expect(byName.map(\.name) == ["Lublin", "Łódź", "Rome", "Rome", "Zadar"])
        #expect(byName[2].dates?.start == moment("2024-01-01"))
        #expect(try names(planner, .priority) == ["Łódź", "Lublin", "Rome", "Rome", "Zadar"])
        #expect(try names(planner, .date) == ["Rome", "Lublin", "Rome", "Łódź", "Zadar"])
    }

    @Test("A list reads no sights, and a search reads none that it doesn't show")
    func lazy() throws {
        let planner = try TestPlanner()
        for index in 0..<50 { try planner.add("Place \(index)", sights: ["one", "two"]) }
        planner.context.reset()
        let statements = try StatementLog.during(planner.context) {
            let choice = try ListChoice(Invocation(command: "list"), planner.session)
            let found = try choice.destinations(in: planner.session)
            _ = DestinationTable.table(found)
            #expect(found.count == 50)
        }
        let reading = statements.filter { $0.hasPrefix("SELECT") }
        #expect(reading.count == 1, "\(statements)")
        #expect(!statements.contains { $0.contains("Sight") }, "\(statements)")
    }

    @Test("A search finds names, details and sights, without case and accents, and filters go with it")
    func search() throws {
        let planner = try TestPlanner()
        try planner.add("Łódź", sights: ["Księży Młyn"]) { $0.setDates(try dates("2024-03-15")) }
        try planner.add("Kraków") { destination in
            destination.details = "Nad WISŁĄ"
            destination.priority = .must
            destination.setDates(try dates("2024-03-01", "2024-03-20"))
        }
        try planner.add("Rome") { destination in
            let sight = Sight(name: "Fountain")
            sight.note = "lodz"
            destination.sights = [sight]
            destination.setDates(try dates("2020-01-01"))
        }
        try planner.add("Someday")
        func found(_ text: String?, future: Bool = false, _ range: ClosedRange<Priority>? = nil) throws
            -> [String]
        {
            var values: [String: [any Sendable]] = [:]
            if future { values["future"] = [true] }
            if let range { values["priority"] = [range] }
            let choice = try ListChoice(Invocation(command: "list", values: values), planner.session)
            return try choice.destinations(containing: text, in: planner.session).map(\.name)
        }
        #expect(try found("LODZ") == ["Łódź", "Rome"])
        #expect(try found("ksiezy mlyn") == ["Łódź"])
        #expect(try found("wisla") == ["Kraków"])
        #expect(try found("nothing") == [])
        #expect(try found(nil, future: true) == ["Kraków", "Łódź", "Someday"])
        #expect(try found("lodz", future: true) == ["Łódź"])
        #expect(try found(nil, .must ... .must) == ["Kraków"])
        #expect(try found(nil, future: true, .meh ... .maybe) == ["Łódź", "Someday"])
    }
}

@MainActor
@Suite("The plan")
struct TripPlanTests {
    @Test("Days, days left, overlaps and missing sights are in it")
    func plan() throws {
        let planner = try TestPlanner()
        try planner.add("Rome", sights: ["Colosseum"]) { $0.setDates(try dates("2024-03-16", "2024-03-18")) }
        try planner.add("Florence") { $0.setDates(try dates("2024-03-18T09:00", "2024-03-18T20:00")) }
        try planner.add("Past") { $0.setDates(try dates("2024-03-01")) }
        try planner.add("Idea")
        let today = TestPlanner.today
        let plan = TripPlan(
            try planner.session.tripsInOrder(from: today, to: .last), days: today ... .last, today: today)
        let output = Renderer.render(
            Output([.table(plan.table)]), Presentation(format: .json, localizer: Localizer(.english)))
        let rows = try #require(
            try JSONSerialization.jsonObject(with: Data(output.output)) as? [[String: Any]])
        #expect(
            rows.map { $0["day"] as? String } == ["2024-03-16", "2024-03-17", "2024-03-18", "2024-03-18"])
        #expect(rows.map { $0["daysLeft"] as? Int } == [1, 2, 3, 3])
        #expect(rows.map { $0["name"] as? String } == ["Rome", "Rome", "Rome", "Florence"])
        #expect(rows.map { ($0["overlaps"] as? [Int])?.count } == [1, 1, 1, 1])
        #expect(rows.map { $0["sights"] as? Int } == [1, 1, 1, 0])
        let shown = String(
            decoding: Renderer.render(
                Output([.table(plan.table)]),
                Presentation(format: .table, width: 120, localizer: Localizer(.english))
            ).output, as: UTF8.self)
        #expect(shown.contains("no sights yet") && shown.contains("2 of 3") && shown.contains("tomorrow"))
    }

    @Test("A trip of thousands of years is cut, and says so")
    func endless() throws {
        let planner = try TestPlanner()
        try planner.add("Eternal") { $0.setDates(try dates("0001-01-01", "9999-12-31")) }
        let plan = TripPlan(try planner.destinations, days: .first ... .last, today: TestPlanner.today)
        #expect(plan.table.rows.count == TripPlan.mostDays)
        #expect(plan.omitted == 3_652_059 - TripPlan.mostDays)
    }
}
