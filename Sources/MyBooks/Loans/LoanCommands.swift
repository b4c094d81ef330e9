import Foundation
import Localization
import ModelData
import Shell
import Suite

extension CommandGroup {
    /// Commands for loans.
    fileprivate static let loans = CommandGroup(text("Loans"))
}

/// `lend`: records that a book was lent.
struct LendCommand: Command {
    static let borrower = Parameter.required(
        "name", .nonBlank.completed(from: BookCompletions.borrowers), placeholder: text("NAME"),
        help: text("The name of the borrower."), question: text("Lend to"))
    static let day = Parameter.option("on", .day, help: text("The day. Default: today."))

    let declaration = CommandDeclaration(
        "lend", group: .loans, summary: text("Records that you lent a book."),
        parameters: [BookParameters.book.declaration, borrower.declaration, day.declaration],
        examples: [text("lend solaris \"Anna Nowak\"")], changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let book = try session.record(try invocation[BookParameters.book], in: Book.self)
        let borrower = try invocation[Self.borrower]
        let date = try invocation[Self.day] ?? session.today
        if date > session.today { throw BookError.inFuture(PartialDate(date)) }
        if let loan = book.openLoan {
            throw BookError.alreadyLent(title: book.title, borrower: loan.borrower)
        }
        book.loans.append(Loan(borrower: borrower, lent: date))
        return Output(
            [.message(text("Lent “%1$@” to %2$@.", book.title, borrower))],
            data: [.record(Book.fields.data(book))])
    }
}

/// `return`: records that lent books came back.
struct ReturnCommand: Command {
    let declaration = CommandDeclaration(
        "return", group: .loans, summary: text("Records that lent books came back."),
        parameters: [BookParameters.books.declaration, LendCommand.day.declaration],
        examples: [.verbatim("return 5")], changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let books = try session.books(try invocation[BookParameters.books])
        let date = try invocation[LendCommand.day] ?? session.today
        if date > session.today { throw BookError.inFuture(PartialDate(date)) }
        var blocks: [Block] = []
        for book in books {
            guard let loan = book.openLoan else { throw BookError.notLent(title: book.title) }
            loan.returned = max(date.utcDate, loan.lent)
            blocks.append(.message(text("“%1$@” came back from %2$@.", book.title, loan.borrower)))
        }
        return Output(
            blocks, data: [.table(BookTable.table(books))],
            label: text("Came back: %@.", Book.titles(books)))
    }
}

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
        let table = Loan.fields.table(
            "rows", loans, session.fieldContext, count: text("%lld loans", loans.count),
            hiding: showsAll ? [] : ["returned"])
        if !loans.isEmpty { return Output([.table(table)]) }
        return Output(
            [.message(text("No book is lent. “lend BOOK NAME” records a loan."))], data: [.table(table)])
    }
}
