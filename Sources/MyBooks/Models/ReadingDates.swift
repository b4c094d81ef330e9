import Foundation
import Localization

/// The dates added, started and completed of a book, as days.
struct ReadingDates: Hashable {
    var added: CivilDate
    var started: CivilDate?
    var completed: CivilDate?

    /// The names of the dates. They are used as option names and as field names in exports.
    enum Name: String, CaseIterable {
        case added, started, completed

        /// The name for use within a sentence.
        var nameInSentence: LocalizedText {
            switch self {
            case .added: text("date added")
            case .started: text("date started")
            case .completed: text("date completed")
            }
        }

        /// Returns whether a book with a status has this date.
        func isRelevant(for status: ReadingStatus) -> Bool {
            switch self {
            case .added: true
            case .started: status != .onShelf
            case .completed: status == .completed || status == .abandoned
            }
        }
    }
}

extension Book {
    /// The book's dates as civil days.
    var dates: ReadingDates {
        ReadingDates(
            added: CivilDate(utc: added), started: started.map { CivilDate(utc: $0) },
            completed: completed.map { CivilDate(utc: $0) })
    }

    /// Sets only the dates that differ, so that an unchanged book isn't saved. A changed date is known to the
    /// day.
    func setDates(_ dates: ReadingDates) {
        if added != dates.added.utcDate { added = dates.added.utcDate }
        if started != dates.started?.utcDate {
            started = dates.started?.utcDate
            if startedPrecision != nil { startedPrecision = nil }
        }
        if completed != dates.completed?.utcDate {
            completed = dates.completed?.utcDate
            if completedPrecision != nil { completedPrecision = nil }
        }
    }
}
