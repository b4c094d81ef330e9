import Testing

@testable import MyBooks

@Suite("Reading dates and status")
struct ReadingDatesTests {
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
