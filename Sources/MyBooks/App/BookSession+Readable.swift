import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// The books that could be read, with warnings about unreadable books.
struct ReadableBooks {
    var books: [Book]
    var warnings: [Block]
    /// The names of kept columns that the list shows, because it was asked for them.
    var columns: [String] = []
}

extension BookSession {
    /// Fetches books. Unreadable books are left out and reported in the warnings: a store that was edited by
    /// hand may contain invalid values.
    ///
    /// - Throws: `ModelDataError`.
    func readableBooks(_ descriptor: FetchDescriptor<Book>) throws -> ReadableBooks {
        readable(try context.fetchReadable(descriptor))
    }

    /// Fetches the books that meet a condition. Unreadable books are left out and reported.
    ///
    /// - Parameters:
    ///   - descriptor: What to fetch, with further predicates.
    ///   - condition: The condition.
    ///   - years: The years in which a reading, the latest or an earlier one, ended. Default: all books.
    /// - Throws: `ModelDataError`, and the errors of conditions.
    func readableBooks(
        _ descriptor: FetchDescriptor<Book>, meeting condition: Condition<Book>,
        endedIn years: ClosedRange<Int>? = nil
    ) throws -> ReadableBooks {
        let (stored, rest) = condition.parts
        var descriptor = descriptor
        let predicates = [descriptor.predicate].compactMap(\.self) + stored
        descriptor.predicate = predicates.isEmpty ? nil : .all(predicates)
        var found =
            try years.map { try readableBooks(endedIn: ReadingPeriod($0), descriptor) }
            ?? readableBooks(descriptor)
        if years != nil {
            for predicate in predicates {
                found.books = try found.books.filter { try predicate.evaluate($0) }
            }
        }
        if !rest.isEmpty { found.books = try found.books.filter { try Condition.all(rest).holds(for: $0) } }
        return found
    }

    /// Fetches the books with a reading, the latest or an earlier one, that ended in a period.
    ///
    /// - Parameters:
    ///   - period: The period.
    ///   - descriptor: What to fetch with the books. Its predicate doesn't count.
    /// - Throws: `ModelDataError`.
    func readableBooks(
        endedIn period: ReadingPeriod, _ descriptor: FetchDescriptor<Book>
    ) throws -> ReadableBooks {
        var latest = descriptor, earlier = FetchDescriptor(predicate: period.endedReadings)
        latest.predicate = period.endedBooks()
        earlier.relationshipKeyPathsForPrefetching = [\.book]
        var found = readable(try context.fetchReadable(latest))
        var known = Set(found.books.map { ObjectIdentifier($0) })
        for reading in try context.fetchReadable(earlier).models {
            if let book = reading.book, known.insert(ObjectIdentifier(book)).inserted {
                found.books.append(book)
            }
        }
        return found
    }

    /// Returns the books, with warnings about the unreadable ones.
    private func readable(_ found: ReadableFetch<Book>) -> ReadableBooks {
        // Show only a few messages, because many unreadable records usually have one cause.
        let shown = 5
        let errors = found.unreadable.prefix(shown).compactMap { SuiteErrors.describe($0, names) }
        var warnings = errors.map { Block.warning($0.problem) }
        if found.unreadable.count > shown {
            warnings.append(.warning(text("%lld more books can't be read.", found.unreadable.count - shown)))
        }
        if let remedy = errors.first?.remedy { warnings.append(.warning(remedy)) }
        return ReadableBooks(books: found.models, warnings: warnings)
    }
}
