import Localization
import Shell
import Suite

/// `lend`: records that a book was lent.
struct LendCommand: Command {
    static let borrower = Parameter.required(
        "name", .nonBlank.completed(from: BookCompletions.borrowers), placeholder: text("NAME"),
        help: text("The name of the borrower."), question: text("Lend to"))
    static let day = Parameter.option("on", .day, help: text("The day. Default: today."))

    let declaration = CommandDeclaration(
        "lend", group: .loans, summary: text("Records that you lent a book."),
        parameters: [ShowCommand.book.declaration, borrower.declaration, day.declaration],
        examples: [text("lend solaris \"Anna Nowak\"")], changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let book = try session.record(try invocation[ShowCommand.book], in: Book.self)
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

extension CommandGroup {
    /// Commands for loans.
    static let loans = CommandGroup(text("Loans"))
}
