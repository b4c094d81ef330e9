import Foundation
import Localization
import Shell
import Testing

@testable import ITour

@Suite("Typed dates")
struct MomentTests {
    private func read(_ text: String, _ language: String = "en") throws -> Moment {
        let context = ParseContext(
            localizer: Localizer(Language(matching: language) ?? .english), today: TestPlanner.today)
        return try ValueType<Moment>.moment.parse(text, context)
    }

    @Test(arguments: [
        ("2025-05-01", "en", "2025-05-01"), ("2025-05-01 18:30", "en", "2025-05-01T18:30"),
        ("2025-05-01T18:30", "en", "2025-05-01T18:30"), ("tomorrow", "en", "2024-03-16"),
        ("tomorrow 9:05", "en", "2024-03-16T09:05"), ("5/1/2025 6:30 PM", "en", "2025-05-01T18:30"),
        ("May 1, 2025 12:00 AM", "en", "2025-05-01T00:00"),
        ("1 maja 2025 18:30", "pl", "2025-05-01T18:30"),
        ("jutro 9:00", "pl", "2024-03-16T09:00"), ("2025. május 1. 18:30", "hu", "2025-05-01T18:30"),
        ("holnap", "hu", "2024-03-16"),
    ])
    func `Days with and without a time are read in each language`(
        text: String, language: String, expected: String
    ) throws {
        #expect(try read(text, language).description == expected)
    }

    @Test(arguments: [
        "2025-02-30", "2025-05-01 25:00", "2025-05-01 24:00", "2025-05-01 12:60", "2025-05-01T9",
        "someday",
        "", "18:30", "2025-05-01 13:00 PM", "99/99/9999", "tomorrow 7",
    ])
    func `Invalid dates and times are refused`(text: String) {
        #expect(throws: ValueError.self) { try read(text) }
    }

    @Test func `Stored dates are read back in every year and are readable in SQL`() throws {
        for iso in ["0001-01-01", "1969-12-31T23:59", "2024-02-29T00:00", "9999-12-31"] {
            let moment = try #require(Moment(iso: iso))
            #expect(Moment(stored: moment.stored, isAllDay: moment.minute == nil) == moment)
            #expect(moment.description == iso)
        }
        #expect(Moment(iso: "2025-05-01T10:00:00") == moment("2025-05-01T10:00"))
        #expect(Moment(iso: "2025-05-01T10:00:30") == nil)
        #expect(Moment(iso: "2025-05-01T") == nil)
    }

    @Test func `Two dates on a line are a start and an end`() throws {
        let context = ParseContext(localizer: Localizer(.english), today: TestPlanner.today)
        let reader = MomentReader(context: context)
        func span(_ words: String...) throws -> String {
            let span = try reader.span(words)
            return span.end.map { "\(span.start)/\($0)" } ?? "\(span.start)"
        }
        #expect(try span("2025-05-01") == "2025-05-01")
        #expect(try span("2025-05-01", "10:00") == "2025-05-01T10:00")
        #expect(try span("2025-05-01", "2025-05-04") == "2025-05-01/2025-05-04")
        #expect(try span("today..tomorrow") == "2024-03-15/2024-03-16")
        #expect(try span("2025-05-01", "10:00", "12:30") == "2025-05-01T10:00/2025-05-01T12:30")
        #expect(try span("2025-05-01", "10:00", "2025-05-02", "9:00") == "2025-05-01T10:00/2025-05-02T09:00")
        #expect(throws: ValueError.self) { try reader.span(["2025-05-01", "nonsense"]) }
    }
}
