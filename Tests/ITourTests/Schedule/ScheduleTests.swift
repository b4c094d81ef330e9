import Foundation
import Localization
import ModelData
import Shell
import TestSupport
import Testing

@testable import ITour

@MainActor
@Suite("Sights on days")
struct ScheduleTests {
    private func planner() async throws -> TestPlanner {
        let planner = try await TestPlanner()
        try await planner.run("trip add Japan")
        try await planner.run("add Kyoto --date 2027-04-05 --end 2027-04-08")
        try await planner.run("sight add Castle --at 35.0142,135.7481 --hours 'Mo-Su 09:00-17:00; Tu off'")
        try await planner.run("sight add Temple --at 35.0394,135.7292")
        try await planner.run("sight add Deer --at 34.6851,135.8430")
        return planner
    }

    private func sight(_ name: String, _ planner: TestPlanner) throws -> Sight {
        try #require(try planner.context.fetch(FetchDescriptor<Sight>()).first { $0.name == name })
    }

    private func warnings(_ output: Output) -> [String] {
        output.blocks.compactMap {
            if case .warning(let text) = $0 { Localizer(.english).string(text) } else { nil }
        }
    }

    private func rows(_ output: Output) throws -> [[String: Any]] {
        let rendered = Renderer.render(
            output.withData, Presentation(format: .json, localizer: Localizer(.english)))
        return try #require(try JSONSerialization.jsonObject(with: Data(rendered.output)) as? [[String: Any]])
    }

    @Test func `A sight is planned for a day and a time, and taken out again`() async throws {
        let planner = try await planner()
        #expect(
            try await planner.messages("sight schedule castle 2027-04-05 09:30 --for 2h")
                == ["Planned “Castle” for Monday, April 5, 2027, 9:30\u{202F}AM."])
        let castle = try sight("Castle", planner)
        #expect(castle.schedule == moment("2027-04-05T09:30"))
        #expect(castle.duration == 120)
        try await planner.run("sight schedule castle 2027-04-07")
        #expect(castle.schedule == moment("2027-04-07"))
        #expect(castle.duration == 120)
        try await planner.run("sight unschedule castle")
        #expect(castle.schedule == nil)
    }

    @Test func `Conflicts are told when a sight is planned`() async throws {
        let planner = try await planner()
        #expect(
            warnings(try await planner.run("sight schedule castle 2027-04-06")) == [
                "“Castle” is closed on Apr 6, 2027 (Mo-Su 09:00-17:00; Tu off)."
            ])
        let late = warnings(try await planner.run("sight schedule castle 2027-04-07 17:30"))
        #expect(late.count == 1 && late[0].contains("isn't open on Apr 7, 2027 at 5:30"))
        try await planner.run("sight schedule castle 2027-04-07 09:30 --for 2h")
        #expect(
            warnings(try await planner.run("sight schedule temple 2027-04-07 11:00")) == [
                "“Castle” and “Temple” overlap on Apr 7, 2027."
            ])
        #expect(warnings(try await planner.run("sight schedule temple 2027-04-07 11:30")).isEmpty)
        #expect(
            warnings(try await planner.run("sight schedule deer 2027-04-07")) == [
                "“Deer” is 38 km from the other sights on Apr 7, 2027."
            ])
        #expect(
            warnings(try await planner.run("sight schedule temple 2027-05-01")) == [
                "“Temple” is planned for May 1, 2027, but “Kyoto” has other dates."
            ])
    }

    @Test func `The day shows its sights in order of time, with hours and walking distance`() async throws {
        let planner = try await planner()
        try await planner.run("sight schedule temple 2027-04-07 11:30")
        try await planner.run("sight schedule castle 2027-04-07 09:30 --for 2h")
        try await planner.run("sight schedule deer 2027-04-07")
        let output = try await planner.run("day 2027-04-07")
        let rows = try rows(output)
        #expect(rows.map { $0["name"] as? String } == ["Kyoto", "Castle", "Temple", "Deer"])
        #expect(rows.map { $0["time"] as? String } == [nil, "09:30", "11:30", nil])
        #expect(rows.map { $0["hours"] as? String } == [nil, "09:00-17:00", nil, nil])
        #expect((rows[2]["distance"] as? Double).map { abs($0 - 3.28) < 0.1 } == true, "\(rows)")
        let text = Renderer.render(
            output, Presentation(format: .table, width: 80, localizer: Localizer(.english)))
        let shown = String(decoding: text.output, as: UTF8.self)
        #expect(shown.hasPrefix("Wednesday, April 7, 2027 (in 1,118 days)"), "\(shown)")
        #expect(shown.contains("Walking distance: "))
    }

    @Test func `The plan shows sights, transport and stays on their days, and unscheduled sights apart`()
        async throws
    {
        let planner = try await planner()
        try await planner.run("sight schedule castle 2027-04-07 09:30 --for 2h")
        let trip = try #require(try planner.context.fetch(FetchDescriptor<Trip>()).first)
        let leg = Leg(
            kind: .train, origin: "Kyoto", target: "Tokyo", departure: moment("2027-04-08T23:10"),
            arrival: moment("2027-04-09T06:30"))
        leg.trip = trip
        let stay = Stay(
            name: "Ryokan", checkIn: moment("2027-04-05T15:00"), checkOut: moment("2027-04-08T10:00"))
        stay.trip = trip
        planner.context.insert(leg)
        planner.context.insert(stay)
        try planner.context.save()
        let output = try await planner.run("plan")
        let rows = try rows(output)
        let tables = output.blocks.compactMap { if case .table(let table) = $0 { table } else { nil } }
        #expect(tables.count == 2)
        #expect(tables.last?.rows.map { "\($0[1].raw)" } == ["string(\"Temple\")", "string(\"Deer\")"])
        #expect(
            rows.map { "\($0["day"] ?? "") \($0["time"] ?? "") \($0["kind"] ?? "") \($0["name"] ?? "")" }
                .map { $0.replacing("<null>", with: "-") } == [
                    "2027-04-05 - destination Kyoto", "2027-04-05 15:00 stay Ryokan",
                    "2027-04-06 - destination Kyoto", "2027-04-06 - stay Ryokan",
                    "2027-04-07 - destination Kyoto", "2027-04-07 09:30 sight Castle",
                    "2027-04-07 - stay Ryokan", "2027-04-08 - destination Kyoto",
                    "2027-04-08 10:00 stay Ryokan", "2027-04-08 23:10 leg Kyoto – Tokyo",
                    "2027-04-09 06:30 leg Kyoto – Tokyo",
                ])
        #expect(rows[5]["until"] as? String == "11:30")
    }

    @Test func `At 80 columns, the plan breaks no word`() async throws {
        let planner = try await planner()
        try await planner.run("sight schedule castle 2027-04-07 09:30 --for 2h")
        try await planner.run("name Miyajima and Hiroshima")
        for language in ["en", "pl", "hu"] {
            let output = try await planner.run("plan")
            let text = Renderer.render(
                output,
                Presentation(
                    format: .table, width: 80,
                    localizer: Localizer(try #require(Language(matching: language)))))
            let lines = String(decoding: text.output, as: UTF8.self).split(separator: "\n")
            #expect(!lines.contains { $0.contains("…") || $0.count > 80 }, "\(lines.joined(separator: "\n"))")
            #expect(lines.joined().contains("Hiroshima"))
        }
    }

    @Test func `Opening hours that can't be interpreted are kept as a text, with a warning`() async throws {
        let planner = try await planner()
        let output = try await planner.run("sight edit temple --hours 'ask the monks'")
        #expect(
            warnings(output) == [
                "The opening hours “ask the monks” can't be interpreted. They are kept as a text."
            ])
        #expect(try sight("Temple", planner).hours == "ask the monks")
        #expect(warnings(try await planner.run("sight schedule temple 2027-04-06")).isEmpty)
    }

    @Test func `Cost, rating, link and the day of a visit are kept`() async throws {
        let planner = try await planner()
        try await planner.run(
            "sight edit castle --cost '1300 JPY' --rating 5 --link https://example.org/castle")
        try await planner.run("sight edit temple --cost 12.50")
        try await planner.run("sight visited castle --on 2024-03-10")
        let castle = try sight("Castle", planner)
        #expect(castle.cost == Money(1300, "JPY"))
        #expect(castle.rating == 5)
        #expect(castle.link == "https://example.org/castle")
        #expect(castle.visitedOn == day(2024, 3, 10))
        #expect(try sight("Temple", planner).cost?.currency == "EUR")
        try await planner.run("sight edit castle --cost none --rating none")
        #expect(castle.cost == nil)
        #expect(castle.rating == nil)
        try await planner.run("sight visited castle --not")
        #expect(!castle.isVisited)
        #expect(castle.visitedOn == nil)
        await #expect(throws: TripError.self) {
            try await planner.run("sight visited castle --not --on 2024-03-10")
        }
    }

    @Test func `The positions that show prints are those that sight move takes`() async throws {
        let planner = try await planner()
        let shown = try await planner.run("show")
        guard case .table(let table) = shown.blocks[1] else {
            Issue.record("show has no table")
            return
        }
        #expect(table.columns[0].key == "position" && table.columns[0].isShown)
        try await planner.run("sight move deer 1")
        #expect(try planner.sights(of: "Kyoto") == ["Deer", "Castle", "Temple"])
    }

    @Test func `Sights of a destination without dates are in the plan too`() async throws {
        let planner = try await TestPlanner()
        try await planner.run("add Osaka")
        try await planner.run("sight add Aquarium")
        try await planner.run("sight schedule aquarium 2027-04-07 10:00")
        let rows = try rows(try await planner.run("plan"))
        #expect(rows.map { $0["name"] as? String } == ["Aquarium"])
        #expect(try self.rows(try await planner.run("day 2027-04-07")).count == 1)
        await #expect(throws: (any Error).self) { try await planner.run("sight schedule aquarium never") }
    }

    @Test func `A plan of 2,000 scheduled sights runs no more statements than one of 20`() async throws {
        var counts: [Int] = []
        for count in [20, 2000] {
            let directory = try TemporaryDirectory()
            let store = directory.file("store")
            let filled = try await TestPlanner(store: store)
            for index in 0..<10 {
                try filled.add("Place \(index)", sights: (0..<count / 10).map { "Sight \($0)" }) {
                    let first = day(2027, 1, 1).adding(days: index * 60)
                    $0.setDates(try TripDates(start: Moment(first), end: Moment(first.adding(days: 59))))
                    for (offset, sight) in $0.sights.enumerated() {
                        sight.schedule = Moment(first.adding(days: offset % 60), minute: 600)
                    }
                }
            }
            filled.session.close()
            let planner = try await TestPlanner(store: store)
            let today = TestPlanner.today
            counts.append(
                try StatementLog.during(planner.context) {
                    let plan = TripPlan(
                        try planner.session.plannedDestinations(from: today, to: .last),
                        trips: try planner.session.tripsInOrder(), days: today ... .last, today: today)
                    #expect(plan.table.rows.count >= min(count, 600))
                }.count)
            planner.session.close()
        }
        // Prefetching may need several statements for many records.
        #expect(counts[1] <= counts[0] + 20, "\(counts)")
    }

    @Test func `A sight is added and planned in one line`() async throws {
        let planner = try await TestPlanner()
        try await planner.run("add Kyoto 2027-04-05 2027-04-08")
        let messages = try await planner.messages("sight add Golden Temple 2027-04-06 10:00 --for 90min")
        #expect(
            messages.map { $0.replacing("\u{202F}", with: " ") } == [
                "Added “Golden Temple” to “Kyoto” as number 1.",
                "Planned “Golden Temple” for Tuesday, April 6, 2027, 10:00 AM.",
            ])
        let temple = try #require(try planner.destinations.first?.sights.first)
        #expect(temple.schedule?.description == "2027-04-06T10:00")
        #expect(temple.duration == 90)
        try await planner.run("back")
        try await planner.run("sight add kyoto Castle 6 April 2027")
        try await planner.run("sight add kyoto Museum --date 2027-04-07")
        try await planner.run("sight add kyoto 'Café 2027'")
        let sights = try #require(try planner.destinations.first?.sights)
        #expect(sights.map(\.name) == ["Golden Temple", "Castle", "Museum", "Café 2027"])
        #expect(
            sights.map { $0.schedule?.description } == ["2027-04-06T10:00", "2027-04-06", "2027-04-07", nil])
    }
}
