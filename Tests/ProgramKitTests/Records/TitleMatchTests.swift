import Localization
import ProgramKit
import Testing

@Suite("Titles that contain the same text")
struct TitleMatchTests {
    private func best(_ titles: [String], _ text: String) -> [String] {
        TitleMatch.best(titles, for: text, title: \.self)
    }

    @Test func `A title that equals the text wins, then one that begins with it, then one with such a word`()
    {
        #expect(best(["Rome 2", "Rome", "New Rome"], "rome") == ["Rome"])
        #expect(best(["New Rome", "Rome in spring"], "ROM") == ["Rome in spring"])
        #expect(best(["Chrome", "New Rome"], "rome") == ["New Rome"])
        #expect(best(["L’Órome", "Chrome"], "orom") == ["L’Órome"])
        #expect(best(["Aromeo romeo", "Chrome"], "rome") == ["Aromeo romeo"])
    }

    @Test func `A text of less than four characters is only found at the beginning of a word`() {
        #expect(best(["New York"], "or") == [])
        #expect(best(["Call mum"], "all") == [])
        #expect(best(["Apollo 13"], "3") == [])
        #expect(best(["Live or die", "New York"], "or") == ["Live or die"])
        #expect(best(["New York"], "yo") == ["New York"])
        #expect(best(["去北京"], "北京") == ["去北京"])
    }

    @Test func `Another name than the title, such as a code, may contain a short text`() {
        #expect(best(["Hotel"], "x9") == ["Hotel"])
    }

    @Test func `Titles that match equally well are all returned`() {
        #expect(
            best(["Rome in spring", "Rome in autumn", "Chrome"], "rome") == [
                "Rome in spring", "Rome in autumn",
            ])
        #expect(best(["Chrome", "Aromea"], "rome") == ["Chrome", "Aromea"])
        #expect(best(["Chrome"], "rome") == ["Chrome"])
        #expect(best([], "rome") == [])
    }
}
