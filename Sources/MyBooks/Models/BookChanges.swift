import Foundation
import Localization
import Shell
import Suite

/// What an edit wants of a book: a change of status first, then the fields and dates that are named.
struct BookChanges {
    var title: String?
    var author: String?
    var summary: String?
    var status: ReadingStatus?
    var rating: Assignment<Int>?
    var added: CivilDate?
    var started: Assignment<CivilDate>?
    var completed: Assignment<CivilDate>?

    /// Applies the changes, or throws and leaves the book as it was.
    ///
    /// - Returns: The labels of the fields that changed; none where the book was so already.
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
            // Clearing a date that the status doesn't have is no mistake: it is clear.
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
    /// Whether nothing is asked for.
    var isEmpty: Bool {
        title == nil && author == nil && summary == nil && status == nil && rating == nil && added == nil
            && started == nil && completed == nil
    }
}
