import Localization
import Testing

@testable import Shell

@Suite("Cards")
struct CardTests {
    private let moon = Picture(
        [" _", "(_)"], spokenDescription: plain("a Moon"),
        colors: { line, column, _ in line == 1 && column == 1 ? .yellow : .blue })

    private func cards(_ titles: [String], picture: Bool = true) -> Output {
        Output([
            .cards(
                Cards(
                    titles.map { title in
                        Cards.Card(
                            picture: picture ? moon : nil, title: .text(title),
                            details: [.init("day", plain("Day"), .text("Monday"))])
                    }, spokenTitle: plain("Thing"), pictureTitle: plain("Picture"),
                    count: plain("\(titles.count) things")))
        ])
    }

    @Test func `Cards are placed side by side, as many as fit`() {
        #expect(
            rendered(cards(["One", "Two", "Three"]), .table, width: 20) == """
                 _        _
                (_)      (_)
                One      Two
                Monday   Monday

                 _
                (_)
                Three
                Monday

                3 things

                """)
    }

    @Test(arguments: 1...200)
    func `Cards are never wider than the terminal and lose no title`(width: Int) {
        let titles = ["Apollo 1", "三体", "A rather long title", "łódź"]
        let lines = rendered(cards(titles), .table, width: width).split(separator: "\n")
        for line in lines where width >= 2 { #expect(DisplayWidth.of(String(line)) <= width, "\(line)") }
        let shown = lines.joined().filter { $0 != " " }
        if width >= 20 {
            for title in titles { #expect(shown.contains(title.filter { $0 != " " }), "\(title)") }
        }
        // If the picture doesn't fit, it is left out.
        #expect(shown.contains("(_)") == (width >= 3))
    }

    @Test func `Cards take no more columns than their widest text`() {
        let lines = rendered(cards(["One", "Two", "Three"], picture: false), .table, width: 24)
        #expect(lines.hasPrefix("One      Two      Three\nMonday   Monday   Monday\n"))
    }

    @Test func `Cards have colors only if the terminal has them`() {
        let colored = rendered(Output([.picture(moon)]), .table, width: 80, color: true)
        #expect(
            colored == " \u{1B}[34m_\u{1B}[0m\n\u{1B}[34m(\u{1B}[0m\u{1B}[33m_\u{1B}[0m\u{1B}[34m)\u{1B}[0m\n"
        )
        #expect(rendered(Output([.picture(moon)]), .table, width: 80) == " _\n(_)\n")
        #expect(rendered(Output([.picture(moon)]), .table, width: 2) == "")
    }

    @Test func `Cards are text in accessible mode`() {
        #expect(rendered(Output([.picture(moon)]), .accessible) == "a Moon\n")
        #expect(
            rendered(cards(["One", "Two"]), .accessible)
                == "2 things\n\nThing: One\nDay: Monday\nPicture: a Moon\n\n"
                + "Thing: Two\nDay: Monday\nPicture: a Moon\n")
    }

    @Test func `Cards are lines in a pipe, a list in Markdown and absent from data`() {
        #expect(rendered(cards(["One", "T|wo"]), .plain) == "One\tMonday\nT|wo\tMonday\n")
        #expect(rendered(cards(["One", "T|wo"]), .markdown) == "- **One**, Monday\n- **T\\|wo**, Monday\n")
        #expect(rendered(Output([.picture(moon)]), .markdown) == "```\n _\n(_)\n```\n")
        #expect(rendered(cards(["One"]), .json) == "{}\n")
    }

    @Test func `Cards make control characters of data visible`() {
        #expect(!rendered(cards(["\u{1B}[31mred"]), .table, width: 80).contains("\u{1B}"))
    }
}
