import Localization
import Testing

@testable import ITour
@testable import Shell

@Suite("Progress of an import of points of interest")
@MainActor
struct PointProgressTests {
    private func line(_ language: Language, width: Int) -> String {
        ProgressBar(0.5).line(
            PointProgress.texts(1_234_000, rate: 12_819, secondsLeft: 94),
            Presentation(format: .table, width: width, localizer: Localizer(language)))
    }

    @Test(arguments: Language.available)
    func `At 80 columns, the percentage and the remaining time are shown`(language: Language) {
        let left = Localizer(language).string(ITour.text("%@ left", ITour.text("%lld s", 94)))
        #expect(line(language, width: 80).contains("50%"))
        #expect(line(language, width: 80).hasSuffix(left))
        #expect(line(language, width: 30).contains("50%"))
        #expect(line(language, width: 30).hasSuffix(left))
    }

    @Test(arguments: Language.available)
    func `No line is wider than the screen`(language: Language) {
        for width in 10...120 { #expect(DisplayWidth.of(line(language, width: width)) < width) }
    }
}
