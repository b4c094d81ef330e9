import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

extension Loan {
    /// The fields of a loan.
    static let fields = FieldTable<Loan> {
        Field.computed(
            "number", text("#"), stored: \.book, raw: { $0.book.map { .integer($0.number) } ?? .null },
            display: { loan, _ in loan.book.map { .verbatim(String($0.number)) } ?? .empty }
        )
        .listed(spokenTitle: text("Number"), priority: 9, alignsRight: true)
        Field.computed(
            "title", text("Title"), raw: { $0.book.map { .string($0.title) } ?? .null },
            display: { loan, _ in .verbatim(loan.book?.title ?? "") }
        )
        .listed(priority: 5)
        Field(
            required: "borrower", text("Lent to"), sentence: text("borrower"),
            help: text("The name of the borrower."), stored: \.borrower, type: .line,
            get: { $0.borrower }, set: { $0.borrower = $1 }
        )
        .only(in: .export)
        Field.computed(
            "lentTo", text("Lent to"), raw: { .string($0.borrower) },
            display: { loan, _ in .verbatim(loan.borrower) }
        )
        .listed(priority: 6)
        Field(
            required: "lent", text("Since"), sentence: text("date lent"),
            help: text("The day. Default: today."),
            stored: \.lent, type: .pastDay, get: { CivilDate(utc: $0.lent) }, set: { $0.lent = $1.utcDate }
        )
        .listed(priority: 7)
        Field.computed("days", text("Days")) { loan, context in
            let end = loan.returned.map { CivilDate(utc: $0) } ?? context.today
            return .number(CivilDate(utc: loan.lent).days(until: end))
        }
        .listed(priority: 8, alignsRight: true)
        Field(
            "returned", text("Returned"), sentence: text("date returned"),
            help: text("The day. Default: today."),
            stored: \.returned, type: .pastDay, get: { $0.returned.map { CivilDate(utc: $0) } },
            set: { $0.returned = $1?.utcDate }
        )
        .listed(priority: 7)
    }
}
