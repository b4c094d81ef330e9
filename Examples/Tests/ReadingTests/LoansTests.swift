import Foundation
import ModelData
import Reading
import Testing

@Suite("Loans")
struct LoansTests {
    /// Each test has a store of its own in memory, so tests can run in parallel.
    private let loans: Loans
    private let start = Date(timeIntervalSinceReferenceDate: 800_000_000)

    init() throws {
        let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
        loans = Loans(try ModelContainer(for: Loan.self, configurations: configuration))
    }

    @Test func `A loan is overdue after its last day, until the book is returned`() throws {
        try loans.lend("Solaris", to: "Ada", now: start, days: 7)
        try loans.lend("Dune", to: "Ben", now: start)
        let later = start.addingTimeInterval(8 * 86_400)
        #expect(try loans.overdue(now: start) == [])
        #expect(try loans.overdue(now: later) == ["Solaris"])
        try loans.giveBack("Solaris", now: later)
        #expect(try loans.overdue(now: later) == [])
    }

    @Test func `Overdue books are ordered by their last day`() throws {
        try loans.lend("Solaris", to: "Ada", now: start, days: 9)
        try loans.lend("Dune", to: "Ben", now: start, days: 2)
        #expect(try loans.overdue(now: start.addingTimeInterval(30 * 86_400)) == ["Dune", "Solaris"])
    }
}
