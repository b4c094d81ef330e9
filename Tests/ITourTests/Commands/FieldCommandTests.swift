import Localization
import Testing

@testable import ITour

@MainActor
@Suite("Field commands for the open destination")
struct FieldCommandTests {
    /// Returns a planner whose open destination has dates and details.
    private func planner(_ start: String, _ end: String? = nil) async throws -> TestPlanner {
        let planner = try await TestPlanner()
        try planner.add("Rome") {
            $0.setDates(try dates(start, end))
            $0.details = "By train"
        }
        try await planner.run("open 1")
        return planner
    }

    /// Runs a line that is refused, and returns the problem from its error.
    private func problem(_ planner: TestPlanner, _ line: String) async throws -> String? {
        do {
            try await planner.run(line)
            return nil
        } catch let error as TripError {
            return planner.session.localizer.string(error.problem)
        }
    }

    @Test func `Changing only the start from a day to a time, or back, is refused and keeps the end`()
        async throws
    {
        let days = try await planner("2031-05-10", "2031-05-13")
        let problem = try await problem(days, "date \"2031-05-10 10:00\"")
        #expect(problem?.contains("but its end has none") == true, "\(problem ?? "nil")")
        #expect(try days.destinations.map(\.dates) == [dates("2031-05-10", "2031-05-13")])
        let times = try await planner("2031-05-10T10:00", "2031-05-10T12:00")
        await #expect(throws: TripError.self) { try await times.run("date 2031-05-11") }
        #expect(try times.destinations.map(\.dates) == [dates("2031-05-10T10:00", "2031-05-10T12:00")])
        // If the user also changes the end, a start with a time is accepted.
        try await days.run("date \"2031-05-10 10:00\" --end none")
        #expect(try days.destinations.map(\.dates) == [dates("2031-05-10T10:00")])
        // If the destination has no end, the start can change between a day and a time.
        try await days.run("date 2031-05-11")
        #expect(try days.destinations.map(\.dates) == [dates("2031-05-11")])
    }

    @Test(arguments: [
        (
            "date 2031-05-01 2031-05-04 --end 2031-05-10",
            "The end is given twice: after the date and with “--end”."
        ),
        ("date none --end 2031-05-04", "“Rome” can't have an end because it has no date."),
        ("details abc --clear", "“--clear” can't be used with a text."),
    ])
    func `Contradictory arguments are refused`(line: String, problem: String) async throws {
        let planner = try await planner("2031-05-10", "2031-05-13")
        #expect(try await self.problem(planner, line) == problem)
        #expect(try planner.destinations.map(\.dates) == [dates("2031-05-10", "2031-05-13")])
        #expect(try planner.destinations.map(\.details) == ["By train"])
    }

    @Test func `Dates and details can be removed`() async throws {
        let planner = try await planner("2031-05-10", "2031-05-13")
        try await planner.run("date none")
        try await planner.run("details --clear --yes")
        let rome = try #require(try planner.destinations.first)
        #expect(rome.dates == nil)
        #expect(rome.end == nil)
        #expect(rome.details.isEmpty)
    }
}
