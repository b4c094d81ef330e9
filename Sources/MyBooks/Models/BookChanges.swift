import Foundation
import Localization
import Shell
import Suite

/// The changes that an edit makes to a book. The status is changed first, then the given fields and dates.
struct BookChanges {
    var title: String?
    var author: String?
    var summary: String?
    var status: ReadingStatus?
    var rating: Assignment<Int>?
    var added: CivilDate?
    var started: Assignment<CivilDate>?
    var completed: Assignment<CivilDate>?

    /// Applies the changes, or throws and leaves the book unchanged.
    ///
    /// - Parameters:
    ///   - book: The book.
    ///   - today: The date of a status change.
    /// - Returns: The labels of the changed fields.
    /// - Throws: ``BookError``.
    func apply(to book: Book, today: CivilDate) throws -> [LocalizedText] {
        let oldDates = book.dates
        let newStatus = status ?? book.status
        var dates = oldDates.afterTransition(from: book.status, to: newStatus, on: today)
        if let added { dates.added = added }
        for (name, assignment, path) in [
            (ReadingDates.Name.started, started, \ReadingDates.started),
            (.completed, completed, \.completed),
        ] {
            guard let assignment else { continue }
            // A date that the status doesn't have is always empty, so allow clearing it.
            if assignment.value != nil, !name.isRelevant(for: newStatus) {
                throw BookError.dateNotRelevant(name, title: title ?? book.title, status: newStatus)
            }
            dates[keyPath: path] = assignment.value
        }
        if dates != oldDates { try dates.checkOrder() }

        var changed = FieldChanges(of: book)
        changed.set(\.title, title, text("title"))
        changed.set(\.author, author, text("author"))
        changed.set(\.status, newStatus, text("status"))
        if let rating { changed.set(\.rating, .some(rating.value), text("rating")) }
        for (name, old, new) in [
            (ReadingDates.Name.added, Optional(oldDates.added), Optional(dates.added)),
            (.started, oldDates.started, dates.started), (.completed, oldDates.completed, dates.completed),
        ] where old != new {
            changed.note(name.nameInSentence)
        }
        book.setDates(dates)
        changed.set(\.summary, summary, text("summary"))
        return changed.labels
    }
}

extension BookChanges {
    /// Whether there are no changes.
    var isEmpty: Bool {
        title == nil && author == nil && summary == nil && status == nil && rating == nil && added == nil
            && started == nil && completed == nil
    }
}
