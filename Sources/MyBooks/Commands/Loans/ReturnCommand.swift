import Localization
import Shell
import Suite

/// `return`: records that lent books came back.
struct ReturnCommand: Command {
    let declaration = CommandDeclaration(
        "return", group: .loans, summary: text("Records that lent books came back."),
        parameters: [DeleteCommand.books.declaration, LendCommand.day.declaration],
        examples: [.verbatim("return 5")], changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let books = try session.records(try invocation[DeleteCommand.books], in: Book.self)
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
            label: text("Came back: %@.", ShelfArguments.titles(books)))
    }
}
