import Localization
import ProgramKit
import Shell
import Testing

@testable import MyBooks

/// A year of use, with corrections, a re-read and pauses. What it amounts to was counted by hand.
@MainActor
@Suite("A year of reading, counted by hand")
struct YearOfReadingTests {
    private static let books = [
        "add Solaris Lem pages:204", "add Emma \"Jane Austen\" pages:474", "add Lalka Prus pages:690",
        "add Dune Herbert pages:612", "add Marsjanin Weir minutes:16h", "add Ulysses Joyce pages:730",
        "add Piranesi Clarke pages:245",
    ]

    /// The lines in a language, of which only the dates differ.
    private static let lines: [String: [String]] = [
        "en": [
            "start solaris 2 January 2023", "progress solaris 100 5 Jan 2023",
            "finish solaris 8 January 2023",
            "rate solaris 4.5",
            // The pause belongs to the same reading.
            "start emma 10 January 2023", "pause emma", "start lalka 1 February 2023",
            "finish lalka 28 February 2023", "rate lalka 5", "start emma", "finish emma 20 March 2023",
            "rate emma 4",
            // A mistake: the book wasn't finished.
            "finish dune 1 April 2023", "reopen dune", "progress dune 200 5 April 2023",
            "abandon dune 10 April 2023",
            "start marsjanin 1 May 2023", "progress marsjanin 3h20 3 May 2023",
            "finish marsjanin 20 May 2023", "rate marsjanin 4",
            // The end of the second reading is corrected.
            "start solaris 1 June 2023", "finish solaris 3 June 2023", "rate solaris 5",
            "reading edit solaris 2 --completed 2023-06-04",
            "start ulysses 1 July 2023", "progress ulysses 10% 10 July 2023", "pause ulysses",
            // A reading that ends in the next year.
            "start piranesi 30 December 2023", "progress piranesi 50 31 December 2023",
            "finish piranesi 2 January 2024",
        ],
        "pl": [
            "start solaris 2 stycznia 2023", "progress solaris 100 5.01.2023",
            "finish solaris 8 stycznia 2023", "rate solaris 4,5",
            "start emma 10 stycznia 2023", "pause emma", "start lalka 1 lutego 2023",
            "finish lalka 28 lutego 2023", "rate lalka 5", "start emma", "finish emma 20 marca 2023",
            "rate emma 4",
            "finish dune 1 kwietnia 2023", "reopen dune", "progress dune 200 5 kwietnia 2023",
            "abandon dune 10 kwietnia 2023",
            "start marsjanin 1 maja 2023", "progress marsjanin 3h20 3 maja 2023",
            "finish marsjanin 20 maja 2023", "rate marsjanin 4",
            "start solaris 1 czerwca 2023", "finish solaris 3 czerwca 2023", "rate solaris 5",
            "reading edit solaris 2 --completed 4.06.2023",
            "start ulysses 1 lipca 2023", "progress ulysses 10% 10 lipca 2023", "pause ulysses",
            "start piranesi 30 grudnia 2023", "progress piranesi 50 31 grudnia 2023",
            "finish piranesi 2 stycznia 2024",
        ],
    ]

    private func log(_ language: String) async throws -> TestLog {
        let log = try await TestLog(language: language)
        for line in Self.books + (Self.lines[language] ?? []) { try await log.run(line) }
        for line in ["goal 2023 6", "goal 2023 2000 --pages", "goal 2023 20 --hours"] {
            try await log.run(line)
        }
        return log
    }

    @Test(arguments: ["en", "pl"])
    func `The review of the year has the numbers of a person who counted`(language: String) async throws {
        let log = try await log(language)
        guard case .record(let record)? = try await log.run("review 2023").blocks.first else {
            return #expect(Bool(false))
        }
        let facts = Dictionary(grouping: record.fields, by: \.key).mapValues { $0.map(\.cell.raw) }
        let expected: [String: Cell.RawValue] = [
            // Solaris twice, Lalka, Emma and Marsjanin.
            "readings": .integer(5), "books": .integer(4),
            // 204 + 690 + 474 + 204, and 200 of Dune with 10 % of 730.
            "pages": .integer(1572), "unfinishedPages": .integer(273), "minutes": .integer(960),
            // 4.5, 5, 4, 4 and 5.
            "averageRating": .decimal(4.5), "abandoned": .integer(1), "longest": .string("Lalka"),
            "shortest": .string("Solaris"),
            // 204 pages in four days.
            "fastest": .string("Solaris"), "best": .string("Lalka"),
            // January 2, 5, 8, 10, February 1, 28, March 20, April 5, 10, May 1, 3, 20, June 1, 4, July 1, 10, December 30, 31.
            "daysRead": .integer(18), "longestStreak": .integer(2),
        ]
        for (key, value) in expected { #expect(facts[key] == [value], "\(key)") }
        #expect(try log.session.goals(of: 2023).map(\.reached).sorted() == [5, 16, 1572])
    }

    @Test(arguments: ["en", "pl"])
    func `Each book has the status and the readings that the person remembers`(language: String) async throws
    {
        let log = try await log(language)
        let statuses = Dictionary(uniqueKeysWithValues: try log.books.map { ($0.title, $0.status) })
        #expect(
            statuses == [
                "Solaris": .completed, "Emma": .completed, "Lalka": .completed, "Dune": .abandoned,
                "Marsjanin": .completed, "Ulysses": .paused, "Piranesi": .completed,
            ])
        func days(_ title: String) throws -> [[String?]] {
            try log.book(title).allReadings.map { [$0.started?.description, $0.completed?.description] }
        }
        #expect(try days("Solaris") == [["2023-01-02", "2023-01-08"], ["2023-06-01", "2023-06-04"]])
        #expect(try days("Emma") == [["2023-01-10", "2023-03-20"]])
        #expect(try days("Dune") == [[nil, "2023-04-10"]])
        #expect(try log.book("Solaris").allReadings.map(\.rating) == [StarRating(4.5), StarRating(5.0)])
        let next = ReadingStatistics(try log.session.endedReadings(in: 2024...2024))
        #expect(next.completed.map(\.title) == ["Piranesi"])
        #expect(next.pages == 245)
    }
}
