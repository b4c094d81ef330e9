import Foundation
import Localization
import Shell
import Testing

@testable import MyBooks

@MainActor
@Suite("Days read and streaks")
struct ReadingDaysTests {
    /// A log with readings and progress on days around the turn of the year. Today is 15 March 2024.
    private func log() async throws -> TestLog {
        let log = try await TestLog()
        try log.add("Solaris") { book in
            book.latestReading = ReadingValues(
                status: .completed, started: PartialDate("2023-12-30"), completed: PartialDate("2024-01-02"))
            for day in [day(2023, 12, 31), day(2024, 1, 1), day(2024, 1, 1)] {
                book.progress.append(ReadingProgress(date: day, place: ReadingPlace(unit: .page, value: 1)))
            }
            book.readings.append(
                Reading(
                    ReadingValues(
                        status: .abandoned, started: PartialDate("2024-02"),
                        completed: PartialDate("2024-03-13"))
                ))
        }
        try log.add("Emma") { book in
            book.latestReading = ReadingValues(
                status: .inProgress, started: PartialDate("2024-03-14"), completed: nil)
        }
        return log
    }

    @Test func `A day with a start, an end or progress is a day read, and months aren't`() async throws {
        let days = try ReadingDays(of: 2024, in: try await log().session)
        #expect(days.fields.map(\.key) == ["daysRead", "longestStreak", "currentStreak"])
        #expect(days.fields.map(\.cell.raw) == [.integer(4), .integer(2), .integer(2)])
    }

    @Test func `A streak up to today goes on from the year before`() async throws {
        let log = try await log()
        for offset in 0...74 {
            try log.book("Emma").progress.append(
                ReadingProgress(
                    date: TestLog.today.adding(days: -offset), place: ReadingPlace(unit: .page, value: 1)))
        }
        try log.session.context.save()
        let days = try ReadingDays(of: 2024, in: log.session)
        // From 30 December 2023 to 15 March 2024.
        #expect(days.currentStreak == 77)
        #expect(days.longestStreak == 75)
        let before = try ReadingDays(of: 2023, in: log.session)
        #expect(before.fields.map(\.key) == ["daysRead", "longestStreak"])
        #expect(before.longestStreak == 2)
    }

    @Test func `The days, streaks and calendar can be those of an author or a shelf`() async throws {
        let log = try await log()
        try log.add("Middlemarch", "George Eliot") { book in
            book.latestReading = ReadingValues(
                status: .completed, started: PartialDate("2024-01-03"), completed: PartialDate("2024-01-09"))
            book.progress.append(
                ReadingProgress(date: day(2024, 1, 4), place: ReadingPlace(unit: .page, value: 9)))
        }
        try log.shelve("Middlemarch", on: "long")
        func counts(_ books: BookFilter) throws -> [Int] {
            let days = try ReadingDays(of: 2024, in: log.session, books: books)
            return days.fields.compactMap {
                if case .integer(let count) = $0.cell.raw { count } else { nil }
            }
        }
        #expect(try counts(BookFilter()) == [7, 4, 2])
        #expect(try counts(BookFilter(author: "ELIOT")) == [3, 2, 0])
        #expect(try counts(BookFilter(author: "lem")) == [4, 2, 2])
        #expect(try counts(BookFilter(shelf: "long")) == [3, 2, 0])
        #expect(try counts(BookFilter(author: "lem", shelf: "long")) == [0, 0, 0])
        let calendar = try ReadingDays(of: 2024, in: log.session, books: BookFilter(author: "eliot"))
            .calendar(log.session.localizer)
        #expect(calendar?.rows.first?[1].raw == .list([.integer(3), .integer(4), .integer(9)]))
    }

    @Test func `The calendar has a row for each month up to today`() async throws {
        let log = try await log()
        let calendar = try #require(
            try ReadingDays(of: 2024, in: log.session).calendar(log.session.localizer))
        #expect(
            calendar.rows.map { $0[0].raw } == [.string("2024-01"), .string("2024-02"), .string("2024-03")])
        #expect(calendar.rows.map { $0[1].raw }.last == .list([.integer(13), .integer(14)]))
        guard case .symbol(let january, _, _) = calendar.rows[0][1].display else {
            Issue.record("not a symbol")
            return
        }
        #expect(january == "■■" + String(repeating: "·", count: 29))
        #expect(try ReadingDays(of: 2020, in: log.session).calendar(log.session.localizer) == nil)
    }

    @Test func `Statistics show the share of abandoned readings`() async throws {
        let log = try await log()
        let all = BookStatistics(try log.books).readings.fields(year: nil)
        let ofYear = ReadingStatistics(try log.session.endedReadings(in: 2024...2024)).fields(year: 2024)
        for fields in [all, ofYear] {
            let abandoned = try #require(fields.first { $0.key == "abandoned" })
            guard case .text(let shown) = abandoned.cell.display else {
                Issue.record("not a text")
                return
            }
            #expect(log.session.localizer.string(shown) == "1 of 2 (50%)")
        }
    }
}
