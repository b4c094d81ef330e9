import Foundation
import Testing

@testable import Localization

@Suite("Conventions of territories")
struct TerritoryTests {
    @Test func `The first weekday and the clock match the platform's in every territory`() {
        let weekdays: [Locale.Weekday: Weekday] = [
            .monday: .monday, .friday: .friday, .saturday: .saturday, .sunday: .sunday,
        ]
        var mismatches = Mismatches()
        for region in Locale.Region.isoRegions where region.identifier.count == 2 {
            let territory = Territory(code: region.identifier)
            let locale = Locale(identifier: "en_\(region.identifier)")
            let hasTwelveHours = [.oneToTwelve, .zeroToEleven].contains(locale.hourCycle)
            mismatches.compare(
                "\(region) \(territory.firstWeekday.map { "\($0)" } ?? "")",
                "\(region) \(weekdays[locale.firstDayOfWeek].map { "\($0)" } ?? "?")")
            mismatches.compare(
                "\(region) \(territory.hours == .twelve)", "\(region) \(hasTwelveHours)")
        }
        #expect(mismatches.count == 0, "\(mismatches)")
    }

    @Test func `British English writes the day before the month, 24 hours, and weeks from Monday`() {
        let british = Localizer(.english, dayStyle: .medium, territory: Territory(code: "GB"))
        let day = CivilDate("2027-04-03") ?? .first
        #expect(
            DayStyle.allCases.map { british.day(day, style: $0) } == [
                "2027-04-03", "03/04/2027", "3 Apr 2027", "3 April 2027", "Saturday, 3 April 2027",
            ])
        #expect(british.moment(day, minute: 870) == "3 Apr 2027, 14:30")
        #expect(british.firstWeekday == .monday)
        #expect(british.calendarWeekdays == ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"])
        let instant = day.utcDate.addingTimeInterval(9 * 3600 + 5)
        #expect(british.instant(instant, timeZone: .gmt, showsSeconds: true) == "3 Apr 2027, 09:00:05")
    }

    @Test func `Australian English has 12 hours, and the English of an unknown territory is American`() {
        let australian = Localizer(.english, dayStyle: .medium, territory: Territory(code: "AU"))
        #expect(australian.time(minute: 870) == "2:30\u{202F}PM")
        #expect(australian.firstWeekday == .monday)
        let unknown = Localizer(.english)
        #expect(unknown.time(minute: 870) == "2:30\u{202F}PM")
        #expect(unknown.firstWeekday == .sunday)
    }

    @Test func `Polish and Hungarian don't depend on the territory`() {
        for code in ["pl", "hu"] {
            let localizer = Localizer(
                Language(code: code), dayStyle: .medium, territory: Territory(code: "US"))
            #expect(localizer.time(minute: 870) == "14:30")
            #expect(localizer.firstWeekday == .monday)
        }
    }

    @Test func `Settings decide over the first weekday and the clock in every language`() {
        func localizer(_ code: String, _ weekday: Weekday?, _ hours: HoursOfDay?) -> Localizer {
            Localizer(
                Language(code: code), dayStyle: .medium, territory: Territory(code: "GB"),
                firstWeekday: weekday, hours: hours
            )
        }
        #expect(localizer("en", .saturday, nil).firstWeekday == .saturday)
        #expect(localizer("pl", .sunday, nil).calendarWeekdays.first == "nd")
        #expect(localizer("en", nil, .twelve).time(minute: 545) == "9:05\u{202F}AM")
        #expect(localizer("pl", nil, .twelve).time(minute: 870) == "2:30 PM")
        #expect(localizer("hu", nil, .twelve).time(minute: 870) == "du. 2:30")
        let copy = localizer("hu", .sunday, .twelve).with(asciiOnly: true, dayStyle: .long)
        #expect(copy.time(minute: 870) == "du. 2:30")
        #expect(copy.firstWeekday == .sunday)
    }

    @Test(arguments: [HoursOfDay.twelve, .twentyFour])
    func `Times of both clocks and days of every territory are read as they are written`(hours: HoursOfDay) {
        let today = CivilDate("2027-04-06") ?? .first
        for language in Language.available {
            for code in ["US", "GB", "AU", "PL"] {
                let localizer = Localizer(
                    language, dayStyle: .medium, territory: Territory(code: code), hours: hours)
                for minute in stride(from: 0, to: 1440, by: 7) {
                    let text = localizer.time(minute: minute)
                    #expect(localizer.parseTime(text) == minute, "\(text)")
                }
                for style in DayStyle.allCases {
                    for offset in stride(from: 0, to: 400, by: 13) {
                        let day = today.adding(days: offset)
                        let text = localizer.day(day, style: style)
                        #expect(localizer.parseDay(text, today: today) == day, "\(text)")
                    }
                }
            }
        }
    }
}
