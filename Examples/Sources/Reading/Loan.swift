import Foundation
import ModelData

/// A book that somebody has borrowed.
@Model
public final class Loan {
    /// The title of the book.
    public var title: String
    /// The name of the borrower.
    public var borrower: String
    /// The time at which the loan ends.
    public var due: Date
    /// The time at which the book was returned; nil if it is still lent.
    public var returned: Date?

    /// Creates a loan that is due in some days.
    public init(title: String, borrower: String, from start: Date, days: Int) {
        self.title = title
        self.borrower = borrower
        due = start.addingTimeInterval(Double(days) * 86_400)
    }
}

/// The loans of a library.
public struct Loans {
    private let context: ModelContext

    /// Creates the loans of a store.
    public init(_ container: ModelContainer) { context = ModelContext(container) }

    /// Lends a book.
    public func lend(_ title: String, to borrower: String, now: Date, days: Int = 14) throws {
        context.insert(Loan(title: title, borrower: borrower, from: now, days: days))
        try context.save()
    }

    /// Returns the titles of the books that are overdue, the oldest loan first.
    public func overdue(now: Date) throws -> [String] {
        let overdue = #Predicate<Loan> { $0.returned == nil && $0.due < now }
        return try context.fetch(FetchDescriptor(predicate: overdue, sortBy: [SortDescriptor(\.due)]))
            .map(\.title)
    }

    /// Notes that a borrower has returned a book.
    public func giveBack(_ title: String, now: Date) throws {
        let open = #Predicate<Loan> { $0.title == title && $0.returned == nil }
        try context.fetch(FetchDescriptor(predicate: open)).first?.returned = now
        try context.save()
    }
}
