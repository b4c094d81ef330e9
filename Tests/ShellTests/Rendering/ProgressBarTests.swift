import Localization
import Testing

@testable import Shell

@Suite("Progress bar")
struct ProgressBarTests {
    private func line(
        _ fraction: Double, _ wordings: [String] = ["Importing"], width: Int?, usesUnicode: Bool = true
    ) -> String {
        ProgressBar(fraction).line(
            wordings.map(LocalizedText.verbatim),
            Presentation(
                format: .table, width: width, localizer: Localizer(.english), usesUnicode: usesUnicode))
    }

    @Test func `The bar grows with the completed share, which is shown after it`() {
        #expect(line(0, width: 24) == "░░░░░░░░░░ 0% Importing")
        #expect(line(0.5, width: 25) == "█████░░░░░ 50% Importing")
        #expect(line(0.999, width: 25) == "█████████░ 99% Importing")
        #expect(line(1, width: 26) == "██████████ 100% Importing")
        #expect(line(0.25, width: 25, usesUnicode: false) == "##-------- 25% Importing")
    }

    @Test func `The bar has 5 to 24 columns, depending on the text, or is left out`() {
        #expect(line(0.5, width: 20) == "██░░░ 50% Importing")
        #expect(line(0.5, width: 19) == "50% Importing")
        #expect(line(0.5, width: 200).prefix { "█░".contains($0) }.count == 24)
        #expect(line(0.5, width: nil).prefix { "█░".contains($0) }.count == 24)
    }

    @Test func `Shorter text replaces text that doesn't fit, and only the shortest is cut`() {
        let wordings = ["Importing: 14,000 points, 34 s left", "Importing, 34 s left", "34 s left"]
        #expect(line(0.5, wordings, width: 40) == "50% Importing: 14,000 points, 34 s left")
        #expect(line(0.5, wordings, width: 39) == "██████░░░░░░░ 50% Importing, 34 s left")
        #expect(line(0.5, wordings, width: 24) == "████░░░░░ 50% 34 s left")
        #expect(line(0.5, wordings, width: 10) == "50% 34 s…")
        #expect(line(0.5, wordings, width: 10, usesUnicode: false) == "50% 34...")
    }

    @Test(arguments: 1...100)
    func `No line is wider than the screen`(width: Int) {
        let wordings = ["Importing: 14,000 points, 34 s left", "Importing, 34 s left", "34 s left"]
        #expect(DisplayWidth.of(line(0.5, wordings, width: width)) < max(width, 1))
    }

    @Test(arguments: [-1, -0.0, .nan, .infinity, 2])
    func `Invalid shares are shown as nothing or everything`(fraction: Double) {
        #expect(line(fraction, width: 60) == (fraction == 2 ? line(1, width: 60) : line(0, width: 60)))
    }
}
