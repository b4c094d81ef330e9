import Localization
import TestSupport
import Testing

@testable import Shell

/// Texts whose width is difficult to compute: wide letters, right-to-left letters, combining marks, and emoji
/// of several scalars. The widths are counted by hand.
private let scripts: [(text: String, columns: Int)] = [
    ("三体と球状閃電", 14), ("موسم الهجرة", 11), ("Cafe\u{301} na\u{308}ive", 10), ("한국어 책", 9),
    ("👩‍🚀👨‍👩‍👧‍👦🇵🇱", 6), ("Zażółć gęślą", 12), ("ﾊﾝｶｸ ＡＢ", 9), ("❤️ and ❤", 8),
]

@Suite("Output in every script, from phone to full-screen widths")
struct ScriptWidthTests {
    private static let widths = [20, 40, 80, 200]

    private func lines(_ block: Block, _ width: Int, unicode: Bool = true) -> [String] {
        rendered(Output([block]), .table, width: width, unicode: unicode).split(
            separator: "\n", omittingEmptySubsequences: false
        ).dropLast().map(String.init)
    }

    /// Checks that every line fits into the width and contains no escape sequence.
    private func expectFits(_ block: Block, _ width: Int, _ comment: Comment) {
        for unicode in [true, false] {
            for line in lines(block, width, unicode: unicode) {
                #expect(TerminalColumns.of(line) <= width, comment)
                #expect(DisplayWidth.of(line) <= width, comment)
                #expect(!line.hasSuffix(" "), comment)
                if !unicode { #expect(line.utf8.allSatisfy { $0 < 0x80 }, comment) }
            }
        }
    }

    @Test func `Text columns have the expected widths`() {
        for script in scripts {
            #expect(TerminalColumns.of(script.text) == script.columns, "\(script.text)")
            #expect(DisplayWidth.of(script.text) == script.columns, "\(script.text)")
        }
    }

    private var table: Table {
        Table(
            columns: [
                .init("n", plain("#"), alignsRight: true, priority: 9),
                .init("text", plain("Text"), priority: 5),
                .init("end", plain("End"), priority: 8),
            ],
            rows: scripts.enumerated().map { [.identifier($0 + 1), .text($1.text), .text("|")] })
    }

    @Test(arguments: widths)
    func `Table columns begin at the same position as in the rule below the headings`(width: Int) throws {
        expectFits(.table(table), width, "table")
        let lines = lines(.table(table), width)
        let rule = try #require(lines.first { $0.hasPrefix("─") })
        let start = rule.count - (rule.split(separator: " ").last?.count ?? 0)
        for line in lines.dropFirst(2) {
            let bar = try #require(line.lastIndex(of: "|"))
            #expect(TerminalColumns.of(line[..<bar]) == start, "\(line)")
        }
    }

    @Test func `A table of 20 columns matches the expected layout`() {
        #expect(
            lines(.table(table), 20)
                == [
                    "#  Text          End", "─  ────────────  ───", "1  三体と球状閃…  |",
                    "2  \u{2068}موسم الهجرة\u{2069}   |",
                    "3  Cafe\u{301} na\u{308}ive    |", "4  한국어 책     |", "5  👩‍🚀👨‍👩‍👧‍👦🇵🇱        |",
                    "6  Zażółć gęślą  |", "7  ﾊﾝｶｸ ＡＢ     |", "8  ❤️ and ❤      |",
                ].map { line in
                    // “三体と球状閃” with an ellipsis is 13 columns wide, but only 12 are available. Therefore,
                    // one more letter is cut off.
                    line == "1  三体と球状閃…  |" ? "1  三体と球状…   |" : line
                })
    }

    @Test(arguments: widths)
    func `A row that doesn't fit becomes a record and loses nothing`(width: Int) {
        let wide = Table(
            columns: (0..<12).map { .init("c\($0)", plain("Column \($0)"), alignsRight: $0 == 0) },
            rows: [scripts.map { .text($0.text) } + (0..<4).map { .number($0) }])
        expectFits(.table(wide), width, "vertical table")
        let shown = lines(.table(wide), width).joined().filter { $0 != " " }
        if width < 80 {
            for script in scripts {
                #expect(shown.contains(script.text.filter { $0 != " " }), "\(script.text)")
            }
        }
    }

    @Test(arguments: widths)
    func `A record keeps every letter of its values, beside or below the labels`(width: Int) {
        let record = Record(
            fields: scripts.enumerated().map { index, script in
                .init(
                    "f\(index)", plain(index % 2 == 0 ? "Label" : "標題"),
                    .text("\(script.text) \(script.text)"))
            })
        expectFits(.record(record), width, "record")
        let shown = lines(.record(record), width).joined().filter { $0 != " " }
        for script in scripts { #expect(shown.contains(script.text.filter { $0 != " " }), "\(script.text)") }
    }

    @Test(arguments: widths)
    func `Bars begin in the same column and have numbers beside them`(width: Int) {
        let chart = BarChart(
            "bars", title: plain("三体"),
            bars: scripts.enumerated().map { .init(.text($1.text), ($0 + 1) * 100) })
        expectFits(.chart(chart), width, "bars")
        let drawn = lines(.chart(chart), width).dropFirst()
        let starts = drawn.compactMap { line in
            line.firstIndex { "█▉▊▋▌▍▎▏".contains($0) }.map { TerminalColumns.of(line[..<$0]) }
        }
        // If the labels leave no space for bars, only the numbers are shown.
        #expect(starts.isEmpty ? width == 20 : starts.count == scripts.count && Set(starts).count == 1)
        for number in 1...scripts.count { #expect(drawn.contains { $0.contains("\(number)00") }) }
    }

    @Test(arguments: widths)
    func `Several series fit side by side or one below the other`(width: Int) {
        let chart = BarChart(
            "series", title: plain("三体"),
            series: [.init("a", plain("開いた")), .init("b", plain("مغلق"))],
            bars: scripts.enumerated().map { .init(.text($1.text), [$0 * 10, 70 - $0 * 10]) })
        expectFits(.chart(chart), width, "series")
    }

    @Test(
        arguments: widths
    )
    func `Timeline marks are aligned, and their labels have one width`(width: Int) {
        let timeline = Timeline(
            "days", title: plain("三体"),
            marks: scripts.enumerated().map {
                .init(.text($1.text), CivilDate(year: 2024, month: 1 + $0, day: 1))
            })
        expectFits(.timeline(timeline), width, "timeline")
        let marks = lines(.timeline(timeline), width).compactMap { line in
            line.firstIndex(of: "●").map { TerminalColumns.of(line[..<$0]) }
        }
        #expect(marks == marks.sorted())
        #expect((marks.isEmpty || marks.count == scripts.count))
        #expect(width < 80 || Set(marks).count == scripts.count)
    }

    @Test(arguments: widths)
    func `The days of a month are below the names of their weekdays`(width: Int) throws {
        let entries = scripts.enumerated().compactMap { index, script in
            MonthCalendar.Entry(
                script.text, from: CivilDate(year: 2031, month: 5, day: 1 + index * 3),
                to: CivilDate(year: 2031, month: 5, day: 2 + index * 3))
        }
        let month = MonthCalendar(year: 2031, month: 5, today: nil, entries: entries)
        expectFits(.month(month), width, "month")
        let lines = lines(.month(month), width)
        let head = try #require(lines.first { $0.hasPrefix("Su") })
        let saturday = TerminalColumns.of(head.prefix(head.count - 2))
        for line in lines where line.wholeMatch(of: /( *\d+){7} */) != nil {
            let number = line.split(separator: " ").last ?? ""
            #expect(abs(TerminalColumns.of(line.dropLast(number.count)) - saturday) <= 1, "\(line)")
        }
        for script in scripts {
            let beginning = script.text.prefix(1)
            #expect(lines.contains { $0.contains(beginning) }, "\(script.text)")
        }
    }

    @Test(arguments: widths)
    func `Cards are placed side by side, and their lines are aligned`(width: Int) {
        let cards = Cards(
            scripts.map { .init(title: .text($0.text), details: [.init("d", plain("Day"), .text("●"))]) },
            spokenTitle: plain("Text"), pictureTitle: plain("Picture"))
        expectFits(.cards(cards), width, "cards")
        let lines = lines(.cards(cards), width)
        for script in scripts where width >= 40 {
            #expect(lines.contains { $0.contains(script.text) }, "\(script.text)")
        }
    }

    @Test(arguments: widths)
    func `Sentences and headings wrap between words and lose nothing`(width: Int) {
        let sentence = scripts.map(\.text).joined(separator: " ")
        for block in [Block.message(plain(sentence)), .heading(plain(sentence)), .warning(plain(sentence))] {
            expectFits(block, width, "sentence")
            let shown = lines(block, width).joined().filter { $0 != " " }
            #expect(shown.hasSuffix(sentence.filter { $0 != " " }))
        }
    }
}
