import Foundation
import Localization
import Shell
import Testing

@testable import ITour

@MainActor
@Suite("Trip plan")
struct TripPlanTests {
    @Test func `The plan has days, days left, overlaps and missing sights`() async throws {
        let planner = try await TestPlanner()
        try planner.add("Rome", sights: ["Colosseum"]) { $0.setDates(try dates("2024-03-16", "2024-03-18")) }
        try planner.add("Florence") { $0.setDates(try dates("2024-03-17T09:00", "2024-03-17T20:00")) }
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
            rows.map { $0["day"] as? String } == ["2024-03-16", "2024-03-17", "2024-03-17", "2024-03-18"])
        #expect(rows.map { $0["daysLeft"] as? Int } == [1, 2, 2, 3])
        #expect(rows.map { $0["name"] as? String } == ["Rome", "Rome", "Florence", "Rome"])
        #expect(rows.map { ($0["overlaps"] as? [Int])?.count } == [0, 1, 1, 0])
        #expect(rows.map { $0["sights"] as? Int } == [1, 1, 0, 1])
        let shown = String(
            decoding: Renderer.render(
                Output([.table(plan.table)]),
                Presentation(format: .table, width: 120, localizer: Localizer(.english))
            ).output, as: UTF8.self)
        #expect(shown.contains("no sights yet"))
        #expect(shown.contains("2 of 3"))
        #expect(shown.contains("tomorrow"))
    }

    @Test func `A day lists overlapping trips regardless of the displayed period`() async throws {
        let planner = try await TestPlanner()
        try planner.add("A") { $0.setDates(try dates("2024-03-16", "2024-03-19")) }
        try planner.add("B") { $0.setDates(try dates("2024-03-18T09:00", "2024-03-20T12:00")) }
        try planner.add("C") { $0.setDates(try dates("2024-03-20T12:00", "2024-03-21T09:00")) }
        let today = TestPlanner.today
        func overlaps(_ first: CivilDate, _ last: CivilDate) throws -> [String] {
            let plan = TripPlan(
                try planner.session.tripsInOrder(from: first, to: last), days: first...last, today: today)
            let output = Renderer.render(
                Output([.table(plan.table)]), Presentation(format: .json, localizer: Localizer(.english)))
            let rows = try #require(
                try JSONSerialization.jsonObject(with: Data(output.output)) as? [[String: Any]])
            return rows.map { row in
                let numbers = (row["overlaps"] as? [Int])?.map(String.init).joined(separator: ",")
                return "\(row["day"] ?? "") \(row["name"] ?? "") \(numbers ?? "")"
            }
        }
        let all = try overlaps(today, .last)
        let number = try planner.destinations.reduce(into: [String: Int]()) { $0[$1.name] = $1.number }
        let (a, b) = (try #require(number["A"]), try #require(number["B"]))
        #expect(
            all == [
                "2024-03-16 A ", "2024-03-17 A ", "2024-03-18 A \(b)", "2024-03-18 B \(a)",
                "2024-03-19 A \(b)", "2024-03-19 B \(a)", "2024-03-20 B ", "2024-03-20 C ", "2024-03-21 C ",
            ])
        for day in 16...21 {
            let only = try #require(CivilDate("2024-03-\(day)"))
            #expect(try overlaps(only, only) == all.filter { $0.hasPrefix(only.description) })
        }
    }

    /// Returns the plan that begins today, as shown at 80 columns.
    private func shown(_ planner: TestPlanner) throws -> String {
        let today = TestPlanner.today
        let plan = TripPlan(try planner.destinations, days: today ... .last, today: today)
        let shown = Renderer.render(
            Output([.table(plan.table)]),
            Presentation(format: .table, width: 80, localizer: Localizer(.english)))
        return String(decoding: shown.output, as: UTF8.self)
    }

    @Test func `At 80 columns, the plan is a table even if trips with long names overlap`() async throws {
        let planner = try await TestPlanner()
        try planner.add("Rome and the Vatican") { $0.setDates(try dates("2024-03-16", "2024-03-18")) }
        try planner.add("Florence and Siena") {
            $0.setDates(try dates("2024-03-18T09:00", "2024-03-18T20:00"))
        }
        // The plan is a table. If it didn't fit, each row would be shown as a record that begins with “Day:”.
        #expect(try shown(planner).hasPrefix("Day  "))
    }

    @Test func `At 80 columns, times in words are not cut either`() async throws {
        let planner = try await TestPlanner()
        try planner.add("Rome and the Vatican") { $0.setDates(try dates("2024-03-16", "2024-03-29")) }
        try planner.add("Florence and Siena") {
            $0.setDates(try dates("2024-03-18T21:00", "2024-03-20T23:45"))
        }
        let shown = try shown(planner)
        #expect(shown.hasPrefix("Day  "), "\(shown)")
        #expect(shown.contains("11:45"), "\(shown)")
        // Only headings may be truncated, not rows.
        #expect(!shown.split(separator: "\n").dropFirst(2).contains { $0.contains("…") }, "\(shown)")
    }

    @Test func `A trip of thousands of years is shortened, with a notice`() async throws {
        let planner = try await TestPlanner()
        try planner.add("Eternal") { $0.setDates(try dates("0001-01-01", "9999-12-31")) }
        let plan = TripPlan(try planner.destinations, days: .first ... .last, today: TestPlanner.today)
        #expect(plan.table.rows.count == TripPlan.mostDays)
        #expect(plan.omitted == 3_652_059 - TripPlan.mostDays)
    }

    @Test(arguments: ["en", "pl", "hu"])
    func `A duration is never split between its number and its unit`(language: String) async throws {
        let planner = try await TestPlanner()
        for line in [
            "trip add Japan --date 2024-04-04 --end 2024-04-20",
            "leg add flight Frankfurt Tokyo --depart \"2024-04-04 13:45\" --arrive \"2024-04-05 09:15\"",
        ] { try await planner.run(line) }
        let trip = try #require(try planner.session.tripsInOrder().first)
        let localizer = Localizer(try #require(Language(matching: language)))
        let plan = TripPlan(
            [], trips: [trip], days: day(2024, 4, 4)...day(2024, 4, 5), today: TestPlanner.today,
            localizer: localizer)
        let duration = localizer.string(LocalizedText.duration(12 * 60 + 30))
        let parts = duration.split(separator: " ")
        #expect(parts.count == 2, "\(duration)")
        for width in 30...140 {
            let shown = String(
                decoding: Renderer.render(
                    Output([.table(plan.table)]),
                    Presentation(format: .table, width: width, localizer: localizer)
                ).output, as: UTF8.self)
            for part in parts { #expect(shown.contains(part), "\(width) columns: \(shown)") }
        }
    }

    @Test(arguments: ["en", "pl", "hu"])
    func `At 80 columns, no word of a plan with transport and stays is split`(language: String) async throws {
        let planner = try await TestPlanner()
        for line in [
            "trip add Japan --date 2024-04-04 --end 2024-04-20",
            "leg add train Frankfurt Kopenhagen --depart \"2024-04-12 22:13\" --arrive \"2024-04-12 23:59\" --number \"Nozomi 12\" --code ABC123",
            "stay add \"Grand Hotel\" --check-in \"2024-04-12 15:00\" --check-out \"2024-04-14 10:00\" --code R77",
            "add Kyoto --date 2024-04-12 --end 2024-04-20",
        ] { try await planner.run(line) }
        let trip = try #require(try planner.session.tripsInOrder().first)
        let localizer = Localizer(try #require(Language(matching: language)))
        let plan = TripPlan(
            trip.destinations, trips: [trip], days: day(2024, 4, 4)...day(2024, 4, 20),
            today: TestPlanner.today, localizer: localizer)
        func shown(_ width: Int) -> String {
            String(
                decoding: Renderer.render(
                    Output([.table(plan.table)]),
                    Presentation(format: .table, width: width, localizer: localizer)
                ).output, as: UTF8.self)
        }
        // The words of a plan with enough room are words of the narrow one.
        let words = Set(shown(80).split { $0 == " " || $0.isNewline })
        for word in shown(200).split(whereSeparator: { $0 == " " || $0.isNewline }) where !word.contains("─")
        {
            #expect(words.contains(word), "\(word): \(shown(80))")
        }
    }
}
