import Localization
import Testing

@testable import MyBooks

@Suite("A book's dates follow its status")
struct ReadingDatesTests {
    let today = day(2024, 3, 15)
    let all = ReadingDates(added: day(2024, 1, 1), started: day(2024, 2, 1), completed: day(2024, 3, 1))

    @Test(
        "Back on the shelf, a book is neither started nor completed",
        arguments: [ReadingStatus.inProgress, .completed])
    func toShelf(from: ReadingStatus) {
        #expect(
            all.afterTransition(from: from, to: .onShelf, on: today) == ReadingDates(added: day(2024, 1, 1)))
    }

    @Test("A completed book that is read again isn't completed, and keeps the day it was started")
    func completedToInProgress() {
        #expect(
            all.afterTransition(from: .completed, to: .inProgress, on: today)
                == ReadingDates(added: day(2024, 1, 1), started: day(2024, 2, 1)))
    }

    @Test("Beginning a book sets the day it was started")
    func shelfToInProgress() {
        #expect(
            ReadingDates(added: day(2024, 1, 1)).afterTransition(from: .onShelf, to: .inProgress, on: today)
                == ReadingDates(added: day(2024, 1, 1), started: today))
    }

    @Test("A book that goes from the shelf to completed counts as started when it was added")
    func shelfToCompleted() {
        #expect(
            ReadingDates(added: day(2024, 1, 1)).afterTransition(from: .onShelf, to: .completed, on: today)
                == ReadingDates(added: day(2024, 1, 1), started: day(2024, 1, 1), completed: today))
    }

    @Test("Finishing a book sets the day it was completed")
    func inProgressToCompleted() {
        let dates = ReadingDates(added: day(2024, 1, 1), started: day(2024, 2, 1))
        #expect(
            dates.afterTransition(from: .inProgress, to: .completed, on: today)
                == ReadingDates(added: day(2024, 1, 1), started: day(2024, 2, 1), completed: today))
    }

    @Test("The same status changes nothing", arguments: ReadingStatus.allCases)
    func same(status: ReadingStatus) {
        #expect(all.afterTransition(from: status, to: status, on: today) == all)
    }

    @Test("Dates out of order are refused, and the message names both")
    func order() throws {
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

    @Test("Only the dates that belong to a status are relevant")
    func relevance() {
        func relevant(_ status: ReadingStatus) -> [ReadingDates.Name] {
            ReadingDates.Name.allCases.filter { $0.isRelevant(for: status) }
        }
        #expect(relevant(.onShelf) == [.added])
        #expect(relevant(.inProgress) == [.added, .started])
        #expect(relevant(.completed) == [.added, .started, .completed])
    }
}
