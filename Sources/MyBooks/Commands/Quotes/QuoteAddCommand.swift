import Localization
import ModelData
import Shell
import Suite

/// `quote add`: adds a quote from a book.
struct QuoteAddCommand: Command {
    static let quoteText = Parameter.words(
        "text", .text, help: text("The quote. If it is missing, the program asks for it at a terminal."))

    let declaration = CommandDeclaration(
        "quote add", group: .quotes, summary: text("Adds a quote from a book."),
        discussion: [
            text(
                "Without a text, the program asks for it at a terminal. For a quote of several lines, leave the answer blank: your editor opens."
            )
        ],
        parameters: [
            ShowCommand.book.declaration, quoteText.declaration, QuoteArguments.page.declaration,
            QuoteArguments.note.declaration,
        ],
        examples: [
            text("quote add solaris \"We have no need of other worlds. We need mirrors.\" --page 72"),
            .verbatim("quote add solaris"),
        ],
        changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let book = try session.record(try invocation[ShowCommand.book], in: Book.self)
        var quoteText = try invocation[Self.quoteText].joined(separator: " ")
        if !invocation.has(Self.quoteText) { quoteText = try await ask(session) }
        guard !quoteText.allSatisfy(\.isWhitespace) else {
            guard invocation.has(Self.quoteText) else { return .message(text("Nothing was added.")) }
            throw UsageError.invalidValue(name: text("TEXT"), .blank)
        }
        let quote = Quote(
            text: quoteText, page: try invocation[QuoteArguments.page]?.value,
            note: try invocation[QuoteArguments.note] ?? "")
        book.quotes.append(quote)
        return Output(label: text("Added a quote from “%@”.", book.title)) {
            Output(
                [
                    .message(
                        text("Added a quote from “%1$@” as number %2$@.", book.title, String(quote.number)))
                ],
                data: [.record(QuoteTable.record(quote))])
        }
    }

    /// Asks for the text in the input line or in the user's editor.
    private func ask(_ session: BookSession) async throws -> String {
        guard session.interaction.isInteractive else {
            throw UsageError.missingArgument(text("TEXT"), usage: text("quote add BOOK TEXT"))
        }
        let line = try await session.interaction.ask(
            text("Quote (blank to write it in your editor)"), initial: "", completion: .none, check: { _ in })
        guard line.allSatisfy(\.isWhitespace) else { return line }
        return try await session.interaction.edit("")
    }
}
