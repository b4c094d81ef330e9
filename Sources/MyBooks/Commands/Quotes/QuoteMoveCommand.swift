import Localization
import Shell
import Suite

/// `quote move`: changes the position of a quote in its book.
struct QuoteMoveCommand: Command {
    static let place = Parameter.required(
        "place", .integer(in: 1 ... .max), placeholder: text("PLACE"),
        help: text("The new position, starting at 1. A larger number means the last position."),
        question: text("Position"))

    let declaration = CommandDeclaration(
        "quote move", group: .quotes,
        summary: text("Moves a quote to another position among the quotes of its book."),
        parameters: [QuoteArguments.quote.declaration, place.declaration],
        examples: [.verbatim("quote move 3 1")],
        changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let quote = try session.record(try invocation[QuoteArguments.quote], in: Quote.self)
        guard let book = quote.book, let old = book.quotes.firstIndex(where: { $0 === quote }) else {
            return .message(text("Nothing was changed."))
        }
        let count = book.quotes.count
        let new = min(try invocation[Self.place], count) - 1
        let table: [Block]
        let message: LocalizedText
        if new == old {
            message = text(
                "Quote %1$@ is already at position %2$@ of %3$@ in “%4$@”. Nothing changed.",
                String(quote.number),
                String(new + 1), String(count), book.title)
        } else {
            var quotes = book.quotes
            quotes.remove(at: old)
            quotes.insert(quote, at: new)
            book.quotes = quotes
            message = text(
                "Quote %1$@ is now at position %2$@ of %3$@ in “%4$@”.", String(quote.number),
                String(new + 1),
                String(count), book.title)
        }
        table = [.table(QuoteTable.table(book.quotes, showsBooks: false))]
        let label = text(
            "Moved quote %1$@ from “%2$@” to position %3$@ of %4$@.", String(quote.number), book.title,
            String(new + 1), String(count))
        return Output([.message(message)], data: table, label: label)
    }
}
