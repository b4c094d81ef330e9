import Foundation
import Testing

@testable import Portfolio
@testable import Shell

@MainActor
@Suite("Tags and blocked issues in lists")
struct IssueRelationsTests {
    private struct Row: Decodable {
        let title: String
        let tags: [String]
        let status: String
        let blocked: Bool
        let modified: String
        let closed: String?
    }

    /// Fills a tracker with issues, whose tags and dependencies depend on their numbers.
    private func fill(_ tracker: TestTracker, count: Int) throws {
        let tags = ["Zebra", "ant", "ąrka"].map { IssueTag(name: $0) }
        let issues = (0..<count).map { TrackedIssue(title: "Issue \($0)", created: tracker.clock.now) }
        for (index, issue) in issues.enumerated() {
            tracker.context.insert(issue)
            issue.tags = Array(tags.prefix(index % 4))
            if index % 5 == 0 { issue.closed = tracker.clock.now }
            if index > 10, index % 3 == 0 { issue.blockedBy = [issues[index - 9]] }
        }
        try tracker.context.save()
    }

    // Small lists look up the relationships of their issues, large ones read those of all issues.
    @Test(arguments: [12, 120, 2_500], ["list --all", "list", "list \"Issue 1\" --all", "list #ant --all"])
    func `A list of any length shows the tags in order and marks issues that wait for open ones`(
        count: Int, line: String
    ) async throws {
        let tracker = try await TestTracker()
        try fill(tracker, count: count)
        let listed = try await tracker.text(line, format: .json)
        let rows = try JSONDecoder().decode([Row].self, from: Data(listed.utf8))
        #expect(rows.count > 2)
        for row in rows {
            let index = try #require(Int(row.title.dropFirst(6)))
            let waits = index > 10 && index % 3 == 0
            let isOpen = index % 5 != 0
            #expect(
                row.tags
                    == ["ant", "ąrka", "Zebra"].filter { tag in
                        ["Zebra", "ant", "ąrka"].prefix(index % 4).contains(tag)
                    }, "\(row.title)")
            let isBlocked = isOpen && waits && (index - 9) % 5 != 0
            #expect(row.blocked == isBlocked, "\(row.title)")
            #expect((row.closed != nil) == !isOpen)
            #expect(row.status == (isOpen ? "open" : "closed"))
            #expect(row.modified.hasSuffix("Z"))
        }
        let plain = try await tracker.text(line).split(separator: "\n")
        #expect(plain.count == rows.count)
        #expect(plain.count { $0.contains("BLOCKED") } == rows.count(where: \.blocked))
        #expect(plain.count { $0.contains("\tant, ąrka, Zebra\t") } == rows.count { $0.tags.count == 3 })
    }

    @Test func `Tables show changes that aren't saved yet`() async throws {
        let tracker = try await TestTracker()
        try fill(tracker, count: 30)
        let issues = try tracker.issues
        issues[3].closed = tracker.clock.now
        issues[13].tags = []
        let relations = try IssueRelations(of: issues, in: tracker.session)
        #expect(!relations.isBlocked(issues[12], issues[12].persistentModelID))
        #expect(relations.tags(of: issues[13].persistentModelID).isEmpty)
        #expect(relations.isBlocked(issues[18], issues[18].persistentModelID))
        #expect(relations.tags(of: issues[3].persistentModelID) == ["ant", "ąrka", "Zebra"])
    }
}
