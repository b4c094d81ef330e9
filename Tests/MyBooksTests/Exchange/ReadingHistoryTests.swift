import Localization
import TestSupport
import Testing

@testable import MyBooks

/// Readers who read books again and again, with a service and the log, and a list of what they did: the oracle. It knows
/// nothing of how imports find the reading that a file means.
@MainActor
@Suite("Random histories of readings", .level(.default))
struct ReadingHistoryTests {
    /// How a service writes its file.
    enum Service: CaseIterable {
        /// The last end, and the number of readings.
        case goodreads
        /// All starts and ends.
        case storyGraph
    }

    /// A reading as it happened.
    private struct TrueReading {
        let start: Int, end: Int
        var rating: Int
        /// The end in the log; `nil` if no file has told it.
        var ownEnd: Int?
        /// The rating in the log.
        var ownRating: Int?
        /// The rating of the last import that set the one in the log or found it equal. The next import replaces this one.
        var importedRating: Int?
        /// Whether the user has set the end in the log.
        var hasOwnEnd = false
        /// Whether the log has the reading.
        var isKnown = false
    }

    /// A book, the readings of which the oracle knows.
    private struct History {
        let title: String
        var readings: [TrueReading] = []
        /// What happened, for messages.
        var trace: [String] = []

        /// Whether the log knows the ends of all its readings, so that the oracle can tell them apart.
        var isDated: Bool { readings.allSatisfy { !$0.isKnown || $0.ownEnd != nil } }
    }

    private static func day(_ number: Int) -> PartialDate {
        PartialDate(MyBooksTests.day(2005, 1, 1).adding(days: number))
    }

    @Test(arguments: Service.allCases, [1, 2, 3, 4, 5] as [UInt64])
    func `No reading of a file is missing, none is invented, and no rating changes`(
        service: Service, seed: UInt64
    ) async throws {
        var random = SeededGenerator(quiet: seed)
        var histories = (0..<100).map { History(title: "Book \($0)") }
        let log = try await TestLog()
        for round in 0..<8 {
            let books = Dictionary(grouping: try log.books, by: \.title).compactMapValues(\.first)
            for index in histories.indices {
                if round == 0 || Int.random(in: 0..<3, using: &random) == 0 {
                    Self.read(&histories[index], &random)
                }
                guard let book = books[histories[index].title] else { continue }
                switch Int.random(in: 0..<6, using: &random) {
                case 0: Self.readInBoth(&histories[index], book, &random)
                case 1: Self.correctEnd(&histories[index], book, &random)
                case 2: Self.correctRating(&histories[index], book, &random)
                case 3: Self.rateAgain(&histories[index], &random)
                default: break
                }
            }
            try log.session.context.save()
            _ = try await log.importText(Self.file(of: histories, service))
            let found = try log.books
            #expect(found.map(\.title) == histories.map(\.title))
            for (index, book) in zip(histories.indices, found) {
                Self.tell(&histories[index], service)
                Self.check(histories[index], book)
            }
        }
    }

    /// The reader reads a book to its end, and tells the service.
    private static func read(_ history: inout History, _ random: inout SeededGenerator) {
        let start = (history.readings.last?.end ?? 0) + Int.random(in: 40...150, using: &random)
        let end = start + Int.random(in: 6...60, using: &random)
        history.readings.append(
            TrueReading(start: start, end: end, rating: Int.random(in: 1...5, using: &random)))
        history.trace.append("read \(day(start))..\(day(end))")
    }

    /// The reader reads a book to its end, and tells the service and the log, perhaps with other days.
    private static func readInBoth(_ history: inout History, _ book: Book, _ random: inout SeededGenerator) {
        guard history.readings.allSatisfy(\.isKnown) else { return }
        read(&history, &random)
        let index = history.readings.count - 1
        let start = history.readings[index].start + Int.random(in: -1...2, using: &random)
        let end = history.readings[index].end + Int.random(in: -3...3, using: &random)
        book.transition(to: .inProgress, on: day(start))
        book.transition(to: .completed, on: day(end))
        history.readings[index].isKnown = true
        (history.readings[index].ownEnd, history.readings[index].hasOwnEnd) = (end, true)
        history.trace.append("typed \(day(start))..\(day(end))")
        if Bool.random(using: &random) {
            let rating = Int.random(in: 1...5, using: &random)
            book.stars = StarRating(Double(rating))
            history.readings[index].ownRating = rating
            history.trace.append("rated \(rating)")
        }
    }

    /// The reader gives the latest reading another rating at the service.
    private static func rateAgain(_ history: inout History, _ random: inout SeededGenerator) {
        let last = history.readings.count - 1
        history.readings[last].rating = Int.random(in: 1...5, using: &random)
        history.trace.append("rated \(history.readings[last].rating) at the service")
    }

    /// The user corrects the end of a reading in the log.
    private static func correctEnd(_ history: inout History, _ book: Book, _ random: inout SeededGenerator) {
        let known = history.readings.count(where: \.isKnown)
        let index = Int.random(in: 0..<known, using: &random)
        guard history.isDated, let old = history.readings[index].ownEnd,
            case let end = old + Int.random(in: -5...20, using: &random), end != old,
            end > history.readings[index].start + 2, end < history.readings[index].end + 25
        else { return }
        if index < book.readings.count {
            book.readings[index].values.completed = day(end)
        } else {
            book.latestReading.completed = day(end)
        }
        (history.readings[index].ownEnd, history.readings[index].hasOwnEnd) = (end, true)
        history.trace.append("corrected \(index + 1) to \(day(end))")
    }

    /// The user corrects the rating of a reading in the log.
    private static func correctRating(_ history: inout History, _ book: Book, _ random: inout SeededGenerator)
    {
        let known = history.readings.count(where: \.isKnown)
        let index = Int.random(in: 0..<known, using: &random), rating = Int.random(in: 1...5, using: &random)
        guard history.isDated, history.readings[index].ownRating != rating else { return }
        if index < book.readings.count {
            book.readings[index].values.rating = StarRating(Double(rating))
            book.takeEarlierRating()
        } else {
            book.stars = StarRating(Double(rating))
        }
        history.readings[index].ownRating = rating
        history.trace.append("rated \(index + 1) with \(rating)")
    }

    /// The service's file.
    private static func file(of histories: [History], _ service: Service) -> String {
        var lines = [
            service == .goodreads
                ? "Book Id,Title,Author,Exclusive Shelf,My Rating,Date Read,Date Added,Read Count"
                : "Title,Authors,Read Status,Dates Read,Read Count,Star Rating,Moods,Pace"
        ]
        func written(_ number: Int) -> String { day(number).description.replacing("-", with: "/") }
        for (index, history) in histories.enumerated() {
            guard let last = history.readings.last else { continue }
            let count = history.readings.count
            switch service {
            case .goodreads:
                lines.append(
                    "\(index + 1),\(history.title),Ann Lee,read,\(last.rating),\(written(last.end)),2004/01/01,\(count)"
                )
            case .storyGraph:
                let ranges = history.readings.map { "\(written($0.start))-\(written($0.end))" }
                lines.append(
                    "\(history.title),Ann Lee,read,\"\(ranges.joined(separator: ", "))\",\(count),\(last.rating),x,y"
                )
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The oracle notes what the file has told the log.
    private static func tell(_ history: inout History, _ service: Service) {
        history.trace.append("import")
        for index in history.readings.indices {
            let isLatest = index == history.readings.count - 1
            history.readings[index].isKnown = true
            if isLatest || service == .storyGraph, !history.readings[index].hasOwnEnd {
                history.readings[index].ownEnd = history.readings[index].end
            }
            let reading = history.readings[index]
            if isLatest, reading.ownRating == reading.importedRating || reading.ownRating == reading.rating {
                history.readings[index].ownRating = reading.rating
                history.readings[index].importedRating = reading.rating
            }
        }
    }

    private static func check(_ history: History, _ book: Book) {
        let found = book.allReadings
        let trace = Comment(rawValue: "\(history.title): \(history.trace.joined(separator: "; "))")
        #expect(found.count == history.readings.count, trace)
        // Readings without a known end have no order.
        let dated = history.readings.filter { $0.ownEnd != nil }
        #expect(found.compactMap(\.completed) == dated.compactMap(\.ownEnd).map(day), trace)
        let ratings = found.filter { $0.completed != nil }.map(\.rating)
        #expect(ratings == dated.map { $0.ownRating.flatMap { StarRating(Double($0)) } }, trace)
    }
}
