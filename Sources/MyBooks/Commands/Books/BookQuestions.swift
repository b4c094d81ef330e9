import Localization
import Shell
import Suite

/// Asks for each field of a book. The input line already contains the field's current value.
@MainActor
struct BookQuestions {
    let book: Book
    let session: BookSession

    /// Asks the questions and returns the changes. The book itself isn't changed.
    func ask() async throws -> BookChanges {
        let questions = FieldQuestions(session)
        var changes = BookChanges()
        changes.title = try await questions.answer(text("Title"), .nonBlank, book.title)
        changes.author = try await questions.answer(text("Author"), .nonBlank, book.author)
        changes.status = try await questions.answer(
            text("Status"), .status, session.localizer.string(book.status.name))
        let status = changes.status ?? book.status
        changes.rating = try await questions.optional(
            text("Rating (1 to 5, blank for none)"), .rating, book.rating, typed: \.description)

        // Offer the dates that result from the new status. The user keeps them by pressing Enter.
        let dates = book.dates.afterTransition(from: book.status, to: status, on: session.today)
        // Check the order after each date. If it were checked at the end, an error would discard all answers.
        changes.added = try await questions.answer(text("Added"), .day, dates.added.description)
        var order = ReadingDates(added: changes.added ?? dates.added)
        if ReadingDates.Name.started.isRelevant(for: status) {
            let before = order
            let started = try await questions.optional(
                text("Started (blank for none)"), .day, dates.started, typed: \.description
            ) { try ReadingDates(added: before.added, started: $0).checkOrder() }
            changes.started = started ?? implied(\.started, by: dates)
            order.started = started.map(\.value) ?? dates.started
        }
        if ReadingDates.Name.completed.isRelevant(for: status) {
            let before = order
            let completed = try await questions.optional(
                text("Completed (blank for none)"), .day, dates.completed, typed: \.description
            ) {
                try ReadingDates(added: before.added, started: before.started, completed: $0).checkOrder()
            }
            changes.completed = completed ?? implied(\.completed, by: dates)
        }
        changes.summary = try await questions.longText(
            text("Summary"), editing: text("Edit the summary in your editor?"), book.summary)
        return changes
    }

    /// Returns the date that the new status sets if the user left the input line unchanged.
    private func implied(
        _ name: KeyPath<ReadingDates, CivilDate?>, by dates: ReadingDates
    ) -> Assignment<CivilDate>? {
        let date = dates[keyPath: name]
        return date == book.dates[keyPath: name] ? nil : date.map { Assignment.some($0) }
    }
}
