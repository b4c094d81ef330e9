import Foundation
import Localization
import ModelData
import ProgramKit
import Testing
import TestSupport

@testable import Portfolio

@MainActor
@Suite("Two processes on one store")
struct TwoProcessTests {
    private func pair(answers: [String]) async throws -> (
        one: TestTracker, other: TestTracker, TemporaryDirectory
    ) {
        let directory = try TemporaryDirectory()
        let path = directory.file("shared.store")
        let one = try await TestTracker(store: path, answers: answers)
        try await one.run("tag new work")
        try await one.run("new Title")
        return (one, try await TestTracker(store: path), directory)
    }

    @Test func `Closing an issue in one process and renaming it in the other keeps both changes`()
        async throws
    {
        let (one, other, directory) = try await pair(answers: [])
        // One process has changed an object without saving, when the other process saves the same issue.
        let issue = try #require(try one.issues.first)
        issue.title = "Retitled"
        try await other.run("close title")
        #expect(try one.session.save().isEmpty)
        #expect(issue.title == "Retitled")
        #expect(issue.closed != nil)
        #expect(try await other.titles("list --status closed") == ["Retitled"])
        _ = directory
    }

    @Test func `If both processes change the same property, the later save wins with a notice`() async throws
    {
        let (one, other, directory) = try await pair(answers: [])
        let issue = try #require(try one.issues.first)
        issue.title = "Later"
        try await other.run("title 1 Earlier")
        let blocks = try one.session.save()
        #expect(
            one.warnings(.init(blocks)) == [
                "Another process changed “Later” in the meantime: Title. Your change is later and replaces that change."
            ])
        #expect(try await other.titles() == ["Later"])
        issue.dueDay = CivilDate("2024-04-01")
        try await other.run("due 2024-05-01 1")
        #expect(
            one.warnings(.init(try one.session.save())) == [
                "Another process changed “Later” in the meantime: Due. Your change is later and replaces that change."
            ])
        _ = directory
    }

    @Test func `Typed lines are appended to what another process wrote in the meantime`() async throws {
        let (one, other, directory) = try await pair(answers: ["mine", "more"])
        let write = { (text: String) in
            let issue = try #require(try other.issues.first)
            issue.content = text
            issue.title = "Their title"
            try other.context.save()
        }
        one.user.meanwhile = [{}, { try write("theirs") }, {}]
        let output = try await one.run("content")
        #expect(one.warnings(output).isEmpty)
        #expect(try other.context.storeChangedElsewhere())
        #expect(try other.issues.map(\.content) == ["theirs\nmine\nmore"])
        #expect(try other.issues.map(\.title) == ["Their title"])
        _ = directory
    }

    @Test func `Lines that replace the content name what they replace, and Ctrl-C keeps the other's lines`()
        async throws
    {
        let (one, other, directory) = try await pair(answers: ["mine", ".", "typed", "^C"])
        let write = { (text: String) in
            try #require(try other.issues.first).content = text
            try other.context.save()
        }
        one.user.meanwhile = [{}, { try write("theirs") }]
        let output = try await one.run("content --replace")
        #expect(one.warnings(output).contains { $0.contains("Content") })
        #expect(try await other.text("show 1").contains("mine"))
        one.user.meanwhile = [
            {},
            {
                one.timer.fire()
                _ = try other.context.storeChangedElsewhere()
                try write("mine\ntyped\ntheirs")
            },
        ]
        try await one.run("content")
        #expect(try one.issues.map(\.content) == ["mine\ntheirs"])
        _ = directory
    }

    @Test func `Tags that two processes give an issue are both kept`() async throws {
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

    @Test func `At a prompt, “undo” says if it takes back a change of another process`() async throws {
        let (one, other, directory) = try await pair(answers: [])
        try await other.run("note 1 Theirs.")
        let undone = one.messages(try await one.run("undo"))
        #expect(undone.first == "Undone: Added a note to “Title”.")
        #expect(undone.contains { $0.hasPrefix("This change was not made in this session, but on ") })
        #expect(undone.last?.hasSuffix("“redo” brings it back.") == true)
        try await one.run("note 1 Mine.")
        #expect(one.messages(try await one.run("undo")) == ["Undone: Added a note to “Title”."])
        // In a script, nobody is surprised.
        let ofScript = other.messages(try await other.run("undo"))
        #expect(!ofScript.contains { $0.hasPrefix("This change") })
        _ = directory
    }

    @Test func `Changing an issue that another process deleted fails with an error`() async throws {
        let (one, other, directory) = try await pair(answers: [])
        let issue = try #require(try one.issues.first)
        issue.title = "Changed"
        try await other.run("delete 1 --yes")
        #expect(throws: DeletedMeanwhileError(title: "Changed")) {
            try one.session.save()
        }
        _ = directory
    }
}
