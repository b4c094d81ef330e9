import Localization
import Shell
import Suite

/// `quote delete`: deletes quotes.
struct QuoteDeleteCommand: Command {
    static let quotes = Parameter.rest(
        "quote", .quote, minimum: 1, help: text("The numbers of the quotes, or parts of their texts."),
        question: text("Which quote"))

    let declaration = CommandDeclaration(
        "quote delete", aliases: ["quote remove", "quote rm"], group: .quotes,
        summary: text("Deletes quotes after confirmation."),
        parameters: [quotes.declaration],
        examples: [.verbatim("quote delete 3"), .verbatim("quote delete 4 5 --yes")], changesData: true,
        needsConfirmation: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let quotes = try session.records(try invocation[Self.quotes], in: Quote.self)
        let question =
            quotes.count == 1
            ? text("Delete “%1$@” from “%2$@”?", quotes[0].beginning, quotes[0].bookTitle)
            : text("Delete %lld quotes?", quotes.count)
        let deleted = QuoteTable.table(quotes, showsBooks: true)
        guard try await session.interaction.confirm(question, for: invocation) else {
            return .nothingDeleted(deleted)
        }
        let message =
            quotes.count == 1
            ? text("Deleted the quote from “%@”.", quotes[0].bookTitle)
            : text("Deleted %lld quotes.", quotes.count)
        for quote in quotes { session.context.delete(quote) }
        return Output([.message(message)], data: [.table(deleted)])
    }
}
