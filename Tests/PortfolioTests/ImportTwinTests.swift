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
