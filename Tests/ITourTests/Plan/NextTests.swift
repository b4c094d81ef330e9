import Localization
import Testing

@testable import ITour
@testable import Shell

@MainActor
@Suite("What comes next")
struct NextTests {
    /// Returns the states, names and times of the rows. It is noon in UTC on 15 March 2024.
    private func rows(_ planner: TestPlanner, _ line: String = "next") async throws -> [[String]] {
        let output = try await planner.run(line)
        let tables = (output.data + output.blocks).compactMap {
            if case .table(let table) = $0 { table } else { nil }
        }
        let table = try #require(tables.first)
        let columns = try ["state", "name", "time"].map { key in
            try #require(table.columns.firstIndex { $0.key == key })
        }
        return table.rows.map { row in
            columns.map { if case .string(let text) = row[$0].raw { text } else { "" } }
        }
    }

    @Test func `The next entries are in order of their instants, on local clocks`() async throws {
        let planner = try await TestPlanner()
        for line in [
            "trip add Asia 2024-03-15 2024-03-20",
            "leg add flight Tokyo Seoul 2024-03-15 22:00 2024-03-16 00:30 --from-zone Asia/Tokyo --to-zone Asia/Seoul --seat 7A",
            "leg add flight Paris Rome 2024-03-15 15:00 17:00 --from-zone Europe/Paris --to-zone Europe/Rome",
            "leg add train Berlin Prague 2024-03-15 10:00 15:00 --from-zone Europe/Berlin --to-zone Europe/Berlin",
            "stay add Inn 2024-03-18 2024-03-19", "stay add Hut 2024-03-10 2024-03-12",
        ] { try await planner.run(line) }
        #expect(
            try await rows(planner) == [
                ["now", "Berlin – Prague", "10:00"], ["next", "Tokyo – Seoul", "22:00"],
                ["next", "Paris – Rome", "15:00"], ["next", "Inn", ""],
            ])
    }

    @Test func `today shows what is over, what is on and what comes, on local clocks`() async throws {
        let planner = try await TestPlanner()
        for line in [
            "trip add Asia 2024-03-15 2024-03-20",
            "leg add flight Tokyo Seoul 2024-03-15 22:00 2024-03-16 00:30 --from-zone Asia/Tokyo --to-zone Asia/Seoul",
            "leg add train Berlin Prague 2024-03-15 10:00 15:00 --from-zone Europe/Berlin --to-zone Europe/Berlin",
            "leg add bus Uphill Downhill 2024-03-15 08:00 09:00", "stay add Inn 2024-03-14 2024-03-17",
            "stay add Hut 2024-03-18 2024-03-19",
        ] { try await planner.run(line) }
        #expect(
            try await rows(planner, "today") == [
                ["over", "Uphill – Downhill", "08:00"], ["now", "Berlin – Prague", "10:00"],
                ["next", "Tokyo – Seoul", "22:00"], ["", "Inn", ""],
            ])
        let empty = try await TestPlanner()
        #expect(try await empty.messages("today") == ["Nothing is planned for this day."])
    }

    @Test func `Without plans, it says so`() async throws {
        let planner = try await TestPlanner()
        #expect(try await planner.messages("next") == ["Nothing is planned from now on."])
    }

    @Test(arguments: [
        ("en", "until March 16, 2024, 12:30\u{202F}AM"), ("pl", "do 16 marca 2024, 00:30"),
        ("hu", "eddig: 2024. március 16. 0:30"),
    ])
    func `Transport that arrives on another day has its arrival beside its seat`(
        language: String, arrival: String
    ) async throws {
        let planner = try await TestPlanner(language: language)
        try await planner.run("trip add Asia 2024-03-15 2024-03-20")
        try await planner.run(
            "leg add flight Tokyo Seoul 2024-03-15 22:00 2024-03-16 00:30 --from-zone Asia/Tokyo --to-zone Asia/Seoul --seat 7A"
        )
        for command in ["next", "today"] {
            let output = Renderer.render(
                try await planner.run(command),
                Presentation(format: .accessible, localizer: planner.session.localizer)
            ).output
            let shown = String(decoding: output, as: UTF8.self)
            #expect(shown.contains(arrival), "\(shown)")
            #expect(shown.contains("7A"), "\(shown)")
        }
    }

    @Test func `An address is shown once`() async throws {
        let planner = try await TestPlanner()
        for line in [
            "trip add Asia 2024-03-14 2024-03-20",
            "stay add Inn 2024-03-16 15:00 2024-03-18 11:00 --address 'Gion 1'", "add Kyoto 2024-03-17",
            "sight add Castle 2024-03-17 10:00 --address 'Nijo 541'",
        ] { try await planner.run(line) }
        let output = Renderer.render(
            try await planner.run("next"),
            Presentation(format: .accessible, localizer: planner.session.localizer)
        ).output
        let shown = String(decoding: output, as: UTF8.self)
        #expect(shown.ranges(of: "Gion 1").count == 1, "\(shown)")
        #expect(shown.ranges(of: "Nijo 541").count == 1, "\(shown)")
    }

    @Test func `Screen readers get a sentence for each entry, with the present night of a stay`() async throws
    {
        let planner = try await TestPlanner()
        for line in [
            "trip add Asia 2024-03-14 2024-03-20",
            "stay add Inn 2024-03-14 15:00 2024-03-17 11:00 --code R7",
            "leg add train Berlin Prague 2024-03-16 10:00 15:00 --seat 7A",
        ] { try await planner.run(line) }
        let output = Renderer.render(
            try await planner.run("next"),
            Presentation(format: .accessible, localizer: planner.session.localizer)
        ).output
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
        try #require(lines.count == 3)
        #expect(lines[1].hasPrefix("now: Inn, Stay, March 15, 2024, "), "\(lines)")
        #expect(lines[1].hasSuffix("night 2 of 3."), "\(lines)")
        #expect(lines[2].hasPrefix("tomorrow: Berlin – Prague, Transport, March 16, 2024, "), "\(lines)")
        #expect(lines[2].hasSuffix("seat 7A."), "\(lines)")
    }
}
