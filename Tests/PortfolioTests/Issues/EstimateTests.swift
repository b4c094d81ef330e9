import Localization
import Testing

@testable import Portfolio

@MainActor
@Suite("Estimates")
struct EstimateTests {
    @Test func `A word or an option sets the estimate, and “none” clears it`() async throws {
        let tracker = try await TestTracker()
        try await tracker.run("new Fix login estimate:2h")
        try await tracker.run("new Call est:45min")
        try await tracker.run("new Plan --estimate 1:30")
        #expect(try tracker.issues.map(\.estimate) == [120, 45, 90])
        #expect(try tracker.issues.map(\.title) == ["Fix login", "Call", "Plan"])
        try await tracker.run("edit 1 estimate:none")
        try await tracker.run("edit 2 --estimate 3h --due tomorrow")
        #expect(try tracker.issues.map(\.estimate) == [nil, 180, 90])
        #expect(try tracker.issues[1].dueDay == CivilDate("2024-03-16"))
        #expect(try await tracker.problem("edit 1 estimate:long") == "“long” is not a duration.")
    }

    @Test func `Lists and statistics show the sums`() async throws {
        let tracker = try await TestTracker()
        for line in ["new One estimate:2h", "new Two estimate:45m", "new Three", "close 2"] {
            try await tracker.run(line)
        }
        /// Returns the output of a line for a screen reader.
        func spoken(_ line: String) async throws -> String {
            try await tracker.text(line, format: .accessible)
        }
        #expect(try await spoken("list --all").contains("3 issues, estimate: 2 hours 45 minutes"))
        #expect(try await !spoken("list Three").contains("estimate"))
        #expect(
            try await spoken("stats").contains("Estimate: 2 hours 45 minutes, 2 hours of it for open issues"))
        let data = try await tracker.text("stats", format: .csv)
        #expect(data.contains("estimate,all,165"))
        #expect(data.contains("estimate,open,120"))
        #expect(try await tracker.titles("list --all --sort -estimate") == ["One", "Two", "Three"])
    }

    @Test func `A recurring issue keeps its estimate`() async throws {
        let tracker = try await TestTracker()
        for line in ["new Water estimate:10m every:weekly", "close 1"] { try await tracker.run(line) }
        #expect(try tracker.issues.map(\.estimate) == [10, 10])
    }

    @Test func `A todo.txt has the estimate as a word`() async throws {
        let tracker = try await TestTracker()
        try await tracker.run("new Fix estimate:90")
        let file = try await tracker.export(as: .todo)
        #expect(file.withoutIdentifiers == "2024-03-15 Fix est:1h30m\n")
        let other = try await TestTracker()
        try await other.importing("Fix est:2h\nCall est:soon\n", as: .todo)
        #expect(try other.issues.map(\.estimate) == [120, nil])
        #expect(try other.issues.map(\.title) == ["Fix", "Call est:soon"])
    }

    @Test(arguments: [
        ("\"PT2H30M\"", 150), ("\"P1D\"", 1440), ("\"PT45M\"", 45), ("\"2h\"", 120), ("3", nil),
        ("\"P\"", nil),
        ("\"big\"", nil),
    ])
    func `The field estimate of taskwarrior is read if it is a duration`(written: String, minutes: Int?)
        async throws
    {
        let tracker = try await TestTracker()
        let file = """
            [{"uuid": "6f1b5a0e-7c1f-4b0e-9a55-0d3b1b1f0a01", "description": "Fix", "status": "pending",
              "estimate": \(written)}]
            """
        let report = try await tracker.importing(file, as: .json)
        #expect(try tracker.issues.map(\.estimate) == [minutes])
        #expect(report.contains("it is not a duration") == (minutes == nil))
    }
}
