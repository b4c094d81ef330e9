import Foundation
import ModelData
import TestSupport
import Testing

@testable import Portfolio

@MainActor
@Suite("Two processes on one store")
struct TwoProcessesTests {
    private func pair(answers: [String]) async throws -> (
        one: TestTracker, other: TestTracker, TemporaryDirectory
    ) {
        let directory = try TemporaryDirectory()
        let path = directory.file("shared.store")
        let one = try TestTracker(store: path, answers: answers)
        try await one.run("tag new work")
        try await one.run("new Title")
        return (one, try TestTracker(store: path), directory)
    }

    @Test("Closing in one and retitling in the other: both survive")
    func bothSurvive() async throws {
        let (one, other, directory) = try await pair(answers: [])
        // The one has the object in hand and changes it while the other saves.
        let issue = try #require(try one.issues.first)
        issue.title = "Retitled"
        try await other.run("close title")
        #expect(try one.session.saveTellingConflicts().isEmpty)
        #expect(issue.title == "Retitled" && issue.closed != nil)
        #expect(try await other.titles("list --status closed") == ["Retitled"])
        _ = directory
    }

    @Test("The same property changed in both: the later save wins and says so")
    func laterWins() async throws {
        let (one, other, directory) = try await pair(answers: [])
        let issue = try #require(try one.issues.first)
        issue.title = "Later"
        try await other.run("title 1 Earlier")
        let blocks = try one.session.saveTellingConflicts()
        #expect(
            one.warnings(.init(blocks)) == [
                "Another process had changed “Later” meanwhile: Title. The later change, this one, counts."
            ])
        #expect(try await other.titles() == ["Later"])
        _ = directory
    }

    @Test("A content that both write: the later save wins and says so, and the title of the other survives")
    func content() async throws {
        let (one, other, directory) = try await pair(answers: ["mine"])
        one.person.meanwhile = [
            {},
            {
                let issue = try #require(try other.issues.first)
                issue.content = "theirs"
                issue.title = "Their title"
                try other.context.save()
            },
        ]
        let output = try await one.run("content")
        #expect(one.warnings(output).contains { $0.contains("Content") })
        #expect(try other.context.storeChangedElsewhere())
        #expect(try other.issues.map(\.content) == ["mine"] && other.issues.map(\.title) == ["Their title"])
        _ = directory
    }

    @Test("Tags that two processes give an issue are both there")
    func tags() async throws {
        let (one, other, directory) = try await pair(answers: [])
        #expect(try one.issues[0].tags.isEmpty)
        try await other.run("tag work 1")
        #expect(try await one.text("show").contains("work"))
        try await one.run("tag new home")
        try await one.run("tag home")
        #expect(try await other.text("show 1").contains("home, work"))
        try await other.run("untag work 1")
        #expect(try await one.titles("list #work") == [])
        #expect(try await one.titles("list #home") == ["Title"])
        _ = directory
    }

    @Test("Changing what another process deleted says so and changes nothing")
    func deleted() async throws {
        let (one, other, directory) = try await pair(answers: [])
        let issue = try #require(try one.issues.first)
        issue.title = "Changed"
        try await other.run("delete 1 --yes")
        #expect(throws: IssueError.deletedMeanwhile(title: "Changed")) {
            try one.session.saveTellingConflicts()
        }
        _ = directory
    }
}
