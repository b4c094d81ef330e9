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
        let questions = FieldQuestions(session)
        var changes = BookChanges()
        changes.title = try await questions.answer(text("Title"), .nonBlank, book.title)
        changes.author = try await questions.answer(text("Author"), .nonBlank, book.author)
        let status = try await questions.answer(
            text("Status"), .status, session.localizer.string(book.status.name))
        changes.status = status
        changes.rating = try await questions.optional(
            text("Rating (1 to 5, blank for none)"), .rating, book.rating.map(String.init))

        // The dates start from what the new status makes of them, so that a plain Enter keeps those.
        let dates = book.dates.afterTransition(from: book.status, to: status, on: session.today)
        // A date that is out of order is asked for again, before it costs the person all answers.
        let added = try await questions.answer(text("Added"), .day, dates.added.description)
        changes.added = added
        var order = ReadingDates(added: added)
        if ReadingDates.Name.started.isRelevant(for: status) {
            let started = try await questions.optional(
                text("Started (blank for none)"), .day, dates.started?.description
            ) { try ReadingDates(added: added, started: $0).checkOrder() }
            changes.started = started
            order.started = started.value
        }
        if ReadingDates.Name.completed.isRelevant(for: status) {
            let before = order
            changes.completed = try await questions.optional(
                text("Completed (blank for none)"), .day, dates.completed?.description
            ) {
                try ReadingDates(added: before.added, started: before.started, completed: $0).checkOrder()
            }
        }
        changes.summary = try await questions.longText(
            text("Summary"), editing: text("Edit the summary in your editor?"), book.summary)
        return changes
    }
}
