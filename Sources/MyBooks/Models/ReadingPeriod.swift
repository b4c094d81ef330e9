import Foundation
import Localization
import ModelData
import ProgramKit

/// A range of years, for queries of the readings that started or ended in it.
///
/// The queries compare dates in the way that lets the store use its index: with both a first and a last date.
/// Therefore, they take as long for a large log as for a small one with the same number of readings in the period.
struct ReadingPeriod {
    /// The first day.
    let from: Date
    /// The day after the last one.
    let to: Date

    /// Makes a period of years; `nil` means all years.
    init(_ years: ClosedRange<Int>?) {
        let years = years ?? 1...9999
        let first = CivilDate(year: years.lowerBound, month: 1, day: 1) ?? .first
        let last = CivilDate(year: years.upperBound, month: 12, day: 31) ?? .last
        from = first.utcDate
        to = last.utcDate.addingTimeInterval(86_400)
    }

    /// Returns the condition for books whose latest reading ended in the period.
    ///
    /// - Parameter filter: The books that count. Default: all.
    func endedBooks(_ filter: BookFilter = BookFilter()) -> Predicate<Book> {
        let (from, to, author) = (from, to, filter.author)
        // Separate predicates: the compiler takes seconds for a single one.
        var conditions = [
            #Predicate<Book> { $0.completed != nil && $0.completed! >= from && $0.completed! < to }
        ]
        if !author.isEmpty { conditions.append(Book.written(by: author)) }
        if let shelf = filter.shelf {
            conditions.append(#Predicate<Book> { book in book.shelves.contains { $0.key == shelf } })
        }
        return .all(conditions)
    }

    /// Earlier readings that ended in the period.
    var endedReadings: Predicate<Reading> {
        let (from, to) = (from, to)
        return #Predicate { $0.completed != nil && $0.completed! >= from && $0.completed! < to }
    }

    /// Books whose latest reading was completed, not abandoned, in the period.
    var completedBooks: Predicate<Book> {
        let (from, to, completed) = (from, to, ReadingStatus.completed)
        return #Predicate {
            $0.completed != nil && $0.completed! >= from && $0.completed! < to && $0.status == completed
        }
    }

    /// Earlier readings that were completed, not abandoned, in the period.
    var completedReadings: Predicate<Reading> {
        let (from, to, completed) = (from, to, ReadingStatus.completed)
        return #Predicate {
            $0.completed != nil && $0.completed! >= from && $0.completed! < to && $0.outcome == completed
        }
    }

    /// Books whose latest reading started in the period and hasn't ended in it: it ended later, or is in progress.
    var startedBooks: [Predicate<Book>] {
        let (from, to, last) = (from, to, Date.distantFuture)
        let started = #Predicate<Book> { $0.started != nil && $0.started! >= from && $0.started! < to }
        let endedLater = #Predicate<Book> {
            $0.completed != nil && $0.completed! >= to && $0.completed! < last
        }
        return [.all([endedLater, started]), .all([#Predicate<Book> { $0.completed == nil }, started])]
    }

    /// Earlier readings that started in the period and haven't ended in it.
    var startedReadings: [Predicate<Reading>] {
        let (from, to, last) = (from, to, Date.distantFuture)
        let started = #Predicate<Reading> { $0.started != nil && $0.started! >= from && $0.started! < to }
        let endedLater = #Predicate<Reading> {
            $0.completed != nil && $0.completed! >= to && $0.completed! < last
        }
        return [.all([endedLater, started]), .all([#Predicate<Reading> { $0.completed == nil }, started])]
    }

    /// Recorded positions in the period.
    var progress: Predicate<ReadingProgress> {
        let (from, to) = (from, to)
        return #Predicate { $0.date >= from && $0.date < to }
    }
}

/// The books that a statistic counts.
struct BookFilter {
    /// A text in the names of the author and the contributors; empty for all authors.
    var author = ""
    /// The key of the shelf; `nil` for all books.
    var shelf: String?
    /// The conditions that the books meet; empty for all books.
    var condition: Condition<Book> = .all([])

    /// Whether all books count.
    var takesAll: Bool { author.isEmpty && shelf == nil && condition.isEmpty }

    /// Returns whether a book counts. Without a book, a record counts only if all books do.
    ///
    /// - Throws: The errors of conditions.
    @MainActor
    func takes(_ book: Book?) throws -> Bool {
        if takesAll { return true }
        guard let book else { return false }
        let names = "\(book.author)\n\(book.contributors ?? "")"
        return try (author.isEmpty || SearchFold.contains(names, folded: SearchFold.fold(author)))
            && (shelf == nil || book.shelves.contains { $0.key == shelf }) && condition.holds(for: book)
    }
}
