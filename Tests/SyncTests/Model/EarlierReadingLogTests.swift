import Foundation
import Localization
import ModelData
import TestSupport
import Testing

@testable import MyBooks
@testable import Sync

/// The models of mybooks before a book had several readings.
enum EarlierReadingLog {
    enum ReadingStatus: String, Codable {
        case onShelf = "on-shelf"
        case inProgress = "in-progress"
        case completed = "completed"
    }

    @Model final class Book {
        @Attribute(.unique) var identifier: UUID = UUID()
        var title: String
        var author: String
        var summary: String = ""
        var status: ReadingStatus = ReadingStatus.onShelf
        var rating: Int?
        var added: Date = Date.distantPast
        var started: Date?
        var completed: Date?
        @Attribute(.unique) var source: String?
        var lastImport: String?
        @Relationship(inverse: \Shelf.books) var shelves: [Shelf] = []

        init(title: String, author: String) {
            self.title = title
            self.author = author
        }
    }

    @Model final class Shelf {
        @Attribute(.unique) var identifier: UUID = UUID()
        var name: String
        @Attribute(.unique) var key: String
        var books: [Book] = []

        init(name: String, key: String) {
            self.name = name
            self.key = key
        }
    }
}

extension EarlierReadingLog.Book: Synchronizable {
    static var synchronization: Synchronization<EarlierReadingLog.Book> {
        Synchronization(identifier: \.identifier, atomicGroups: [[\.status, \.started, \.completed]])
    }
}

extension EarlierReadingLog.Shelf: Synchronizable {
    static var synchronization: Synchronization<EarlierReadingLog.Shelf> {
        Synchronization(identifier: \.identifier, atomicGroups: [[\.name, \.key]])
    }
}

/// A reading log on a device with the present mybooks, and on one with a version before it had readings.
@MainActor
@Suite("A reading log on a device with an earlier version")
struct EarlierReadingLogTests {
    private let directory: TemporaryDirectory
    private let transport = DirectTransport(server: MemoryServer())
    private let new: ModelContext
    private let old: ModelContext
    private let newDevice: Synchronizer
    private let oldDevice: Synchronizer

    private static let models: [any Synchronizable.Type] = [
        MyBooks.Book.self, MyBooks.Shelf.self, Quote.self, Reading.self, ReadingProgress.self, Goal.self,
        Loan.self,
    ]

    init() throws {
        directory = try TemporaryDirectory()
        let present = try Self.container(ModelConfiguration(isStoredInMemoryOnly: true))
        let earlier = try ModelContainer(
            for: EarlierReadingLog.Book.self, EarlierReadingLog.Shelf.self,
            configurations: ModelConfiguration(url: URL(fileURLWithPath: directory.file("log.store"))))
        new = ModelContext(present)
        old = ModelContext(earlier)
        newDevice = try Synchronizer(present, models: Self.models, transport: transport)
        oldDevice = try Synchronizer(
            earlier, models: [EarlierReadingLog.Book.self, EarlierReadingLog.Shelf.self],
            transport: transport)
    }

    private static func container(_ configuration: ModelConfiguration) throws -> ModelContainer {
        try ModelContainer(
            for: MyBooks.Book.self, MyBooks.Shelf.self, Quote.self, Reading.self, ReadingProgress.self,
            Goal.self, Loan.self, configurations: configuration)
    }

    private func synchronize() async throws {
        for device in [newDevice, oldDevice, newDevice, oldDevice] { try await device.synchronize() }
        _ = try new.storeChangedElsewhere()
        _ = try old.storeChangedElsewhere()
    }

    private func book(_ title: String) throws -> MyBooks.Book {
        try #require(
            try new.fetch(FetchDescriptor<MyBooks.Book>(predicate: #Predicate { $0.title == title })).first)
    }

    private func earlierBook(_ title: String) throws -> EarlierReadingLog.Book? {
        try old.fetch(FetchDescriptor<EarlierReadingLog.Book>()).first { $0.title == title }
    }

    private func day(_ text: String) throws -> PartialDate { try #require(PartialDate(text)) }

    /// Adds a book that was read twice, the second time in a month that is known and with a rating of 4½, and an
    /// abandoned book.
    private func fill() async throws {
        let today = try day("2024-03-15").first
        let solaris = MyBooks.Book(title: "Solaris", author: "Stanisław Lem", added: today)
        new.insert(solaris)
        solaris.latestReading = ReadingValues(
            status: .completed, started: try day("2009-12-24"), completed: try day("2010-01-02"),
            rating: StarRating(3), review: "Once")
        solaris.archiveLatestReading()
        solaris.latestReading = ReadingValues(
            status: .completed, completed: try day("2010-05"), rating: StarRating(4.5), review: "Twice")
        solaris.pages = 204
        solaris.loans.append(Loan(borrower: "Ann", lent: today))
        let ulysses = MyBooks.Book(title: "Ulysses", author: "James Joyce", added: today)
        new.insert(ulysses)
        ulysses.latestReading = ReadingValues(status: .abandoned, completed: try day("2011-02-03"))
        try new.save()
        try await synchronize()
    }

    @Test func `It shows what it knows, and its edits leave what it doesn't know as it is`() async throws {
        try await fill()
        let earlier = try #require(try earlierBook("Solaris"))
        #expect(earlier.rating == 4 && earlier.status == .completed)
        // It doesn't know the status of this book, so it shows the default and doesn't send it.
        let abandoned = try #require(try earlierBook("Ulysses"))
        #expect(abandoned.status == .onShelf)
        abandoned.summary = "A day in Dublin"
        earlier.summary = "An ocean"
        try old.save()
        try await synchronize()
        let solaris = try book("Solaris")
        #expect(solaris.summary == "An ocean" && solaris.stars == StarRating(4.5) && solaris.pages == 204)
        #expect(solaris.latestReading.completed == (try day("2010-05")))
        #expect(solaris.readings.map(\.values.completed) == [try day("2010-01-02")])
        #expect(solaris.readings.map(\.review) == ["Once"] && solaris.review == "Twice")
        #expect(solaris.loans.map(\.borrower) == ["Ann"])
        let ulysses = try book("Ulysses")
        #expect(ulysses.summary == "A day in Dublin" && ulysses.status == .abandoned)
        #expect(ulysses.latestReading.completed == (try day("2011-02-03")))
    }

    @Test func `Whole stars that it sets replace quarter stars, and its dates those of the latest reading`()
        async throws
    {
        try await fill()
        let earlier = try #require(try earlierBook("Solaris"))
        earlier.rating = 2
        earlier.completed = try day("2010-05-20").first.utcDate
        try old.save()
        try await synchronize()
        let solaris = try book("Solaris")
        #expect(solaris.stars == StarRating(2))
        #expect(solaris.latestReading.completed == (try day("2010-05-20")))
        #expect(solaris.readings.map(\.values.completed) == [try day("2010-01-02")])
    }

    @Test func `When its program is updated, its store has everything`() async throws {
        try await fill()
        try #require(try earlierBook("Solaris")).summary = "An ocean"
        try old.save()
        try old.container.close()
        let updated = try Self.container(
            ModelConfiguration(url: URL(fileURLWithPath: directory.file("log.store"))))
        let synchronizer = try Synchronizer(updated, models: Self.models, transport: transport)
        try await synchronizer.synchronize()
        let context = ModelContext(updated)
        let books = try context.fetch(FetchDescriptor<MyBooks.Book>(sortBy: [SortDescriptor(\.title)]))
        #expect(books.map(\.title) == ["Solaris", "Ulysses"])
        #expect(books.map(\.status) == [.completed, .abandoned])
        #expect(books.first?.stars == StarRating(4.5) && books.first?.pages == 204)
        #expect(books.first?.summary == "An ocean" && books.first?.readings.count == 1)
        #expect(books.first?.loans.map(\.borrower) == ["Ann"])
        try await newDevice.synchronize()
        _ = try new.storeChangedElsewhere()
        #expect(try book("Solaris").summary == "An ocean")
    }
}
