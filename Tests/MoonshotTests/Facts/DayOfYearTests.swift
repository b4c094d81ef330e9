import Localization
import Shell
import Testing

@testable import Moonshot

@MainActor
@Suite("Days without a year")
struct DayOfYearTests {
    private func parse(
        _ typed: String, _ language: String = "en", today: CivilDate? = nil
    ) async throws -> String {
        let moon = try await TestMoon(language: language)
        let today = today ?? moon.session.today
        return try ValueType<CivilDate>.dayOfYear.parse(
            typed, ParseContext(localizer: moon.session.localizer, today: today)
        ).description
    }

    @Test(arguments: [
        ("07-20", "en", "2024-07-20"), ("7/20", "en_US", "2024-07-20"), ("20/7", "en_GB", "2024-07-20"),
        ("20 July", "en", "2024-07-20"), ("July 20", "en", "2024-07-20"), ("02-29", "en", "2024-02-29"),
        ("20.07", "pl", "2024-07-20"), ("20.07.", "pl", "2024-07-20"), ("20 lipca", "pl", "2024-07-20"),
        ("07.20.", "hu", "2024-07-20"), ("július 20.", "hu", "2024-07-20"),
        ("1969-07-20", "en", "1969-07-20"), ("yesterday", "en", "2024-03-14"),
        ("24 December", "en", "2024-12-24"), ("20.07.", "hu", "2024-07-20"),
        ("friday", "en", "2024-03-08"),
    ])
    func `A day without a year is in this year`(typed: String, language: String, day: String) async throws {
        #expect(try await parse(typed, language) == day)
    }

    @Test func `29 February is in the latest leap year`() async throws {
        #expect(
            try await parse("02-29", today: CivilDate(year: 2026, month: 3, day: 1)) == "2024-02-29"
        )
    }

    @Test(arguments: [
        ("02-30", "en", "The calendar has no day “02-30”."),
        ("20.13.", "hu", "A naptárban nincs „20.13.” nap."),
        ("3/4", "en_150", "“3/4” can be read as 2024-03-04 or 2024-04-03."),
        ("moon", "en", "“moon” is not a date."),
        ("7", "en", "“7” is not a date."),
    ])
    func `Other texts are refused with the reason`(typed: String, language: String, problem: String)
        async throws
    {
        let localizer = try await TestMoon(language: language).session.localizer
        let error = await #expect(throws: ValueError.self) { try await parse(typed, language) }
        #expect(localizer.string(try #require(error).problem) == problem)
    }

    @Test func `The next events count from the day of the line`() async throws {
        let moon = try await TestMoon()
        let other = moon.rendered(try await moon.run("today --date 2024-03-11"))
        #expect(other.contains("1 day later"))
        #expect(!other.contains("Tomorrow"))
        let today = moon.rendered(try await moon.run("today --date 2024-03-15"))
        #expect(!today.contains("later"))
    }

    @Test func `The command today takes a day without a year`() async throws {
        let lines = try await TestMoon().csv("today --date 07-20")
        #expect(lines.contains { $0.hasPrefix("1969-07-20,55,landing,11") })
    }
}
