import Foundation
import Localization
import Shell
import Testing

@testable import ITour

@Suite("Daylight saving time")
struct DaylightSavingTests {
    @Test(arguments: [
        ("Europe/Warsaw", "2025-03-30T02:00", true), ("Europe/Warsaw", "2025-03-30T02:59", true),
        ("Europe/Warsaw", "2025-03-30T01:59", false), ("Europe/Warsaw", "2025-03-30T03:00", false),
        // A time that exists twice is accepted.
        ("Europe/Warsaw", "2025-10-26T02:30", false),
        ("America/New_York", "2025-03-09T02:30", true), ("America/New_York", "2025-03-30T02:30", false),
        ("Asia/Tokyo", "2025-03-30T02:30", false), ("UTC", "2025-03-30T02:30", false),
        // In this time zone, clocks skip only half an hour.
        ("Australia/Lord_Howe", "2025-10-05T02:15", true),
        ("Australia/Lord_Howe", "2025-10-05T02:30", false),
        // When Samoa crossed the date line, clocks skipped a whole day.
        ("Pacific/Apia", "2011-12-30T12:00", true), ("Pacific/Apia", "2011-12-31T12:00", false),
        ("America/Sao_Paulo", "2018-11-04T00:30", true),
    ])
    func `Only times in the hour that clocks skip are refused`(zone: String, time: String, isSkipped: Bool)
        throws
    {
        let zone = try #require(TimeZone(identifier: zone))
        #expect(DaylightSaving.skips(moment(time), in: zone) == isSkipped)
    }

    @Test func `A day without a time is never refused`() throws {
        let zone = try #require(TimeZone(identifier: "Pacific/Apia"))
        #expect(!DaylightSaving.skips(moment("2011-12-30"), in: zone))
    }

    @MainActor
    @Test func `Times are checked in the place's time zone, or in the user's if it is unknown`() async throws
    {
        let planner = try await TestPlanner(timeZone: "Europe/Warsaw")
        await #expect(throws: TripError.self) {
            try await planner.run("add Anywhere --date 2025-03-30T02:30")
        }
        try await planner.run("add Tokyo --date 2025-03-30T02:30 --zone Asia/Tokyo")
        let tokyo = try #require(try planner.destinations.first)
        #expect(tokyo.dates?.start == moment("2025-03-30T02:30"))
        #expect(tokyo.timeZone == "Asia/Tokyo")
        // In the new time zone, clocks skip the destination's time, so the change is refused.
        await #expect(throws: TripError.self) { try await planner.run("edit tokyo --zone Europe/Rome") }
    }
}
