import ModelData
import Testing

@testable import MyBooks

@MainActor
@Suite("Lines that set goals")
struct GoalLineTests {
    @Test(arguments: ["goal 52 2026", "goal 52 30", "goal 999 5000 --pages"])
    func `A year has four digits`(line: String) async throws {
        let log = try await TestLog()
        let year = line.split(separator: " ")[1]
        #expect(try await log.problem(line) == "“\(year)” is not a year.")
        #expect(try log.session.context.fetch(FetchDescriptor<Goal>()).isEmpty)
        try await log.run("goal 2026 5000 --pages")
        #expect(try log.session.context.fetch(FetchDescriptor<Goal>()).map(\.year) == [2026])
    }

    @Test func `A goal of an earlier version for another year can be removed`() async throws {
        let log = try await TestLog()
        log.session.context.insert(Goal(year: 52, unit: .books, target: 2026))
        try log.session.context.save()
        try await log.run("goal 52 none --yes")
        #expect(try log.session.context.fetch(FetchDescriptor<Goal>()).isEmpty)
    }
}
