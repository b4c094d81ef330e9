import Foundation
import ProgramKit
import Testing

@testable import MyBooks

/// Today is 15 March 2024.
@MainActor
@Suite("Dates in the future in imports")
struct FutureDateImportTests {
    @Test(arguments: [
        ("Book Id,Title,Author,Exclusive Shelf,Date Read\n1,Emma,Jane Austen,read,2024/03/16\n", "Date Read"),
        ("Title,Authors,Read Status,Last Date Read\nEmma,Jane Austen,read,2030-01-01\n", "Last Date Read"),
        ("Title,Authors,Read Status,Dates Read\nEmma,Jane Austen,read,2030/01/01\n", "Dates Read"),
        ("title,author,status,completed\nEmma,Jane Austen,completed,2025\n", "completed"),
        (
            "title,author,status,readings\nEmma,Jane Austen,completed,\"[{\"\"outcome\"\": \"\"completed\"\", \"\"completed\"\": \"\"2030-01\"\"}]\"\n",
            "readings"
        ),
        (
            "title,author,status,date_finished,hardcover_book_id\nEmma,Jane Austen,Read,2024-12-31,5\n",
            "date_finished"
        ),
        (
            "title,author_text,shelf,remote_id,finish_date\nEmma,Jane Austen,read,x,2024-04-01\n",
            "finish_date"
        ),
    ])
    func `A date in the future is left out and reported with its line, and the book comes in`(
        file: String, column: String
    ) async throws {
        let log = try await TestLog()
        let report = try await log.importText(file)
        #expect(report.added == 1)
        #expect(report.skipped.isEmpty)
        let finding = try #require(report.dropped.first.first)
        #expect(report.dropped.count == 1)
        #expect(finding.field == column)
        #expect(finding.position == 2)
        #expect(finding.reason.key == "it is in the future")
        #expect(!finding.written.isEmpty)
        let book = try log.book("Emma")
        #expect(book.status == .completed)
        #expect(book.allReadings.allSatisfy { $0.completed == nil })
        #expect(try await log.importText(file).unchanged == 1)
    }

    @Test func `Today, this month and this year are not in the future`() async throws {
        let log = try await TestLog()
        for date in ["2024-03-15", "2024-03", "2024"] {
            let report = try await log.importText(
                "Title,Authors,Read Status,Last Date Read\nBook \(date),Lem,read,\(date)\n")
            #expect(report.dropped.count == 0)
            #expect(try log.book("Book \(date)").latestReading.completed?.description == date)
        }
    }

    @Test func `A day of adding in the future becomes today`() async throws {
        let log = try await TestLog()
        let report = try await log.importText(
            "Title,Authors,Read Status,Date Added\nEmma,Jane Austen,to-read,2024/03/16\n")
        #expect(report.dropped.count == 1)
        #expect(try log.book("Emma").added == TestLog.today.utcDate)
    }

    @Test func `A range that ends in the future keeps its beginning`() async throws {
        let log = try await TestLog()
        let report = try await log.importText(
            "Title,Authors,Read Status,Dates Read\nEmma,Jane Austen,currently-reading,2024/03/01-2024/05/01\n"
        )
        #expect(report.dropped.count == 1)
        let reading = try log.book("Emma").latestReading
        #expect(reading.started?.description == "2024-03-01")
        #expect(reading.completed == nil)
    }

    @Test func `Progress and loans in the future are left out one by one`() async throws {
        let log = try await TestLog()
        let report = try await log.importText(
            """
            [{"title": "Emma", "author": "Jane Austen", "status": "in-progress",
              "progress": [{"date": "2024-03-01", "place": "10"}, {"date": "2024-04-01", "place": "20"}],
              "loans": [{"borrower": "Ann", "lent": "2024-02-01"}, {"borrower": "Bo", "lent": "2025-02-01"}]}]
            """)
        #expect(report.dropped.count == 2)
        let book = try log.book("Emma")
        #expect(book.progress.map(\.place.description) == ["10"])
        #expect(book.loans.map(\.borrower) == ["Ann"])
    }
}
