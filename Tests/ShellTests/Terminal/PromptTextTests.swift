import Localization
import Testing

@testable import Shell

@Suite("Prompt text")
struct PromptTextTests {
    private func shown(
        _ prompt: Prompt, width: Int? = 80, format: OutputFormat = .table, unicode: Bool = true
    ) -> String {
        PromptText.string(
            prompt,
            Presentation(format: format, width: width, localizer: english, usesUnicode: unicode))
    }

    private let crew = Prompt("moonshot", path: ["Apollo 11", "Neil A. Armstrong"], style: .path)

    @Test func `The prompt has the program's name and the open items`() {
        #expect(shown(Prompt("mybooks")) == "mybooks> ")
        #expect(shown(Prompt("itour", path: ["Rome"])) == "itour Rome> ")
        #expect(shown(Prompt("portfolio", path: ["Recent", "A leak"])) == "portfolio Recent / A leak> ")
        #expect(shown(crew) == "moonshot / Apollo 11 / Neil A. Armstrong> ")
        #expect(shown(Prompt("itour", path: [" ", ""])) == "itour> ")
    }

    @Test func `A narrow terminal shortens the middle of the path first, then its last name`() {
        #expect(shown(crew, width: 60) == "moonshot / … / Neil A. Armstrong> ")
        #expect(shown(crew, width: 40) == "moonshot / … / Neil A…> ")
        #expect(shown(crew, width: 20) == "Neil A. A…> ")
        #expect(shown(Prompt("itour", path: ["Rome"]), width: 20) == "itour Rome> ")
        #expect(shown(Prompt("itour", path: ["Constantinople"]), width: 30) == "itour Constanti…> ")
    }

    @Test(arguments: 20...120)
    func `Any terminal width and any names leave room to type`(width: Int) {
        for count in 1...4 {
            let path = (0..<count).map { String(repeating: "三体 ", count: 20 * ($0 + 1)) }
            let prompt = shown(Prompt("portfolio", path: path, style: .path), width: width)
            #expect(DisplayWidth.of(prompt) <= max(width * 3 / 5, 12), "\(prompt)")
        }
    }

    @Test func `A name of a million letters leaves room to type`() {
        #expect(DisplayWidth.of(shown(Prompt("x", path: [String(repeating: "y", count: 1 << 20)]))) < 48)
    }

    @Test func `No name moves the cursor or starts a new line`() {
        #expect(shown(Prompt("itour", path: ["a\u{1B}[31mb"])) == "itour a␛[31mb> ")
        #expect(shown(Prompt("itour", path: ["a\u{1}b\u{2}"])) == "itour a␁b␂> ")
        #expect(shown(Prompt("itour", path: ["a\r\nb"])) == "itour a b> ")
        #expect(shown(Prompt("itour", path: ["a\u{202E}b"])) == "itour a<U+202E>b> ")
    }

    @Test func `A right-to-left name doesn't reorder its neighbors, and its marks have no width`() {
        #expect(
            shown(Prompt("itour", path: ["القاهرة"]))
                == "itour \u{1}\u{2068}\u{2}القاهرة\u{1}\u{2069}\u{2}> ")
    }

    @Test func `An ASCII prompt is entirely ASCII, and an accessible one has no slash`() {
        #expect(
            shown(Prompt("itour", path: ["Łódź", "x"]), width: 80, unicode: false) == "itour Lodz / x> ")
        #expect(shown(crew, width: 40, unicode: false) == "moonshot / Neil A....> ")
        #expect(shown(crew, format: .accessible) == "moonshot, Apollo 11, Neil A. Armstrong> ")
    }
}
