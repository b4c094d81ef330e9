import Localization
import ProgramKit
import Shell
import Testing

@testable import ITour

@MainActor
@Suite("The search of itour")
struct SearchTests {
    private func planner() async throws -> TestPlanner {
        let planner = try await TestPlanner()
        for line in [
            "trip add Japan 2027-04-01 2027-04-21", "add Kyoto 2027-04-05 2027-04-08",
            "sight add Castle 2027-04-06 10:00 --note \"SRV-77120, crowded\"",
            "back",
            "leg add flight Warsaw Tokyo 2027-04-01 14:20 --code ABC123 --seat 23K",
            "stay add Ryokan 2027-04-05 2027-04-08 --code XY99 --note \"Garden room\"",
            "expense add 1250 JPY Ramen 2024-03-10", "checklist add Passport",
        ] { try await planner.run(line) }
        return planner
    }

    /// Returns the kinds, names and days of the rows for `--json`.
    private func found(_ text: String, in planner: TestPlanner) async throws -> [[String]] {
        let output = try await planner.run("search \(text)")
        guard case .table(let table)? = output.data.first else { return [] }
        let columns = try ["kind", "name", "day"].map { key in
            try #require(table.columns.firstIndex { $0.key == key })
        }
        return table.rows.map { row in
            columns.map { if case .string(let text) = row[$0].raw { text } else { "" } }
        }
    }

    @Test(arguments: [
        ("abc123", ["leg", "Warsaw – Tokyo", "2027-04-01T14:20"]),
        ("23k", ["leg", "Warsaw – Tokyo", "2027-04-01T14:20"]),
        ("tokyo", ["leg", "Warsaw – Tokyo", "2027-04-01T14:20"]), ("japan", ["trip", "Japan", "2027-04-01"]),
        ("garden", ["stay", "Ryokan", "2027-04-05"]), ("XY99", ["stay", "Ryokan", "2027-04-05"]),
        ("ramen", ["expense", "Ramen", "2024-03-10"]), ("passport", ["item", "Passport", ""]),
        ("garden ryokan", ["stay", "Ryokan", "2027-04-05"]),
        ("tokyo warsaw", ["leg", "Warsaw – Tokyo", "2027-04-01T14:20"]),
        ("check-in:2027-04", ["stay", "Ryokan", "2027-04-05"]),
        ("seat:any", ["leg", "Warsaw – Tokyo", "2027-04-01T14:20"]),
        ("category:other amount:1250JPY", ["expense", "Ramen", "2024-03-10"]),
        ("is:planned -name:ryokan -name:japan", ["destination", "Kyoto", "2027-04-05"]),
        ("-is:visited name:castle", ["sight", "Castle", "2027-04-06T10:00"]),
    ])
    func `The search finds every kind of record by its texts`(text: String, row: [String]) async throws {
        #expect(try await found(text, in: planner()) == [row])
    }

    @Test func `A destination is found by its sights, which are listed, too`() async throws {
        let planner = try await planner()
        for text in ["castle", "srv-77120", "crowded"] {
            #expect(
                try await found(text, in: planner) == [
                    ["destination", "Kyoto", "2027-04-05"], ["sight", "Castle", "2027-04-06T10:00"],
                ], "\(text)")
        }
    }

    @Test func `Records come after destinations, in order of time`() async throws {
        let planner = try await planner()
        #expect(
            try await found("o", in: planner).map { $0[0] } == [
                "destination", "leg", "stay", "sight", "item",
            ])
        #expect(try await found("ra --future", in: planner).isEmpty)
        #expect(try await found("tokyo --priority must", in: planner).isEmpty)
        #expect(try await planner.messages("search nowhere") == ["Nothing contains “nowhere”."])
    }

    @Test func `Conditions that no kind of records can have are a mistake`() async throws {
        let planner = try await planner()
        await #expect(throws: ConditionError.self) { try await planner.run("search foo:bar") }
        await #expect(throws: ConditionError.self) { try await planner.run("search priority:enormous") }
        #expect(try await found("ryokan or passport", in: planner).map { $0[0] } == ["stay", "item"])
        #expect(try await planner.messages("search is:cancelled") == ["Nothing matches “is:cancelled”."])
    }

    @Test func `Statistics count the destinations that meet conditions`() async throws {
        let planner = try await planner()
        try await planner.run("add Osaka priority:must")
        #expect(try await planner.messages("stats priority:must").first == "1 destination")
        #expect(
            try await planner.messages("stats priority:meh")
                == ["No destination matches. “list --all” shows everything."])
    }

    @Test func `The screen shows the code of a booking`() async throws {
        let planner = try await planner()
        let output = try await planner.run("search abc123")
        guard case .table(let table)? = output.blocks.first else {
            Issue.record("There is no table.")
            return
        }
        #expect(table.key == "found")
        #expect(table.rows.count == 1)
    }
}
