import Testing

@testable import Localization

@Suite("Days in the future, as users type them")
struct ComingDayTests {
    // 2027-04-06 is a Tuesday.
    private let today = CivilDate("2027-04-06") ?? .first

    private func parse(_ text: String, _ language: String, isComing: Bool = true) throws -> String? {
        let language = try #require(Language(matching: language))
        return Localizer(language).parseDay(text, today: today, isComing: isComing)?.description
    }

    @Test(arguments: [
        ("en", "friday", "2027-04-09"), ("en", "Fri", "2027-04-09"), ("en", "tuesday", "2027-04-06"),
        ("pl", "piątek", "2027-04-09"), ("pl", "środę", "2027-04-07"), ("hu", "péntek", "2027-04-09"),
        ("hu", "friday", "2027-04-09"), ("en", "+3d", "2027-04-09"), ("en", "+2w", "2027-04-20"),
        ("en", "+1", "2027-04-07"), ("en", "-1d", "2027-04-05"), ("en", "3 April", "2028-04-03"),
        ("en", "April 6", "2027-04-06"), ("en", "Apr 7", "2027-04-07"), ("pl", "7 kwietnia", "2027-04-07"),
        ("hu", "április 7.", "2027-04-07"), ("en", "29 February", "2028-02-29"),
    ])
    func `A weekday, a day without a year, and a distance from today are the next such day`(
        language: String, text: String, day: String
    ) throws {
        #expect(try parse(text, language) == day)
        if text != "+1" { #expect(try parse(text, language, isComing: false) == nil) }
    }

    @Test(arguments: ["en", "pl", "hu"])
    func `Every style in which a day is written can be read`(language: String) throws {
        for style in DayStyle.allCases {
            let localizer = Localizer(try #require(Language(matching: language)), dayStyle: style)
            for offset in stride(from: 0, to: 400, by: 13) {
                let day = today.adding(days: offset)
                let text = localizer.day(day)
                #expect(localizer.parseDay(text, today: today) == day, "\(text)")
            }
        }
    }

    @Test func `Other texts aren't days`() throws {
        for text in [
            "fr", "+", "+d", "+99999d", "3 4 April", "April", "13", "April April 3", "0 April", "+3m",
            "mon day",
        ] {
            #expect(try parse(text, "en") == nil, "\(text)")
        }
    }

    @Test func `A time may have a dot`() {
        #expect(Localizer(.english).parseTime("14.30") == 870)
        #expect(Localizer(.english).parseTime("2.30 PM") == 870)
        #expect(Localizer(.english).parseTime("14.3") == nil)
    }
}
