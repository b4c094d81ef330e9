import Foundation
import Localization
import Shell
import Testing

@testable import ITour

@Suite("Trip dates")
struct TripDatesTests {
    @Test func `An end is after the start, and both or neither have a time`() throws {
        #expect(throws: TripError.self) { try dates("2025-05-04", "2025-05-01") }
        #expect(throws: TripError.self) { try dates("2025-05-01T10:00", "2025-05-01T09:59") }
        #expect(throws: TripError.self) { try dates("2025-05-01T10:00", "2025-05-02") }
        #expect(throws: TripError.self) { try dates("2025-05-01", "2025-05-02T10:00") }
        #expect(try dates("2025-05-01", "2025-05-01").length == 1)
        #expect(try dates("2025-05-01", "2025-05-04").length == 4)
    }

    @Test func `A trip that ends at midnight doesn't include the next day`() throws {
        let trip = try dates("2025-05-01T20:00", "2025-05-02T00:00")
        #expect(trip.lastDay == day(2025, 5, 1))
        #expect(!trip.includes(day(2025, 5, 2)))
    }

    @Test
    func `Trips overlap if they share time, or a day between arrival and departure if one has no times`()
        throws
    {
        func overlap(_ left: TripDates, _ right: TripDates) -> Bool {
            #expect(left.overlaps(right) == right.overlaps(left))
            return left.overlaps(right)
        }
        #expect(overlap(try dates("2025-05-01", "2025-05-05"), try dates("2025-05-04", "2025-05-06")))
        #expect(!overlap(try dates("2025-05-01", "2025-05-04"), try dates("2025-05-04", "2025-05-06")))
        #expect(!overlap(try dates("2025-05-01", "2025-05-03"), try dates("2025-05-04")))
        #expect(overlap(try dates("2025-05-01", "2025-05-03"), try dates("2025-05-02T22:00")))
        #expect(!overlap(try dates("2025-05-01", "2025-05-03"), try dates("2025-05-03T22:00")))
        #expect(!overlap(try dates("2025-05-01T10:00", "2025-05-01T12:00"), try dates("2025-05-01T12:00")))
        #expect(overlap(try dates("2025-05-01T10:00", "2025-05-01T12:00"), try dates("2025-05-01T11:59")))
        #expect(overlap(try dates("2025-05-01T10:00"), try dates("2025-05-01T10:00")))
    }

    @Test func `Reversed dates from another database program are read safely`() {
        let destination = Destination(name: "A")
        destination.start = day(2025, 5, 4).utcDate
        destination.end = day(2025, 5, 1).utcDate
        #expect(destination.dates?.end == nil)
        #expect(destination.dates?.length == 1)
        destination.start = Date(timeIntervalSinceReferenceDate: 1e300)
        #expect(destination.dates?.firstDay == .last)
    }
}
