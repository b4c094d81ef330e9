import Shell
import Suite

/// `show`: shows all fields and quotes of a book.
struct ShowCommand: Command {
    let declaration = CommandDeclaration(
        "show", group: .looking, summary: text("Shows all details of a book."),
        parameters: [BookParameters.words.declaration],
        examples: [.verbatim("show 1"), .verbatim("show solaris"), .verbatim("show left hand")])

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let book = try BookParameters.book(of: invocation, in: session)
        let context = session.fieldContext
        let quotes = Quote.table(book.quotes, showsBooks: false, context)
        let readings = Reading.table(book, context)
        var blocks: [Block] = [.record(book.shown(context))]
        if !book.readings.isEmpty { blocks += [.heading(text("Readings")), .table(readings)] }
        if !book.quotes.isEmpty { blocks += [.heading(text("Quotes")), .table(quotes)] }
        return Output(blocks, data: [.record(Book.fields.data(book)), .table(readings), .table(quotes)])
    }
}
