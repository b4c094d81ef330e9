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
    var rating: Assignment<StarRating>?
    var added: CivilDate?
    var started: Assignment<PartialDate>?
    var completed: Assignment<PartialDate>?
    var details: [BookDetail: Assignment<BookDetail.Value>] = [:]

    /// Applies the changes, or throws and leaves the book unchanged.
    ///
    /// A date that the status doesn't have changes the status: with a completion date, the book is completed,
    /// and with a start date only, it is in progress.
    ///
    /// - Parameters:
    ///   - book: The book.
    ///   - today: The date of a status change.
    /// - Returns: The labels of the changed fields.
    /// - Throws: ``BookError``.
    func apply(to book: Book, today: CivilDate) throws -> [LocalizedText] {
        let new = try impliedStatus(of: book)
        if let added, added > today { throw BookError.inFuture(PartialDate(added)) }
        let old = book.latestReading
        let changesStatus = new != old.status
        let event = PartialDate(today)
        // Dates given as options replace those of the event.
        var values = book.afterTransition(to: new, on: event)
        if let started { values.started = started.value }
        if let completed { values.completed = completed.value }
        if values != old { try values.check(today: today) }

        var changed = FieldChanges(of: book)
        changed.set(\.title, title, text("title"))
        changed.set(\.author, author, text("author"))
        if changesStatus {
            book.transition(to: new, on: event)
            changed.note(text("status"))
        }
        if let rating, book.stars != rating.value {
            book.stars = rating.value
            changed.note(text("rating"))
        }
        values.rating = book.stars
        values.review = book.review
        if let added { changed.set(\.added, added.utcDate, ReadingDates.Name.added.nameInSentence) }
        if values.started != old.started { changed.note(ReadingDates.Name.started.nameInSentence) }
        if values.completed != old.completed { changed.note(ReadingDates.Name.completed.nameInSentence) }
        book.latestReading = values
        changed.set(\.summary, summary, text("summary"))
        for detail in BookDetail.allCases {
            guard let assignment = details[detail] else { continue }
            if detail.set(assignment.value, of: book) { changed.note(detail.nameInSentence) }
        }
        return changed.labels
    }

    /// Returns the status after the changes.
    ///
    /// - Throws: ``BookError/dateNotRelevant(_:title:status:)`` if a date contradicts the given status.
    private func impliedStatus(of book: Book) throws -> ReadingStatus {
        for (name, date) in [(ReadingDates.Name.started, started), (.completed, completed)] {
            guard let status, date?.value != nil, !name.isRelevant(for: status) else { continue }
            throw BookError.dateNotRelevant(name, title: title ?? book.title, status: status)
        }
        if let status { return status }
        if completed?.value != nil, !ReadingDates.Name.completed.isRelevant(for: book.status) {
            return .completed
        }
        return started?.value != nil && book.status == .onShelf ? .inProgress : book.status
    }
}

extension BookChanges {
    /// Whether there are no changes.
    var isEmpty: Bool {
        title == nil && author == nil && summary == nil && status == nil && rating == nil && added == nil
            && started == nil && completed == nil && details.isEmpty
    }
}
