import Foundation
import Localization
import ProgramKit
import Shell
import Testing
import TestSupport

@testable import ITour

@Suite("Opening hours")
struct OpeningHoursTests {
    // 2027-04-05 is a Monday.
    private let monday = day(2027, 4, 5)

    private func hours(_ text: String, _ day: CivilDate) throws -> OpeningHours.Day {
        try #require(OpeningHours(text), "\(text)").hours(on: day)
    }

    @Test func `Weekdays, several times a day, and a later rule that closes a day`() throws {
        let text = "Mo-Su 09:00-17:00; Tu off"
        #expect(try hours(text, monday) == .open([540...1020]))
        #expect(try hours(text, monday.adding(days: 1)) == .closed)
        #expect(
            try hours("Mo,We-Fr 9:00-12:00,14:00-18:30", monday.adding(days: 3))
                == .open([540...720, 840...1110]))
        #expect(try hours("Mo,We-Fr 9:00-12:00", monday.adding(days: 1)) == .closed)
        #expect(try hours("Sa-Mo 10:00-12:00", monday) == .open([600...720]))
        #expect(try hours("Sa-Mo 10:00-12:00", monday.adding(days: 1)) == .closed)
    }

    @Test func `A rule after a comma adds times, a rule after a semicolon replaces them`() throws {
        #expect(try hours("Mo 09:00-12:00, Mo 13:00-14:00", monday) == .open([540...720, 780...840]))
        #expect(try hours("Mo 09:00-12:00; Mo 13:00-14:00", monday) == .open([780...840]))
    }

    @Test func `Months, days of a month, and ranges over New Year`() throws {
        #expect(try hours("Apr-Oct: Mo 09:00-17:00", monday) == .open([540...1020]))
        #expect(try hours("Nov-Mar Mo 09:00-17:00", monday) == .closed)
        #expect(try hours("Nov-Mar 09:00-17:00", day(2027, 1, 10)) == .open([540...1020]))
        #expect(try hours("24/7; Dec 24-26 off; Jan 01 off", day(2027, 12, 25)) == .closed)
        #expect(try hours("24/7; Dec 24-26 off; Jan 01 off", day(2027, 12, 27)) == .open([0...1440]))
        #expect(try hours("Dec 20-Jan 06 10:00-12:00", day(2027, 1, 6)) == .open([600...720]))
        #expect(try hours("Dec 20-Jan 06 10:00-12:00", day(2027, 1, 7)) == .closed)
    }

    @Test func `Times past midnight are open on the next day too`() throws {
        let bar = try #require(OpeningHours("Mo 18:00-02:00"))
        #expect(bar.isOpen(at: 23 * 60, on: monday))
        #expect(bar.isOpen(at: 60, on: monday.adding(days: 1)))
        #expect(!bar.isOpen(at: 60, on: monday))
        #expect(!bar.isOpen(at: 180, on: monday.adding(days: 1)))
        #expect(try hours("Mo 18:00+", monday) == .open([1080...1440]))
    }

    @Test func `Rules for holidays are accepted and don't match`() throws {
        #expect(try hours("Mo-Fr 09:00-17:00; PH off", monday) == .open([540...1020]))
        #expect(try hours("Mo-Su,PH 09:00-17:00", monday) == .open([540...1020]))
    }

    @Test(arguments: [
        "", "  ", ";", "ask at the desk", "Mo-", "Mo 9-17", "Mo[1] 09:00-17:00", "sunrise-sunset",
        "25:00-26:00x",
        "Mo 09:00-17:00 or so", "Foo 09:00-17:00", "Mo 09:60-10:00", "\"by appointment\"",
    ])
    func `A text in another notation is refused`(text: String) {
        #expect(OpeningHours(text) == nil)
    }

    @Test(arguments: [1, 2, 3, 4])
    func `No text makes the parser fail, and every day of parsed hours can be asked for`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let parts = [
            "Mo", "Tu", "Su", "-", ",", ";", " ", "09:00", "17:00", "26:00", "24/7", "off", "PH", "Apr",
            "Dec", "31",
            ":", "+", "é", "open", "[1]", "0", "99",
        ]
        for _ in 0..<3000 {
            let text = (0..<Int.random(in: 1...9, using: &generator))
                .map { _ in parts.randomElement(using: &generator) ?? "" }.joined()
            guard let hours = OpeningHours(text) else { continue }
            for offset in 0..<400 {
                if case .open(let times) = hours.hours(on: monday.adding(days: offset)) {
                    #expect(
                        times.allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= 4320 },
                        "seed \(seed): \(text)")
                }
            }
        }
    }
}

@Suite("Durations and amounts that the user types")
struct TypedValueTests {
    @Test(arguments: [
        ("2h", 120), ("90m", 90), ("90 min", 90), ("1h30", 90), ("1 h 30 min", 90),
        ("1\u{A0}h 30\u{A0}min", 90), ("1:30", 90),
        ("1.5h", 90),
        ("1,5 h", 90), ("45", 45), ("2 hours", 120), ("1 hour 5 minutes", 65), ("2 godziny", 120),
        ("2 godz. 15 min", 135), ("2 óra", 120), ("20 perc", 20),
    ])
    func `A duration is read in its usual forms`(text: String, minutes: Int) {
        #expect(DurationReader.minutes(text) == minutes)
    }

    @Test(arguments: [
        "", "0", "-5", "h", "2x", "1:60", "1:5", "99999", "1h2h", "٣h", "1e5h", "2 hotels", "2 30min", "2 3",
    ])
    func `Other durations are refused`(text: String) {
        #expect(DurationReader.minutes(text) == nil)
    }

    @Test func `An amount is read with a code, a symbol or no currency`() throws {
        let english = Localizer(.english)
        #expect(try MoneyReader.money("1200 JPY", english) == Money(1200, "JPY"))
        #expect(try MoneyReader.money("€12,50", english) == Money(Decimal(string: "12.5") ?? 0, "EUR"))
        #expect(try MoneyReader.money("eur 0.1", english)?.amount == Decimal(string: "0.1"))
        #expect(try MoneyReader.money("12.5", english) == Money(Decimal(string: "12.5") ?? 0, ""))
        for text in ["", "JPY", "12 XX", "-5 EUR", "1 EUR 2", "1e9 EUR", "99999999999 EUR", "EUR 5 EUR"] {
            #expect(try MoneyReader.money(text, english) == nil, "\(text)")
        }
        #expect(throws: ValueError.self) { try MoneyReader.money("12 XYZ", english) }
    }
}
