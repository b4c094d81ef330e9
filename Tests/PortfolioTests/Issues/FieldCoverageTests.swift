import Foundation
import Shell
import Testing

@testable import Portfolio

@MainActor
@Suite("Every stored property")
struct FieldCoverageTests {
    @Test func `of an issue belongs to a field`() {
        #expect(TrackedIssue.fields.propertiesWithoutField.isEmpty)
    }

    /// A value of each field that imports set one by one, as files have it.
    nonisolated private static let values = [
        "priority": "medium", "due": "2024-04-01", "waitingUntil": "2024-03-20", "recurrence": "+2w",
        "content": "First\nSecond", "letter": "D", "estimate": "1h30m",
        "started": "2024-03-14T10:00:00.000Z", "dueTime": "14:05",
        "otherFields": #"{"size": "a b --> c", "recur": ["1weeks", "weekly"]}"#,
    ]

    @Test func `of an issue that has a rule with others is imported by itself`() {
        #expect(Set(TrackedIssue.details.map(\.key)) == Set(Self.values.keys))
    }

    // By the end of the content, an import recognizes a file that was cut off.
    @Test func `of an issue precedes its content`() {
        #expect(TrackedIssue.fields.exported.last?.key == "content")
    }

    @Test(arguments: [IssueFormat.json, .csv, .markdown])
    func `of an issue comes back from a file`(format: IssueFormat) async throws {
        let tracker = try await TestTracker()
        let issue = try #require(try tracker.fill(["Fix", "Other"]).first)
        for line in ["tag new work", "tag work 1", "block 1 by 2", "note 1 Called", "close 1 --yes"] {
            try await tracker.run(line)
        }
        for field in TrackedIssue.details {
            let value = try #require(field.value(written: Self.values[field.key] ?? ""), "\(field.key)")
            #expect(field.set(value, of: issue), "\(field.key)")
        }
        try tracker.context.save()
        let file = try await tracker.export(as: format)
        let other = try await TestTracker()
        try await other.importing(file, as: format)
        let copy = try #require(try other.issues.first)
        // The store sets the time of the last change.
        for field in TrackedIssue.fields.exported where field.key != "modified" {
            #expect(field.value(of: copy) == field.value(of: issue), "\(field.key)")
            #expect(field.value(of: copy) != .null, "\(field.key)")
        }
    }
}
