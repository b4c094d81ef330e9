import TestSupport
import Testing

@testable import Localization

@Suite("Days, as users type them")
struct ComingDayTests {
    // 2027-04-06 is a Tuesday.
    private let today = CivilDate("2027-04-06") ?? .first

    private func parse(_ text: String, _ language: String, isComing: Bool = true) throws -> String? {
        let language = try #require(Language(matching: language))
        return Localizer(language).parseDay(text, today: today, isComing: isComing)?.description
    }

    /// The forms of days, and the days that they mean on Tuesday, 6 April 2027: usually in the future, and usually in
    /// the past. An empty text means no day.
    private static let forms: [(String, [(text: String, coming: String, past: String)])] = [
        (
            "en",
            [
                ("25.11.2026", "2026-11-25", "2026-11-25"), ("25.11.", "2027-11-25", "2026-11-25"),
                ("24.12", "2027-12-24", "2026-12-24"), ("06.04.", "2027-04-06", "2027-04-06"),
                ("31/12/2025", "2025-12-31", "2025-12-31"), ("12/31/2025", "2025-12-31", "2025-12-31"),
                ("2026.11.25", "2026-11-25", "2026-11-25"), ("20 nov", "2027-11-20", "2026-11-20"),
                ("nov 20", "2027-11-20", "2026-11-20"), ("Nov 25th", "2027-11-25", "2026-11-25"),
                ("the 3rd of April", "2028-04-03", "2027-04-03"),
                ("3 April", "2028-04-03", "2027-04-03"), ("April 6", "2027-04-06", "2027-04-06"),
                ("29 February", "2028-02-29", "2024-02-29"), ("Friday, April 9", "2027-04-09", "2026-04-09"),
                ("friday", "2027-04-09", "2027-04-02"), ("Fri", "2027-04-09", "2027-04-02"),
                ("on tuesday", "2027-04-13", "2027-03-30"), ("wednes", "2027-04-07", "2027-03-31"),
                ("last friday", "2027-04-02", "2027-04-02"), ("next friday", "2027-04-16", ""),
                ("day after tomorrow", "2027-04-08", "2027-04-08"),
                ("day before yesterday", "2027-04-04", "2027-04-04"),
                ("+3d", "2027-04-09", "2027-04-09"), ("+2w", "2027-04-20", "2027-04-20"),
                ("-1d", "2027-04-05", "2027-04-05"), ("+1", "2027-04-07", ""),
                ("+3m", "2027-07-06", "2027-07-06"),
                ("in two weeks", "2027-04-20", "2027-04-20"), ("in a week", "2027-04-13", "2027-04-13"),
                ("3 days ago", "2027-04-03", "2027-04-03"), ("a month ago", "2027-03-06", "2027-03-06"),
                ("3d", "2027-04-09", ""), ("2 weeks", "2027-04-20", ""), ("next week", "2027-04-12", ""),
                ("end of month", "2027-04-30", ""), ("eow", "2027-04-11", ""),
                ("15th", "2027-04-15", "2027-03-15"),
                ("the 6th", "2027-05-06", "2027-03-06"), ("31st", "2027-05-31", "2027-03-31"),
            ]
        ),
        (
            "pl",
            [
                ("25.11.2026", "2026-11-25", "2026-11-25"), ("25.11.", "2027-11-25", "2026-11-25"),
                ("24.12", "2027-12-24", "2026-12-24"), ("31/12/2025", "2025-12-31", "2025-12-31"),
                ("25 listopada", "2027-11-25", "2026-11-25"), ("25 lis", "2027-11-25", "2026-11-25"),
                ("nov 25", "2027-11-25", "2026-11-25"), ("20 listopada 2026", "2026-11-20", "2026-11-20"),
                ("listopada 25", "", ""), ("ubiegłej środy", "2027-03-31", "2027-03-31"),
                ("25 listopada 2026 r.", "2026-11-25", "2026-11-25"), ("piątek", "2027-04-09", "2027-04-02"),
                ("w środę", "2027-04-07", "2027-03-31"), ("pt", "2027-04-09", "2027-04-02"),
                ("w zeszły piątek", "2027-04-02", "2027-04-02"),
                ("za dwa tygodnie", "2027-04-20", "2027-04-20"),
                ("za tydzień", "2027-04-13", "2027-04-13"), ("dwa tygodnie temu", "2027-03-23", "2027-03-23"),
                ("miesiąc temu", "2027-03-06", "2027-03-06"), ("koniec miesiąca", "2027-04-30", ""),
                ("pojutrze", "2027-04-08", "2027-04-08"), ("2w", "2027-04-20", ""),
                ("przedwczoraj", "2027-04-04", "2027-04-04"),
                ("w przyszłą środę", "2027-04-14", ""), ("friday", "2027-04-09", "2027-04-02"),
            ]
        ),
        (
            "hu",
            [
                ("2026.11.25", "2026-11-25", "2026-11-25"), ("2026. 11. 25.", "2026-11-25", "2026-11-25"),
                ("25.11.2026", "2026-11-25", "2026-11-25"), ("25.11.", "2027-11-25", "2026-11-25"),
                ("11. 25.", "2027-11-25", "2026-11-25"), ("24.12", "2027-12-24", "2026-12-24"),
                ("04.04.", "2028-04-04", "2027-04-04"), ("31/12/2025", "2025-12-31", "2025-12-31"),
                ("december 24-én", "2027-12-24", "2026-12-24"), ("május 1-jén", "2027-05-01", "2026-05-01"),
                ("dec. 24.", "2027-12-24", "2026-12-24"),
                ("2026. december 24-én", "2026-12-24", "2026-12-24"),
                ("péntek", "2027-04-09", "2027-04-02"), ("pénteken", "2027-04-09", "2027-04-02"),
                ("múlt pénteken", "2027-04-02", "2027-04-02"), ("p", "2027-04-09", ""),
                ("két hét múlva", "2027-04-20", "2027-04-20"), ("egy hét múlva", "2027-04-13", "2027-04-13"),
                ("két héttel ezelőtt", "2027-03-23", "2027-03-23"), ("két hete", "2027-03-23", "2027-03-23"),
                ("három napja", "2027-04-03", "2027-04-03"), ("holnapután", "2027-04-08", "2027-04-08"),
                ("tegnapelőtt", "2027-04-04", "2027-04-04"), ("hónap vége", "2027-04-30", ""),
                ("jövő hét", "2027-04-12", ""), ("24-én", "2027-04-24", "2027-03-24"),
            ]
        ),
    ]

    @Test(
        arguments: forms.flatMap { language, forms in forms.map { (language, $0.text, $0.coming, $0.past) } })
    func `A text means the next such day, or the latest one`(
        language: String, text: String, coming: String, past: String
    ) throws {
        #expect(try parse(text, language) == (coming.isEmpty ? nil : coming))
        #expect(try parse(text, language, isComing: false) == (past.isEmpty ? nil : past))
    }

    @Test(arguments: ["en", "pl", "hu"], ["US", "GB", "CA", "PL", "HU"])
    func `Every style in which a day is written can be read`(language: String, territory: String) throws {
        for style in DayStyle.allCases {
            let localizer = Localizer(
                try #require(Language(matching: language)), dayStyle: style,
                territory: Territory(code: territory))
            for offset in stride(from: -400, to: 400, by: 13) {
                let day = today.adding(days: offset)
                let text = localizer.day(day)
                #expect(localizer.parseDay(text, today: today) == day, "\(text)")
                #expect(localizer.parseDay(text, today: today, isComing: true) == day, "\(text)")
                #expect(!localizer.namesImpossibleDay(text), "\(text)")
            }
        }
    }

    @Test(arguments: [
        ("pl", "3/4/2024", ["2024-03-04", "2024-04-03"]), ("hu", "3/4/2024", ["2024-03-04", "2024-04-03"]),
        ("hu", "03.04.", ["2027-03-04", "2027-04-03"]), ("pl", "03.04.", []), ("pl", "31/12/2025", []),
        ("en", "3/4/2024", []), ("pl", "4/4/2024", []),
    ])
    func `A text with two readings is no day, and both are named`(
        language: String, text: String, days: [String]
    ) throws {
        let localizer = Localizer(try #require(Language(matching: language)))
        #expect(localizer.ambiguousDays(text, today: today).map(\.description) == days)
        #expect((localizer.parseDay(text, today: today) == nil) == !days.isEmpty)
    }

    @Test(arguments: [
        ("en", "31.11.2026"), ("en", "31/13/2026"), ("en", "31 November"), ("en", "nov 31st"),
        ("en", "2023-02-30"),
        ("pl", "31/11/2026"), ("pl", "31.11."), ("pl", "31 listopada"), ("hu", "november 31-én"),
        ("hu", "2026.13.01"), ("en", "February 31, 2015"), ("en", "31 February 2015"),
        ("en", "32 nov"), ("en", "April 0"), ("pl", "45 maja"),
    ])
    func `A date that the calendar doesn't have is recognized as one`(language: String, text: String) throws {
        #expect(try parse(text, language) == nil)
        #expect(Localizer(try #require(Language(matching: language))).namesImpossibleDay(text))
    }

    @Test(arguments: ["14.30", "1.5", "2049", "22", "Catch-22", "May", "May 2016", "1/2", "3-4", "12.2025"])
    func `Other texts with numbers aren't impossible days`(text: String) {
        #expect(!Localizer(.english).namesImpossibleDay(text))
    }

    @Test func `Other texts aren't days`() throws {
        for text in [
            "fr", "mondays", "on fridays", "+", "+d", "+99999d", "3 4 April", "April", "13", "April April 3",
            "0 April", "mon day",
            "14.30",
            "2049", "soon", "3", "next", "99999999d", "5 3d", "9999y", "in ago 3 days", "1/2", "", "3. .4",
        ] {
            #expect(try parse(text, "en") == nil, "\(text)")
        }
    }

    @Test func `No text makes the parser fail`() throws {
        var random = SeededGenerator()
        let parts = [
            "next", "3", "d", "friday", "end", "of", "99999999999999999999", "-", "éé", "month", " ", ".",
            "ago",
            "in", "12", "/", "nov", "+", "last", "15th", "hete",
        ]
        let localizers = Language.available.map { Localizer($0) }
        for _ in 0..<3000 {
            let text = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                parts[Int.random(in: 0..<parts.count, using: &random)]
            }.joined(separator: Bool.random(using: &random) ? " " : "")
            for localizer in localizers {
                if let day = localizer.parseDay(text, today: today, isComing: Bool.random(using: &random)) {
                    #expect(CivilDate(day.description) != nil, "\(text)")
                }
                _ = localizer.namesImpossibleDay(text)
            }
        }
    }

    @Test func `Days at the ends of the calendar have no neighbours`() {
        for text in ["friday", "20 nov", "in two weeks", "2 weeks ago", "15th", "yesterday"] {
            _ = Localizer(.english).parseDay(text, today: .first)
            _ = Localizer(.english).parseDay(text, today: .last, isComing: true)
        }
    }

    @Test func `Adding months keeps the day, or takes the month's last one`() {
        #expect(CivilDate("2024-01-31")?.adding(1, .month)?.description == "2024-02-29")
        #expect(CivilDate("2024-01-31")?.adding(13, .month)?.description == "2025-02-28")
        #expect(CivilDate("2024-02-29")?.adding(1, .year)?.description == "2025-02-28")
        #expect(CivilDate("9999-12-31")?.adding(1, .day) == nil)
        #expect(CivilDate("9999-12-01")?.adding(1, .month) == nil)
    }

    @Test func `A time may have a dot`() {
        #expect(Localizer(.english).parseTime("14.30") == 870)
        #expect(Localizer(.english).parseTime("2.30 PM") == 870)
        #expect(Localizer(.english).parseTime("14.3") == nil)
    }
}
