import Basics
import Foundation
import Localization
import Sync

/// The values of one reading of a book, whether it is the latest or an earlier one.
struct ReadingValues: Hashable {
    var status: ReadingStatus
    var started: PartialDate?
    var completed: PartialDate?
    var rating: StarRating?
    var review: String?

    /// Throws if a date is in the future, or if the reading ends before it starts.
    ///
    /// - Throws: ``BookError``.
    func check(today: CivilDate) throws {
        for date in [started, completed].compactMap(\.self) where date.first > today {
            throw BookError.inFuture(date)
        }
        if let started, let completed, completed.last < started.first {
            throw BookError.completedBeforeStarted(completed: completed, started: started)
        }
    }
}

extension Book {
    /// The values of the latest reading. Setting them changes only the properties that differ, so that an
    /// unchanged book isn't saved.
    var latestReading: ReadingValues {
        get {
            ReadingValues(
                status: status, started: started.map { PartialDate(utc: $0, precision: startedPrecision) },
                completed: completed.map { PartialDate(utc: $0, precision: completedPrecision) },
                rating: stars, review: review)
        }
        set {
            if status != newValue.status { status = newValue.status }
            let (start, end) = (newValue.started?.first.utcDate, newValue.completed?.first.utcDate)
            if started != start { started = start }
            if startedPrecision != newValue.started?.precision {
                startedPrecision = newValue.started?.precision
            }
            if completed != end { completed = end }
            if completedPrecision != newValue.completed?.precision {
                completedPrecision = newValue.completed?.precision
            }
            stars = newValue.rating
            if review != newValue.review { review = newValue.review }
        }
    }

    /// The values of all readings, the earliest first. A book on the shelf has no latest reading.
    var allReadings: [ReadingValues] {
        readings.map(\.values) + (hasLatestReading ? [latestReading] : [])
    }

    /// Whether the book's own fields describe a reading.
    var hasLatestReading: Bool { status != .onShelf || started != nil || completed != nil }

    /// The dated positions of the latest reading.
    var latestProgress: [ReadingProgress] { progress.filter { $0.reading == nil } }

    /// Adds an earlier reading, in the order of the ends.
    @discardableResult
    func insertEarlierReading(_ values: ReadingValues) -> Reading {
        let index = readings.firstIndex { values.endKey < $0.values.endKey }
        let reading = Reading(values)
        readings.insert(reading, at: index ?? readings.count)
        return reading
    }

    /// Makes the latest reading an earlier one.
    ///
    /// Its identifier is derived from the book and the dates: if two devices do the same, they make one record.
    func archiveLatestReading() {
        guard hasLatestReading else { return }
        let values = latestReading
        let name = "\(identifier) \(values.started?.description ?? "") \(values.completed?.description ?? "")"
        let derived = UUID(derivedFrom: name.utf8)
        let isTaken = readings.contains { $0.identifier == derived }
        let reading = Reading(identifier: isTaken ? UUID.random() : derived, values)
        let positions = latestProgress
        readings.append(reading)
        for position in positions { reading.progress.append(position) }
        review = nil
    }

    /// Changes the status as an event of a day. A reading that has ended stays: `start` begins a new one.
    ///
    /// - Parameters:
    ///   - new: The new status.
    ///   - date: The day of the event.
    /// - Returns: Whether anything changed.
    @discardableResult
    func transition(to new: ReadingStatus, on date: PartialDate) -> Bool {
        guard status != new else { return false }
        let values = afterTransition(to: new, on: date)
        let isStartedByMistake =
            status == .inProgress && new == .onShelf && latestProgress.isEmpty
            && latestReading.started == date
        if !continuesReading(with: new), !isStartedByMistake { archiveLatestReading() }
        latestReading = values
        return true
    }

    /// Returns the values of the latest reading after a change of status.
    func afterTransition(to new: ReadingStatus, on date: PartialDate) -> ReadingValues {
        var values = latestReading
        guard values.status != new else { return values }
        if !continuesReading(with: new) {
            (values.started, values.completed, values.review) = (nil, nil, nil)
        }
        values.status = new
        switch new {
        case .onShelf: (values.started, values.completed) = (nil, nil)
        case .inProgress: values.started = date
        case .completed, .abandoned: values.completed = date
        }
        return values
    }

    /// Whether a new status belongs to the latest reading. If not, another reading begins with it.
    private func continuesReading(with new: ReadingStatus) -> Bool {
        status == .onShelf || (status == .inProgress && new != .onShelf)
    }
}

extension ReadingValues {
    /// Whether another reading has the same dates and the same outcome.
    func isSame(as other: ReadingValues) -> Bool {
        status == other.status && started == other.started && completed == other.completed
    }

    /// The position of the reading among those of a book: a reading in progress comes last.
    var endKey: Double {
        if status == .inProgress { return .infinity }
        return (completed ?? started)?.last.utcDate.timeIntervalSince1970 ?? -.infinity
    }
}
