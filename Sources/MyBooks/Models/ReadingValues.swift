import Basics
import Foundation
import Localization
import Shell
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
                rating: hasEarlierRating ? nil : stars, review: review)
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
            if let rating = newValue.rating {
                stars = rating
            } else if rating != nil, !hasEarlierRating {
                rating = nil
                takeEarlierRating()
            }
            if review != newValue.review { review = newValue.review }
        }
    }

    /// The values of all readings, the earliest first. A book on the shelf has no latest reading.
    var allReadings: [ReadingValues] { readings.map(\.values) + (hasLatestReading ? [latestReading] : []) }

    /// Whether the book's own fields describe a reading.
    var hasLatestReading: Bool { status != .onShelf || started != nil || completed != nil }

    /// The dated positions of the latest reading.
    var latestProgress: [ReadingProgress] { progress.filter { $0.reading == nil } }

    /// Adds an earlier reading.
    ///
    /// - Parameters:
    ///   - values: The reading.
    ///   - isLast: Whether it comes after the others. Default: the order of the ends decides.
    @discardableResult
    func insertEarlierReading(_ values: ReadingValues, isLast: Bool = false) -> Reading {
        let reading = Reading(values)
        insertEarlierReading(reading, isLast: isLast)
        return reading
    }

    /// Adds an earlier reading, which can be that of another book.
    func insertEarlierReading(_ reading: Reading, isLast: Bool = false) {
        let end = reading.values.endKey
        let index = isLast ? nil : readings.firstIndex { end < $0.values.endKey }
        readings.insert(reading, at: index ?? readings.count)
    }

    /// Makes the latest reading an earlier one.
    ///
    /// Its identifier is derived from the book and the dates: if two devices do the same, they make one record.
    ///
    /// - Parameter end: The day that ends an open reading, which is abandoned; `nil` leaves it open.
    func archiveLatestReading(endedOn end: PartialDate? = nil) {
        guard hasLatestReading else { return }
        let values = latestReading.ended(on: end)
        let name = "\(identifier) \(values.started?.description ?? "") \(values.completed?.description ?? "")"
        let derived = UUID(derivedFrom: name.utf8)
        let isTaken = readings.contains { $0.identifier == derived }
        let reading = Reading(identifier: isTaken ? UUID.random() : derived, values)
        let positions = latestProgress
        readings.append(reading)
        for position in positions { reading.progress.append(position) }
        review = nil
    }

    /// Returns the values of the latest reading after a change of status.
    func afterTransition(
        to new: ReadingStatus, on date: PartialDate, isCorrection: Bool = false
    ) -> ReadingValues {
        var values = latestReading
        guard values.status != new else { return values }
        if !continuesReading(with: new, isCorrection: isCorrection) {
            // Without an earlier reading, the rating stays that of the book.
            let isKept = archived(by: new, on: date, isCorrection: isCorrection) == nil
            values = ReadingValues(status: new, rating: isKept ? values.rating : nil)
        }
        values.status = new
        switch new {
        case .onShelf: (values.started, values.completed) = (nil, nil)
        case .inProgress:
            if !isCorrection, !status.isOpen { values.started = date }
            values.completed = nil
        case .paused: values.completed = nil
        case .completed, .abandoned: values.completed = date
        }
        return values
    }

    /// Returns the latest reading as a change of status makes it an earlier one; `nil` if it stays the latest one, or
    /// was started by mistake on the same day.
    func archived(by new: ReadingStatus, on date: PartialDate, isCorrection: Bool) -> ReadingValues? {
        guard hasLatestReading, status != new, !continuesReading(with: new, isCorrection: isCorrection)
        else { return nil }
        let isStartedByMistake = status.isOpen && latestProgress.isEmpty && latestReading.started == date
        return isStartedByMistake ? nil : latestReading.ended(on: date)
    }

    /// Whether a new status corrects the reading that ended on the same day.
    func isCorrected(by new: ReadingStatus, on date: PartialDate) -> Bool {
        status.hasEnded && new != .onShelf && date.precision == nil && latestReading.completed == date
    }

    /// Whether a new status belongs to the latest reading. If not, another reading begins with it.
    private func continuesReading(with new: ReadingStatus, isCorrection: Bool) -> Bool {
        isCorrection || status == .onShelf || (status.isOpen && new != .onShelf)
    }
}

extension ReadingValues {
    /// Returns the reading as it is after a day: one that hasn't ended is abandoned.
    fileprivate func ended(on end: PartialDate?) -> ReadingValues {
        guard let end, status.isOpen else { return self }
        var values = self
        (values.status, values.completed) = (.abandoned, end)
        return values
    }
}

extension ReadingValues {
    /// Whether another reading has the same dates and the same outcome.
    func isSame(as other: ReadingValues) -> Bool {
        status == other.status && started == other.started && completed == other.completed
    }

    /// The position of the reading among those of a book: a reading that hasn't ended comes last.
    var endKey: Double {
        if status.isOpen { return .infinity }
        return (completed ?? started)?.last.utcDate.timeIntervalSince1970 ?? -.infinity
    }
}

/// How far the user has read a book.
enum ReadingStatus: String, Codable, CaseIterable, Sendable {
    case onShelf = "on-shelf"
    case inProgress = "in-progress"
    case paused = "paused"
    case completed = "completed"
    case abandoned = "abandoned"

    /// The status's name.
    var name: LocalizedText {
        switch self {
        case .onShelf: text("on shelf")
        case .inProgress: text("in progress")
        case .paused: text("paused")
        case .completed: text("completed")
        case .abandoned: text("abandoned")
        }
    }

    /// Whether a reading with this status has ended.
    var hasEnded: Bool { ReadingDate.completed.isRelevant(for: self) }

    /// Whether a reading with this status goes on, also after a pause.
    var isOpen: Bool { self == .inProgress || self == .paused }

    /// The words for the statuses, in sort order: from unread to read.
    static let choices = allCases.map { status in
        let choice = Choice(status.rawValue, status, status.name)
        // Words of other reading logs for the same.
        return switch status {
        case .onShelf: choice.also("to-read", "unread", "tbr")
        case .inProgress: choice.also("reading", "currently-reading")
        case .paused: choice.also("on-hold")
        case .completed: choice.also("read", "finished", "done")
        case .abandoned: choice.also("dnf", "did-not-finish", "dropped")
        }
    }

    /// How a reading ends.
    static let outcomes = [completed, abandoned, inProgress, paused].map { Choice($0.rawValue, $0, $0.name) }

    /// The status as a symbol for tables.
    var cell: Cell {
        switch self {
        case .onShelf: Cell(.string(rawValue), .symbol("○", ascii: "-", spoken: name))
        case .inProgress: Cell(.string(rawValue), .symbol("◐", ascii: "~", spoken: name))
        case .paused: Cell(.string(rawValue), .symbol("‖", ascii: "=", spoken: name))
        case .completed: Cell(.string(rawValue), .symbol("●", ascii: "x", spoken: name))
        case .abandoned: Cell(.string(rawValue), .symbol("⊘", ascii: "/", spoken: name))
        }
    }
}

/// A date of a reading. The raw value is the key of the field.
enum ReadingDate: String, CaseIterable {
    case started, completed

    /// Returns whether a reading with a status has this date.
    func isRelevant(for status: ReadingStatus) -> Bool {
        switch self {
        case .started: status != .onShelf
        case .completed: status == .completed || status == .abandoned
        }
    }
}
