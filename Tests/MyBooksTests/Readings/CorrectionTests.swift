import Localization
import ProgramKit
import Shell
import Testing

@testable import MyBooks

@MainActor
@Suite("Corrections of a book's status and of its readings")
struct CorrectionTests {
    private let day1 = PartialDate(day(2024, 1, 1)), day2 = PartialDate(day(2024, 2, 1))
    private let today = PartialDate(TestLog.today)

    /// Returns the messages of a line.
    private func messages(_ line: String, in log: TestLog) async throws -> [String] {
        try await log.run(line).blocks.compactMap { block in
            if case .message(let message) = block { log.session.localizer.string(message) } else { nil }
        }
    }

    /// A log with a book whose reading started on day 1 and ended on a day.
    private func log(finishedOn end: String, answers: [String]? = nil) async throws -> TestLog {
        let log = try await TestLog(answers: answers)
        try log.add("Solaris") { $0.stars = StarRating(4) }
        try await log.run("start solaris 2024-01-01")
        try await log.run("finish solaris \(end)")
        return log
    }

    @Test func `“reopen” clears the end of a reading, and keeps its start and its rating`() async throws {
        let log = try await log(finishedOn: "2024-02-01")
        #expect(try await messages("reopen solaris", in: log) == ["Reading 1 of “Solaris” continues."])
        let values = ReadingValues(status: .inProgress, started: day1, rating: StarRating(4))
        #expect(try log.book("Solaris").allReadings == [values])
        #expect(
            try await messages("reopen solaris", in: log)
                == ["“Solaris” is already in progress. Nothing changed."])
    }

    @Test func `“reopen” continues the reading of a book on the shelf, with its positions`() async throws {
        let log = try await TestLog()
        try log.add("Solaris")
        try await log.run("start solaris 2024-01-01")
        try await log.run("progress solaris 50 2024-01-02")
        try await log.run("shelve solaris 2024-02-01")
        let book = try log.book("Solaris")
        #expect(
            book.allReadings == [ReadingValues(status: .abandoned, started: day1, completed: day2)])
        try await log.run("reopen solaris")
        #expect(book.allReadings == [ReadingValues(status: .inProgress, started: day1)])
        #expect(book.latestProgress.count == 1)
    }

    @Test(arguments: ["start", "reopen", "status solaris in-progress", "progress solaris 60"])
    func `A pause keeps the reading, which another command continues`(line: String) async throws {
        let log = try await TestLog()
        try log.add("Solaris")
        try await log.run("start solaris 2024-01-01")
        try await log.run("progress solaris 50 2024-01-02")
        #expect(try await messages("pause solaris", in: log) == ["“Solaris” is now paused."])
        let book = try log.book("Solaris")
        #expect(book.allReadings == [ReadingValues(status: .paused, started: day1)])
        guard case .table(let table)? = try await log.run("list is:paused").blocks.first else {
            return #expect(Bool(false))
        }
        #expect(table.columns.last?.key == "progress")
        #expect(try await log.run("now").blocks.count == 1)
        try await log.run(line.contains(" ") ? line : "\(line) solaris")
        #expect(book.allReadings == [ReadingValues(status: .inProgress, started: day1)])
        #expect(book.latestProgress.first?.place == ReadingPlace(unit: .page, value: 50))
    }

    @Test func `Only a reading in progress can be paused, without a date, and it can end`() async throws {
        let log = try await TestLog()
        try log.add("Solaris")
        let refused = "“Solaris” has no reading in progress that could be paused."
        #expect(try await log.problem("pause solaris") == refused)
        try await log.run("start solaris 2024-01-01")
        #expect(try await log.problem("status solaris paused 2024-02-01") == "A pause has no date.")
        try await log.run("status solaris paused")
        #expect(
            try await messages("pause solaris", in: log) == ["“Solaris” is already paused. Nothing changed."])
        try await log.run("finish solaris 2024-02-01")
        #expect(
            try log.book("Solaris").allReadings == [
                ReadingValues(status: .completed, started: day1, completed: day2)
            ])
        #expect(try await log.problem("pause solaris") == refused)
    }

    @Test func `A book that was never begun has nothing to reopen`() async throws {
        let log = try await TestLog()
        try log.add("Solaris")
        #expect(
            try await log.problem("reopen solaris") == "“Solaris” has no reading that could continue.")
    }

    @Test func `In a script, “status” continues a reading on the day of its end`() async throws {
        let log = try await log(finishedOn: "today")
        try await log.run("status solaris in-progress")
        let book = try log.book("Solaris")
        #expect(book.allReadings.map(\.started) == [day1])
        #expect(book.allReadings.map(\.status) == [.inProgress])
    }

    @Test func `In a script, “status” and “edit” begin another reading later, and say so`() async throws {
        let said = [
            "Reading 2 of “Solaris” has begun.",
            "If the earlier reading continues instead, use “undo”, and then “reopen”.",
        ]
        let log = try await log(finishedOn: "2024-02-01")
        #expect(try await messages("status solaris in-progress", in: log) == said)
        let other = try await self.log(finishedOn: "2024-02-01")
        #expect(try await messages("edit solaris status:in-progress", in: other).suffix(2) == said)
        #expect(try other.book("Solaris").allReadings.map(\.completed) == [day2, nil])
    }

    @Test(arguments: [("yes", 1), ("no", 2)])
    func `At a terminal, “status” asks whether a reading continues`(answer: String, count: Int) async throws {
        let log = try await log(finishedOn: "2024-02-01", answers: [answer])
        try await log.run("status solaris in-progress")
        #expect(log.user.questions.count == 1)
        #expect(try log.book("Solaris").allReadings.count == count)
        #expect(try log.book("Solaris").status == .inProgress)
    }

    @Test func `“start” begins another reading, also on the day of the end`() async throws {
        let log = try await log(finishedOn: "today")
        #expect(try await messages("start solaris", in: log) == ["Reading 2 of “Solaris” has begun."])
        #expect(try log.book("Solaris").allReadings.map(\.completed) == [today, nil])
    }

    @Test func `Another end on the same day corrects the reading`() async throws {
        let log = try await log(finishedOn: "today")
        try await log.run("abandon solaris")
        let book = try log.book("Solaris")
        #expect(book.allReadings.map(\.status) == [.abandoned])
        #expect(book.allReadings.map(\.started) == [day1])
        try await log.run("progress solaris 80")
        #expect(book.allReadings.map(\.status) == [.inProgress])
    }

    @Test func `“shelve” ends a reading in progress, and refuses a day before its start`() async throws {
        let log = try await TestLog()
        try log.add("Solaris")
        try await log.run("start solaris 2024-02-01")
        #expect(try await log.problem("shelve solaris 2024-01-01")?.contains("before") == true)
        try await log.run("shelve solaris")
        #expect(
            try log.book("Solaris").allReadings == [
                ReadingValues(status: .abandoned, started: day2, completed: today)
            ])
    }

    @Test func `The rules of dates and outcomes hold for every reading`() async throws {
        let log = try await log(finishedOn: "2024-02-01")
        try await log.run("start solaris 2024-03-01")
        #expect(
            try await log.problem("reading edit solaris 1 --outcome in-progress")
                == "Reading 1 of “Solaris” can't be in progress: it isn't the latest.")
        #expect(
            try await log.problem("reading edit solaris 2 --completed 2024-03-02")
                == "“Solaris” can't have a completion date: its status is “in progress”.")
        #expect(try await log.problem("reading edit solaris 1 --completed 2023-01-01") != nil)
        try await log.run("finish solaris 2024-03-05")
        try await log.run("reading edit solaris 2 --outcome in-progress")
        #expect(try log.book("Solaris").status == .inProgress)
        #expect(try log.book("Solaris").completed == nil)
    }
}
