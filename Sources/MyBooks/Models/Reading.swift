import Basics
import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

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

/// How far the user had read a book on a day.
@Model
final class ReadingProgress {
    /// The identifier. It stays the same in all stores.
    @Attribute(.unique) var identifier: UUID
    /// The day, stored as midnight UTC.
    var date: Date
    var unit: ProgressUnit
    /// The page, the percentage, or the minutes.
    var value: Int
    var book: Book?
    /// The earlier reading that the position belongs to; `nil` for the latest reading.
    var reading: Reading?

    init(identifier: UUID = UUID.random(), date: CivilDate, place: ReadingPlace) {
        self.identifier = identifier
        self.date = date.utcDate
        unit = place.unit
        value = place.value
    }

    /// The place that was reached.
    var place: ReadingPlace { ReadingPlace(unit: unit, value: value) }
}

/// The unit of a position in a book.
enum ProgressUnit: String, Codable, Sendable {
    case page, percent, minute
}

/// A place in a book: a page, a percentage or a time.
struct ReadingPlace: Hashable, Sendable {
    let unit: ProgressUnit
    let value: Int

    init(unit: ProgressUnit, value: Int) {
        self.unit = unit
        self.value = value
    }

    /// Parses `120`, `45%`, `3h20`, `3h` or `3:20`; `nil` for other texts.
    init?(_ written: String) {
        let typed = written.filter { !$0.isWhitespace }.lowercased()
        if typed.hasSuffix("%") {
            guard let percent = Int(typed.dropLast()), (0...100).contains(percent) else { return nil }
            self.init(unit: .percent, value: percent)
        } else if let separator = typed.firstIndex(where: { $0 == "h" || $0 == ":" }) {
            let minutes = typed[typed.index(after: separator)...].prefix { $0 != "m" }
            guard let hours = Int(typed[..<separator]), (0...1000).contains(hours),
                let rest = minutes.isEmpty ? 0 : Int(minutes), (0..<60).contains(rest)
            else { return nil }
            self.init(unit: .minute, value: hours * 60 + rest)
        } else {
            guard let page = Int(typed), (0...100_000).contains(page) else { return nil }
            self.init(unit: .page, value: page)
        }
    }

    /// The place as the user types it.
    var description: String {
        switch unit {
        case .page: String(value)
        case .percent: "\(value)%"
        case .minute where value % 60 == 0: "\(value / 60)h"
        case .minute: "\(value / 60)h\(value % 60 < 10 ? "0" : "")\(value % 60)"
        }
    }

    /// The number of pages up to the place; `nil` for a time, and for a percentage of a book without a number of pages.
    func pages(in book: Book) -> Int? {
        switch unit {
        case .page: value
        case .percent: book.pages.map { $0 * value / 100 }
        case .minute: nil
        }
    }

    /// The length of a book in the unit of the place; `nil` if it is unknown.
    func length(in book: Book) -> Int? {
        switch unit {
        case .page: book.pages
        case .minute: book.minutes
        case .percent: 100
        }
    }

    /// The place for the user: “page 120 of 412”, or “3h20 of 21h”.
    ///
    /// - Parameter book: The book, whose length follows the place.
    func text(in book: Book?) -> LocalizedText {
        switch unit {
        case .page:
            book?.pages.map { MyBooks.text("page %1$@ of %2$@", String(value), String($0)) }
                ?? MyBooks.text("page %@", String(value))
        case .minute:
            book?.minutes.map { length in
                MyBooks.text(
                    "%1$@ of %2$@", description, ReadingPlace(unit: .minute, value: length).description)
            } ?? .verbatim(description)
        case .percent: .verbatim(description)
        }
    }
}

extension ValueType where Value == ReadingPlace {
    /// A place in a book.
    static var place: ValueType<ReadingPlace> {
        ValueType(placeholder: MyBooks.text("PLACE")) { string, _ in
            guard let place = ReadingPlace(string) else { throw ValueError.notAPlace(string) }
            return place
        }
    }
}

extension ValueError {
    /// The error of a text that isn't a place in a book.
    static func notAPlace(_ text: String) -> ValueError {
        .refused(
            MyBooks.text("“%@” is not a place in a book.", text),
            remedy: MyBooks.text(
                "Give a page such as 120, a percentage such as 45%%, or a time such as 3h20."))
    }
}

extension FieldType where Value == ReadingPlace {
    /// A place in a book.
    static var place: FieldType<ReadingPlace> {
        FieldType(
            .place, written: { place, _ in place.description },
            columns: [Column(raw: { .string($0.description) }) { place, _ in .verbatim(place.description) }]
        ) { $0.value($1, or: .impossible) { ReadingPlace($0) } }
    }
}
