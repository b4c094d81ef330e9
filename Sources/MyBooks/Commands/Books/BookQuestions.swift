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
            text("Rating (1 to 5, blank for none)"), .rating, book.stars, typed: \.description)

        // Offer the dates that result from the new status. The user keeps them by pressing Enter.
        let today = session.today
        var values = book.afterTransition(to: status, on: PartialDate(today))
        // Check the order after each date. If it were checked at the end, an error would discard all answers.
        changes.added = try await questions.answer(
            text("Added"), .day, CivilDate(utc: book.added).description)
        if ReadingDates.Name.started.isRelevant(for: status) {
            let started = try await questions.optional(
                text("Started (blank for none)"), .partialDate, values.started, typed: \.description
            ) { try ReadingValues(status: status, started: $0).check(today: today) }
            changes.started = started ?? implied(\.started, by: values)
            values.started = started.map(\.value) ?? values.started
        }
        if ReadingDates.Name.completed.isRelevant(for: status) {
            let before = values.started
            let completed = try await questions.optional(
                text("Completed (blank for none)"), .partialDate, values.completed, typed: \.description
            ) {
                try ReadingValues(status: status, started: before, completed: $0).check(today: today)
            }
            changes.completed = completed ?? implied(\.completed, by: values)
        }
        changes.summary = try await questions.longText(
            text("Summary"), editing: text("Edit the summary in your editor?"), book.summary)
        return changes
    }

    /// Returns the date that the new status sets if the user left the input line unchanged.
    private func implied(
        _ name: KeyPath<ReadingValues, PartialDate?>, by values: ReadingValues
    ) -> Assignment<PartialDate>? {
        let date = values[keyPath: name]
        return date == book.latestReading[keyPath: name] ? nil : date.map { Assignment.some($0) }
    }
}
