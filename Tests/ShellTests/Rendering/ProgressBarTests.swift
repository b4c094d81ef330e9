import Localization
import Testing

@testable import Shell

@Suite("The bar that shows progress")
struct ProgressBarTests {
    private func line(_ fraction: Double, width: Int?, usesUnicode: Bool = true) -> String {
        ProgressBar(fraction).line(
            Presentation(
                format: .table, width: width, localizer: Localizer(.english), usesUnicode: usesUnicode))
    }

    @Test("It grows with what is done, and the share stands behind it")
    func growth() {
        #expect(line(0, width: 60) == "░░░░░░░░░░ 0% ")
        #expect(line(0.5, width: 60) == "█████░░░░░ 50% ")
        #expect(line(0.999, width: 60) == "█████████░ 99% ")
        #expect(line(1, width: 60) == "██████████ 100% ")
        #expect(line(0.25, width: 60, usesUnicode: false) == "##-------- 25% ")
    }

    @Test("It never takes more than its share of the screen, and none of a narrow one")
    func widths() {
        #expect(line(0.5, width: 20) == "50% " && line(0.5, width: 49) == "50% ")
        #expect(line(0.5, width: 200).prefix { "█░".contains($0) }.count == 24)
        #expect(line(0.5, width: nil).prefix { "█░".contains($0) }.count == 20)
    }

    @Test("Shares that make no sense are nothing or everything", arguments: [-1, -0.0, .nan, .infinity, 2])
    func odd(fraction: Double) {
        #expect(line(fraction, width: 60) == (fraction == 2 ? line(1, width: 60) : line(0, width: 60)))
    }
}
