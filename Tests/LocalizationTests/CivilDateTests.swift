import Foundation
import TestSupport
import Testing

@testable import Localization

@Suite("Civil date")
struct CivilDateTests {
    @Test(arguments: [
        (2023, 2, 30), (2023, 2, 29), (1900, 2, 29), (2024, 4, 31), (2024, 13, 1), (2024, 0, 1), (2024, 1, 0),
        (2024, 1, 32), (0, 1, 1), (-1, 1, 1), (10_000, 1, 1), (.max, .max, .max), (.min, .min, .min),
    ])
    func `An invalid date is nil`(year: Int, month: Int, day: Int) {
        #expect(CivilDate(year: year, month: month, day: day) == nil)
    }

    @Test func `A leap day is valid`() {
        #expect(CivilDate(year: 2024, month: 2, day: 29) != nil)
        #expect(CivilDate(year: 2000, month: 2, day: 29) != nil)
    }

    @Test func `Day numbers cover the whole calendar`() throws {
        var expected = CivilDate.first.daysSince1970
        #expect(expected == -719_162)
        for year in 1...9999 {
            for month in 1...12 {
                let first = try #require(CivilDate(year: year, month: month, day: 1))
                try #require(first.daysSince1970 == expected)
                let length = CivilDate.length(ofMonth: month, year: year)
                expected += length
                let last = try #require(CivilDate(daysSince1970: expected - 1))
                try #require((last.year, last.month, last.day) == (year, month, length))
            }
        }
        #expect(CivilDate(daysSince1970: expected) == nil)
        #expect(CivilDate.last.description == "9999-12-31")
    }

    @Test func `Dates match the platform's calendar`() {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        var generator = SeededGenerator(seed: 2024)
        for _ in 0..<1000 {
            let seconds = Double.random(in: -12_000_000_000...200_000_000_000, using: &generator)
            let date = Date(timeIntervalSince1970: seconds.rounded())
            let day = CivilDate(utc: date)
            let parts = calendar.dateComponents([.year, .month, .day, .weekday], from: date)
            #expect([day.year, day.month, day.day] == [parts.year, parts.month, parts.day])
            #expect(day.weekday.rawValue % 7 + 1 == parts.weekday)
            #expect(day.utcDate == calendar.startOfDay(for: date))
        }
    }

    @Test func `Adding days stays within the calendar`() throws {
        let day = try #require(CivilDate(year: 2024, month: 2, day: 28))
        #expect(day.adding(days: 2).description == "2024-03-01")
        #expect(day.adding(days: -59).description == "2023-12-31")
        #expect(day.adding(days: .max) == .last)
        #expect(day.adding(days: .min) == .first)
        #expect(day.days(until: day.adding(days: 1000)) == 1000)
        #expect(CivilDate.last.days(until: .first) == -3_652_058)
    }

    @Test func `Today depends on the user's time zone`() throws {
        let moment = Date(timeIntervalSince1970: 1_710_543_600)  // 2024-03-15 23:00 UTC
        let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
        let honolulu = try #require(TimeZone(identifier: "Pacific/Honolulu"))
        #expect(CivilDate.today(now: moment, timeZone: .gmt).description == "2024-03-15")
        #expect(CivilDate.today(now: moment, timeZone: tokyo).description == "2024-03-16")
        #expect(CivilDate.today(now: moment, timeZone: honolulu).description == "2024-03-15")
    }

    @Test func `Any moment has a date`() {
        #expect(CivilDate(utc: .distantFuture).year == 4001)
        #expect(CivilDate(utc: .distantPast) == .first)
        #expect(CivilDate(utc: Date(timeIntervalSince1970: .infinity)) == .last)
        #expect(CivilDate(utc: Date(timeIntervalSince1970: -.infinity)) == .first)
        #expect(CivilDate(utc: Date(timeIntervalSince1970: .nan)).description == "1970-01-01")
        #expect(CivilDate(utc: Date(timeIntervalSince1970: -1)).description == "1969-12-31")
    }

    @Test func `Only the ISO form is parsed`() {
        #expect(CivilDate("2024-03-15") == CivilDate(year: 2024, month: 3, day: 15))
        for wrong in [
            "", "2024-3-15", "2024-03-15 ", "24-03-15", "2024/03/15", "2024-02-30", "+024-03-15",
            "２０２４-03-15",
            "2024-03-1५", "20240315", "2024-03-15T00:00",
        ] {
            #expect(CivilDate(wrong) == nil, "\(wrong)")
        }
    }

    @Test func `A date is stored in its ISO form`() throws {
        let day = try #require(CivilDate("0987-06-05"))
        #expect(String(decoding: try JSONEncoder().encode([day]), as: UTF8.self) == #"["0987-06-05"]"#)
        #expect(try JSONDecoder().decode([CivilDate].self, from: Data(#"["0987-06-05"]"#.utf8)) == [day])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([CivilDate].self, from: Data(#"["2023-02-30"]"#.utf8))
        }
    }

    @Test func `Dates are ordered by time`() {
        var generator = SeededGenerator(seed: 2024)
        for _ in 0..<1000 {
            let left = CivilDate.first.adding(days: Int.random(in: 0...3_000_000, using: &generator))
            let right = left.adding(days: Int.random(in: -400...400, using: &generator))
            #expect((left < right) == (left.daysSince1970 < right.daysSince1970))
        }
    }
}
