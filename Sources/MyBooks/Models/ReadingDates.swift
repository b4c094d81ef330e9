import Localization

/// The dates added, started and completed of a book. They must be in this order.
struct ReadingDates: Hashable {
    var added: CivilDate
    var started: CivilDate?
    var completed: CivilDate?

    /// The names of the dates. They are used as option names and as field names in exports.
    enum Name: String, CaseIterable {
        case added, started, completed

        /// The name as the label of a field.
        var label: LocalizedText {
            switch self {
            case .added: text("Added")
            case .started: text("Started")
            case .completed: text("Completed")
            }
        }

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
            case .completed: status == .completed
            }
        }
    }

    /// Throws if a date is earlier than the one before it.
    ///
    /// - Throws: ``BookError``.
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

    /// Returns the dates after a change of status.
    ///
    /// A change to “on shelf” clears the dates started and completed. A change from “completed” to “in
    /// progress” clears the date completed. Starting a book sets the date started, and finishing it sets the
    /// date completed. If a book goes directly from “on shelf” to “completed”, its date added becomes its
    /// date started. If the status stays the same, no date changes.
    ///
    /// - Parameters:
    ///   - old: The status before.
    ///   - new: The status after.
    ///   - today: The date of the change.
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

    /// Sets only the dates that differ, so that an unchanged book isn't saved.
    func setDates(_ dates: ReadingDates) {
        if added != dates.added.utcDate { added = dates.added.utcDate }
        if started != dates.started?.utcDate { started = dates.started?.utcDate }
        if completed != dates.completed?.utcDate { completed = dates.completed?.utcDate }
    }
}
