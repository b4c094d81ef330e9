import Localization
import Shell
import Suite

/// `quote move`: gives a quote another place among those of its book.
struct QuoteMoveCommand: Command {
    static let place = Parameter.required(
        "place", .integer(in: 1 ... .max), help: text("The new place, from 1; beyond the last is the last."),
        question: text("Place"))

    let declaration = CommandDeclaration(
        "quote move", group: .quotes, summary: text("Gives a quote another place among those of its book."),
        parameters: [QuoteArguments.quote.declaration, place.declaration], examples: ["quote move 3 1"],
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
                "Quote %1$@ has place %2$@ of %3$@ in “%4$@” already. Nothing changed.", String(quote.number),
                String(new + 1), String(count), book.title)
        } else {
            var quotes = book.quotes
            quotes.remove(at: old)
            quotes.insert(quote, at: new)
            book.quotes = quotes
            message = text(
                "Quote %1$@ now has place %2$@ of %3$@ in “%4$@”.", String(quote.number), String(new + 1),
                String(count), book.title)
        }
        table = [.table(QuoteTable.table(book.quotes, showsBooks: false))]
        let label = text(
            "Moved quote %1$@ from “%2$@” to place %3$@ of %4$@.", String(quote.number), book.title,
            String(new + 1), String(count))
        return Output([.message(message)], data: table, label: label)
    }
}
