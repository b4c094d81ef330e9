import Foundation
import TestSupport
import Testing

@testable import Portfolio

@MainActor
@Suite("Round trips of unusual texts")
struct RoundTripTests {
    /// Returns all values of a tracker. Unicode scalars are escaped, so that similar characters can be
    /// distinguished.
    private func values(_ tracker: TestTracker, modified: Bool = false) throws -> [String] {
        let issues = try tracker.issues.map { issue in
            var parts = [issue.identifier.uuidString, issue.title, issue.content, issue.priority.rawValue]
            let times: [Date?] = [issue.created, issue.closed, modified ? issue.modified : nil]
            parts += times.map { $0.map(ISOTime.string) ?? "" }
            return Self.escaped((parts + issue.tags.map(\.name).sorted()).joined(separator: "|"))
        }
        let tags = try tracker.tags.map { Self.escaped($0.name) }
        return (issues + tags).sorted()
    }

    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
    }

    @Test(arguments: [IssueFormat.json, .csv, .markdown])
    func `Tags whose names differ only in an underscore stay separate`(format: IssueFormat) async throws {
        let tracker = try await TestTracker()
        for name in ["\"to do\"", "to_do", "\"so so\"", "so_so"] { try await tracker.run("tag new \(name)") }
        for line in ["new A --tag \"to do\"", "new B --tag to_do"] { try await tracker.run(line) }
        let file = try await tracker.export(as: format)
        #expect(try await tracker.importing(file, as: format).contains("left 2 unchanged"))
        let other = try await TestTracker()
        #expect(try await other.importing(file, as: format).contains("Created 2 tags without issues."))
        #expect(try other.issues.map { $0.tags.map(\.name) } == [["to do"], ["to_do"]])
        #expect(try other.tags.map(\.name).sorted() == ["so so", "so_so", "to do", "to_do"])
        // An issue with the other tag differs from the file, so the import changes it.
        for line in ["untag to_do 2", "tag \"to do\" 2"] { try await other.run(line) }
        #expect(try await other.importing(file, as: format).contains("Added 0, changed 1, left 1 unchanged"))
        #expect(try other.issues.map { $0.tags.map(\.name) } == [["to do"], ["to_do"]])
    }

    @Test func `In a todo.txt, a tag of several words is distinct from one with underscores`() async throws {
        let tracker = try await TestTracker()
        for line in ["tag new \"to do\"", "new A --tag \"to do\"", "tag new to_do", "new B --tag to_do"] {
            try await tracker.run(line)
        }
        let file = try await tracker.export(as: .todo)
        #expect(try await tracker.importing(file, as: .todo).contains("left 2 unchanged"))
        #expect(try tracker.issues.map { $0.tags.map(\.name) } == [["to do"], ["to_do"]])
        let other = try await TestTracker()
        try await other.run("tag new \"to do\"")
        try await other.importing("A +to_do\nB +to_do\n", as: .todo)
        #expect(try other.tags.map(\.name) == ["to do"] && other.issues.allSatisfy { $0.tags.count == 1 })
    }

    @Test(arguments: IssueFormat.allCases)
    func `Leading combining marks and repeated spaces survive a round trip`(format: IssueFormat) async throws
    {
        let tracker = try await TestTracker()
        let titles = ["\u{301}mark", "A B", "Plan \u{301}x", "x;\u{301}y", "\u{600} 5"]
        let tag = IssueTag(name: "\u{301}odd")
        tracker.context.insert(tag)
        let issues = try tracker.fill(titles + (format == .todo ? [] : ["A  B   C"]), tag: tag)
        if format != .todo { issues[0].content = "first\n\u{301}second\n\n  third\n" }
        try tracker.context.save()
        let before = try values(tracker, modified: true)
        let file = try await tracker.export(as: format)
        #expect(
            try await tracker.importing(file, as: format).contains(
                "Added 0, changed 0, left \(issues.count) unchanged, skipped 0"))
        #expect(try values(tracker, modified: true) == before)
        let other = try await TestTracker()
        try await other.importing(file, as: format)
        #expect(
            try other.issues.map { Self.escaped($0.title + $0.content) }.sorted()
                == issues.map { Self.escaped($0.title + $0.content) }.sorted())
        #expect(try other.tags.map { Self.escaped($0.name) } == [Self.escaped(tag.name)])
    }

    @Test func `A todo.txt keeps a title that looks like a tag or a priority, and adds no duplicate`()
        async throws
    {
        let tracker = try await TestTracker()
        let titles = ["Call mom @home", "Buy  milk", "Pay pri:A", "Post +some signs", "Save +-5"]
        try tracker.fill(titles)
        let file = try await tracker.export(as: .todo)
        #expect(
            try await tracker.importing(file, as: .todo).contains(
                "Added 0, changed 0, left 5 unchanged, skipped 0"))
        #expect(try tracker.tags.isEmpty && tracker.issues.allSatisfy { $0.priority == .low })
        // If a part is added to a line, the import adds its value to the issue.
        let longer = file.replacing("@home", with: "@home +urgent")
        #expect(try await tracker.importing(longer, as: .todo).contains("Added 0, changed 1"))
        #expect(try tracker.issues.map(\.title) == titles)
        #expect(try tracker.issues[0].tags.map(\.name) == ["urgent"])
        #expect(try await tracker.importing(longer, as: .todo).contains("left 5 unchanged"))
        let other = try await TestTracker()
        for report in ["Added 5, changed 0, left 0 unchanged", "Added 0, changed 0, left 5 unchanged"] {
            #expect(try await other.importing(file, as: .todo).contains(report))
        }
    }

    nonisolated private static let pieces = [
        "Call", "mom", "x", "(A)", "(B)", "2024-03-14", "pri:A", "pri:B", "!high", "#work", "@home", "+shop",
        "#\"a b\"", "+-5", "to_do", "TO_DO", "\u{301}", "\u{301}x", "e\u{301}", "\u{E9}", "\u{25CC}\u{301}",
        "\u{600}", "\u{200D}", "*\u{308}", "\\", "\\n", "\"", ";", ",", "<!--", "-->", "id=1", "- [ ]", "[x]",
        "_", "&amp;", "😀",
    ]
    nonisolated private static let gaps = [" ", " ", " ", "  ", "", "_", "\u{A0}"]

    private static func text(_ random: inout SeededGenerator) -> String {
        var text = [" ", "", ""].randomElement(using: &random) ?? ""
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            text += pieces.randomElement(using: &random) ?? ""
            text += gaps.randomElement(using: &random) ?? ""
        }
        return text
    }

    /// Returns a random title that the format can represent.
    private static func title(_ random: inout SeededGenerator, _ format: IssueFormat) -> String {
        let title = (try? CheckedText.line(text(&random))) ?? "Plain"
        if format != .todo { return title }
        let read = TodoText.reading(ofTitle: title).title
        return (try? CheckedText.line(read)) == nil ? "Plain \(title)" : title
    }

    /// Adds forty issues, some with the same title and some with up to eight tags.
    private func fill(
        _ tracker: TestTracker, for format: IssueFormat, _ random: inout SeededGenerator
    ) throws {
        var tags: [IssueTag] = []
        for _ in 0..<8 {
            let tag = IssueTag(name: (try? CheckedText.tagName(Self.text(&random))) ?? "tag")
            if tags.contains(where: { $0.key == tag.key }) { continue }
            tracker.context.insert(tag)
            tags.append(tag)
        }
        let titles = (0..<16).map { _ in Self.title(&random, format) }
        for _ in 0..<40 {
            let lines = (0..<Int.random(in: 0...3, using: &random)).map { _ in Self.text(&random) }
            let days = Double(Int.random(in: -3...0, using: &random))
            let issue = TrackedIssue(
                title: titles.randomElement(using: &random) ?? "Plain",
                content: try CheckedText.content(lines.joined(separator: "\n")),
                priority: Priority.allCases.randomElement(using: &random) ?? .low,
                created: TestTracker.noon.addingTimeInterval(days * 86_400))
            if Bool.random(using: &random) { issue.closed = issue.created.addingTimeInterval(3600) }
            tracker.context.insert(issue)
            issue.tags = tags.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
        }
        try tracker.context.save()
        // Read the texts from the store, which has them in NFC.
        tracker.context.reset()
    }

    @Test(arguments: IssueFormat.allCases, [271_828, 314_159, SeededGenerator.newSeed])
    func `An export of random texts changes nothing in its own tracker and restores an empty one`(
        format: IssueFormat, seed: UInt64
    ) async throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let tracker = try await TestTracker()
        try fill(tracker, for: format, &random)
        let before = try values(tracker, modified: true)
        let file = try await tracker.export(as: format)
        let own = try await tracker.importing(file, as: format)
        #expect(own.contains("Added 0, changed 0, left 40 unchanged, skipped 0"), "seed \(seed): \(own)")
        #expect(try values(tracker, modified: true) == before, "seed \(seed)")
        let other = try await TestTracker()
        let first = try await other.importing(file, as: format)
        #expect(first.contains("Added 40, changed 0, left 0 unchanged, skipped 0"), "seed \(seed): \(first)")
        let copied = try values(other)
        if format == .todo {
            let read = try tracker.issues.map { Self.escaped(TodoText.reading(ofTitle: $0.title).title) }
            #expect(try other.issues.map { Self.escaped($0.title) }.sorted() == read.sorted(), "seed \(seed)")
        } else {
            #expect(try copied == values(tracker), "seed \(seed)")
        }
        let again = try await other.importing(file, as: format)
        #expect(again.contains("Added 0, changed 0, left 40 unchanged, skipped 0"), "seed \(seed): \(again)")
        #expect(try values(other) == copied, "seed \(seed)")
    }
}
