import Foundation
import Localization
import ModelData
import Shell
import Testing

@testable import MyBooks

@MainActor
@Suite("Readings of a book")
struct ReadingTests {
    private let day1 = PartialDate(day(2024, 1, 1)), day2 = PartialDate(day(2024, 2, 1))
    private let day3 = PartialDate(day(2024, 3, 1))

    @Test func `A book that is started again keeps its earlier reading`() async throws {
        let log = try await TestLog()
        let book = try log.add("Solaris") { $0.stars = StarRating(4.5) }
        book.transition(to: .inProgress, on: day1)
        book.transition(to: .completed, on: day2)
        book.transition(to: .inProgress, on: day3)
        try log.session.context.save()
        #expect(
            book.allReadings.map { [$0.started?.description, $0.completed?.description] }
                == [["2024-01-01", "2024-02-01"], ["2024-03-01", nil]])
        #expect(book.readings.first?.values.rating == StarRating(4.5))
        #expect(book.status == .inProgress)
    }

    @Test func `The start of a book that was never started stays unknown`() async throws {
        let book = try await TestLog().add("Solaris")
        book.transition(to: .completed, on: day1)
        #expect(book.latestReading == ReadingValues(status: .completed, completed: day1))
    }

    @Test func `An abandoned book that is finished later has two readings`() async throws {
        let book = try await TestLog().add("Solaris")
        book.transition(to: .inProgress, on: day1)
        book.transition(to: .abandoned, on: day2)
        book.transition(to: .completed, on: day3)
        #expect(book.allReadings.map(\.status) == [.abandoned, .completed])
        #expect(book.latestReading.started == nil)
        #expect(book.latestReading.completed == day3)
    }

    @Test func `A book back on the shelf keeps its readings, unless it was started by mistake`() async throws
    {
        let book = try await TestLog().add("Solaris")
        book.transition(to: .inProgress, on: day1)
        book.transition(to: .onShelf, on: day1)
        #expect(book.allReadings.isEmpty)
        book.transition(to: .inProgress, on: day1)
        book.transition(to: .onShelf, on: day2)
        #expect(book.allReadings == [ReadingValues(status: .abandoned, started: day1, completed: day2)])
        #expect(book.status == .onShelf)
        #expect(book.started == nil)
    }

    @Test func `Positions move with their reading`() async throws {
        let log = try await TestLog()
        let book = try log.add("Solaris")
        book.transition(to: .inProgress, on: day1)
        book.progress.append(ReadingProgress(date: day1.first, place: ReadingPlace(unit: .page, value: 120)))
        book.transition(to: .completed, on: day2)
        book.transition(to: .inProgress, on: day3)
        try log.session.context.save()
        #expect(book.latestProgress.isEmpty)
        #expect(book.readings.first?.progress.count == 1)
        #expect(book.progress.count == 1)
    }

    @Test func `Two devices that start the same book again make the same earlier reading`() async throws {
        let log = try await TestLog(), other = try await TestLog()
        let identifier = UUID()
        var derived: [UUID] = []
        for log in [log, other] {
            let book = try log.add("Solaris") { $0.identifier = identifier }
            book.transition(to: .completed, on: day1)
            book.transition(to: .inProgress, on: day2)
            derived += book.readings.map(\.identifier)
        }
        #expect(derived.count == 2 && derived[0] == derived[1])
    }

    @Test(arguments: [
        ("120", ProgressUnit.page, 120), ("45%", .percent, 45), ("45 %", .percent, 45),
        ("3h20", .minute, 200),
        ("3:05", .minute, 185), ("3h", .minute, 180), ("0h07m", .minute, 7),
    ])
    func `A place is a page, a percentage or a time`(typed: String, unit: ProgressUnit, value: Int) {
        #expect(ReadingPlace(typed) == ReadingPlace(unit: unit, value: value))
    }

    @Test(arguments: ["", "-1", "101%", "3h61", "x", "h20", "9999999999999999999"])
    func `Other texts are no places`(typed: String) {
        #expect(ReadingPlace(typed) == nil)
    }

    @Test func `A book with 300 readings is saved and shown`() async throws {
        let log = try await TestLog()
        let book = try log.add("Solaris")
        var date = day(2000, 1, 1)
        for _ in 1...300 {
            book.transition(to: .inProgress, on: PartialDate(date))
            book.transition(to: .completed, on: PartialDate(date.adding(days: 3)))
            date = date.adding(days: 20)
        }
        try log.session.context.save()
        #expect(book.allReadings.count == 300)
        #expect(Reading.table(book, log.session.fieldContext).rows.count == 300)
        #expect(book.allReadings.compactMap(\.completed).sorted() == book.allReadings.compactMap(\.completed))
    }
}
