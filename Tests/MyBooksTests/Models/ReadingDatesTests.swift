import Localization
import Testing

@testable import MyBooks

@Suite("Reading dates and status")
struct ReadingDatesTests {
    @Test func `A completion before the start is refused, and the message has both dates`() throws {
        let late = ReadingDates(added: day(2024, 1, 1), started: day(2024, 2, 1), completed: day(2024, 1, 31))
        let error = #expect(throws: BookError.self) { try late.checkOrder() }
        let message = Localizer(.english).string(try #require(error).problem)
        #expect(message.contains("Feb 1, 2024") && message.contains("Jan 31, 2024"))
    }

    @Test func `A book may have been read before it was added`() {
        let dates = ReadingDates(
            added: day(2024, 5, 1), started: day(2010, 4, 30), completed: day(2010, 6, 1))
        #expect(throws: Never.self) { try dates.checkOrder() }
    }

    @Test func `Only the dates of the current status are relevant`() {
        func relevant(_ status: ReadingStatus) -> [ReadingDates.Name] {
            ReadingDates.Name.allCases.filter { $0.isRelevant(for: status) }
        }
        #expect(relevant(.onShelf) == [.added])
        #expect(relevant(.inProgress) == [.added, .started])
        #expect(relevant(.completed) == [.added, .started, .completed])
        #expect(relevant(.abandoned) == [.added, .started, .completed])
    }
}
