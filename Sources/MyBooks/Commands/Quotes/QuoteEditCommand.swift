import Localization
import Shell
import Suite

/// `quote edit`: changes a quote with options or by asking for each field.
struct QuoteEditCommand: Command {
    static let quoteText = Parameter.option("text", .text, help: text("The new text."))

    let declaration = CommandDeclaration(
        "quote edit", group: .quotes, summary: text("Changes a quote."),
        discussion: [
            text(
                "Without options, at a terminal, the program asks for each field and shows its present value. Ctrl-C discards all answers."
            )
        ],
        parameters: [
            QuoteArguments.quote.declaration, quoteText.declaration, QuoteArguments.page.declaration,
            QuoteArguments.note.declaration,
        ],
        examples: [.verbatim("quote edit 3 --page 72"), text("quote edit mirrors")], changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let quote = try session.record(try invocation[QuoteArguments.quote], in: Quote.self)
        var changes = QuoteChanges(
            text: try invocation[Self.quoteText], page: try invocation[QuoteArguments.page],
            note: try invocation[QuoteArguments.note])
        if changes.isEmpty {
            guard session.interaction.isInteractive else { throw QuoteError.nothingToChange }
            changes = try await ask(quote, session)
        }
        do {
            try changes.text.map(QuoteArguments.check)
        } catch let error as ValueError {
            throw UsageError.invalidValue(name: .verbatim("--text"), error)
        }
        let changed = changes.apply(to: quote)
        let message =
            changed.isEmpty
            ? text(
                "Quote %1$@ from “%2$@” already has these values. Nothing changed.", String(quote.number),
                quote.bookTitle)
            : text(
                "Changed quote %1$@ from “%2$@”: %3$@.", String(quote.number), quote.bookTitle,
                TextArgument.list(changed.map { .text($0) }))
        return Output([.message(message)], data: [.record(QuoteTable.record(quote))])
    }

    private func ask(_ quote: Quote, _ session: BookSession) async throws -> QuoteChanges {
        let long = LongTextQuestion(interaction: session.interaction)
        let quoteText = try await long.ask(
            text("Quote"), editorQuestion: text("Edit the quote in your editor?"), present: quote.text,
            check: QuoteArguments.check)
        let page = try await session.interaction.ask(
            text("Page (blank for none)"), initial: quote.page ?? "", completion: .none, check: { _ in }
        ).collapsingSpaces
        let note = try await session.interaction.ask(
            text("Note"), initial: quote.note, completion: .none, check: { _ in })
        return QuoteChanges(text: quoteText, page: page.isEmpty ? Assignment.none : .some(page), note: note)
    }
}

/// The changes that an edit makes to a quote.
struct QuoteChanges {
    var text: String?
    var page: Assignment<String>?
    var note: String?

    /// Whether there are no changes.
    var isEmpty: Bool { text == nil && page == nil && note == nil }

    /// Applies the changes.
    ///
    /// - Returns: The labels of the changed fields.
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

/// Why a change of a quote is refused.
enum QuoteError: PresentableError {
    case nothingToChange

    var problem: LocalizedText { text("There is nothing to change.") }
    var remedy: LocalizedText? { text("Add at least one option, such as --text or --page.") }
    var failure: FailureKind { .usage }
}
