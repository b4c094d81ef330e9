import Foundation
import Localization
import ModelData
import ProgramKit
import Testing
import TestSupport

@testable import Portfolio

@MainActor
@Suite("Awards")
struct AwardTests {
    private static let thresholds: [AwardCriterion: [Int]] = [
        .issues: [1, 10, 20, 50, 100, 250, 500, 1000], .closed: [1, 10, 20, 50, 100, 250, 500, 1000],
        .tags: [1, 10, 50],
    ]

    @Test func `Reaching the nth threshold of a criterion earns exactly n of its awards`() throws {
        let awards = AwardFile.builtIn(.english)
        #expect(awards.problems.isEmpty)
        #expect(awards.all.count == 19)
        for (criterion, values) in Self.thresholds {
            for (index, value) in values.enumerated() {
                let at = AwardCounts([criterion: value]), before = AwardCounts([criterion: value - 1])
                #expect(awards.all.count { $0.isEarned(at) } == index + 1)
                #expect(awards.all.count { $0.isEarned(before) } == index)
            }
        }
        #expect(awards.all.count { $0.isEarned(AwardCounts([:])) } == 0)
        #expect(awards.all.first { $0.key == "issues-1" }?.name == "First Steps")
    }

    @Test func `All languages with awards have the same ones with their own texts`() throws {
        let files = Language.available.filter {
            EmbeddedFiles.contents("\($0.code).lproj/awards.json") != nil
        }
        .map { AwardFile.builtIn($0) }
        for file in files {
            #expect(file.problems.isEmpty)
            #expect(file.all.map(\.key) == files[0].all.map(\.key))
            #expect(file.all.map(\.color) == files[0].all.map(\.color))
            #expect(Set(file.all.map(\.name)).count == 19)
            #expect(file.all.allSatisfy { !$0.description.isEmpty })
        }
        #expect(Set(files.map { $0.all[0].name }).count == files.count)
    }

    @Test func `An unknown criterion is never earned, and the error in the file is reported`() throws {
        let json = """
            [{"name": "A", "description": "a", "color": "cyan", "criterion": "unlock", "value": 0, "image": "x"},
             {"name": "B", "description": "b", "color": "cyan", "criterion": "tags", "value": 1, "image": "x"}]
            """
        let file = try AwardFile(DataFile(name: "awards.json", bytes: Array(json.utf8)))
        let many = AwardCounts([.issues: 9999, .closed: 9999, .tags: 9999])
        #expect(file.all.map { $0.isEarned(many) } == [false, true])
        let problem = try #require(file.problems.first).problem
        let words = Localizer(.english).string(problem)
        #expect(words.contains("awards[0].criterion"))
        #expect(words.contains("unlock"))
        #expect(throws: DataFileError.self) {
            try AwardFile(DataFile(name: "awards.json", bytes: Array("[{\"name\": 1}]".utf8)))
        }
    }

    @Test func `A new award is announced once, also after undo and in another session`() async throws {
        let tracker = try await TestTracker()
        let first = try await tracker.run("new One")
        #expect(tracker.messages(first).contains { $0.contains("“First Steps”") })
        let undone = tracker.messages(try await tracker.run("undo"))
        let left = "“One” no longer exists, so it was closed."
        #expect(undone == ["Undone: Created “One”.", left, "An award is locked again: “First Steps”."])
        #expect(tracker.messages(try await tracker.run("tag new work")).count == 2)
        let again = try await tracker.run("new Two")
        #expect(!tracker.messages(again).contains { $0.contains("First Steps") })
        let samples = try await tracker.run("samples")
        #expect(
            tracker.messages(samples).contains { $0.contains("“Warming Up”") && $0.contains("“List Maker”") })
        #expect(try await tracker.text("awards").contains("Awards earned"))
        let shown = try await tracker.run("list")
        #expect(!tracker.messages(shown).contains { $0.contains("earned") })
    }

    @Test func `A reset can be undone after awards were earned again`() async throws {
        let tracker = try await TestTracker()
        try await tracker.run("new Precious")
        try await tracker.run("reset --yes")
        let again = try await tracker.run("new other")
        // An award that was announced isn't announced again.
        #expect(!tracker.messages(again).contains { $0.contains("“First Steps”") })
        try await tracker.run("undo")
        try await tracker.run("undo")
        #expect(try tracker.issues.map(\.title) == ["Precious"])
        #expect(try tracker.context.fetchCount(FetchDescriptor<AnnouncedAward>()) == 1)
        try await tracker.run("redo")
        #expect(try tracker.issues.isEmpty)
        try await tracker.run("undo")
        #expect(try tracker.issues.map(\.title) == ["Precious"])
    }

    @Test func `Counts stay correct when issues are closed, reopened, deleted and restored`() async throws {
        let tracker = try await TestTracker()
        func counts() throws -> [Int] {
            let counts = try tracker.session.awardCounts()
            return AwardCriterion.allCases.map { counts[$0] }
        }
        #expect(try counts() == [0, 0, 0])
        for (line, expected) in [
            ("new One", [1, 0, 0]), ("close", [1, 1, 0]), ("tag new a", [1, 1, 1]), ("reopen", [1, 0, 1]),
            ("undo", [1, 1, 1]), ("delete --yes", [0, 0, 1]), ("undo", [1, 1, 1]), ("redo", [0, 0, 1]),
            ("undo", [1, 1, 1]), ("tag delete a --yes", [1, 1, 0]), ("reset --yes", [0, 0, 0]),
            ("undo", [1, 1, 0]),
        ] {
            try await tracker.run(line)
            #expect(try counts() == expected, "\(line)")
        }
    }

    @Test func `An award shows its name, condition and progress`() async throws {
        let tracker = try await TestTracker()
        try await tracker.run("new One")
        #expect(
            try await tracker.text("award warming", format: .accessible) == """
                Award: Warming Up
                Status: locked
                Condition: Add 10 issues.
                Progress: 1 of 10

                """)
        #expect(try await tracker.text("award first steps", format: .accessible).contains("unlocked"))
        #expect(try await tracker.problem("award xyz") == "There is no award “xyz”.")
        #expect(try await tracker.problem("award e")?.contains("matches") == true)
    }

    @Test(arguments: ["pl", "hu"])
    func `An award is found by its English name in every language and by a part of its name`(language: String)
        async throws
    {
        let tracker = try await TestTracker(language: language)
        let spoken = try #require(Language.available.first { $0.code == language })
        let name = try #require(AwardFile.builtIn(spoken).all.first { $0.key == "issues-10" }?.name)
        for typed in ["Warming Up", "warming"] {
            #expect(try await tracker.text("award \(typed)", format: .accessible).contains(name), "\(typed)")
        }
        #expect(try await tracker.problem("award xyz") != nil)
    }

    @Test func `The history names an award in the reader's language, and in English in data`() async throws {
        let directory = try TemporaryDirectory()
        let earner = try await TestTracker(language: "hu", store: directory.file("portfolio.store"))
        let earned = earner.messages(try await earner.run("new One"))
        #expect(earned.contains { $0.contains("Első lépések") })
        earner.session.close()
        for (language, name) in [
            ("pl", "„Pierwsze kroki”"), ("en", "“First Steps”"), ("hu", "„Első lépések”"),
        ] {
            let reader = try await TestTracker(language: language, store: directory.file("portfolio.store"))
            let shown = try await reader.text("history")
            #expect(shown.contains(name), "\(shown)")
            let raw = try await reader.text("history", format: .json)
            #expect(raw.contains("“First Steps”"), "\(raw)")
            #expect(!raw.contains("Első"), "\(raw)")
            reader.session.close()
        }
    }
}
