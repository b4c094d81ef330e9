import Localization
import Testing

@testable import Shell

@Suite("Multi-line values in accessible mode")
struct MultilineValueTests {
    private let value = Cell.text("Night\nRating: rated 5 of 5\r\n\nend")

    private func spoken(_ block: Block) -> String {
        let presentation = Presentation(format: .accessible, localizer: english)
        return String(decoding: Renderer.render(Output([block]), presentation).output, as: UTF8.self)
    }

    @Test func `Lines are joined in tables and cards`() {
        let table = Table(columns: [.init("title", plain("Title"))], rows: [[value]])
        #expect(spoken(.table(table)) == "1 entry\n\nTitle: Night Rating: rated 5 of 5 end\n")
    }

    @Test func `Continuation lines are indented in records`() {
        let record = Record(fields: [
            .init("title", plain("Title"), value), .init("rating", plain("Rating"), .text("none")),
        ])
        #expect(
            spoken(.record(record)) == "Title: Night\n  Rating: rated 5 of 5\n\n  end\nRating: none\n")
    }
}
