import Localization
import Shell
import Suite

/// Asks for each field of a book, with its present value in the line.
@MainActor
struct BookQuestions {
    let book: Book
    let session: BookSession

    /// The changes that the answers make. Nothing is changed before the last question is answered.
    func ask() async throws -> BookChanges {
        var changes = BookChanges()
        changes.title = try await answer(text("Title"), .nonBlank, book.title)
        changes.author = try await answer(text("Author"), .nonBlank, book.author)
        let status = try await answer(
            text("Status"), .status, session.localizer.string(book.status.name))
        changes.status = status
        changes.rating = try await optional(
            text("Rating (1 to 5, blank for none)"), .rating, book.rating.map(String.init))

        // The dates start from what the new status makes of them, so that a plain Enter keeps those.
        let dates = book.dates.afterTransition(from: book.status, to: status, on: session.today)
        // A date that is out of order is asked for again, before it costs the person all answers.
        let added = try await answer(text("Added"), .day, dates.added.description)
        changes.added = added
        var order = ReadingDates(added: added)
        if ReadingDates.Name.started.isRelevant(for: status) {
            let started = try await optional(
                text("Started (blank for none)"), .day, dates.started?.description
            ) { try ReadingDates(added: added, started: $0).checkOrder() }
            changes.started = started
            order.started = started.value
        }
        if ReadingDates.Name.completed.isRelevant(for: status) {
            let before = order
            changes.completed = try await optional(
                text("Completed (blank for none)"), .day, dates.completed?.description
            ) {
                try ReadingDates(added: before.added, started: before.started, completed: $0).checkOrder()
            }
        }
        changes.summary = try await summary()
        return changes
    }

    private var parsing: ParseContext {
        let today = session.today
        return ParseContext(localizer: session.localizer, today: today)
    }

    private func answer<Value>(
        _ question: LocalizedText, _ type: ValueType<Value>, _ present: String
    ) async throws -> Value {
        let parsing = parsing
        let line = try await session.interaction.ask(
            question, initial: present, completion: type.completion,
            check: { _ = try type.parse($0, parsing) })
        return try type.parse(line, parsing)
    }

    private func optional<Value>(
        _ question: LocalizedText, _ type: ValueType<Value>, _ present: String?,
        check: (Value?) throws -> Void = { _ in }
    ) async throws -> Assignment<Value> {
        let parsing = parsing
        func value(_ line: String) throws -> Assignment<Value> {
            line.allSatisfy(\.isWhitespace) ? .none : try type.orNone.parse(line, parsing)
        }
        let line = try await session.interaction.ask(
            question, initial: present ?? "", completion: type.completion,
            check: { try check(try value($0).value) })
        return try value(line)
    }

    private func summary() async throws -> String {
        try await LongTextQuestion(interaction: session.interaction).ask(
            text("Summary"), editorQuestion: text("Edit the summary in your editor?"), present: book.summary)
    }
}
