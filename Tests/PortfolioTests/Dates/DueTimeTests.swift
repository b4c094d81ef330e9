import Basics
import Foundation
import Localization
import Testing

@testable import Portfolio
@testable import Shell

@MainActor
@Suite("Times of day at which issues are due")
struct DueTimeTests {
    @Test(arguments: [
        ("14:00", 840), ("9:30", 570), ("09:05", 545), ("0:00", 0), ("23:59", 1439), ("2pm", 840),
        ("2:30 PM", 870), ("12am", 0), ("12pm", 720), ("14:00-kor", 840), ("14", nil), ("24:00", nil),
        ("9:60", nil),
        ("13pm", nil), ("0am", nil), ("9:5", nil), (":30", nil), ("9:", nil), ("", nil), ("1:2:3", nil),
    ])
    func `A time is read in two forms`(text: String, minute: Int?) {
        #expect(DueTime.minute(text) == minute)
    }

    @Test(arguments: [
        "new Call due:friday 14:00", "new Call due:friday 2pm", "new Call due:friday at:14:00",
        "new Call due:\"friday 14:00\"", "new Call --due friday --at 14:00", "new due:friday 14:00 Call",
    ])
    func `A new issue has a time beside its day`(line: String) async throws {
        let tracker = try await TestTracker()
        try await tracker.run(line)
        let issue = try #require(try tracker.issues.first)
        #expect(issue.title == "Call")
        #expect(issue.dueDay == CivilDate("2024-03-22"))
        #expect(issue.dueTime == 840)
    }

    @Test func `A time without a due day stays in the title, or is refused`() async throws {
        let tracker = try await TestTracker()
        try await tracker.run("new Meet 10:30")
        #expect(try tracker.issues.map(\.title) == ["Meet 10:30"])
        #expect(
            try await tracker.problem("new Call at:14:00")
                == "“Call” has no due day, so it can't have a time of day.")
        #expect(try await tracker.problem("edit 1 due:friday at:soon") == "“soon” is not a time of day.")
        #expect(try await tracker.problem("due none 14:00 1") == "A time of day needs a day.")
        #expect(try tracker.issues.map(\.dueTime) == [nil])
    }

    @Test func `The command due sets a time, keeps it on another day, and clears it with the day`()
        async throws
    {
        let tracker = try await TestTracker()
        try tracker.fill(["Call", "Write"])
        #expect(
            try await tracker.said("due friday 14:00 1") == "“Call” is due on Mar 22, 2024, 2:00\u{202F}PM.")
        #expect(
            try await tracker.said("due 1 tomorrow at 14:00")
                == "“Call” is due on Mar 16, 2024, 2:00\u{202F}PM.")
        #expect(
            try await tracker.said("due friday at 14:00 1")
                == "“Call” is due on Mar 22, 2024, 2:00\u{202F}PM.")
        #expect(
            try await tracker.said("due 1 2 9:30 tomorrow")
                == "2 issues are due on Mar 16, 2024, 9:30\u{202F}AM.")
        #expect(try await tracker.said("due monday 1") == "“Call” is due on Mar 18, 2024, 9:30\u{202F}AM.")
        #expect(try tracker.issues.map(\.dueTime) == [570, 570])
        try await tracker.run("edit 1 at:none")
        #expect(try tracker.issues.map(\.dueTime) == [nil, 570])
        try await tracker.run("due none 2")
        #expect(try tracker.issues.map(\.dueMinute) == [nil, nil])
    }

    @Test func `Lists and the agenda show times and sort by them`() async throws {
        let tracker = try await TestTracker()
        for line in [
            "new Late due:today 18:00", "new Early due:today 8:00", "new Day due:today",
            "new Past due:2024-03-14 10:00",
        ] { try await tracker.run(line) }
        #expect(try await tracker.titles("list --sort due") == ["Past", "Day", "Early", "Late"])
        #expect(try await tracker.titles("agenda") == ["Past", "Day", "Early", "Late"])
        #expect(try await tracker.text("list").contains("today, 6:00\u{202F}PM"))
        #expect(try await tracker.text("list").contains("overdue: Mar 14, 2024, 10:00\u{202F}AM"))
        let spoken = try await tracker.text("agenda", format: .accessible)
        #expect(spoken.contains("Early: number 2, due today, 8:00\u{202F}AM."))
        let data = try await tracker.text("list Late", format: .json)
        #expect(data.contains("\"due\": \"2024-03-15\""))
        #expect(data.contains("\"dueTime\": \"18:00\""))
    }

    @Test func `The next occurrence has the same time`() async throws {
        let tracker = try await TestTracker()
        for line in ["new Water due:today 18:00 every:daily", "close 1"] { try await tracker.run(line) }
        #expect(try tracker.issues.map(\.dueTime) == [1080, 1080])
        #expect(try tracker.issues[1].dueDay == CivilDate("2024-03-16"))
    }

    @Test func `A todo.txt has the time as a word`() async throws {
        let tracker = try await TestTracker()
        try await tracker.run("new Call due:2024-03-20 14:00")
        let file = try await tracker.export(as: .todo)
        #expect(file.withoutIdentifiers == "2024-03-15 Call due:2024-03-20 at:14:00\n")
        let other = try await TestTracker()
        try await other.importing(file + "Meet at:home\n", as: .todo)
        #expect(try other.issues.map(\.dueTime) == [840, nil])
        #expect(try other.issues.map(\.title) == ["Call", "Meet at:home"])
    }

    @Test(arguments: [
        ("Europe/Warsaw", "20261201T170000Z", "18:00"), ("Asia/Tokyo", "20261201T170000Z", "02:00"),
        ("Europe/Warsaw", "20260630T220000Z", nil), ("GMT", "20261201T235959Z", nil),
        ("Europe/Warsaw", "20260329T100000Z", "12:00"), ("America/New_York", "19690101T170000Z", "12:00"),
    ])
    func `An instant has the time of day of its zone`(zone: String, written: String, time: String?) throws {
        let zone = try #require(TimeZone(identifier: zone))
        let digits = Array(written)
        func part(_ range: Range<Int>) -> String { String(digits[range]) }
        let iso =
            "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))T\(part(9..<11)):\(part(11..<13)):\(part(13..<15))Z"
        let date = try #require(ISOTime.date(iso))
        #expect(DueTime.minute(of: date, in: zone).map(DueTime.written) == time)
    }

    @Test func `A task of taskwarrior keeps its time`() async throws {
        let file = """
            [{"uuid": "11111111-1111-4111-8111-111111111111", "description": "Pay rent", "status": "pending",
              "due": "20261201T170000Z", "project": "home.money", "tags": ["bank"]}]
            """
        let tracker = try await TestTracker()
        try await tracker.importing(file, as: .json)
        let issue = try #require(try tracker.issues.first)
        #expect(issue.dueDay == CivilDate("2026-12-01"))
        #expect(issue.dueTime == 1020)
        #expect(try await tracker.titles("list #home") == ["Pay rent"])
    }
}
