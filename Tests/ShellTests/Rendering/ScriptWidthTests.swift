import Localization
import TestSupport
import Testing

@testable import Shell

/// Texts that are hard on whoever counts columns: wide letters, letters from right to left, marks that join others, and
/// emoji of many scalars. The columns of each are counted by hand.
private let scripts: [(text: String, columns: Int)] = [
    ("三体と球状閃電", 14), ("موسم الهجرة", 11), ("Cafe\u{301} na\u{308}ive", 10), ("한국어 책", 9),
    ("👩‍🚀👨‍👩‍👧‍👦🇵🇱", 6), ("Zażółć gęślą", 12), ("ﾊﾝｶｸ ＡＢ", 9), ("❤️ and ❤", 8),
]

@Suite("Every block of an output in every script, at the widths of phones, halves of screens, and screens")
struct ScriptWidthTests {
    private static let widths = [20, 40, 80, 200]

    private func lines(_ block: Block, _ width: Int, unicode: Bool = true) -> [String] {
        rendered(Output([block]), .table, width: width, unicode: unicode).split(
            separator: "\n", omittingEmptySubsequences: false
        ).dropLast().map(String.init)
    }

    /// Every line fits, and no escape sequence is left.
    private func expectFits(_ block: Block, _ width: Int, _ comment: Comment) {
        for unicode in [true, false] {
            for line in lines(block, width, unicode: unicode) {
                #expect(TerminalColumns.of(line) <= width, comment)
                #expect(DisplayWidth.of(line) <= width && !line.hasSuffix(" "), comment)
                if !unicode { #expect(line.utf8.allSatisfy { $0 < 0x80 }, comment) }
            }
        }
    }

    @Test("The columns of the texts are what a person counts")
    func counted() {
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

    @Test("A table's columns begin where its rule says, whatever stands before them", arguments: widths)
    func tables(width: Int) throws {
        expectFits(.table(table), width, "table")
        let lines = lines(.table(table), width)
        let rule = try #require(lines.first { $0.hasPrefix("─") })
        let start = rule.count - (rule.split(separator: " ").last?.count ?? 0)
        for line in lines.dropFirst(2) {
            let bar = try #require(line.lastIndex(of: "|"))
            #expect(TerminalColumns.of(line[..<bar]) == start, "\(line)")
        }
    }

    @Test("At 20 columns a table of these texts looks like this")
    func narrowTable() {
        #expect(
            lines(.table(table), 20)
                == [
                    "#  Text          End", "─  ────────────  ───", "1  三体と球状閃…  |", "2  موسم الهجرة   |",
                    "3  Cafe\u{301} na\u{308}ive    |", "4  한국어 책     |", "5  👩‍🚀👨‍👩‍👧‍👦🇵🇱        |",
                    "6  Zażółć gęślą  |", "7  ﾊﾝｶｸ ＡＢ     |", "8  ❤️ and ❤      |",
                ].map { line in
                    // “三体と球状閃” and the ellipsis are 13 columns, one too many: a wide letter less is there.
                    line == "1  三体と球状閃…  |" ? "1  三体と球状…   |" : line
                })
    }

    @Test("A row that doesn't fit is a record of its own, and loses nothing", arguments: widths)
    func vertical(width: Int) {
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

    @Test("A record keeps every letter of its values, beside the labels or below them", arguments: widths)
    func records(width: Int) {
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

    @Test("Bars begin in the same column, and stand beside their numbers", arguments: widths)
    func bars(width: Int) {
        let chart = BarChart(
            "bars", title: plain("三体"),
            bars: scripts.enumerated().map { .init(.text($1.text), ($0 + 1) * 100) })
        expectFits(.chart(chart), width, "bars")
        let drawn = lines(.chart(chart), width).dropFirst()
        let starts = drawn.compactMap { line in
            line.firstIndex { "█▉▊▋▌▍▎▏".contains($0) }.map { TerminalColumns.of(line[..<$0]) }
        }
        // Where the labels leave no room at all, the numbers stand alone.
        #expect(starts.isEmpty ? width == 20 : starts.count == scripts.count && Set(starts).count == 1)
        for number in 1...scripts.count { #expect(drawn.contains { $0.contains("\(number)00") }) }
    }

    @Test("Several series fit side by side or below each other", arguments: widths)
    func series(width: Int) {
        let chart = BarChart(
            "series", title: plain("三体"),
            series: [.init("a", plain("開いた")), .init("b", plain("مغلق"))],
            bars: scripts.enumerated().map { .init(.text($1.text), [$0 * 10, 70 - $0 * 10]) })
        expectFits(.chart(chart), width, "series")
    }

    @Test(
        "The marks of a timeline stand in one order of columns, behind labels of one width", arguments: widths
    )
    func timelines(width: Int) {
        let timeline = Timeline(
            "days", title: plain("三体"),
            marks: scripts.enumerated().map {
                .init(.text($1.text), CivilDate(year: 2024, month: 1 + $0, day: 1))
            })
        expectFits(.timeline(timeline), width, "timeline")
        let marks = lines(.timeline(timeline), width).compactMap { line in
            line.firstIndex(of: "●").map { TerminalColumns.of(line[..<$0]) }
        }
        #expect(marks == marks.sorted() && (marks.isEmpty || marks.count == scripts.count))
        #expect(width < 80 || Set(marks).count == scripts.count)
    }

    @Test("The days of a month stand below the names of their weekdays", arguments: widths)
    func months(width: Int) throws {
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

    @Test("Cards stand side by side, and each line of one in one column", arguments: widths)
    func cards(width: Int) {
        let cards = Cards(
            scripts.map { .init(title: .text($0.text), details: [.init("d", plain("Day"), .text("●"))]) },
            spokenTitle: plain("Text"), pictureTitle: plain("Picture"))
        expectFits(.cards(cards), width, "cards")
        let lines = lines(.cards(cards), width)
        for script in scripts where width >= 40 {
            #expect(lines.contains { $0.contains(script.text) }, "\(script.text)")
        }
    }

    @Test("Sentences and headings break between words and lose nothing", arguments: widths)
    func sentences(width: Int) {
        let sentence = scripts.map(\.text).joined(separator: " ")
        for block in [Block.message(plain(sentence)), .heading(plain(sentence)), .warning(plain(sentence))] {
            expectFits(block, width, "sentence")
            let shown = lines(block, width).joined().filter { $0 != " " }
            #expect(shown.hasSuffix(sentence.filter { $0 != " " }))
        }
    }
}
