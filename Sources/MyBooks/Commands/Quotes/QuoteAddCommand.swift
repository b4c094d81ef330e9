import Localization
import ModelData
import Shell
import Suite

/// `quote add`: notes a passage of a book.
struct QuoteAddCommand: Command {
    static let words = Parameter.rest(
        "text", .text, help: text("The quote; at a terminal you are asked for it where it is missing."))

    let declaration = CommandDeclaration(
        "quote add", group: .quotes, summary: text("Notes a quote from a book."),
        discussion: [
            text(
                "Without a text, at a terminal, you are asked for it; a blank answer opens your editor, for quotes of several lines."
            )
        ],
        parameters: [
            ShowCommand.book.declaration, words.declaration, QuoteArguments.page.declaration,
            QuoteArguments.note.declaration,
        ],
        examples: [
            "quote add solaris \"We have no need of other worlds. We need mirrors.\" --page 72",
            "quote add solaris",
        ],
        changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let book = try session.record(try invocation[ShowCommand.book], in: Book.self)
        var words = try invocation[Self.words].joined(separator: " ")
        if !invocation.has(Self.words) { words = try await ask(session) }
        guard !words.allSatisfy(\.isWhitespace) else {
            guard invocation.has(Self.words) else { return .message(text("Nothing was added.")) }
            throw UsageError.invalidValue(name: "TEXT", .blank)
        }
        let quote = Quote(
            text: words, page: try invocation[QuoteArguments.page]?.value,
            note: try invocation[QuoteArguments.note] ?? "")
        book.quotes.append(quote)
        try session.context.save(as: text("Added a quote from “%@”.", book.title))
        return Output(
            [.message(text("Added a quote from “%1$@” as number %2$@.", book.title, String(quote.number)))],
            data: [.record(QuoteTable.record(quote))])
    }

    /// The text from a line, or from the person's editor.
    private func ask(_ session: BookSession) async throws -> String {
        guard session.interaction.isInteractive else {
            throw UsageError.missingArgument("TEXT", usage: "quote add BOOK TEXT")
        }
        let line = try await session.interaction.ask(
            text("Quote (blank to write it in your editor)"), initial: "", completion: .none, check: { _ in })
        guard line.allSatisfy(\.isWhitespace) else { return line }
        return try await session.interaction.edit("")
    }
}
