import Foundation
import Localization
import ModelData
import Shell
import Suite

/// `loans`: lists the lent books.
struct LoansCommand: Command {
    static let all = Parameter.flag("all", help: text("Also list the loans that came back."))

    let declaration = CommandDeclaration(
        "loans", group: .loans, summary: text("Lists the lent books, the longest loan first."),
        parameters: [all.declaration], examples: [.verbatim("loans"), .verbatim("loans --all")])

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let showsAll = try invocation[Self.all]
        var descriptor = FetchDescriptor<Loan>(sortBy: [SortDescriptor(\.lent)])
        if !showsAll { descriptor.predicate = #Predicate { $0.returned == nil } }
        descriptor.relationshipKeyPathsForPrefetching = [\.book]
        let loans = try session.context.fetch(descriptor)
        let today = session.today
        let table = Table(
            columns: [
                .init("number", text("#"), alignsRight: true, priority: 9, spokenTitle: text("Number")),
                .init("title", text("Title"), priority: 5),
                .init("lentTo", text("Lent to"), priority: 6),
                .init("lent", text("Since"), priority: 7),
                .init("days", text("Days"), alignsRight: true, priority: 8),
                .init("returned", text("Returned"), priority: 7, isShown: showsAll),
            ],
            rows: loans.map { loan in
                let lent = CivilDate(utc: loan.lent), returned = loan.returned.map { CivilDate(utc: $0) }
                return [
                    loan.book.map { Cell.identifier($0.number) } ?? .empty, .text(loan.book?.title),
                    .text(loan.borrower), .day(lent), .number(lent.days(until: returned ?? today)),
                    .day(returned),
                ]
            },
            count: text("%lld loans", loans.count))
        if !loans.isEmpty { return Output([.table(table)]) }
        return Output(
            [.message(text("No book is lent. “lend BOOK NAME” records a loan."))], data: [.table(table)])
    }
}
