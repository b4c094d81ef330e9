import Foundation
import Localization
import ModelData
import Testing

@testable import Portfolio

@MainActor
@Suite("Dates, dependencies and notes")
struct DateCommandTests {
    @Test func `“due” sets a day, overdue days stand out, and undo restores the former day`() async throws {
        let tracker = try await TestTracker()
        try tracker.fill(["One", "Two"])
        #expect(try await tracker.said("due friday 1") == "“One” is due on Mar 22, 2024.")
        #expect(try tracker.issues[0].dueDay == CivilDate("2024-03-22"))
        try await tracker.run("due yesterday 1")
        #expect(try await tracker.text("list").contains("overdue: Mar 14, 2024"))
        #expect(try await tracker.text("show 1", format: .json).contains("\"due\": \"2024-03-14\""))
        try await tracker.run("due today 2")
        #expect(try await tracker.text("list", format: .accessible).contains("due today"))
        try await tracker.run("close 2")
        #expect(!(try await tracker.text("list", format: .accessible).contains("due today")))
        try await tracker.run("undo")
        try await tracker.run("undo")
        try await tracker.run("undo")
        #expect(try tracker.issues[0].dueDay == CivilDate("2024-03-22"))
        #expect(try await tracker.said("due none 1 2") == "“One” is no longer due on a day.")
        #expect(try await tracker.problem("due soon 1") != nil)
        #expect(try await tracker.said("due 2024-02-29 1 2") == "2 issues are due on Feb 29, 2024.")
    }

    @Test(arguments: [
        ("due friday 1", "2024-03-22", [1]), ("due 1 friday", "2024-03-22", [1]),
        ("due 1 2 next week", "2024-03-18", [1, 2]), ("due next week 1 2", "2024-03-18", [1, 2]),
        ("due 24 december", "2024-12-24", [3]), ("due december 24", "2024-12-24", [3]),
        ("due 25.11. 1", "2024-11-25", [1]), ("due 2 \"5 may\"", "2024-05-05", [2]),
        ("due alpha 3d", "2024-03-18", [1]), ("due 3d alpha beta", "2024-03-18", [1, 2]),
        ("due is:open friday --yes", "2024-03-22", [1, 2, 3]), ("due 2 --date friday", "2024-03-22", [2]),
        ("due in 2 weeks", "2024-03-29", [3]), ("due 1 3 end of month", "2024-03-31", [1, 3]),
    ])
    func `A date stands before or after the issues`(line: String, day: String, numbers: [Int]) async throws {
        let tracker = try await TestTracker()
        try tracker.fill(["Alpha", "Beta"])
        try await tracker.run("new Gamma")
        try await tracker.run(line)
        #expect(try tracker.issues.filter { $0.dueDay == CivilDate(day) }.map(\.number) == numbers)
        let wait = line.replacing("due ", with: "wait ")
        try await tracker.run(wait)
        #expect(try tracker.issues.filter { $0.waitingDay == CivilDate(day) }.map(\.number) == numbers)
    }

    @Test(arguments: [
        ("every weekly 1", "+1w", [1]), ("every 1 weekly", "+1w", [1]),
        ("every 1 2 2 weeks", "+2w", [1, 2]), ("every 2 weeks 1", "+2w", [1]),
        ("every monthly 1", "+1m", [1]), ("every 15th 1", "+1m@15", [1]),
        ("every 1 last day", "+1m@last", [1]),
        ("every mon,thu 2 1", "+1w@mon,thu", [1, 2]), ("every 2 weeks", "+2w", [3]),
        ("every alpha 2 days after closing", "2d", [1]),
        ("every 2 days after closing alpha", "2d", [1]), ("every 1 --recurrence daily", "+1d", [1]),
    ])
    func `A recurrence stands before or after the issues`(line: String, rule: String, numbers: [Int])
        async throws
    {
        let tracker = try await TestTracker()
        try tracker.fill(["Alpha", "Beta"])
        try await tracker.run("new Gamma")
        try await tracker.run(line)
        #expect(try tracker.issues.filter { $0.rule?.rawValue == rule }.map(\.number) == numbers)
    }

    @Test func `A line with two dates, none, or one that is part of a title is refused`() async throws {
        let tracker = try await TestTracker()
        try tracker.fill(["Alpha", "Pay friday rent"])
        #expect(
            try await tracker.problem("due 5 may 1")
                == "This can mean “5 may” for 1, or “may 1” for 5.")
        #expect(
            try await tracker.problem("due alpha friday")
                == "“friday” can be a date or a part of the title “Pay friday rent”.")
        #expect(try await tracker.problem("due alpha soon") == "There is no date in “alpha soon”.")
        #expect(try await tracker.problem("every alpha 2") == "There is no recurrence in “alpha”.")
        #expect(try await tracker.problem("due 1 2 fridya") == "There is no date in “fridya”.")
        #expect(try await tracker.problem("due fridya is:open") == "There is no date in “fridya”.")
        #expect(try await tracker.problem("due 1 2") == "There is no date in “1 2”.")
        #expect(
            try await tracker.problem("due friday") == "No issue selected: “friday” was read as the value.")
        #expect(
            try await tracker.problem("every 2 week") == "No issue selected: “2 week” was read as the value.")
        #expect(try await tracker.problem("due") == "No issue selected.")
        #expect(try await tracker.problem("due 1 2024-02-30") == "The calendar has no day “2024-02-30”.")
        try await tracker.run("new Open")
        #expect(try await tracker.problem("due") == "The argument DATE|none is missing.")
        #expect(try await tracker.problem("due 2024-02-30") == "The calendar has no day “2024-02-30”.")
        let asked = try await TestTracker(answers: ["tomorrow"])
        for line in ["new Open", "due"] { try await asked.run(line) }
        #expect(try asked.issues[0].dueDay == CivilDate("2024-03-16"))
    }

    @Test(arguments: [("yes", [1]), ("no", [])])
    func `At a terminal, a doubtful date at the end is asked about`(answer: String, numbers: [Int])
        async throws
    {
        let tracker = try await TestTracker(answers: [answer])
        try tracker.fill(["Alpha", "Pay friday rent"])
        if answer == "yes" {
            try await tracker.run("due alpha friday")
        } else {
            #expect(try await tracker.problem("due alpha friday") == "There is no date in “alpha friday”.")
        }
        #expect(try tracker.issues.filter { $0.due != nil }.map(\.number) == numbers)
    }

    @Test(arguments: [
        ("en", "due 1 every other tuesday", "“every other tuesday” is a recurrence, not a date."),
        ("en", "due every 2 weeks 1", "“every 2 weeks” is a recurrence, not a date."),
        ("pl", "due 1 co drugi wtorek", "„co drugi wtorek” to powtarzanie, a nie data."),
        ("pl", "wait 1 co tydzień", "„co tydzień” to powtarzanie, a nie data."),
        ("hu", "due 1 minden kedd", "„minden kedd” ismétlődés, nem dátum."),
    ])
    func `A recurrence instead of a date names the command for recurrences`(
        language: String, line: String, problem: String
    ) async throws {
        let tracker = try await TestTracker(language: language)
        try tracker.fill(["Alpha"])
        #expect(try await tracker.problem(line) == problem)
        #expect(try tracker.issues[0].dueDay == nil)
    }

    @Test func `Days are given in the user's language`() async throws {
        let tracker = try await TestTracker(language: "pl")
        try tracker.fill(["Raz"])
        #expect(try await tracker.said("due \"za 3 dni\" 1") == "Termin „Raz”: 18 mar 2024.")
        #expect(try await tracker.said("every \"co 2 tygodnie\" 1") == "„Raz” powtarza się: co 2 tygodnie.")
        #expect(try await tracker.said("due 1 jutro o 14:00") == "Termin „Raz”: 16 mar 2024, 14:00.")
        #expect(try await tracker.said("due 1 piątek o 9:30") == "Termin „Raz”: 22 mar 2024, 09:30.")
        #expect(try await tracker.said("due brak 1") == "„Raz” nie ma już terminu.")
        #expect(try await tracker.said("due 20 marca 1") == "Termin „Raz”: 20 mar 2024.")
        #expect(
            try await tracker.said("every pon,czw 1")
                == "„Raz” powtarza się: co tydzień (poniedziałek i czwartek).")
        #expect(try await tracker.said("every 29 lutego 1") == "„Raz” powtarza się: co rok (29.2.).")
    }

    @Test func `The agenda writes weekdays in the order of the language`() async throws {
        for (language, heading) in [
            ("pl", "poniedziałek, 18 marca 2024"), ("hu", "2024. március 18., hétfő"),
        ] {
            let tracker = try await TestTracker(language: language)
            try tracker.fill(["Raz"])
            try await tracker.run("due 2024-03-18 1")
            #expect(try await tracker.text("agenda", format: .accessible).contains(heading), "\(language)")
        }
    }

    @Test func `Closing a recurring issue creates the next one, and both are one step of undo`() async throws
    {
        let tracker = try await TestTracker()
        for line in [
            "tag new home", "new Water the plants --tag home --priority high --content Balcony",
            "due 2024-03-14", "every \"2 weeks\"", "note Twice in summer",
        ] { try await tracker.run(line) }
        let shown = try await tracker.text("close 1")
        #expect(shown.contains("The next “Water the plants” is due on Mar 28, 2024."))
        let next = try #require(try tracker.issues.last)
        #expect(try tracker.issues.count == 2)
        #expect(next.isOpen)
        #expect(next.priority == .high)
        #expect(next.content == "Balcony")
        #expect(next.tags.map(\.name) == ["home"])
        #expect(next.rule?.rawValue == "+2w")
        #expect(next.notes.isEmpty)
        #expect(
            try await tracker.said("close 1")
                == "“Water the plants” is already closed. Nothing changed.")
        #expect(try tracker.issues.count == 2)
        try await tracker.run("undo")
        #expect(try tracker.issues.map(\.isOpen) == [true])
        try await tracker.run("redo")
        #expect(try tracker.issues.map(\.isOpen) == [false, true])
        try await tracker.run("every none 2")
        try await tracker.run("close 2")
        #expect(try tracker.issues.count == 2)
    }

    @Test func `A recurrence on a weekday sets the first due day`() async throws {
        let tracker = try await TestTracker()
        try tracker.fill(["Meeting"])
        try await tracker.run("every monday 1")
        #expect(try tracker.issues[0].dueDay == CivilDate("2024-03-18"))
        try await tracker.run("due 9999-12-31 1")
        #expect(
            try await tracker.problem("close 1")
                == "“Meeting” can't be closed: its next due day would be after the year 9999.")
        #expect(try tracker.issues[0].isOpen)
    }

    /// Closes the last issue several times, each time on its due day, and returns the days.
    private func series(_ tracker: TestTracker, _ count: Int) async throws -> [String] {
        var days: [String] = []
        for _ in 0..<count {
            let issue = try #require(try tracker.issues.last)
            let day = try #require(issue.dueDay)
            days.append(day.description)
            tracker.clock.now = day.utcDate.addingTimeInterval(3600)
            try await tracker.run("close \(issue.number)")
        }
        return days
    }

    @Test func `A series that begins on the 31st or on 29 February keeps its day`() async throws {
        let monthly = try await TestTracker()
        for line in ["new Rent", "due 2024-03-31", "every monthly"] { try await monthly.run(line) }
        #expect(
            try await series(monthly, 6) == [
                "2024-03-31", "2024-04-30", "2024-05-31", "2024-06-30", "2024-07-31", "2024-08-31",
            ])
        let yearly = try await TestTracker(now: Date(timeIntervalSince1970: 1_705_000_000))
        for line in ["new Party", "due 2024-02-29", "every yearly"] { try await yearly.run(line) }
        #expect(
            try await series(yearly, 5) == [
                "2024-02-29", "2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29",
            ])
    }

    @Test func `“every” moves a day that doesn't fit, and says so`() async throws {
        let tracker = try await TestTracker()
        try tracker.fill(["Meeting", "Swim"])
        try await tracker.run("due friday 1")
        let shown = try await tracker.text("every monday 1")
        #expect(shown.contains("“Meeting” recurs every week: Monday."))
        #expect(shown.contains("“Meeting” moves to Mar 25, 2024."))
        #expect(try tracker.issues[0].dueDay == CivilDate("2024-03-25"))
        #expect(try await !tracker.text("every monday 1").contains("moves"))
        try await tracker.run("every mon,thu 2")
        #expect(try tracker.issues[1].dueDay == CivilDate("2024-03-18"))
        // Moving one day by hand doesn't change the series.
        try await tracker.run("due 2024-03-19 2")
        #expect(try await tracker.text("close 2").contains("The next “Swim” is due on Mar 21, 2024."))
        #expect(try await tracker.said("edit 1 every:15th") == "Edited “Meeting”.")
        #expect(try tracker.issues[0].dueDay == CivilDate("2024-04-15"))
    }

    @Test func `A series ends with its last day, and a last day in the past is refused`() async throws {
        let tracker = try await TestTracker()
        for line in ["new Course", "every monday until 2024-03-25"] { try await tracker.run(line) }
        #expect(try await tracker.text("close 1").contains("The next “Course” is due on Mar 25, 2024."))
        #expect(try await tracker.text("close 2").contains("The series “Course” has ended."))
        #expect(try tracker.issues.count == 2)
        #expect(try tracker.issues.allSatisfy { !$0.isOpen })
        #expect(
            try await tracker.problem("every monday until 2024-03-01")
                == "The last day of the series has passed: Mar 1, 2024.")
    }

    @Test func `A series without a due day waits for its next day`() async throws {
        let tracker = try await TestTracker()
        for line in ["new Mow", "wait 2024-03-14", "every 2 weeks"] { try await tracker.run(line) }
        #expect(try await tracker.text("close 1").contains("The next “Mow” waits until Mar 28, 2024."))
        let next = try #require(try tracker.issues.last)
        #expect(next.dueDay == nil)
        #expect(next.waitingDay == CivilDate("2024-03-28"))
        try await tracker.run("new Oil every:weekly")
        let shown = try await tracker.text("close 3")
        #expect(shown.contains("The next “Oil” waits until Mar 22, 2024."))
    }

    @Test func `An issue has one successor, on all devices and however often it is closed`() async throws {
        let tracker = try await TestTracker()
        for line in ["new Water every:daily", "due today", "close", "reopen 1", "close 1"] {
            try await tracker.run(line)
        }
        #expect(try tracker.issues.count == 2)
        // The identifier doesn't depend on the store, the time or the language.
        let first = TrackedIssue(
            identifier: try #require(UUID(uuidString: "00000001-0000-4000-8000-000000000000")), title: "One",
            created: .now)
        #expect(first.nextIdentifier.uuidString == "475A86E0-C5B9-8000-8000-000000000000")
        let others = try tracker.issues.map(\.identifier)
        #expect(try tracker.issues[0].nextIdentifier == others[1])
        #expect(try tracker.issues[1].nextIdentifier != others[1])
    }

    @Test(arguments: [
        ("rec:1w", "1w"), ("rec:+1w", "+1w"), ("recur:weekly", "+1w"), ("every:2w", "+2w"),
        ("rec:+1w@mon,thu", "+1w@mon,thu"), ("every:mon,thu", "+1w@mon,thu"),
    ])
    func `Typed recurrences mean what their owners say`(word: String, raw: String) async throws {
        let tracker = try await TestTracker()
        try await tracker.run("new Water \(word)")
        #expect(try tracker.issues[0].recurrence == raw)
    }

    @Test func `A waiting issue keeps its distance to the due day when it recurs`() async throws {
        let tracker = try await TestTracker()
        try tracker.fill(["Rent"])
        for line in ["due 2024-03-20 1", "wait 2024-03-18 1", "every month 1"] { try await tracker.run(line) }
        #expect(try tracker.issues[0].isWaiting(tracker.session.today))
        #expect(try await tracker.text("list --all").contains("WAITING"))
        try await tracker.run("close 1")
        #expect(try tracker.issues[1].waitingDay == CivilDate("2024-04-18"))
        tracker.clock.now = TestTracker.noon.addingTimeInterval(40 * 86_400)
        #expect(try !tracker.issues[1].isWaiting(tracker.session.today))
    }

    @Test func `Blocked issues are marked until what blocks them is closed`() async throws {
        let tracker = try await TestTracker()
        try tracker.fill(["Deploy", "Test", "Build"])
        #expect(
            try await tracker.said("block 1 by 2 3") == "“Deploy” is now blocked by “Test” and “Build”.")
        #expect(try await tracker.text("list").contains("BLOCKED"))
        #expect(try await tracker.text("show 1", format: .json).contains("\"blockedBy\": [2, 3]"))
        #expect(try await tracker.text("show 2", format: .accessible).contains("Blocks: 1 Deploy"))
        try await tracker.run("close 2 3")
        #expect(!(try await tracker.text("list").contains("BLOCKED")))
        try await tracker.run("undo")
        #expect(try await tracker.said("unblock 1 by 2") == "“Deploy” is no longer blocked by “Test”.")
        #expect(try await tracker.said("unblock 1") == "“Deploy” is no longer blocked by “Build”.")
        #expect(!(try await tracker.text("list").contains("BLOCKED")))
        try await tracker.run("undo")
        #expect(try tracker.issues[0].blockedBy.map(\.number) == [3])
        try await tracker.run("delete 3 --yes")
        #expect(try tracker.issues[0].blockedBy.isEmpty)
        try await tracker.run("undo")
        #expect(try tracker.issues[0].blockedBy.map(\.number) == [3])
    }

    @Test func `A dependency that closes a cycle is refused, with the chain that it closes`() async throws {
        let tracker = try await TestTracker()
        try tracker.fill(["A", "B", "C"])
        #expect(try await tracker.problem("block 1 by 1") == "“A” can't wait for itself.")
        for line in ["block 1 by 2", "block 2 by 3"] { try await tracker.run(line) }
        #expect(
            try await tracker.problem("block 3 by 1")
                == "“C” can't be blocked by “A”: “A” already waits for it.")
        #expect(try tracker.issues[2].blockedBy.isEmpty)
        #expect(try tracker.issues[0].chain(to: tracker.issues[2]) == ["A", "B", "C"])
        #expect(try await tracker.problem("block 3 by 9") == "There is no entry number 9 here.")
        #expect(try await tracker.problem("block 3 by") != nil)
    }

    @Test func `Notes keep their times and order, and are deleted and restored with their issue`()
        async throws
    {
        let tracker = try await TestTracker()
        try tracker.fill(["One", "Two"])
        #expect(try await tracker.said("note 1 Called the printer.") == "Added a note to “One”.")
        tracker.clock.now = TestTracker.noon.addingTimeInterval(3600)
        try await tracker.run("open 1")
        try await tracker.run("note two more pages")
        #expect(try tracker.issues[0].notesInOrder.map(\.text) == ["Called the printer.", "two more pages"])
        let shown = try await tracker.text("show 1", format: .json)
        #expect(shown.contains("2024-03-15T12:00:00Z Called the printer."))
        try await tracker.run("delete 1 --yes")
        #expect(try tracker.context.fetchCount(FetchDescriptor<Note>()) == 0)
        try await tracker.run("undo")
        #expect(try tracker.issues[0].notes.count == 2)
        #expect(try await tracker.problem("note 1") == "The note has no text.")
        #expect(try await tracker.said("note two seen") == "Added a note to “Two”.")
    }

    @Test func `The agenda shows overdue issues and the coming days, without closed ones`() async throws {
        let tracker = try await TestTracker()
        try tracker.fill(["Late", "Now", "Soon", "Later", "Done"])
        for line in [
            "due 2024-03-01 1", "due today 2", "due 2024-03-18 3", "due 2024-04-30 4", "due today 5",
            "close 5",
        ] { try await tracker.run(line) }
        let shown = try await tracker.text("agenda", format: .accessible)
        for part in ["Overdue", "Today, Mar", "Monday, Mar", "\nLate: number ", "\nSoon: number "] {
            #expect(shown.contains(part), "\(part) is missing in: \(shown)")
        }
        #expect(!shown.contains("Later"))
        #expect(!shown.contains("Done"))
        #expect(try await tracker.text("agenda --days 60").contains("Later"))
        let empty = try await TestTracker()
        #expect(try await empty.said("agenda") == "Nothing is overdue or due up to Mar 21, 2024.")
    }

    @Test func `Days out of range and dependencies on deleted issues are refused, and nothing changes`()
        async throws
    {
        let tracker = try await TestTracker()
        try tracker.fill(["A", "B", "C"])
        for line in ["due 2024-04-01 1", "wait 2024-03-20 1", "block 1 by 2"] { try await tracker.run(line) }
        for day in ["99999999d", "9999y", "2024-02-30", "10000-01-01", "\"30 february\""] {
            #expect(try await tracker.problem("due \(day) 1")?.isEmpty == false, "\(day)")
            #expect(try await tracker.problem("wait \(day) 1")?.isEmpty == false, "\(day)")
            #expect(try await tracker.problem("list due:<\(day)")?.isEmpty == false, "\(day)")
        }
        for rule in ["\"every 1000 weeks\"", "0d", "\"-1 days after closing\""] {
            #expect(try await tracker.problem("every \(rule) 1")?.isEmpty == false, "\(rule)")
        }
        try await tracker.run("delete 3 --yes")
        #expect(try await tracker.problem("block 1 by 3") == "There is no entry number 3 here.")
        #expect(try await tracker.problem("block 3 by 1") == "There is no entry number 3 here.")
        let issue = try tracker.issues[0]
        #expect(issue.dueDay == CivilDate("2024-04-01"))
        #expect(issue.waitingDay == CivilDate("2024-03-20"))
        #expect(issue.blockedBy.map(\.title) == ["B"])
        #expect(issue.recurrence == nil)
    }
}
