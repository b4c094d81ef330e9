import Localization

/// The dates of reading a book, and the order that they must have.
struct ReadingDates: Hashable {
    var added: CivilDate
    var started: CivilDate?
    var completed: CivilDate?

    /// The names of the dates, as options and as fields of exports.
    enum Name: String, CaseIterable {
        case added, started, completed

        /// The name as a field's label.
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
    /// Changing to on shelf clears the two later dates, and changing from completed to in progress clears the
    /// last. Starting a book sets the date started, and finishing it sets the date completed. If a book goes
    /// directly from on shelf to completed, the date added becomes its date started. The same status changes
    /// nothing.
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
