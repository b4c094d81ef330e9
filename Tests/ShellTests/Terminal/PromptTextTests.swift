import Localization
import Testing

@testable import Shell

@Suite("What stands before the cursor")
struct PromptTextTests {
    private func shown(
        _ prompt: Prompt, width: Int? = 80, format: OutputFormat = .table, unicode: Bool = true
    ) -> String {
        PromptText.string(
            prompt,
            Presentation(format: format, width: width, localizer: english, usesUnicode: unicode))
    }

    private let crew = Prompt("moonshot", path: ["Apollo 11", "Neil A. Armstrong"], style: .path)

    @Test("The program's name, and what is open in it")
    func open() {
        #expect(shown(Prompt("mybooks")) == "mybooks> ")
        #expect(shown(Prompt("itour", path: ["Rome"])) == "itour Rome> ")
        #expect(shown(Prompt("portfolio", path: ["Recent", "A leak"])) == "portfolio Recent / A leak> ")
        #expect(shown(crew) == "moonshot / Apollo 11 / Neil A. Armstrong> ")
        #expect(shown(Prompt("itour", path: [" ", ""])) == "itour> ")
    }

    @Test("In a narrow terminal the middle of the path gives way first, then the end of its last name")
    func narrow() {
        #expect(shown(crew, width: 60) == "moonshot / … / Neil A. Armstrong> ")
        #expect(shown(crew, width: 40) == "moonshot / … / Neil A…> ")
        #expect(shown(crew, width: 20) == "Neil A. A…> ")
        #expect(shown(Prompt("itour", path: ["Rome"]), width: 20) == "itour Rome> ")
        #expect(shown(Prompt("itour", path: ["Constantinople"]), width: 30) == "itour Constanti…> ")
    }

    @Test("However wide the terminal and however long the names, there is room to type", arguments: 20...120)
    func room(width: Int) {
        for count in 1...4 {
            let path = (0..<count).map { String(repeating: "三体 ", count: 20 * ($0 + 1)) }
            let prompt = shown(Prompt("portfolio", path: path, style: .path), width: width)
            #expect(DisplayWidth.of(prompt) <= max(width * 3 / 5, 12), "\(prompt)")
        }
    }

    @Test("A name of a million letters leaves room to type")
    func longest() {
        #expect(DisplayWidth.of(shown(Prompt("x", path: [String(repeating: "y", count: 1 << 20)]))) < 48)
    }

    @Test("No name moves the cursor or begins a line of its own")
    func controls() {
        #expect(shown(Prompt("itour", path: ["a\u{1B}[31mb"])) == "itour a␛[31mb> ")
        #expect(shown(Prompt("itour", path: ["a\u{1}b\u{2}"])) == "itour a␁b␂> ")
        #expect(shown(Prompt("itour", path: ["a\r\nb"])) == "itour a b> ")
        #expect(shown(Prompt("itour", path: ["a\u{202E}b"])) == "itour a<U+202E>b> ")
    }

    @Test(
        "A name from right to left turns nothing round beside it, and readline counts no column for the marks"
    )
    func rightToLeft() {
        #expect(
            shown(Prompt("itour", path: ["القاهرة"]))
                == "itour \u{1}\u{2068}\u{2}القاهرة\u{1}\u{2069}\u{2}> ")
    }

    @Test("Where only ASCII is understood there is nothing else, and who listens hears no slash")
    func otherwise() {
        #expect(
            shown(Prompt("itour", path: ["Łódź", "x"]), width: 80, unicode: false) == "itour Lodz / x> ")
        #expect(shown(crew, width: 40, unicode: false) == "moonshot / Neil A....> ")
        #expect(shown(crew, format: .accessible) == "moonshot, Apollo 11, Neil A. Armstrong> ")
    }
}
