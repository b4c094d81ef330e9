import Foundation
import TestSupport
import Testing

@testable import Localization

@Suite("Localized days")
struct DayTests {
    private static func date(
        _ date: Date.FormatStyle.DateStyle, _ time: Date.FormatStyle.TimeStyle, _ language: Language
    )
        -> Date.FormatStyle
    {
        Date.FormatStyle(date: date, time: time, locale: language.locale, timeZone: .gmt)
    }

    @Test(arguments: Language.finished)
    func `Days match the platform's format`(language: Language) {
        let localizer = Localizer(language)
        var generator = SeededGenerator(seed: 2024)
        let styles: [(DayStyle, Date.FormatStyle.DateStyle)] = [
            (.numeric, .numeric), (.medium, .abbreviated), (.long, .long), (.full, .complete),
        ]
        var mismatches = Mismatches()
        // The platform uses the Julian calendar before 1582, so only later days are compared.
        for days in (0..<400).map({ _ in Int.random(in: -140_000...200_000, using: &generator) }) {
            guard let day = CivilDate(daysSince1970: days) else { continue }
            for (style, platform) in styles {
                let expected = day.utcDate.formatted(Self.date(platform, .omitted, language))
                mismatches.compare(localizer.day(day, style: style), expected)
            }
        }
        #expect(mismatches.count == 0, "\(language.code): \(mismatches)")
    }

    @Test(arguments: Language.finished)
    func `Moments match the platform's format`(language: Language) throws {
        let localizer = Localizer(language)
        let platform = DateFormatter()
        platform.locale = language.locale
        platform.timeZone = .gmt
        platform.dateStyle = .none
        let day = try #require(CivilDate(year: 2024, month: 3, day: 15))
        var mismatches = Mismatches()
        for minute in stride(from: 0, to: 1440, by: 7) {
            let instant = day.utcDate.addingTimeInterval(Double(minute) * 60 + 5)
            platform.timeStyle = .short
            let short = platform.string(from: instant)
            platform.timeStyle = .medium
            let medium = platform.string(from: instant)
            mismatches.compare(localizer.time(minute: minute), short)
            // In some languages, the platform writes a word such as “at” between day and time, so only the
            // time is compared.
            let withTime = localizer.instant(instant, timeZone: .gmt)
            mismatches.compare(String(withTime.suffix(short.count + 1)), " " + short)
            let withSeconds = localizer.instant(instant, timeZone: .gmt, showsSeconds: true)
            mismatches.compare(String(withSeconds.suffix(medium.count + 1)), " " + medium)
            #expect(withTime.hasPrefix(localizer.day(day)))
            #expect(withSeconds.hasPrefix(localizer.day(day)))
        }
        #expect(mismatches.count == 0, "\(language.code): \(mismatches)")
    }

    @Test(arguments: Language.finished)
    func `Days of a month have a heading`(language: Language) throws {
        let localizer = Localizer(language)
        for month in 1...12 {
            let day = try #require(CivilDate(year: 2023, month: month, day: 15))
            let style = Date.FormatStyle(locale: language.locale, timeZone: .gmt).year().month(.wide)
            #expect(localizer.month(year: 2023, month: month) == day.utcDate.formatted(style))
        }
        #expect(localizer.month(year: 2023, month: 13).contains("13"))
    }

    @Test func `A moment is written in the user's time zone`() throws {
        let warsaw = try #require(TimeZone(identifier: "Europe/Warsaw"))
        let localizer = Localizer(Language(code: "pl"))
        // On this day, daylight saving time began at 1:00 UTC.
        let before = Date(timeIntervalSince1970: 1_711_846_799)
        #expect(localizer.instant(before, timeZone: warsaw, style: .numeric) == "31.03.2024, 01:59")
        #expect(localizer.instant(before + 1, timeZone: warsaw, style: .numeric) == "31.03.2024, 03:00")
        #expect(localizer.instant(.distantFuture, timeZone: warsaw).isEmpty == false)
        #expect(localizer.instant(Date(timeIntervalSince1970: .infinity), timeZone: .gmt).isEmpty == false)
    }

    @Test func `Patterns with quoted letters are parsed`() {
        #expect(
            DatePattern("d 'de' MMMM 'o''clock' y").parts == [
                .field("d", 1), .literal(" de "), .field("M", 4), .literal(" o'clock "), .field("y", 1),
            ])
    }
}
