import Foundation
import Localization
import TestSupport
import Testing

@testable import ITour
@testable import Shell

@MainActor
@Suite("One plan")
struct OnePlanTests {
    /// A line of a plan.
    private struct Line: Hashable {
        let day: String
        let name: String
    }

    /// Returns a planner with a trip that has lines of every kind. One destination has planned sights but no dates.
    private func planner() async throws -> TestPlanner {
        let planner = try await TestPlanner()
        for line in [
            "trip add Japan --date 2031-05-01 --end 2031-05-09",
            "add Kyoto --date 2031-05-03 --end 2031-05-05",
            "sight add Castle", "sight schedule castle 2031-05-04 09:30 --for 2h", "sight add Garden",
            "sight schedule garden 2031-05-04", "back", "add Holiday", "sight add Shrine",
            "sight schedule shrine 2031-05-07 11:00", "back",
            "leg add flight Rome Osaka --depart \"2031-05-01 14:05\" --arrive \"2031-05-02 10:15\"",
            "leg add train Osaka Kyoto --depart \"2031-05-03 09:00\" --arrive 09:30",
            "stay add Ryokan --check-in \"2031-05-03 15:00\" --check-out \"2031-05-05 10:00\"",
        ] { try await planner.run(line) }
        return planner
    }

    private func rows(_ output: Output, _ planner: TestPlanner) throws -> [[String: Any]] {
        let json = Renderer.render(
            output.withData, Presentation(format: .json, localizer: planner.session.localizer))
        return try #require(
            try JSONSerialization.jsonObject(with: Data(json.output)) as? [[String: Any]])
    }

    /// Returns the lines of the plan in `--json`.
    private func lines(_ planner: TestPlanner) async throws -> [Line] {
        try rows(try await planner.run("plan japan"), planner).map {
            Line(day: try #require($0["day"] as? String), name: try #require($0["name"] as? String))
        }
    }

    @Test func `The plan has lines of every kind, also of a destination without dates`() async throws {
        let planner = try await planner()
        let kinds = Set(
            try rows(try await planner.run("plan japan"), planner).compactMap { $0["kind"] as? String })
        #expect(kinds == ["trip", "destination", "leg", "sight", "stay"])
        #expect(try await lines(planner).contains(Line(day: "2031-05-07", name: "Shrine")))
    }

    @Test func `day shows the lines of the plan`() async throws {
        let planner = try await planner()
        let lines = try await lines(planner)
        for day in Set(lines.map(\.day)) {
            let shown = try rows(try await planner.run("day \(day) --in japan"), planner)
            #expect(
                shown.map { $0["name"] as? String } == lines.filter { $0.day == day }.map(\.name), "\(day)")
        }
    }

    @Test func `The sheets of a page have the lines of the plan`() async throws {
        let planner = try await planner()
        let trip = try #require(try planner.session.tripsInOrder().first)
        let plan = try #require(TripPlan(trip, planner.session.localizer))
        let expected = Dictionary(grouping: try await lines(planner), by: \.day)
        #expect(plan.days.map { "\($0.day)" } == expected.keys.sorted())
        for (day, entries) in plan.days {
            let sheet = DaySheet(entries, of: plan)
            // A day without plans has a line with the name of the trip.
            let names = Set(expected["\(day)"]?.map(\.name) ?? []).subtracting([trip.name])
            #expect(Set(sheet.destinations + sheet.entries.map(\.name)) == names, "\(day)")
        }
    }

    @Test func `The Markdown sheet has the lines of the plan`() async throws {
        let planner = try await planner()
        let trip = try #require(try planner.session.tripsInOrder().first)
        let export = TripExport(
            destinations: try planner.destinations, trips: [trip], now: TestPlanner.noon,
            localizer: planner.session.localizer)
        let sheet = String(decoding: MarkdownPlan.write(export).bytes, as: UTF8.self)
        let expected = Dictionary(grouping: try await lines(planner), by: \.day)
        var found = 0
        for (day, lines) in expected {
            let heading =
                "### "
                + planner.session.localizer.day(
                    try #require(CivilDate(day)), style: .full)
            let section = try #require(sheet.split(separator: heading + "\n\n").dropFirst().first)
            let shown = section.split(separator: "\n\n")[0].split(separator: "\n")
            try #require(shown.count == lines.count, "\(day): \(shown)")
            for (line, text) in zip(lines, shown) { #expect(text.contains(line.name), "\(day): \(text)") }
            found += 1
        }
        #expect(found == 9)
    }

    @Test func `The calendar has the lines of the plan, each day or span of days once`() async throws {
        let planner = try await planner()
        let output = try await planner.run("calendar 2031-05")
        guard case .month(let calendar)? = output.blocks.first else {
            Issue.record("no calendar")
            return
        }
        var shown: Set<Line> = []
        for entry in calendar.entries {
            for offset in 0...entry.first.days(until: entry.last) {
                shown.insert(Line(day: "\(entry.first.adding(days: offset))", name: entry.label))
            }
        }
        #expect(shown == Set(try await lines(planner)))
        // The plan below the calendar has what the list of destinations lacks.
        #expect(output.blocks.count == 3)
    }

    @Test func `A month with only a flight isn't empty`() async throws {
        let planner = try await TestPlanner()
        try await planner.run("trip add Japan")
        try await planner.run(
            "leg add flight Rome Osaka --depart \"2031-05-01 14:05\" --arrive \"2031-05-02 10:15\"")
        #expect(try await planner.messages("calendar 2031-05").isEmpty)
        #expect(try await planner.messages("calendar 2031-06") == ["Nothing is planned for this month."])
        #expect(try rows(try await planner.run("calendar 2031-05"), planner).isEmpty)
    }
}

extension Cell {
    /// The text that the user sees.
    fileprivate var text: LocalizedText {
        switch display {
        case .text(let text): text
        case .verbatim(let string): .verbatim(string)
        default: .verbatim("")
        }
    }
}
