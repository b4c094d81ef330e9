import Foundation
import Testing

@testable import Portfolio

@MainActor
@Suite("Importing issues with the same title")
struct SameTitleImportTests {
    nonisolated private static let calls: [(IssueFormat, String)] = [
        (.csv, "title,content\nCall back,Anna 555-1234\nCall back,Bob 777-9876\n"),
        (.markdown, "- [ ] Call back\n  Anna 555-1234\n- [ ] Call back\n  Bob 777-9876\n"),
        (
            .json,
            """
            [{"title": "Call back", "content": "Anna 555-1234"}, {"title": "Call back", "content": "Bob 777-9876"}]
            """
        ),
    ]

    @Test(arguments: calls)
    func `Each row of a file becomes an issue, and a second import changes nothing`(
        format: IssueFormat, file: String
    ) async throws {
        let tracker = try await TestTracker()
        #expect(try await tracker.importing(file, as: format).contains("Added 2, changed 0"))
        #expect(try tracker.issues.map(\.content) == ["Anna 555-1234", "Bob 777-9876"])
        for options in ["--dry-run", ""] {
            #expect(
                try await tracker.importing(file, as: format, options: options).contains("2 unchanged"))
        }
        #expect(try tracker.issues.map(\.content) == ["Anna 555-1234", "Bob 777-9876"])
    }

    @Test(arguments: [1, 2])
    func `A todo.txt keeps issues with the same title and restores all of them in an empty tracker`(
        closed number: Int
    ) async throws {
        let tracker = try await TestTracker()
        for line in ["new Buy milk", "new Buy milk", "close \(number)"] { try await tracker.run(line) }
        let file = try await tracker.export(as: .todo)
        #expect(
            try await tracker.importing(file, as: .todo).contains("Added 0, changed 0, left 2 unchanged"))
        #expect(try tracker.issues.map(\.isOpen) == [number == 2, number == 1])
        let other = try await TestTracker()
        for report in ["Added 2, changed 0, left 0 unchanged", "Added 0, changed 0, left 2 unchanged"] {
            #expect(try await other.importing(file, as: .todo).contains(report))
            #expect(try other.issues.map(\.isOpen) == [number == 2, number == 1])
        }
    }

    nonisolated private static let differences = [
        ("due", "2024-04-01", "2024-04-08"), ("t", "2024-04-01", "2024-04-08"), ("rec", "+1w", "+1m"),
    ]

    @Test(arguments: differences)
    func `Issues of one day that differ in one field keep it, in any order of the lines`(
        key: String, first: String, second: String
    ) async throws {
        let tracker = try await TestTracker()
        for value in [first, second] { try await tracker.run("new Call \(key):\(value)") }
        func values() throws -> [String] {
            try tracker.issues.map {
                "\($0.due?.description ?? "") \($0.waitingUntil?.description ?? "") \($0.recurrence ?? "")"
            }
        }
        let before = try values()
        // In the second file, the priority of both issues has changed, too.
        for (mark, report) in [("", "Added 0, changed 0, left 2 unchanged"), ("(A) ", "Added 0, changed 2")] {
            let file = "\(mark)Call \(key):\(second)\n\(mark)Call \(key):\(first)\n"
            #expect(try await tracker.importing(file, as: .todo).contains(report))
            #expect(try values() == before)
        }
    }

    @Test func `An entry matches the issue with equal values regardless of the order`() async throws {
        let tracker = try await TestTracker()
        for content in ["first", "second"] { try await tracker.run("new Plan --content \(content)") }
        let report = try await tracker.importing("title,content\nPlan,second\nPlan,first\n", as: .csv)
        #expect(report.contains("Added 0, changed 0, left 2 unchanged"))
        #expect(try tracker.issues.map(\.content) == ["first", "second"])
    }

    @Test func `Without an equal issue, an entry changes one of the same status`() async throws {
        let tracker = try await TestTracker()
        for line in ["new Plan", "new Plan", "close 1"] { try await tracker.run(line) }
        let report = try await tracker.importing("- [ ] Plan !high\n", as: .markdown)
        #expect(report.contains("Added 0, changed 1"))
        #expect(try tracker.issues.map(\.priority) == [.low, .high])
        #expect(try tracker.issues.map(\.isOpen) == [false, true])
    }

    @Test(arguments: [
        ("Sprint +2", "Sprint"), ("Sprint +2", "2024-03-15 Sprint"), ("Sprint +2", "x Sprint"),
        ("Sprint +2", "Sprint +3"), ("Call Anna @home", "x 2024-03-15 Call Anna"),
        ("Call Anna @home +family", "Call Anna +family"), ("Pay pri:A", "Pay"), ("Pay pri:A", "x Pay"),
        ("Pay pri:A", "(B) 2024-03-15 Pay"),
    ])
    func `A todo.txt line never matches a title that continues with a tag or priority it lacks`(
        title: String, line: String
    ) async throws {
        let tracker = try await TestTracker()
        try tracker.fill([title])
        for report in ["Added 1, changed 0", "Added 0, changed 0, left 1 unchanged"] {
            #expect(try await tracker.importing("\(line)\n", as: .todo).contains(report))
            #expect(try tracker.issues.count == 2)
            let issue = try #require(try tracker.issues.first)
            #expect(issue.title == title)
            #expect(issue.isOpen)
            #expect(issue.tags.isEmpty)
        }
    }

    @Test func `The line with the complete title matches an issue whose title looks like tags`() async throws
    {
        let tracker = try await TestTracker()
        try tracker.fill(["Sprint +2"])
        let file = "2024-03-15 Sprint\nx 2024-03-15 Sprint +3\n(A) 2024-03-15 Sprint +2\n"
        for report in ["Added 2, changed 1", "Added 0, changed 0, left 3 unchanged"] {
            #expect(try await tracker.importing(file, as: .todo).contains(report))
            #expect(try tracker.issues.map(\.title) == ["Sprint +2", "Sprint", "Sprint"])
            #expect(try tracker.issues.map { $0.tags.map(\.name) } == [[], [], ["3"]])
            #expect(try tracker.issues.map(\.priority) == [.high, .low, .low])
        }
    }

    @Test(arguments: [Priority.low, .medium, .high], [false, true])
    func `A title that looks like a priority matches itself, also after a changed priority`(
        priority: Priority, isClosed: Bool
    ) async throws {
        let tracker = try await TestTracker()
        for title in ["Pay pri:A", "Pay pri:C"] {
            let issue = try #require(try tracker.fill([title]).first)
            issue.priority = priority
            if isClosed { issue.closed = issue.created }
        }
        try tracker.fill(["Pay"])
        try tracker.context.save()
        let file = try await tracker.export(as: .todo)
        #expect(
            try await tracker.importing(file, as: .todo).contains("Added 0, changed 0, left 3 unchanged"))
        if priority == .medium, !isClosed {
            let other = file.replacing("(B)", with: "(A)")
            #expect(
                try await tracker.importing(other, as: .todo).contains("Added 0, changed 2, left 1 unchanged")
            )
        }
    }

    @Test(arguments: ["Third thing", "Call mom @home", "2024-03-14 dated"], [Priority.low, .medium])
    func `Removing only the x from a todo.txt line reopens its issue`(title: String, priority: Priority)
        async throws
    {
        let tracker = try await TestTracker()
        let issue = try #require(try tracker.fill([title]).first)
        issue.priority = priority
        try tracker.context.save()
        tracker.clock.now += 86_400
        try await tracker.run("close 1")
        let file = try await tracker.export(as: .todo)
        #expect(file.hasPrefix("x 2024-03-16 2024-03-15 \(title)"))
        let line = String(file.dropFirst(2))
        for report in ["Added 0, changed 1", "Added 0, changed 0, left 1 unchanged"] {
            #expect(try await tracker.importing(line, as: .todo).contains(report))
            #expect(issue.isOpen)
            #expect(issue.title == title)
            #expect(issue.priority == priority)
        }
    }

    @Test func `An x before the line of the open issue closes that one of two with the same title`()
        async throws
    {
        let tracker = try await TestTracker()
        let old = try #require(
            try tracker.fill(["Water plants"], created: TestTracker.noon.addingTimeInterval(-9 * 86_400))
                .first)
        old.closed = old.created
        let new = try #require(try tracker.fill(["Water plants"]).first)
        tracker.clock.now += 86_400
        let closed = tracker.clock.now
        for report in ["Added 0, changed 1", "Added 0, changed 0, left 1 unchanged"] {
            #expect(try await tracker.importing("x 2024-03-15 Water plants\n", as: .todo).contains(report))
            #expect(new.closed == closed)
            #expect(old.closed == old.created)
            tracker.clock.now += 86_400
        }
    }

    @Test(arguments: ["2024-03-14 Take out bins\n", "x 2024-03-14 2024-03-14 Take out bins\n"], [-3, 9])
    func `A line of another day is another issue of a repeated task and closes none`(
        file: String, hour: Double
    ) async throws {
        let tracker = try await TestTracker()
        let issues = try tracker.fill(
            ["Take out bins"], created: TestTracker.noon.addingTimeInterval(hour * 3600))
        for report in ["Added 1, changed 0", "Added 0, changed 0, left 1 unchanged"] {
            #expect(try await tracker.importing(file, as: .todo).contains(report))
            #expect(try tracker.issues.count == 2 && issues[0].isOpen)
        }
    }

    @Test func `A date at the beginning of a title stays, even if another issue has the rest as its title`()
        async throws
    {
        let tracker = try await TestTracker()
        try tracker.fill(["Call"], created: TestTracker.noon.addingTimeInterval(-86_400))
        try await tracker.run("close 1")
        try tracker.fill(["2024-03-14 Call"])
        let file = try await tracker.export(as: .todo)
        #expect(try await tracker.importing(file, as: .todo).contains("left 2 unchanged"))
        let other = try await TestTracker()
        for report in ["Added 2, changed 0", "Added 0, changed 0, left 2 unchanged"] {
            #expect(try await other.importing(file, as: .todo).contains(report))
            #expect(try other.issues.map(\.title) == ["Call", "2024-03-14 Call"])
            #expect(try other.issues.map(\.isOpen) == [false, true])
        }
    }

    @Test func `An entry without an identifier doesn't match an issue that another entry identifies`()
        async throws
    {
        let tracker = try await TestTracker()
        try await tracker.run("new Plan --content old")
        let identifier = try #require(try tracker.issues.first).identifier.uuidString
        let file = """
            [{"title": "Plan", "content": "other"}, {"title": "Plan", "content": "new", "identifier": "\(identifier)"}]
            """
        for report in ["Added 1, changed 1", "left 2 unchanged"] {
            #expect(try await tracker.importing(file, as: .json).contains(report))
            #expect(try tracker.issues.map(\.content) == ["new", "other"])
        }
    }
}
