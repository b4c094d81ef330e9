import Localization

/// The days of a book's way from the shelf to the end, and the order they keep.
struct ReadingDates: Hashable {
    var added: CivilDate
    var started: CivilDate?
    var completed: CivilDate?

    /// The names of the dates, as options and as fields of exports.
    enum Name: String, CaseIterable {
        case added, started, completed

        /// The name in words, as a field's label.
        var label: LocalizedText {
            switch self {
            case .added: text("Added")
            case .started: text("Started")
            case .completed: text("Completed")
            }
        }

        /// The name within a sentence.
        var nameInSentence: LocalizedText {
            switch self {
            case .added: text("date added")
            case .started: text("date started")
            case .completed: text("date completed")
            }
        }

        /// Whether a book of a status has this date.
        func isRelevant(for status: ReadingStatus) -> Bool {
            switch self {
            case .added: true
            case .started: status != .onShelf
            case .completed: status == .completed
            }
        }
    }

    /// Throws where a date is earlier than the one before it.
    func checkOrder() throws {
        if let started, started < added {
            throw BookError.startedBeforeAdded(started: started, added: added)
        }
        if let completed, let started, completed < started {
            throw BookError.completedBeforeStarted(completed: completed, started: started)
        }
        if let completed, completed < added {
            throw BookError.completedBeforeAdded(completed: completed, added: added)
        }
    }

    /// The dates after a change of status on a day.
    ///
    /// To the shelf clears the two later dates; completed → in progress clears the last; beginning sets the day it
    /// was begun, finishing the day it was finished, and a book that goes straight from the shelf to completed counts
    /// as begun on the day it was added. The same status changes nothing.
    func afterTransition(from old: ReadingStatus, to new: ReadingStatus, on today: CivilDate) -> ReadingDates
    {
        var dates = self
        switch (old, new) {
        case (.onShelf, .onShelf), (.inProgress, .inProgress), (.completed, .completed):
            break
        case (_, .onShelf):
            dates.started = nil
            dates.completed = nil
        case (.completed, .inProgress):
            dates.completed = nil
        case (.onShelf, .inProgress):
            dates.started = today
        case (.onShelf, .completed):
            dates.started = added
            dates.completed = today
        case (.inProgress, .completed):
            dates.completed = today
        }
        return dates
    }
}

extension Book {
    /// The book's dates as civil days.
    var dates: ReadingDates {
        ReadingDates(
            added: CivilDate(utc: added), started: started.map { CivilDate(utc: $0) },
            completed: completed.map { CivilDate(utc: $0) })
    }

    /// Sets the dates that differ, so that a book that stays the same isn't saved.
    func setDates(_ dates: ReadingDates) {
        if added != dates.added.utcDate { added = dates.added.utcDate }
        if started != dates.started?.utcDate { started = dates.started?.utcDate }
        if completed != dates.completed?.utcDate { completed = dates.completed?.utcDate }
    }
}
