import Basics
import Foundation
import Localization
import ModelData

/// A loan of a book to another reader.
@Model
final class Loan {
    /// The identifier. It stays the same in all stores.
    @Attribute(.unique) var identifier: UUID
    /// The name of the reader who borrowed the book.
    var borrower: String
    /// The day of the loan, stored as midnight UTC.
    var lent: Date
    /// The day on which the book came back; `nil` until then.
    var returned: Date?
    var book: Book?

    init(identifier: UUID = UUID.random(), borrower: String, lent: CivilDate) {
        self.identifier = identifier
        self.borrower = borrower
        self.lent = lent.utcDate
    }
}

extension Book {
    /// The loan from which the book hasn't come back.
    var openLoan: Loan? { loans.last { $0.returned == nil } }
}
