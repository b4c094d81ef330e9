import Foundation
import Testing

@testable import Localization

@Suite("A localizer")
struct LocalizerTests {
    let english = Localizer(.english)
    let polish = Localizer(Language(code: "pl"))
    let hungarian = Localizer(Language(code: "hu"))

    @Test func `shows the key of a text that no table has`() {
        #expect(english.string(LocalizedText("Nothing like it", table: "Shell")) == "Nothing like it")
        #expect(
            polish.string(LocalizedText("%lld of %@", table: "None", [.integer(12345), .string("x\u{1B}")]))
                == "12\u{A0}345 of x␛")
    }

    @Test func `joins lists as the language does`() {
        #expect(english.list(["a", "b", "c"]) == "a, b and c")
        #expect(polish.list(["a", "b", "c"]) == "a, b i c")
        #expect(hungarian.list(["a", "b"]) == "a és b")
    }

    @Test func `writes days as the language does`() throws {
        let day = try #require(CivilDate(year: 2024, month: 3, day: 15))
        #expect(polish.day(day, style: .full) == "piątek, 15 marca 2024")
        #expect(hungarian.day(day, style: .full) == "2024. március 15., péntek")
        #expect(polish.parseDay("15 marca 2024", today: day) == day)
        #expect(polish.parseDay("Wczoraj", today: day) == day.adding(days: -1))
        #expect(hungarian.parseDay("2024.03.15", today: .first) == day)
        #expect(english.parseDay("3/15/2024", today: .first) == day)
        #expect(english.parseDay("2/30/2024", today: .first) == nil)
    }
}
