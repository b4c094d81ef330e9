import Foundation
import Localization
import ModelData
import TestSupport
import Testing

@testable import Portfolio

@MainActor
@Suite("Samples, reset and statistics")
struct SampleCommandTests {
    @Test func `Samples have five tags with ten issues each and depend only on the seed`() async throws {
        func values(_ seed: Int) async throws -> [String] {
            let tracker = try await TestTracker()
            try await tracker.run("samples --seed \(seed)")
            #expect(try tracker.tags.count == 5 && tracker.issues.count == 50)
            #expect(try Set(tracker.issues.map(\.priority)).count == 3)
            #expect(try Set(tracker.issues.map(\.status)).count == 2)
            let counts = try tracker.context.relatedCounts(of: \IssueTag.issues)
            #expect(counts.values.allSatisfy { $0 >= 10 })
            #expect(
                try await tracker.text("samples --seed \(seed)").contains("All sample issues already exist."))
            return try tracker.issues.map {
                "\($0.identifier) \($0.title) \($0.priority) \($0.created) \($0.isOpen)"
            }
        }
        let first = try await values(1), again = try await values(1), other = try await values(2)
        #expect(first == again)
        #expect(first != other)
    }

    @Test func `A reset asks, deletes everything, and can be undone with all tags`() async throws {
        let tracker = try await TestTracker(answers: ["no", "yes"])
        try await tracker.run("samples")
        let before = try tracker.issues.map { "\($0.title) \($0.tags.map(\.name).sorted())" }
        #expect(try await tracker.text("reset") == "Nothing was deleted.\n")
        #expect(
            try await tracker.text("reset").hasPrefix(
                "Deleted 50 issues and 5 tags.\n“undo” brings them back. Saved views and settings stay.\n"))
        #expect(try tracker.issues.isEmpty && tracker.tags.isEmpty)
        try await tracker.run("undo")
        #expect(try tracker.issues.map { "\($0.title) \($0.tags.map(\.name).sorted())" } == before)
        let script = try await TestTracker()
        try await script.run("new One")
        #expect(try await script.problem("reset")?.contains("must be confirmed at a terminal") == true)
    }

    @Test func `Statistics count existing issues by week, priority and tag`() async throws {
        let tracker = try await TestTracker()
        for line in ["tag new work", "new A --tag work --priority high", "new B", "close B"] {
            try await tracker.run(line)
        }
        try tracker.fill(["Old"], created: TestTracker.noon.addingTimeInterval(-7 * 86_400))
        let rows = try await tracker.text("stats --weeks 2", format: .csv).split(separator: "\r\n")
        #expect(rows.contains("opened,2024-03-04,1"))
        #expect(rows.contains("opened,2024-03-11,2"))
        #expect(rows.contains("closed,2024-03-11,1"))
        #expect(rows.contains("closed,2024-03-04,0"))
        #expect(rows.contains("priority,high,1"))
        #expect(rows.contains("openPriority,low,1"))
        #expect(rows.contains("openTag,work,1"))
    }

    @Test func `The title is copied to the clipboard and printed`() async throws {
        let tracker = try await TestTracker()
        try await tracker.run("new Fix the login")
        let output = try await tracker.run("copy")
        #expect(output.clipboard == "Fix the login")
        #expect(tracker.messages(output) == ["Fix the login"])
    }
}
