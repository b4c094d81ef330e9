import Localization
import Testing

@testable import Portfolio

@MainActor
@Suite("Lines with the issue before the value")
struct WordOrderTests {
    @Test(arguments: ["priority 1 high", "priority high 1", "priority alpha h", "priority 1 -- high"])
    func `A priority stands before or after the issues`(line: String) async throws {
        let tracker = try await TestTracker()
        for line in ["new Alpha", "new Beta", line] { try await tracker.run(line) }
        #expect(try tracker.issues.map(\.priority) == [.high, .low])
    }

    @Test(arguments: ["priority:D", "--priority D", "pri:D"])
    func `The option takes the letters that the word takes`(words: String) async throws {
        let tracker = try await TestTracker()
        for line in ["new Alpha !high", "edit 1 \(words)", "new Beta \(words)"] {
            try await tracker.run(line)
        }
        #expect(try tracker.issues.map(\.letter) == ["D", "D"])
        #expect(try tracker.issues.map(\.priority) == [.low, .low])
        #expect(try await tracker.problem("edit 1 --priority x")?.contains("--priority: “x”") == true)
    }

    @Test func `The first of two priorities is the value`() async throws {
        let tracker = try await TestTracker()
        for line in ["new Low water", "new Beta", "priority high low"] { try await tracker.run(line) }
        #expect(try tracker.issues.map(\.priority) == [.high, .low])
        try await tracker.run("priority medium")
        #expect(try tracker.issues.map(\.priority) == [.high, .medium])
        #expect(try await tracker.problem("priority 1 text:high")?.contains("PRIORITY") == true)
    }

    @Test(arguments: [
        ("tag 1 work", "1", "tag work 1"), ("untag 1 work", "1", "untag work 1"),
        ("tag 1 2 work", "1", "tag work 1 2"), ("tag alpha work", "alpha", "tag work alpha"),
        ("tag 1 later", "1", "tag later 1"), ("tag 1 new", "1", "tag #new 1"),
    ])
    func `A tag after the issues is answered with the right line`(
        line: String, name: String, correction: String
    ) async throws {
        let tracker = try await TestTracker()
        for line in ["tag new work", "new Alpha", "new Beta"] { try await tracker.run(line) }
        var thrown: TagError?
        do {
            try await tracker.run(line)
        } catch let error as TagError {
            thrown = error
        }
        #expect(thrown == .order(name, line: correction))
        #expect(try tracker.issues.allSatisfy(\.tags.isEmpty))
    }

    @Test func `A tag whose name is a number comes first, too`() async throws {
        let tracker = try await TestTracker()
        for line in ["tag new work", "tag new 2", "new Work", "new Beta", "tag 2 work", "tag work 2"] {
            try await tracker.run(line)
        }
        #expect(try tracker.issues.map { $0.tags.map(\.name) } == [["2"], ["work"]])
    }

    @Test(arguments: [
        "due 1 --date \"friday 14:00\"", "due 1 --date friday 14:00", "due --date friday 2pm 1",
        "due 1 14:00 --date friday",
    ])
    func `The option of “due” takes a day with a time`(line: String) async throws {
        let tracker = try await TestTracker()
        for line in ["new Alpha", "new Beta", line] { try await tracker.run(line) }
        #expect(try tracker.issues.map(\.dueDay) == [CivilDate("2024-03-22"), nil])
        #expect(try tracker.issues.map(\.dueTime) == [840, nil])
        #expect(
            try await tracker.problem("wait 1 --date \"friday 14:00\"")
                == "--date: “friday 14:00” is not a date.")
    }
}
