import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// A reading that has ended, with the facts of its book that statistics need.
struct EndedReading {
    let values: ReadingValues
    let book: Book
    let title: String
    let author: String
    let pages: Int?
    let minutes: Int?
    let originalYear: Int?

    init(_ values: ReadingValues, of book: Book) {
        self.values = values
        self.book = book
        title = book.title
        author = book.author
        // A store that another tool has edited may contain any number.
        pages = book.pages.map { min(max($0, 0), 1_000_000) }
        minutes = book.minutes.map { min(max($0, 0), 1_000_000) }
        originalYear = (book.originalYear ?? book.year).map { min(max($0, -9999), 9999) }
    }

    /// Returns the readings of books that have ended, in the order of their ends. Those with an unknown end come
    /// last.
    static func all(of books: [Book]) -> [EndedReading] {
        var ended: [EndedReading] = []
        for book in books {
            for values in book.allReadings where values.status == .completed || values.status == .abandoned {
                ended.append(EndedReading(values, of: book))
            }
        }
        return ended.sorted(byKeys: ended.map(\.values.completed), reversed: false)
    }

    /// The number of days from the start to the end, counting both; `nil` unless both are known to the day.
    var days: Int? {
        guard let started = values.started, let completed = values.completed, started.precision == nil,
            completed.precision == nil
        else { return nil }
        return started.first.days(until: completed.first) + 1
    }
}

extension BookSession {
    /// Returns the pages that were read in a period of books whose reading goes on, or was abandoned: from the last recorded
    /// position before it to the last one in it.
    ///
    /// - Parameters:
    ///   - years: The years of the positions; `nil` means all.
    ///   - filter: The books that count. Default: all.
    func unfinishedPages(in years: ClosedRange<Int>?, of filter: BookFilter = BookFilter()) throws -> Int {
        let period = ReadingPeriod(years)
        var descriptor = FetchDescriptor(predicate: period.progress)
        descriptor.relationshipKeyPathsForPrefetching = [\.book, \.reading]
        var counted: Set<ObjectIdentifier> = []
        var pages = 0
        for position in try context.fetchReadable(descriptor).models {
            guard let book = position.book, try filter.takes(book) else { continue }
            let status = position.reading?.outcome ?? book.status
            let reading = position.reading.map { ObjectIdentifier($0) } ?? ObjectIdentifier(book)
            guard status.isOpen || status == .abandoned, counted.insert(reading).inserted else { continue }
            let places = position.reading?.progress ?? book.latestProgress
            let before = places.last { $0.date < period.from }?.place.pages(in: book) ?? 0
            let reached = places.last { $0.date < period.to }?.place.pages(in: book) ?? 0
            pages += max(reached - before, 0)
        }
        return pages
    }

    /// Returns the readings that have ended, in the order of their ends. Readings in progress and readings
    /// without a date of the end are left out.
    ///
    /// - Parameters:
    ///   - years: The years of the end; `nil` means all.
    ///   - filter: The books that count. Default: all.
    func endedReadings(in years: ClosedRange<Int>?, of filter: BookFilter = BookFilter()) throws
        -> [EndedReading]
    {
        let period = ReadingPeriod(years)
        var ended = try context.fetchReadable(FetchDescriptor(predicate: period.endedBooks(filter))).models
            .filter { try filter.condition.holds(for: $0) }
            .map { EndedReading($0.latestReading, of: $0) }
        var descriptor = FetchDescriptor(predicate: period.endedReadings)
        descriptor.relationshipKeyPathsForPrefetching = [\.book]
        for reading in try context.fetchReadable(descriptor).models {
            guard let book = reading.book, try filter.takes(book) else { continue }
            ended.append(EndedReading(reading.values, of: book))
        }
        return ended.sorted(byKeys: ended.map(\.values.completed), reversed: false)
    }
}
