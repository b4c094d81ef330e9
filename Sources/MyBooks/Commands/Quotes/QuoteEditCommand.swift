import Localization
import Shell
import Suite

/// `quote edit`: changes a quote, by options or by asking for each field.
struct QuoteEditCommand: Command {
    static let words = Parameter.option("text", .text, help: text("The new text."))

    let declaration = CommandDeclaration(
        "quote edit", group: .quotes, summary: text("Changes a quote."),
        discussion: [
            text(
                "Without options, at a terminal, each field is asked for with its present value in the line. Ctrl-C discards it all."
            )
        ],
        parameters: [
            QuoteArguments.quote.declaration, words.declaration, QuoteArguments.page.declaration,
            QuoteArguments.note.declaration,
        ],
        examples: ["quote edit 3 --page 72", "quote edit mirrors"], changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let quote = try session.record(try invocation[QuoteArguments.quote], in: Quote.self)
        var changes = QuoteChanges(
            text: try invocation[Self.words], page: try invocation[QuoteArguments.page],
            note: try invocation[QuoteArguments.note])
        if changes.isEmpty {
            guard session.interaction.isInteractive else { throw QuoteError.nothingToChange }
            changes = try await ask(quote, session)
        }
        do {
            try changes.text.map(QuoteArguments.check)
        } catch let error as ValueError {
            throw UsageError.invalidValue(name: "--text", error)
        }
        let changed = changes.apply(to: quote)
        let message =
            changed.isEmpty
            ? text(
                "Quote %1$@ from “%2$@” is already like that. Nothing changed.", String(quote.number),
                quote.bookTitle)
            : text(
                "Changed quote %1$@ from “%2$@”: %3$@.", String(quote.number), quote.bookTitle,
                TextArgument.list(changed.map { .text($0) }))
        return Output([.message(message)], data: [.record(QuoteTable.record(quote))])
    }

    private func ask(_ quote: Quote, _ session: BookSession) async throws -> QuoteChanges {
        let long = LongTextQuestion(interaction: session.interaction)
        let words = try await long.ask(
            text("Quote"), editorQuestion: text("Edit the quote in your editor?"), present: quote.text,
            check: QuoteArguments.check)
        let page = try await session.interaction.ask(
            text("Page (blank for none)"), initial: quote.page ?? "", completion: .none, check: { _ in }
        ).collapsingSpaces
        let note = try await session.interaction.ask(
            text("Note"), initial: quote.note, completion: .none, check: { _ in })
        return QuoteChanges(text: words, page: page.isEmpty ? Assignment.none : .some(page), note: note)
    }
}

/// What an edit wants of a quote.
struct QuoteChanges {
    var text: String?
    var page: Assignment<String>?
    var note: String?

    /// Whether nothing is asked for.
    var isEmpty: Bool { text == nil && page == nil && note == nil }

    /// Applies the changes.
    ///
    /// - Returns: The labels of the fields that changed; none where the quote was so already.
    func apply(to quote: Quote) -> [LocalizedText] {
        var changed: [LocalizedText] = []
        if let text, text != quote.text {
            quote.text = text
            changed.append(MyBooks.text("quote"))
        }
        if let page, page.value != quote.page {
            quote.page = page.value
            changed.append(MyBooks.text("page"))
        }
        if let note, note != quote.note {
            quote.note = note
            changed.append(MyBooks.text("note"))
        }
        return changed
    }
}

/// What is refused of quotes.
enum QuoteError: PresentableError {
    case nothingToChange

    var problem: LocalizedText { text("There is nothing to change.") }
    var remedy: LocalizedText? { text("Give at least one option, such as --text or --page.") }
    var failure: FailureKind { .usage }
}
