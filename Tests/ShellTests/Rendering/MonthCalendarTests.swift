import Localization
import Testing

@testable import Shell

@Suite("Month calendar")
struct MonthCalendarTests {
    private let calendar = MonthCalendar(
        year: 2031, month: 5, today: CivilDate("2031-05-07"),
        entries: [
            .init("Rome", from: CivilDate("2031-05-08"), to: CivilDate("2031-05-13")),
            .init("Oslo\u{1B}[31m", from: CivilDate("2031-05-13"), to: CivilDate("2031-05-13")),
            .init("三体", from: CivilDate("2031-04-28"), to: CivilDate("2031-05-02")),
            .init("Never", from: CivilDate("2031-06-01"), to: CivilDate("2031-06-02")),
        ].compactMap(\.self))

    private func lines(_ width: Int, _ language: String = "en", unicode: Bool = true) -> [String] {
        let presentation = Presentation(
            format: .table, width: width, localizer: Localizer(Language(matching: language) ?? .english),
            usesUnicode: unicode)
        let bytes = Renderer.render(Output([.month(calendar)]), presentation).output
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func `A month is a grid of weeks with bars below the days if there is room`() {
        let wide = lines(48)
        #expect(wide[1] == "Su     Mo     Tu     We     Th     Fr     Sa")
        #expect(wide.contains("4      5      6      [7]    8      9      10"))
        #expect(wide.contains("                            Rome ──────────────›"))
        #expect(wide.contains { $0.hasPrefix("‹Rome ─") })
        #expect(wide.contains { $0.contains("‹三体 ─") })
        #expect(!wide.contains { $0.contains("Never") || $0.contains("\u{1B}") })
    }

    @Test func `A narrow terminal shows letters below the days and explains them`() {
        let narrow = lines(20)
        #expect(narrow[1] == "Su Mo Tu We Th Fr Sa")
        #expect(narrow.suffix(3) == ["a Rome", "b Oslo␛[31m", "c 三体"])
        #expect(narrow.contains(" a  a ab"))
    }

    @Test(arguments: 20...200)
    func `A month fits every width`(width: Int) {
        for unicode in [true, false] {
            let lines = lines(width, unicode: unicode)
            #expect(lines.count > 4)
            for line in lines { #expect(DisplayWidth.of(line) <= width, "\(line)") }
        }
    }

    @Test func `A week begins with the first weekday of the language`() {
        #expect(lines(20, "pl")[1] == "pn wt śr cz pt so nd")
        #expect(lines(20, "hu")[1] == "H  K  Sz Cs P  Sz V")
        #expect(lines(20, "pl")[2] == "          1  2  3  4")
    }

    @Test func `A month is a name in accessible mode, a table in Markdown, and absent from pipes and data`() {
        func text(_ format: OutputFormat) -> String {
            String(
                decoding: Renderer.render(
                    Output([.month(calendar)]), Presentation(format: format, localizer: Localizer(.english))
                ).output, as: UTF8.self)
        }
        #expect(text(.accessible) == "May 2031\n")
        #expect(text(.plain) == "")
        #expect(text(.json) == "{}\n")
        #expect(text(.csv) == "")
        #expect(text(.markdown).contains("| 11 Rome | 12 Rome | 13 Rome Oslo␛\\[31m | 14 |"))
    }

    @Test func `Every month has the right weeks`() {
        for year in [1999, 2000, 2024, 2100] {
            for month in 1...12 {
                let calendar = MonthCalendar(year: year, month: month, entries: [])
                for first in Weekday.allCases {
                    let weeks = calendar.weeks(beginningWith: first)
                    let days = weeks.flatMap(\.self)
                    #expect(
                        days.compactMap { $0?.day } == Array(1...CivilDate.length(ofMonth: month, year: year))
                    )
                    for (index, day) in days.enumerated() {
                        guard let day else { continue }
                        #expect((first.rawValue - 1 + index) % 7 == day.weekday.rawValue - 1)
                    }
                }
            }
        }
    }
}
