import Foundation
import Localization
import Testing

@testable import Portfolio
@testable import Shell

@MainActor
@Suite("Work on issues, and what is next")
struct UrgencyTests {
    @Test func `Starting marks an issue with the time, and stopping says how long it took`() async throws {
        let tracker = try await TestTracker()
        try tracker.fill(["Fix", "Write"])
        #expect(try await tracker.said("start 1") == "Started “Fix”.")
        #expect(try tracker.issues[0].started == TestTracker.noon)
        #expect(try await tracker.said("start 1") == "“Fix” is already started. Nothing changed.")
        #expect(try await tracker.text("list").contains("STARTED"))
        tracker.clock.now += 80 * 60
        let stopped = try await tracker.said("stop 1").replacing("\u{A0}", with: " ")
        #expect(stopped == "Stopped “Fix” after 1 h 20 min.")
        #expect(try tracker.issues[0].started == nil)
        #expect(try await tracker.said("stop 1") == "“Fix” is not started. Nothing changed.")
        try await tracker.run("undo")
        #expect(try tracker.issues[0].started == TestTracker.noon)
    }

    @Test func `Conditions find started issues, also those that wait`() async throws {
        let tracker = try await TestTracker()
        try tracker.fill(["Fix", "Write", "Call"])
        for line in ["start 1 2", "wait 3d 2"] { try await tracker.run(line) }
        #expect(try await Set(tracker.titles("list is:started")) == ["Fix", "Write"])
        #expect(try await tracker.titles("list started:none") == ["Call"])
        #expect(try await Set(tracker.titles("list started:today")) == ["Fix"])
        #expect(try await tracker.said("stop is:started --yes") == "Stopped 2 issues.")
    }

    @Test func `Closing ends the work, and the next occurrence isn't started`() async throws {
        let tracker = try await TestTracker()
        for line in ["new Water due:today every:daily", "start 1", "close 1"] { try await tracker.run(line) }
        #expect(try tracker.issues.map(\.started) == [nil, nil])
        #expect(try await tracker.problem("start 1") == "“Water” is closed.")
        #expect(try await tracker.problem("show 1 --urgency") == "“Water” is closed.")
    }

    @Test func `An imported tick ends the work`() async throws {
        let tracker = try await TestTracker()
        for line in ["new Fix", "start 1"] { try await tracker.run(line) }
        try await tracker.importing("x 2024-03-15 2024-03-15 Fix\n", as: .todo)
        #expect(try tracker.issues.map(\.isOpen) == [false])
        #expect(try tracker.issues.map(\.started) == [nil])
    }

    /// The terms of an issue's urgency.
    private func terms(_ tracker: TestTracker, _ number: Int) async throws -> [String: String] {
        let rows = try await tracker.text("show \(number) --urgency", format: .csv).split(
            whereSeparator: \.isNewline)
        return Dictionary(
            uniqueKeysWithValues: rows.dropFirst().map { row in
                let parts = row.split(separator: ",")
                return (String(parts[0]), String(parts[1]))
            })
    }

    @Test(arguments: [
        ("2024-03-01", "12.0"), ("2024-03-08", "12.0"), ("2024-03-15", "8.8"), ("2024-03-22", "5.6"),
        ("2024-03-29", "2.4"), ("2025-01-01", "2.4"),
    ])
    func `The urgency grows evenly until a week after the due day`(due: String, value: String) async throws {
        let tracker = try await TestTracker()
        try await tracker.run("new Fix due:\(due)")
        #expect(try await terms(tracker, 1) == ["due": value, "total": value])
    }

    @Test func `Priority, work, dependencies, age and tags add to the urgency`() async throws {
        let tracker = try await TestTracker()
        try tracker.fill(["Fix", "Write"], created: TestTracker.noon - 73 * 86_400)
        for line in [
            "tag work 1 --yes", "priority high 1", "priority medium 2", "start 1", "block 2 by 1",
        ] {
            try await tracker.run(line)
        }
        #expect(
            try await terms(tracker, 1)
                == ["priority": "6.0", "started": "4.0", "blocking": "8.0", "age": "0.4", "total": "18.4"])
        #expect(
            try await terms(tracker, 2) == [
                "priority": "3.0", "blocked": "-5.0", "age": "0.4", "total": "-1.6",
            ])
        let weighted = TagWeight(tag: "Work", value: -2.5)
        var relations = try IssueRelations(of: tracker.issues, in: tracker.session)
        try relations.readBlocking(tracker.issues, in: tracker.session)
        let urgency = relations.urgency(of: try tracker.issues[0], [weighted], tracker.session.fieldContext)
        #expect(urgency.terms.last?.term == .tag("work"))
        #expect((urgency.total * 10).rounded() == 159)
    }

    @Test func `Next lists the most urgent issues that don't wait and aren't blocked`() async throws {
        let tracker = try await TestTracker()
        try tracker.fill(["Low", "High", "Blocked", "Waiting", "Closed", "Due"])
        for line in [
            "priority high 2", "block 3 by 1", "wait 3d 4", "priority high 3 4 5", "close 5",
            "due tomorrow 6", "tag work 1 2 --yes",
        ] {
            try await tracker.run(line)
        }
        // An issue that another one waits for comes before one that is due tomorrow: 8 and 8.3.
        #expect(try await tracker.titles("next") == ["Due", "Low", "High"])
        #expect(try await tracker.titles("next #work") == ["Low", "High"])
        #expect(try await tracker.titles("next --limit 1") == ["Due"])
        let spoken = try await tracker.text("next --limit 1", format: .accessible)
        #expect(spoken.contains("1 of 3 issues"))
        #expect(spoken.contains("due March 16, 2024, urgency 8.3"))
        let data = try await tracker.text("next", format: .csv)
        #expect(data.split(whereSeparator: \.isNewline).first?.hasSuffix(",urgency") == true)
        #expect(try await tracker.said("next nothing") == "There is nothing to work on now.")
    }

    @Test(arguments: [
        ("work:5", "work:5"), ("#work:5, later:-2.5", "work:5,later:-2.5"), ("none", "none"),
    ])
    func `The setting for tags is read as it is written`(typed: String, stored: String) throws {
        let context = ParseContext(localizer: Localizer(.english), today: .first)
        #expect(try TagWeight.setting.declaration.parse(typed, context).word == stored)
    }

    @Test(arguments: ["work", "work:", "work:high", ":5", "work:500", "work:nan"])
    func `A tag without a number is refused`(typed: String) {
        let context = ParseContext(localizer: Localizer(.english), today: .first)
        #expect(throws: ValueError.self) { try TagWeight.setting.declaration.parse(typed, context) }
    }
}
