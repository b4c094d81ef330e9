import Shell
import Suite

/// `show`: shows all fields and quotes of a book.
struct ShowCommand: Command {
    static let book = Parameter.required(
        "book", .book, help: text("The book's number, or a part of its title."), question: text("Which book"))

    let declaration = CommandDeclaration(
        "show", group: .looking, summary: text("Shows all details of a book."),
        parameters: [BookWords.required.declaration],
        examples: [.verbatim("show 1"), .verbatim("show solaris"), .verbatim("show left hand")])

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let book = try BookWords.book(invocation, in: session)
        let quotes = QuoteTable.table(book.quotes, showsBooks: false)
        let readings = ReadingTable.table(book, session.localizer)
        var blocks: [Block] = [.record(book.shown(session.fieldContext))]
        if !book.readings.isEmpty { blocks += [.heading(text("Readings")), .table(readings)] }
        if !book.quotes.isEmpty { blocks += [.heading(text("Quotes")), .table(quotes)] }
        return Output(blocks, data: [.record(Book.fields.data(book)), .table(readings), .table(quotes)])
    }
}
