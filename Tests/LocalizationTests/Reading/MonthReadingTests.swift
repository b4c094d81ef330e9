import Testing

@testable import Localization

@Suite("Typed months and times")
struct MonthReadingTests {
    private func month(_ text: String, _ language: String = "en") -> String? {
        let today = CivilDate(year: 2024, month: 3, day: 15) ?? .first
        let localizer = Localizer(Language(matching: language) ?? .english)
        return localizer.parseMonth(text, today: today).map { String($0.description.prefix(7)) }
    }

    @Test func `Months are parsed as numbers and by name`() {
        for text in ["2025-05", "5/2025", "05.2025", "May 2025", "may 2025", "2025 maj"] {
            #expect(month(text, "pl") == "2025-05", "\(text)")
        }
        #expect(month("5") == "2024-05")
        #expect(month("Sept") == "2024-09")
        #expect(month("dec") == "2024-12")
        #expect(month("maja", "pl") == "2024-05")
        #expect(month("październik", "pl") == "2024-10")
        #expect(month("pazdziernika 2025", "pl") == "2025-10")
        #expect(month("2025. május", "hu") == "2025-05")
        #expect(month("szept.", "hu") == "2024-09")
    }

    @Test(arguments: ["", "13", "0", "Smarch", "m", "ju", "2025", "2025-13", "May 25", "1 2 3", "May May"])
    func `An invalid month is refused`(text: String) {
        #expect(month(text) == nil)
    }

    @Test func `Times of day are parsed in the form of each language`() {
        let english = Localizer(.english), hungarian = Localizer(Language(matching: "hu") ?? .english)
        for minute in stride(from: 0, to: 1440, by: 7) {
            #expect(english.parseTime(english.time(minute: minute)) == minute)
            #expect(hungarian.parseTime(hungarian.time(minute: minute)) == minute)
        }
        #expect(english.parseTime("6 pm") == 18 * 60)
        #expect(english.parseTime("12 am") == 0)
        for text in ["24:00", "12:60", "7", "13 pm", "0:00 am", "1:2", "-1:00", "1:00:00", "pm"] {
            #expect(english.parseTime(text) == nil, "\(text)")
        }
    }

    @Test func `Wall-clock times are written without a time zone`() {
        let day = CivilDate(year: 2024, month: 3, day: 31) ?? .first
        let text = LocalizedText("%@", table: "", [.moment(day, minute: 150)])
        #expect(Localizer(.english).string(text) == "Mar 31, 2024, 2:30\u{202F}AM")
        #expect(Localizer(Language(matching: "pl") ?? .english).string(text) == "31 mar 2024, 02:30")
        #expect(
            Localizer(Language(matching: "hu") ?? .english).string(
                .init("%@", table: "", [.time(minute: 545)])) == "9:05")
    }
}
