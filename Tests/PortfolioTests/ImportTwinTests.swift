import Foundation
import Testing

@testable import Portfolio

@MainActor
@Suite("Issues of the same title in an import")
struct ImportTwinTests {
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

    @Test(
        "Rows of one file become an issue each, and a second import adds and changes nothing",
        arguments: calls)
    func rows(format: IssueFormat, file: String) async throws {
        let tracker = try TestTracker()
        #expect(try await tracker.importing(file, as: format).contains("Added 2, changed 0"))
        #expect(try tracker.issues.map(\.content) == ["Anna 555-1234", "Bob 777-9876"])
        for options in ["--dry-run", ""] {
            #expect(
                try await tracker.importing(file, as: format, options: options).contains("2 unchanged"))
        }
        #expect(try tracker.issues.map(\.content) == ["Anna 555-1234", "Bob 777-9876"])
    }

    @Test(
        "A todo.txt leaves issues of a title as they are, and gives as many to an empty tracker",
        arguments: [1, 2])
    func todo(closed number: Int) async throws {
        let tracker = try TestTracker()
        for line in ["new Buy milk", "new Buy milk", "close \(number)"] { try await tracker.run(line) }
        let file = try await tracker.export(as: .todo)
        #expect(
            try await tracker.importing(file, as: .todo).contains("Added 0, changed 0, left 2 unchanged"))
        #expect(try tracker.issues.map(\.isOpen) == [number == 2, number == 1])
        let other = try TestTracker()
        for told in ["Added 2, changed 0, left 0 unchanged", "Added 0, changed 0, left 2 unchanged"] {
            #expect(try await other.importing(file, as: .todo).contains(told))
            #expect(try other.issues.map(\.isOpen) == [number == 2, number == 1])
        }
    }

    @Test("An entry takes the issue that is as it says, wherever both stand")
    func order() async throws {
        let tracker = try TestTracker()
        for content in ["first", "second"] { try await tracker.run("new Plan --content \(content)") }
        let told = try await tracker.importing("title,content\nPlan,second\nPlan,first\n", as: .csv)
        #expect(told.contains("Added 0, changed 0, left 2 unchanged"))
        #expect(try tracker.issues.map(\.content) == ["first", "second"])
    }

    @Test("Where none is as an entry says, one of the same status is changed")
    func status() async throws {
        let tracker = try TestTracker()
        for line in ["new Plan", "new Plan", "close 1"] { try await tracker.run(line) }
        let told = try await tracker.importing("- [ ] Plan !high\n", as: .markdown)
        #expect(told.contains("Added 0, changed 1"))
        #expect(try tracker.issues.map(\.priority) == [.low, .high])
        #expect(try tracker.issues.map(\.isOpen) == [false, true])
    }

    @Test(
        "A line of todo.txt is about no issue whose title goes on with a tag or a priority that the line lacks",
        arguments: [
            ("Sprint +2", "Sprint"), ("Sprint +2", "2024-03-15 Sprint"), ("Sprint +2", "x Sprint"),
            ("Sprint +2", "Sprint +3"), ("Call Anna @home", "x 2024-03-15 Call Anna"),
            ("Call Anna @home +family", "Call Anna +family"), ("Pay pri:A", "Pay"), ("Pay pri:A", "x Pay"),
            ("Pay pri:A", "(B) 2024-03-15 Pay"),
        ])
    func lookalike(title: String, line: String) async throws {
        let tracker = try TestTracker()
        try tracker.fill([title])
        for told in ["Added 1, changed 0", "Added 0, changed 0, left 1 unchanged"] {
            #expect(try await tracker.importing("\(line)\n", as: .todo).contains(told))
            #expect(try tracker.issues.count == 2)
            let issue = try #require(try tracker.issues.first)
            #expect(issue.title == title && issue.isOpen && issue.tags.isEmpty)
        }
    }

    @Test("Of the lines of a title, the one with all of it is about an issue whose title looks like tags")
    func lookalikes() async throws {
        let tracker = try TestTracker()
        try tracker.fill(["Sprint +2"])
        let file = "2024-03-15 Sprint\nx 2024-03-15 Sprint +3\n(A) 2024-03-15 Sprint +2\n"
        for told in ["Added 2, changed 1", "Added 0, changed 0, left 3 unchanged"] {
            #expect(try await tracker.importing(file, as: .todo).contains(told))
            #expect(try tracker.issues.map(\.title) == ["Sprint +2", "Sprint", "Sprint"])
            #expect(try tracker.issues.map { $0.tags.map(\.name) } == [[], [], ["3"]])
            #expect(try tracker.issues.map(\.priority) == [.high, .low, .low])
        }
    }

    @Test(
        "An issue whose title looks like a priority is known by its own, and by another one written before it",
        arguments: [Priority.low, .medium, .high], [false, true])
    func ownPriority(priority: Priority, isClosed: Bool) async throws {
        let tracker = try TestTracker()
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

    @Test(
        "A line of todo.txt whose x alone is taken away opens its issue",
        arguments: ["Third thing", "Call mom @home", "2024-03-14 dated"], [Priority.low, .medium])
    func reopens(title: String, priority: Priority) async throws {
        let tracker = try TestTracker()
        let issue = try #require(try tracker.fill([title]).first)
        issue.priority = priority
        try tracker.context.save()
        tracker.clock.now += 86_400
        try await tracker.run("close 1")
        let file = try await tracker.export(as: .todo)
        #expect(file.hasPrefix("x 2024-03-16 2024-03-15 \(title)"))
        let line = String(file.dropFirst(2))
        for told in ["Added 0, changed 1", "Added 0, changed 0, left 1 unchanged"] {
            #expect(try await tracker.importing(line, as: .todo).contains(told))
            #expect(issue.isOpen && issue.title == title && issue.priority == priority)
        }
    }

    @Test("Of two issues of a title, an x before the line of the open one closes that one")
    func ticked() async throws {
        let tracker = try TestTracker()
        let old = try #require(
            try tracker.fill(["Water plants"], created: TestTracker.noon.addingTimeInterval(-9 * 86_400))
                .first)
        old.closed = old.created
        let new = try #require(try tracker.fill(["Water plants"]).first)
        tracker.clock.now += 86_400
        let closed = tracker.clock.now
        for told in ["Added 0, changed 1", "Added 0, changed 0, left 1 unchanged"] {
            #expect(try await tracker.importing("x 2024-03-15 Water plants\n", as: .todo).contains(told))
            #expect(new.closed == closed && old.closed == old.created)
            tracker.clock.now += 86_400
        }
    }

    @Test(
        "A line of another day is about another issue, which is done again and again, and closes none",
        arguments: ["2024-03-14 Take out bins\n", "x 2024-03-14 2024-03-14 Take out bins\n"], [-3, 9])
    func otherDay(file: String, hour: Double) async throws {
        let tracker = try TestTracker()
        let issues = try tracker.fill(
            ["Take out bins"], created: TestTracker.noon.addingTimeInterval(hour * 3600))
        for told in ["Added 1, changed 0", "Added 0, changed 0, left 1 unchanged"] {
            #expect(try await tracker.importing(file, as: .todo).contains(told))
            #expect(try tracker.issues.count == 2 && issues[0].isOpen)
        }
    }

    @Test("A date that a title begins with stays in it, also where another issue is called as the rest of it")
    func dated() async throws {
        let tracker = try TestTracker()
        try tracker.fill(["Call"], created: TestTracker.noon.addingTimeInterval(-86_400))
        try await tracker.run("close 1")
        try tracker.fill(["2024-03-14 Call"])
        let file = try await tracker.export(as: .todo)
        #expect(try await tracker.importing(file, as: .todo).contains("left 2 unchanged"))
        let other = try TestTracker()
        for told in ["Added 2, changed 0", "Added 0, changed 0, left 2 unchanged"] {
            #expect(try await other.importing(file, as: .todo).contains(told))
            #expect(try other.issues.map(\.title) == ["Call", "2024-03-14 Call"])
            #expect(try other.issues.map(\.isOpen) == [false, true])
        }
    }

    @Test("An entry without an identifier leaves alone the issue that another entry names")
    func named() async throws {
        let tracker = try TestTracker()
        try await tracker.run("new Plan --content old")
        let identifier = try #require(try tracker.issues.first).identifier.uuidString
        let file = """
            [{"title": "Plan", "content": "other"}, {"title": "Plan", "content": "new", "identifier": "\(identifier)"}]
            """
        for told in ["Added 1, changed 1", "left 2 unchanged"] {
            #expect(try await tracker.importing(file, as: .json).contains(told))
            #expect(try tracker.issues.map(\.content) == ["new", "other"])
        }
    }
}
