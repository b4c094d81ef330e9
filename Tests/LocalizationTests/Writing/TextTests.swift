import Foundation
import Testing

@testable import Localization

@Suite("Localized text")
struct TextTests {
    private let english = Localizer(.english)
    private let polish = Localizer(Language(code: "pl"))
    private let hungarian = Localizer(Language(code: "hu"))

    private func string(
        _ key: String, _ arguments: any TextArgumentConvertible..., in localizer: Localizer? = nil
    ) -> String {
        (localizer ?? english).string(LocalizedText(key, table: "Shell", arguments.map(\.textArgument)))
    }

    @Test func `A text without a table entry is its key`() {
        #expect(string("Nothing like it") == "Nothing like it")
        #expect(LocalizedText.verbatim("100 % Łódź").textArgument == .text(.verbatim("100 % Łódź")))
        #expect(polish.string(.verbatim("100 % %@ Łódź")) == "100 % %@ Łódź")
        #expect(!english.hasEntry(for: LocalizedText("Nothing like it", table: "Shell")))
    }

    @Test func `Arguments are inserted in order or by position`() {
        #expect(string("%@ by %@", "Solaris", "Lem") == "Solaris by Lem")
        #expect(string("%2$@: %1$@", "Solaris", "Lem") == "Lem: Solaris")
        #expect(string("%lld of %lld, %ld and %d", 1, 2, 3, 4) == "1 of 2, 3 and 4")
        #expect(string("%1$@ and %1$@", "again") == "again and again")
        #expect(string("100 %% of %@", "it") == "100 % of it")
    }

    @Test func `Screen readers get the words of an abbreviation, in lists and sentences too`() {
        let hours = TextArgument.abbreviation(
            .verbatim("2 h"), spoken: LocalizedText("%lld hours", table: "", [.integer(2)]))
        let text = LocalizedText(
            "Estimate: %1$@ (%2$@)", table: "",
            [hours, .text(LocalizedText("%@", table: "", [.list([hours])]))])
        #expect(english.string(text) == "Estimate: 2 h (2 h)")
        let spoken = english.with(asciiOnly: false, dayStyle: .long, isSpoken: true)
        #expect(spoken.string(text) == "Estimate: 2 hours (2 hours)")
        let replaced = text.replacingNested { $0.key == "%lld hours" ? .verbatim("two hours") : $0 }
        #expect(spoken.string(replaced) == "Estimate: two hours (two hours)")
    }

    @Test func `A sentence inside another one leaves one full stop`() {
        let sentence = LocalizedText("The %@ is missing.", table: "None", [.string("title")])
        #expect(
            string("Line %@ was skipped: %@.", "7", sentence) == "Line 7 was skipped: The title is missing.")
        #expect(string("%@. Next.", sentence) == "The title is missing. Next.")
        #expect(string("%@", sentence) == "The title is missing.")
        #expect(string("“%@”.", sentence) == "“The title is missing.”.")
    }

    @Test func `An abbreviation at the end leaves one full stop, also in a list`() throws {
        let day = try #require(CivilDate(year: 2024, month: 3, day: 5))
        #expect(string("No: %@.", "Charles M. Duke Jr.") == "No: Charles M. Duke Jr.")
        #expect(string("%1$@. Next.", "Jr.") == "Jr. Next.")
        #expect(string("“No: %@.”", "Jr.") == "“No: Jr.”")
        let names = ["A", "B Jr."].map { TextArgument.string($0) }
        #expect(string("%@.", TextArgument.list(names)) == "A and B Jr.")
        #expect(string("%@.", TextArgument.choice(names)) == "A or B Jr.")
        #expect(string("%@.", TextArgument.list(names.reversed())) == "B Jr. and A.")
        #expect(string("%@.", day, in: hungarian) == string("%@", day, in: hungarian))
        #expect(string("Wrote %@.", "Wait...") == "Wrote Wait...")
        // These full stops aren't the end of an abbreviation, so the sentence still gets its own full stop.
        #expect(string("Look at %@.", "..") == "Look at ...")
        #expect(string("Look at %@.", "a/.") == "Look at a/..")
        #expect(string("%1$@.%2$@ and %1$@...", "a.", "gpx") == "a..gpx and a....")
    }

    @Test func `Any combination of placeholders and arguments is accepted`() {
        #expect(string("%@ and %@", "one") == "one and %@")
        #expect(string("%9$@ %0$@", "x") == "%9$@ %0$@")
        #expect(string("100 % sure, 5% %", "x") == "100 % sure, 5% %")
        #expect(string("%", "x") == "%")
        #expect(string("%1$", "x") == "%1$")
        #expect(string("%#@", "x") == "%#@")
        #expect(string("%#@books@", 3) == "%#@books@")
        #expect(string("%lld", "text") == "text")
        #expect(string("%.2f %.99f", 1.5, "text") == "1.50 text")
        #expect(string("no placeholder", "x", "y") == "no placeholder")
        #expect(string("%q %y", "x") == "%q %y")
    }

    @Test func `Arguments are written in the language's format`() throws {
        let day = try #require(CivilDate(year: 2024, month: 3, day: 5))
        #expect(string("%lld", 12_345, in: polish) == "12\u{A0}345")
        #expect(string("%@", 1234.5, in: hungarian) == "1234,5")
        #expect(string("%.1f", 2.0, in: hungarian) == "2,0")
        #expect(string("%@", day, in: polish) == "5 mar 2024")
        #expect(
            string("%@", TextArgument.list([.string("a"), .integer(2), .day(day)]), in: polish)
                == "a, 2 i 5 mar 2024")
        #expect(
            string("%@!", LocalizedText("%@ and %@", table: "None", [.string("a"), .string("b")]))
                == "a and b!")
    }

    @Test func `Control characters in arguments are made visible`() {
        #expect(string("“%@”", "a\u{1B}[2Jb\nc") == "“a␛[2Jb␊c”")
        let ascii = Localizer(.english, asciiOnly: true)
        #expect(string("“%@”", "a\u{1B}[2J", in: ascii) == "“a^[[2J”")
    }

    @Test func `A text can be stored and read back`() throws {
        let day = try #require(CivilDate(year: 2024, month: 3, day: 5))
        let text = LocalizedText(
            "%@ %@", table: "MyBooks",
            [
                .list([.string("a"), .integer(1), .decimal(1.5), .day(day)]),
                .text(LocalizedText("x", table: "Shell")),
            ])
        let data = try JSONEncoder().encode(text)
        #expect(try JSONDecoder().decode(LocalizedText.self, from: data) == text)
    }

    @Test func `Lists are joined in the language's format`() {
        for (code, list) in ["en": "a, b and c", "pl": "a, b i c", "hu": "a, b és c"] {
            #expect(Localizer(Language(code: code)).list(["a", "b", "c"]) == list)
        }
        for (code, choice) in ["en": "a, b or c", "pl": "a, b lub c", "hu": "a, b vagy c"] {
            let items = ["a", "b", "c"].map { TextArgument.string($0) }
            #expect(Localizer(Language(code: code)).string(TextArgument.choice(items)) == choice)
        }
        for language in Language.available {
            let localizer = Localizer(language)
            #expect(localizer.list([]) == "")
            #expect(localizer.list(["a"]) == "a")
        }
        #expect(polish.list(["a", "b"]) == "a i b")
    }
}
