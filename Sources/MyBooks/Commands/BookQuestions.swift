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
        changes.added = try await answer(text("Added"), .day, dates.added.description)
        if ReadingDates.Name.started.isRelevant(for: status) {
            changes.started = try await optional(
                text("Started (blank for none)"), .day, dates.started?.description)
        }
        if ReadingDates.Name.completed.isRelevant(for: status) {
            changes.completed = try await optional(
                text("Completed (blank for none)"), .day, dates.completed?.description)
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
        _ question: LocalizedText, _ type: ValueType<Value>, _ present: String?
    ) async throws -> Assignment<Value> {
        let parsing = parsing
        func isNone(_ line: String) -> Bool { line.allSatisfy(\.isWhitespace) }
        let line = try await session.interaction.ask(
            question, initial: present ?? "", completion: type.completion,
            check: { if !isNone($0) { _ = try type.orNone.parse($0, parsing) } })
        return isNone(line) ? .none : try type.orNone.parse(line, parsing)
    }

    /// A summary of one line is edited in the line; any summary can be edited in the person's editor.
    private func summary() async throws -> String {
        if try await session.interaction.confirm(text("Edit the summary in your editor?")) {
            return try await session.interaction.edit(book.summary)
        }
        guard !book.summary.contains(where: \.isNewline) else { return book.summary }
        return try await session.interaction.ask(
            text("Summary"), initial: book.summary, completion: .none, check: { _ in })
    }
}
