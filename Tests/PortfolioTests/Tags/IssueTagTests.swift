import Foundation
import ModelData
import ProgramKit
import Testing
import TestSupport

@testable import Portfolio

@MainActor
@Suite("Issues and tags, many to many")
struct IssueTagTests {
    @Test func `A tag of a thousand issues is deleted and restored with all of them`() async throws {
        let tracker = try await TestTracker()
        try await tracker.run("tag new work")
        let tag = try #require(try tracker.tags.first)
        try tracker.fill((1...1000).map { "Issue \($0)" }, tag: tag)
        #expect(try tracker.context.relatedCounts(of: \IssueTag.issues).values.map(\.self) == [1000])

        try await tracker.run("tag delete work --yes")
        #expect(try tracker.tags.isEmpty)
        #expect(try tracker.issues.count == 1000)
        #expect(try tracker.issues.allSatisfy { $0.tags.isEmpty })

        try await tracker.run("undo")
        #expect(try tracker.tags.map(\.name) == ["work"])
        #expect(try tracker.issues.allSatisfy { $0.tags.map(\.name) == ["work"] })
        #expect(try await tracker.titles("list #work").count == 1000)
        try await tracker.run("redo")
        #expect(try tracker.context.relatedCounts(of: \IssueTag.issues).isEmpty)
    }

    @Test func `A key before a tag's name isn't a part of the name`() async throws {
        let tracker = try await TestTracker()
        for line in ["tag new name:foo", "new One", "tag tag:foo 1", "tag rename tag:foo name:bar"] {
            try await tracker.run(line)
        }
        #expect(try tracker.tags.map(\.name) == ["bar"])
        #expect(try tracker.issues[0].tags.map(\.name) == ["bar"])
        try await tracker.run("untag project:bar 1")
        #expect(try tracker.issues[0].tags.isEmpty)
        #expect(try await tracker.problem("untag tag:garden 1") == "There is no tag “garden”.")
        #expect(try await tracker.problem("tag new name:-x") != nil)
        // A tag with the key in its name comes first.
        try await tracker.run("edit 1 #home #tag:home --yes")
        try await tracker.run("untag tag:home 1")
        #expect(try tracker.issues[0].tags.map(\.name) == ["home"])
    }

    @Test func `A renamed tag has its new name in every list`() async throws {
        let tracker = try await TestTracker()
        for line in ["tag new work", "new One", "tag work", "new Two", "tag work", "tag rename work job"] {
            try await tracker.run(line)
        }
        #expect(try await tracker.text("list").components(separatedBy: "job").count == 3)
        #expect(try await tracker.text("filters").contains("#job"))
        #expect(try await tracker.text("tags").contains("job"))
        #expect(try await tracker.problem("filter work") == "There is no tag “work”.")
    }

    @Test func `An issue with two tags is in both filters and can leave one of them`() async throws {
        let tracker = try await TestTracker()
        for line in ["tag new a", "tag new b", "new One", "tag a", "tag b", "back"] {
            try await tracker.run(line)
        }
        #expect(try await tracker.titles("filter a") == ["One"])
        #expect(try await tracker.titles("filter b") == ["One"])
        try await tracker.run("untag a one")
        #expect(try await tracker.titles("filter a") == [])
        #expect(try await tracker.titles("filter b") == ["One"])
    }

    @Test func `A new issue gets the selected tag`() async throws {
        let tracker = try await TestTracker()
        for line in ["tag new work", "filter #work", "new", "new Second"] { try await tracker.run(line) }
        #expect(try tracker.issues.map { $0.tags.map(\.name) } == [["work"], ["work"]])
        #expect(try tracker.issues.map(\.title) == ["New issue", "Second"])
    }

    @Test(arguments: [271_828, SeededGenerator.newSeed])
    func `Counts match a plain recount after random operations`(seed: UInt64) async throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let tracker = try await TestTracker()
        for name in ["a", "b", "c"] { try await tracker.run("tag new \(name)") }
        for step in 0..<120 {
            let numbers = try tracker.issues.map(\.number)
            let names = try tracker.tags.map(\.name)
            let number = numbers.randomElement(using: &random)
            let name = names.randomElement(using: &random)
            let line: String? =
                switch Int.random(in: 0..<10, using: &random) {
                case 0, 1: "new Issue \(step)"
                case 2, 3: number.flatMap { number in name.map { "tag #\($0) \(number)" } }
                case 4: number.flatMap { number in name.map { "untag #\($0) \(number)" } }
                case 5: number.map { "close \($0)" }
                case 6: number.map { "reopen \($0)" }
                case 7: number.map { "delete \($0) --yes" }
                case 8: names.count > 2 ? name.map { "tag delete #\($0) --yes" } : "tag new t\(step)"
                default: "undo"
                }
            guard let line else { continue }
            do {
                try await tracker.run(line)
            } catch {
                // Only `undo` may fail, if there is nothing to undo.
                if line != "undo" { throw error }
            }
            let expected = try Self.recount(tracker)
            let open = IssueFilter(conditions: [.status(.open)]).predicate
            let counts = try tracker.context.relatedCounts(of: \IssueTag.issues, where: open)
            let found = try Dictionary(
                uniqueKeysWithValues: tracker.tags.map { ($0.name, counts[$0.persistentModelID] ?? 0) })
            #expect(found == expected, "seed \(seed), step \(step): \(line)")
        }
    }

    /// Returns the number of open issues of each tag, counted in another context.
    private static func recount(_ tracker: TestTracker) throws -> [String: Int] {
        let context = ModelContext(tracker.context.container)
        var counts: [String: Int] = [:]
        for tag in try context.fetch(FetchDescriptor<IssueTag>()) { counts[tag.name] = 0 }
        for issue in try context.fetch(FetchDescriptor<TrackedIssue>()) where issue.isOpen {
            for tag in issue.tags { counts[tag.name, default: 0] += 1 }
        }
        return counts
    }

    @Test func `Issues with equal dates and titles keep the order of their numbers`() async throws {
        let tracker = try await TestTracker()
        try tracker.fill(Array(repeating: "Same", count: 50))
        let numbers = try await tracker.text("list").split(separator: "\n").map {
            $0.split(separator: "\t")[0]
        }
        #expect(numbers == (1...50).map { Substring(String($0)) })
        try await tracker.run("sort created oldest")
        #expect(
            try await tracker.text("list").split(separator: "\n").map { $0.split(separator: "\t")[0] }
                == numbers)
    }

    @Test(arguments: ["pl"])
    func `Issues with equal dates are sorted by title in the order of the language`(language: String)
        async throws
    {
        let tracker = try await TestTracker(language: language)
        try tracker.fill(["Żaba", "lis", "Łoś", "mysz", "Zebra"])
        #expect(try await tracker.titles() == ["lis", "Łoś", "mysz", "Zebra", "Żaba"])
    }

    @Test func `Counting loads no issues and needs one SQL statement`() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("counting.store")
        let writer = try await TestTracker(store: path)
        try await writer.run("samples")
        writer.session.close()

        let tracker = try await TestTracker(store: path)
        let table = try await tracker.text("filters")
        #expect(table.contains("#Garden"))
        #expect(try tracker.loadedIssues == 0)
    }

    @Test func `Tag names are unique regardless of case`() async throws {
        let tracker = try await TestTracker()
        try await tracker.run("tag new Łódź")
        #expect(try await tracker.problem("tag new łÓDŹ") == "There is already a tag “Łódź”.")
        try await tracker.run("tag new other")
        #expect(try await tracker.problem("tag rename other ŁÓDŹ") == "There is already a tag “Łódź”.")
        try await tracker.run("tag rename łódź ŁÓDŹ")
        #expect(try tracker.tags.map(\.name) == ["ŁÓDŹ", "other"])
        try await tracker.run("tag new")
        try await tracker.run("tag new")
        #expect(try tracker.tags.map(\.name) == ["ŁÓDŹ", "other", "New tag", "New tag 2"])
    }

    @Test func `The built-in filters can't be renamed or deleted, but tags with their names can`()
        async throws
    {
        let tracker = try await TestTracker()
        #expect(try await tracker.problem("tag delete recent")?.contains("smart filter") == true)
        #expect(try await tracker.problem("tag rename all x")?.contains("smart filter") == true)
        for line in ["tag new all", "new One", "tag all", "new Two"] { try await tracker.run(line) }
        #expect(try await tracker.titles("filter #all") == ["One"])
        #expect(try await tracker.titles("filter all").count == 2)
        try await tracker.run("tag rename all some")
        #expect(try tracker.tags.map(\.name) == ["some"])
    }
}
