import Foundation
import Testing

@testable import Portfolio

@MainActor
@Suite("Statistics of time")
struct StatsTests {
    @Test
    func `The burn-up counts all and closed issues at the end of each week, and the cycle time their days`()
        async throws
    {
        let tracker = try await TestTracker()
        // 15 March 2024 is a Friday; the weeks begin on 11 March and on 4 March.
        let day = 86_400.0
        let old = try tracker.fill(["A", "B"], created: TestTracker.noon.addingTimeInterval(-20 * day))
        let new = try tracker.fill(["C"], created: TestTracker.noon.addingTimeInterval(-day))
        old[0].closed = TestTracker.noon.addingTimeInterval(-10 * day)
        old[1].closed = TestTracker.noon
        new[0].closed = TestTracker.noon
        try tracker.context.save()
        let shown = try await tracker.text("stats --weeks 2", format: .csv)
        for row in [
            "total,2024-03-04,2", "total,2024-03-11,3", "done,2024-03-04,1", "done,2024-03-11,3",
            "cycleDays,median,10", "cycleDays,90 percent,20",
        ] { #expect(shown.contains(row), "\(row) is missing in \(shown)") }
        #expect(
            try await tracker.text("stats --weeks 2").contains(
                "Days from creation to closing (3 closed issues): half up to 10, 90 percent up to 20."))
        #expect(!(try await TestTracker().text("stats", format: .csv).contains("cycleDays")))
    }

    @Test func `Conditions select the issues that count, and the filter of lists doesn't`() async throws {
        let tracker = try await TestTracker()
        let work = IssueTag(name: "work")
        tracker.context.insert(work)
        try tracker.fill(["A", "B"], tag: work)
        try tracker.fill(["C"])
        try tracker.issues[1].closed = TestTracker.noon
        try tracker.context.save()
        func rows(_ line: String) async throws -> Set<String> {
            Set(
                try await tracker.text(line, format: .csv).split(whereSeparator: \.isNewline).map(String.init)
            )
        }
        let tagged = try await rows("stats #work")
        let wanted: Set = [
            "total,2024-03-11,2", "done,2024-03-11,1", "opened,2024-03-11,2", "closed,2024-03-11,1",
            "priority,low,2", "openPriority,low,1", "tag,work,2", "openTag,work,1",
        ]
        #expect(tagged.isSuperset(of: wanted))
        // The store can't evaluate numbers of issues.
        #expect(try await rows("stats number:1").isSuperset(of: ["priority,low,1", "openTag,work,1"]))
        #expect(try await tracker.said("stats priority:high") == "No issue matches.")
        try await tracker.run("filter #work")
        #expect(try await rows("stats").contains("priority,low,3"))
    }

    @Test func `Cycle times are the nearest ranks`() throws {
        #expect(IssueStatistics.CycleTime(days: []) == nil)
        let one = try #require(IssueStatistics.CycleTime(days: [7]))
        #expect(one.median == 7)
        #expect(one.most == 7)
        #expect(one.count == 1)
        let ten = try #require(IssueStatistics.CycleTime(days: Array((1...10).reversed())))
        #expect(ten.median == 5)
        #expect(ten.most == 9)
    }
}
