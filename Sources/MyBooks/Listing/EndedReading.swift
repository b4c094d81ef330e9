import Foundation
import Localization
import ModelData
import Shell
import Suite

/// A reading that has ended, with the facts of its book that statistics need.
struct EndedReading {
    let values: ReadingValues
    let title: String
    let author: String
    let pages: Int?
    let minutes: Int?
    let binding: String?
    let language: String?
    let originalYear: Int?

    init(_ values: ReadingValues, of book: Book) {
        self.values = values
        title = book.title
        author = book.author
        // A store that another tool has edited may contain any number.
        pages = book.pages.map { min(max($0, 0), 1_000_000) }
        minutes = book.minutes.map { min(max($0, 0), 1_000_000) }
        binding = book.binding
        language = book.language
        originalYear = (book.originalYear ?? book.year).map { min(max($0, -9999), 9999) }
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
    /// Returns the readings that have ended, in the order of their ends. Readings in progress and readings
    /// without a date of the end are left out.
    ///
    /// - Parameters:
    ///   - years: The years of the end; `nil` means all.
    ///   - author: A text in the author's name; empty for all authors.
    ///   - shelf: The key of the shelf; `nil` for all books.
    func endedReadings(
        in years: ClosedRange<Int>?, author: String = "", shelf: String? = nil
    ) throws -> [EndedReading] {
        let (from, to) = ReadingPeriod.days(years ?? 1...9999)
        let (anyAuthor, anyShelf, wantedShelf) = (author.isEmpty, shelf == nil, shelf ?? "")
        let never = Date.distantPast
        let books = try context.fetchReadable(
            FetchDescriptor<Book>(
                predicate: #Predicate { book in
                    (book.completed ?? never) >= from && (book.completed ?? never) < to
                        && (anyAuthor || book.author.localizedStandardContains(author))
                        && (anyShelf || book.shelves.contains { $0.key == wantedShelf })
                })
        ).models
        var ended = books.map { EndedReading($0.latestReading, of: $0) }
        var descriptor = FetchDescriptor<Reading>(
            predicate: #Predicate { reading in
                (reading.completed ?? never) >= from && (reading.completed ?? never) < to
            })
        descriptor.relationshipKeyPathsForPrefetching = [\.book]
        for reading in try context.fetchReadable(descriptor).models {
            guard let book = reading.book else { continue }
            guard BookFilter(author: author, shelf: shelf).takes(book) else { continue }
            ended.append(EndedReading(reading.values, of: book))
        }
        return ended.sorted(byKeys: ended.map(\.values.completed), reversed: false)
    }
}
