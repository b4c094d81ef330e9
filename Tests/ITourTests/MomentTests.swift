import Foundation
import Localization
import Shell
import Testing

@testable import ITour

@Suite("Dates that a person types")
struct MomentTests {
    private func read(_ text: String, _ language: String = "en") throws -> Moment {
        let context = ParseContext(
            localizer: Localizer(Language(matching: language) ?? .english), today: TestPlanner.today)
        return try ValueType<Moment>.moment.parse(text, context)
    }

    @Test(
        "Days, and days with times, are understood in each language",
        arguments: [
            ("2025-05-01", "en", "2025-05-01"), ("2025-05-01 18:30", "en", "2025-05-01T18:30"),
            ("2025-05-01T18:30", "en", "2025-05-01T18:30"), ("tomorrow", "en", "2024-03-16"),
            ("tomorrow 9:05", "en", "2024-03-16T09:05"), ("5/1/2025 6:30 PM", "en", "2025-05-01T18:30"),
            ("May 1, 2025 12:00 AM", "en", "2025-05-01T00:00"),
            ("1 maja 2025 18:30", "pl", "2025-05-01T18:30"),
            ("jutro 9:00", "pl", "2024-03-16T09:00"), ("2025. május 1. 18:30", "hu", "2025-05-01T18:30"),
            ("holnap", "hu", "2024-03-16"),
        ])
    func understood(text: String, language: String, expected: String) throws {
        #expect(try read(text, language).description == expected)
    }

    @Test(
        "Dates and times that there aren't are refused",
        arguments: [
            "2025-02-30", "2025-05-01 25:00", "2025-05-01 24:00", "2025-05-01 12:60", "2025-05-01T9",
            "someday",
            "", "18:30", "2025-05-01 13:00 PM", "99/99/9999", "tomorrow 7",
        ])
    func refused(text: String) {
        #expect(throws: ValueError.self) { try read(text) }
    }

    @Test("What is stored reads back the same, in every year, and shows the same in SQL")
    func stored() throws {
        for iso in ["0001-01-01", "1969-12-31T23:59", "2024-02-29T00:00", "9999-12-31"] {
            let moment = try #require(Moment(iso: iso))
            #expect(Moment(stored: moment.stored, isAllDay: moment.minute == nil) == moment)
            #expect(moment.description == iso)
        }
        #expect(Moment(iso: "2025-05-01T10:00:00") == moment("2025-05-01T10:00"))
        #expect(Moment(iso: "2025-05-01T10:00:30") == nil && Moment(iso: "2025-05-01T") == nil)
    }

    @Test("Two dates in a line are a beginning and an end")
    func spans() throws {
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

@Suite("The dates of a trip")
struct TripDatesTests {
    @Test("An end lies behind the beginning, and both have times or neither has")
    func order() throws {
        #expect(throws: TripError.self) { try dates("2025-05-04", "2025-05-01") }
        #expect(throws: TripError.self) { try dates("2025-05-01T10:00", "2025-05-01T09:59") }
        #expect(throws: TripError.self) { try dates("2025-05-01T10:00", "2025-05-02") }
        #expect(throws: TripError.self) { try dates("2025-05-01", "2025-05-02T10:00") }
        #expect(try dates("2025-05-01", "2025-05-01").length == 1)
        #expect(try dates("2025-05-01", "2025-05-04").length == 4)
    }

    @Test("A trip that ends at midnight doesn't reach into the next day")
    func midnight() throws {
        let trip = try dates("2025-05-01T20:00", "2025-05-02T00:00")
        #expect(trip.lastDay == day(2025, 5, 1) && !trip.includes(day(2025, 5, 2)))
    }

    @Test("Trips overlap where they share time, and days where one has no times")
    func overlaps() throws {
        func overlap(_ left: TripDates, _ right: TripDates) -> Bool {
            #expect(left.overlaps(right) == right.overlaps(left))
            return left.overlaps(right)
        }
        #expect(overlap(try dates("2025-05-01", "2025-05-04"), try dates("2025-05-04", "2025-05-06")))
        #expect(!overlap(try dates("2025-05-01", "2025-05-03"), try dates("2025-05-04")))
        #expect(overlap(try dates("2025-05-01", "2025-05-03"), try dates("2025-05-03T22:00")))
        #expect(!overlap(try dates("2025-05-01T10:00", "2025-05-01T12:00"), try dates("2025-05-01T12:00")))
        #expect(overlap(try dates("2025-05-01T10:00", "2025-05-01T12:00"), try dates("2025-05-01T11:59")))
        #expect(overlap(try dates("2025-05-01T10:00"), try dates("2025-05-01T10:00")))
    }

    @Test("Dates that a database program has turned round are read without harm")
    func damaged() {
        let destination = Destination(name: "A")
        destination.start = day(2025, 5, 4).utcDate
        destination.end = day(2025, 5, 1).utcDate
        #expect(destination.dates?.end == nil && destination.dates?.length == 1)
        destination.start = Date(timeIntervalSinceReferenceDate: 1e300)
        #expect(destination.dates?.firstDay == .last)
    }
}

@Suite("Summer time")
struct DaylightSavingTests {
    @Test(
        "Only the hour that clocks jump over is refused",
        arguments: [
            ("Europe/Warsaw", "2025-03-30T02:00", true), ("Europe/Warsaw", "2025-03-30T02:59", true),
            ("Europe/Warsaw", "2025-03-30T01:59", false), ("Europe/Warsaw", "2025-03-30T03:00", false),
            // Shown twice, and so a time like any other.
            ("Europe/Warsaw", "2025-10-26T02:30", false),
            ("America/New_York", "2025-03-09T02:30", true), ("America/New_York", "2025-03-30T02:30", false),
            ("Asia/Tokyo", "2025-03-30T02:30", false), ("UTC", "2025-03-30T02:30", false),
            // Half an hour only.
            ("Australia/Lord_Howe", "2025-10-05T02:15", true),
            ("Australia/Lord_Howe", "2025-10-05T02:30", false),
            // A whole day, when Samoa crossed the date line.
            ("Pacific/Apia", "2011-12-30T12:00", true), ("Pacific/Apia", "2011-12-31T12:00", false),
            ("America/Sao_Paulo", "2018-11-04T00:30", true),
        ])
    func skipped(zone: String, time: String, isSkipped: Bool) throws {
        let zone = try #require(TimeZone(identifier: zone))
        #expect(DaylightSaving.skips(moment(time), in: zone) == isSkipped)
    }

    @Test("A day without a time is never refused")
    func days() throws {
        let zone = try #require(TimeZone(identifier: "Pacific/Apia"))
        #expect(!DaylightSaving.skips(moment("2011-12-30"), in: zone))
    }

    @MainActor
    @Test("Times are checked by the clocks of the place, and by the user's where its zone isn't known")
    func whose() throws {
        let planner = try TestPlanner(timeZone: "Europe/Warsaw")
        let skipped = DestinationChanges(start: .some(moment("2025-03-30T02:30")))
        #expect(throws: TripError.self) {
            try skipped.apply(to: Destination(name: "A"), in: planner.session)
        }
        var elsewhere = skipped
        elsewhere.zone = .some(try #require(TimeZone(identifier: "Asia/Tokyo")))
        let tokyo = Destination(name: "Tokyo")
        _ = try elsewhere.apply(to: tokyo, in: planner.session)
        #expect(tokyo.dates?.start == moment("2025-03-30T02:30") && tokyo.timeZone == "Asia/Tokyo")
        // Another zone makes another clock of it.
        let home = DestinationChanges(zone: .some(try #require(TimeZone(identifier: "Europe/Rome"))))
        #expect(throws: TripError.self) { try home.apply(to: tokyo, in: planner.session) }
    }
}
