import Basics
import Foundation
import ModelData

/// An earlier reading of a book. The latest reading is in the fields of the book.
@Model
final class Reading {
    /// For the readings of a year.
    #Index<Reading>([\.completed, \.started])

    /// The reading's identifier. It stays the same in all stores and exports.
    @Attribute(.unique) var identifier: UUID
    var started: Date?
    var startedPrecision: DatePrecision?
    /// The day on which the reading ended.
    var completed: Date?
    var completedPrecision: DatePrecision?
    /// How the reading ended; `in-progress` or `paused` if it was interrupted.
    var outcome: ReadingStatus
    /// The number of stars, a multiple of a quarter.
    var rating: Double?
    var review: String?
    var book: Book?
    /// The dated positions of this reading, in order.
    @Relationship(deleteRule: .cascade, inverse: \ReadingProgress.reading)
    var progress: [ReadingProgress] = []
    /// The number among the readings of the book, from 1. `Book.numberedReadings` sets it.
    @Transient var number = 0
    /// The number of the book, which the latest reading doesn't belong to. `Book.numberedReadings` sets it.
    @Transient var bookNumber = 0

    init(identifier: UUID = UUID.random(), _ values: ReadingValues) {
        self.identifier = identifier
        outcome = values.status
        started = values.started?.first.utcDate
        startedPrecision = values.started?.precision
        completed = values.completed?.first.utcDate
        completedPrecision = values.completed?.precision
        rating = values.rating?.stars
        review = values.review
    }
}

extension Reading {
    /// The reading's values. Setting them changes only the properties that differ.
    var values: ReadingValues {
        get {
            ReadingValues(
                status: outcome, started: started.map { PartialDate(utc: $0, precision: startedPrecision) },
                completed: completed.map { PartialDate(utc: $0, precision: completedPrecision) },
                rating: rating.flatMap { StarRating($0) }, review: review)
        }
        set {
            if outcome != newValue.status { outcome = newValue.status }
            let (start, end) = (newValue.started?.first.utcDate, newValue.completed?.first.utcDate)
            if started != start { started = start }
            if startedPrecision != newValue.started?.precision {
                startedPrecision = newValue.started?.precision
            }
            if completed != end { completed = end }
            if completedPrecision != newValue.completed?.precision {
                completedPrecision = newValue.completed?.precision
            }
            if rating != newValue.rating?.stars { rating = newValue.rating?.stars }
            if review != newValue.review { review = newValue.review }
        }
    }
}
