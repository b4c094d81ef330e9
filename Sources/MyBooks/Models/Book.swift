import Basics
import Foundation
import Localization
import ModelData
import ProgramKit

/// A book of the reading log.
///
/// The status, the dates started and completed, and the rating are those of the latest reading. Earlier readings
/// are records of their own (``Reading``), so that a list reads none of them.
///
/// The dates are civil days, stored as midnight UTC. The status determines which of them a book has: see
/// ``ReadingDate``.
@Model
final class Book {
    /// For the readings of a year.
    #Index<Book>([\.completed, \.started])

    /// The book's identifier. It stays the same in all stores and exports.
    @Attribute(.unique) var identifier: UUID
    var title: String
    var author: String
    var summary: String
    var status: ReadingStatus = ReadingStatus.onShelf
    /// The number of stars, a multiple of a quarter; `nil` if the book has no rating. Use ``stars``, which is checked.
    /// Of the latest reading, or the last one before it with a rating: see ``hasEarlierRating``.
    var rating: Double?
    var added: Date
    /// The day on which the latest reading started.
    var started: Date?
    /// The day on which the latest reading ended, because the book was completed or abandoned.
    var completed: Date?
    /// The source that the book was imported from, such as `goodreads:1000`.
    @Attribute(.unique) var source: String?
    /// The stored form of ``ImportFingerprints``: a hash of each field that the last import set. The next
    /// import compares the fields with these hashes to detect the user's changes.
    var lastImport: String?
    /// The shelves that the book is on, in no particular order.
    @Relationship(inverse: \Shelf.books) var shelves: [Shelf] = []
    /// The quotes from the book, in the user's order.
    @Relationship(deleteRule: .cascade, inverse: \Quote.book) var quotes: [Quote] = []

    /// Whether only the month or the year of ``started`` is known.
    var startedPrecision: DatePrecision?
    /// Whether only the month or the year of ``completed`` is known.
    var completedPrecision: DatePrecision?
    /// The user's review of the latest reading.
    var review: String?
    /// The other authors, translators and others, in the form of ``Contributors``.
    var contributors: String?
    var series: String?
    /// The number in the series, such as `1` or `1.5`.
    var seriesNumber: String?
    /// The ISBN of 10 or 13 digits, without hyphens.
    var isbn: String?
    var publisher: String?
    var pages: Int?
    /// The length of an audiobook in minutes.
    var minutes: Int?
    /// The form of the edition, such as `Paperback` or `Audiobook`.
    var binding: String?
    var language: String?
    /// The year in which this edition was published.
    var year: Int?
    /// The year in which the book was first published.
    var originalYear: Int?
    /// Notes that only the user should see.
    var privateNotes: String?
    /// The number of copies that the user owns.
    var copies: Int?
    /// The columns of the imported row that no other property keeps, in the form of ``OtherColumns``.
    var otherColumns: String?
    /// The reader of an audiobook.
    var narrator: String?
    /// Whether ``rating`` is that of an earlier reading, because the latest one has none.
    var hasEarlierRating = false
    /// The earlier readings, in order.
    @Relationship(deleteRule: .cascade, inverse: \Reading.book) var readings: [Reading] = []
    /// The dated positions of all readings.
    @Relationship(deleteRule: .cascade, inverse: \ReadingProgress.book) var progress: [ReadingProgress] = []
    /// The loans of the book, the latest last.
    @Relationship(deleteRule: .cascade, inverse: \Loan.book) var loans: [Loan] = []

    init(identifier: UUID = UUID.random(), title: String, author: String, added: CivilDate) {
        self.identifier = identifier
        self.title = title
        self.author = author
        self.summary = ""
        self.added = added.utcDate
    }
}

extension Book {
    /// The record's number, which never changes; 0 until the book is saved.
    var number: Int { Int(persistentModelID.recordNumber ?? 0) }
}

extension Book {
    /// The last rating that was given, in the latest reading or in an earlier one. Setting it rates the latest reading.
    ///
    /// `nil` also if another program stored a number that isn't a rating.
    var stars: StarRating? {
        get { rating.flatMap { StarRating($0) } }
        set {
            if rating != newValue?.stars { rating = newValue?.stars }
            if hasEarlierRating { hasEarlierRating = false }
            if newValue == nil { takeEarlierRating() }
        }
    }

    /// Takes the last rating of the earlier readings, if the latest one has none.
    func takeEarlierRating() {
        guard rating == nil || hasEarlierRating else { return }
        let last = readings.last { $0.rating != nil }?.rating
        if rating != last { rating = last }
        if hasEarlierRating != (last != nil) { hasEarlierRating = last != nil }
    }
}

extension Book: TitledModel {
    var recordTitle: String { title }
    var recordDetail: LocalizedText? { LocalizedText.nonEmpty(author) }

    static func titled(containing text: String) -> Predicate<Book> {
        #Predicate<Book> { $0.title.localizedStandardContains(text) }
    }

    /// The books with a part of a name in the author or the contributors.
    static func written(by name: String) -> Predicate<Book> {
        #Predicate<Book> { book in
            book.author.localizedStandardContains(name)
                || (book.contributors ?? "").localizedStandardContains(name)
        }
    }

    static func identified(by text: String) -> Predicate<Book>? {
        guard let isbn = ISBN(text) else { return nil }
        let (thirteen, ten) = (isbn.thirteen, isbn.ten ?? isbn.thirteen)
        return #Predicate<Book> { $0.isbn == thirteen || $0.isbn == ten }
    }
}

/// A loan of a book to another reader.
@Model
final class Loan {
    /// The identifier. It stays the same in all stores.
    @Attribute(.unique) var identifier: UUID
    /// The name of the reader who borrowed the book.
    var borrower: String
    /// The day of the loan, stored as midnight UTC.
    var lent: Date
    /// The day on which the book came back; `nil` until then.
    var returned: Date?
    var book: Book?

    init(identifier: UUID = UUID.random(), borrower: String, lent: CivilDate) {
        self.identifier = identifier
        self.borrower = borrower
        self.lent = lent.utcDate
    }
}

extension Book {
    /// The loan from which the book hasn't come back.
    var openLoan: Loan? { loans.last { $0.returned == nil } }
}
