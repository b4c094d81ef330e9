import Localization
import Testing

@testable import MyBooks

@Suite("Reading dates and status")
struct ReadingDatesTests {
    let today = day(2024, 3, 15)
    let all = ReadingDates(added: day(2024, 1, 1), started: day(2024, 2, 1), completed: day(2024, 3, 1))

    @Test(arguments: [ReadingStatus.inProgress, .completed])
    func `A book back on the shelf has no start and completion dates`(from: ReadingStatus) {
        #expect(
            all.afterTransition(from: from, to: .onShelf, on: today) == ReadingDates(added: day(2024, 1, 1)))
    }

    @Test func `A completed book that is read again keeps its start date and loses its completion date`() {
        #expect(
            all.afterTransition(from: .completed, to: .inProgress, on: today)
                == ReadingDates(added: day(2024, 1, 1), started: day(2024, 2, 1)))
    }

    @Test func `Starting a book sets its start date`() {
        #expect(
            ReadingDates(added: day(2024, 1, 1)).afterTransition(from: .onShelf, to: .inProgress, on: today)
                == ReadingDates(added: day(2024, 1, 1), started: today))
    }

    @Test func `A book that changes from the shelf to completed starts on the day it was added`() {
        #expect(
            ReadingDates(added: day(2024, 1, 1)).afterTransition(from: .onShelf, to: .completed, on: today)
                == ReadingDates(added: day(2024, 1, 1), started: day(2024, 1, 1), completed: today))
    }

    @Test func `Finishing a book sets its completion date`() {
        let dates = ReadingDates(added: day(2024, 1, 1), started: day(2024, 2, 1))
        #expect(
            dates.afterTransition(from: .inProgress, to: .completed, on: today)
                == ReadingDates(added: day(2024, 1, 1), started: day(2024, 2, 1), completed: today))
    }

    @Test(arguments: ReadingStatus.allCases)
    func `The same status changes nothing`(status: ReadingStatus) {
        #expect(all.afterTransition(from: status, to: status, on: today) == all)
    }

    @Test func `Dates out of order are refused, and the message has both`() throws {
        let dates = ReadingDates(added: day(2024, 5, 1), started: day(2024, 4, 30))
        let error = #expect(throws: BookError.self) { try dates.checkOrder() }
        let message = Localizer(.english).string(try #require(error).problem)
        #expect(message.contains("2024") && message.contains("30") && message.contains("May"))

        let late = ReadingDates(added: day(2024, 1, 1), started: day(2024, 2, 1), completed: day(2024, 1, 31))
        #expect(throws: BookError.self) { try late.checkOrder() }
        let unstarted = ReadingDates(added: day(2024, 1, 2), completed: day(2024, 1, 1))
        #expect(throws: BookError.self) { try unstarted.checkOrder() }
        let equal = ReadingDates(added: today, started: today, completed: today)
        #expect(throws: Never.self) { try equal.checkOrder() }
    }

    @Test func `Only the dates of the current status are relevant`() {
        func relevant(_ status: ReadingStatus) -> [ReadingDates.Name] {
            ReadingDates.Name.allCases.filter { $0.isRelevant(for: status) }
        }
        #expect(relevant(.onShelf) == [.added])
        #expect(relevant(.inProgress) == [.added, .started])
        #expect(relevant(.completed) == [.added, .started, .completed])
    }
}
