import Localization
import Testing

@testable import Shell

@Suite("Tables for people")
struct TableRendererTests {
    private func lines(_ output: Output, width: Int?, unicode: Bool = true) -> [String] {
        rendered(output, .table, width: width, unicode: unicode).split(
            separator: "\n", omittingEmptySubsequences: false
        ).map(String.init)
    }

    @Test("At 80 columns everything is shown, numbers at the right")
    func wide() {
        let expected = [
            "  #  Title                   Author         Rating",
            "───  ──────────────────────  ─────────────  ──────",
            "  7  Solaris                 Stanisław Lem  ★★★★★",
            " 12  三体                    刘慈欣         ★★★★",
            "105  موسم الهجرة إلى الشمال  الطيب صالح",
            "  2  Cafe\u{301} 👩‍🚀 nights          🇵🇱 Zoë O’Hara  ★",
            "",
        ]
        #expect(lines(Output([.table(books)]), width: 80) == expected)
    }

    @Test(
        "Every row has the same width up to its last column, whatever the script", arguments: [40, 80, 200])
    func aligned(_ width: Int) {
        let lines = lines(Output([.table(books)]), width: width).dropLast()
        // The third column begins where the rule's third part begins.
        let rule = Array(lines)[1]
        let parts = rule.split(separator: " ").map(\.count)
        let start = parts[0] + 2 + parts[1] + 2
        for line in lines {
            var columns = 0
            var starts: [Int] = []
            for character in line {
                starts.append(columns)
                columns += DisplayWidth.of(character)
            }
            #expect(starts.contains(start), "\(line)")
            #expect(columns <= width, "\(line)")
        }
    }

    @Test("At 40 columns texts are cut with an ellipsis, the unimportant first; numbers and symbols never")
    func narrow() {
        let lines = lines(Output([.table(books)]), width: 40)
        #expect(lines[2] == "  7  Solaris        Stanisław L…  ★★★★★")
        #expect(lines[4].hasPrefix("105  "))
        #expect(lines[4].contains("…"))
    }

    @Test("A column that is empty in all rows gives way where the others need its room, and only there")
    func emptyColumn() {
        let table = Table(
            columns: [.init("a", plain("Title")), .init("b", plain("Rating")), .init("c", plain("Author"))],
            rows: [[.text("The Left Hand of Darkness"), .empty, .text("Ursula K. Le Guin")]])
        let output = Output([.table(table)])
        #expect(lines(output, width: 60)[0] == "Title                      Rating  Author")
        #expect(lines(output, width: 44)[2] == "The Left Hand of Darkness  Ursula K. Le Guin")
    }

    @Test("A very long title beside a very long author leaves room for both")
    func longTexts() {
        let long = String(repeating: "long ", count: 40)
        let table = Table(
            columns: [.init("a", plain("Title"), priority: 5), .init("b", plain("Author"), priority: 5)],
            rows: [[.text("Title " + long), .text("Author " + long)]])
        let rule = lines(Output([.table(table)]), width: 80)[1]
        #expect(rule.split(separator: " ").map(\.count) == [39, 39])
    }

    @Test("At 20 columns each row is a record of its own, and nothing is lost")
    func vertical() {
        let lines = lines(Output([.table(books)]), width: 20)
        #expect(
            lines.prefix(6) == [
                "#: 7", "Title: Solaris", "Author: Stanisław", "  Lem", "Rating: ★★★★★", "",
            ])
        for line in lines { #expect(DisplayWidth.of(line) <= 20, "\(line)") }
    }

    @Test(
        "There, a text that fills a screen is cut, unless its column is for long texts", arguments: [20, 40])
    func verticalAndLong(_ width: Int) {
        let long = String(repeating: "word ", count: 2_000) + "end"
        for wraps in [false, true] {
            let table = Table(
                columns: [
                    .init("a", plain("#"), alignsRight: true), .init("b", plain("Title"), wraps: wraps),
                    .init("c", plain("Made"), alignsRight: true), .init("d", plain("Author")),
                ],
                rows: [
                    [
                        .number(1), .text(long),
                        Cell(.string("x"), .verbatim(String(repeating: "1", count: width))),
                        .text("Lem"),
                    ]
                ])
            let lines = lines(Output([.table(table)]), width: width)
            #expect(lines.contains("Author: Lem") && lines.contains { $0.hasPrefix("Title: word") })
            #expect(lines.contains { $0.hasSuffix("word…") } == !wraps)
            #expect(wraps ? lines.contains { $0.hasSuffix("end") } : lines.count < 14, "\(lines.count)")
            for line in lines { #expect(DisplayWidth.of(line) <= width, "\(line)") }
        }
    }

    @Test("A column that wraps is narrower than one that is cut, before each row is a record of its own")
    func narrowWrapping() {
        func table(wraps: Bool) -> Table {
            Table(
                columns: [
                    .init("a", plain("Day"), wraps: wraps), .init("b", plain("Name"), wraps: wraps),
                    .init("c", plain("#"), alignsRight: true),
                ], rows: [[.text("one two three four"), .text("five six seven"), .number(7)]])
        }
        #expect(lines(Output([.table(table(wraps: false))]), width: 24)[0] == "Day: one two three four")
        #expect(
            lines(Output([.table(table(wraps: true))]), width: 24) == [
                "Day         Name       #", "──────────  ─────────  ─", "one two     five six   7",
                "three four  seven", "",
            ])
        #expect(lines(Output([.table(table(wraps: true))]), width: 20)[0] == "Day: one two three")
    }

    @Test("Beside such narrow columns no value is cut: where it would be, each row is a record of its own")
    func wholeBesideNarrowWrapping() {
        let table = Table(
            columns: [
                .init("a", plain("Note"), wraps: true), .init("b", plain("Place"), priority: 7),
                .init("c", plain("Name"), wraps: true),
            ],
            rows: [[.text("one two three four"), .text("41.8902, 12.4922"), .text("five six seven")]])
        #expect(
            lines(Output([.table(table)]), width: 36) == [
                "Note      Place             Name", "────────  ────────────────  ────────",
                "one two   41.8902, 12.4922  five six", "three                       seven", "four", "",
            ])
        #expect(
            lines(Output([.table(table)]), width: 35) == [
                "Note: one two three four", "Place: 41.8902, 12.4922", "Name: five six seven", "",
            ])
    }

    @Test("Where the width is not known, nothing is cut")
    func unlimited() {
        let long = String(repeating: "x", count: 500)
        let table = Table(columns: [.init("a", plain("A"))], rows: [[.text(long)]])
        #expect(rendered(Output([.table(table)]), .table).contains(long))
    }

    @Test("Hidden columns are for programs only")
    func hidden() {
        #expect(!rendered(Output([.table(books)]), .table, width: 200).contains("Summary"))
    }

    @Test("No line ends with spaces", arguments: [20, 40, 80])
    func trailing(_ width: Int) {
        for line in lines(Output([.table(books)]), width: width) { #expect(!line.hasSuffix(" ")) }
    }

    @Test("A table without rows is not drawn; what is said about it is")
    func empty() {
        let table = Table(columns: [.init("a", plain("A"))], rows: [])
        #expect(rendered(Output([.table(table), .message(plain("None yet."))]), .table) == "None yet.\n")
    }

    @Test("Line ends in a cell become spaces, and other control characters are seen")
    func controls() {
        let table = Table(columns: [.init("a", plain(""))], rows: [[.text("a\r\nb\u{1B}[2J\tc")]])
        let text = rendered(Output([.table(table)]), .table)
        #expect(text == "a b␛[2J␉c\n")
    }

    @Test("Without UTF-8 a table is ASCII from head to foot")
    func ascii() {
        let text = rendered(Output([.table(books)]), .table, unicode: false)
        #expect(text.utf8.allSatisfy { $0 < 0x80 })
        #expect(text.contains("---"))
        #expect(text.contains("Stanislaw Lem ") && text.contains(" *****"))
        #expect(text.contains("\\u{4E09}\\u{4F53}"))
        #expect(text.contains("Cafe"))
    }

    @Test("Headings stand out where there is colour, and only there")
    func color() {
        #expect(rendered(Output([.table(books)]), .table, width: 80, color: true).hasPrefix("\u{1B}[1m"))
        #expect(!rendered(Output([.table(books)]), .table, width: 80).contains("\u{1B}"))
    }

    @Test("A row with fewer cells than columns is no reason to fail")
    func shortRow() {
        let table = Table(
            columns: [.init("a", plain("A")), .init("b", plain("B"))], rows: [[.text("x")], []])
        for format in OutputFormat.allCases {
            #expect(rendered(Output([.table(table)]), format, width: 10).contains("x"), "\(format)")
        }
    }
}

@Suite("Records, charts and sentences for people")
struct RecordRendererTests {
    private let record = Record(fields: [
        .init("title", plain("Title"), .text("Solaris")),
        .init("author", plain("Author"), .text("Stanisław Lem")),
        .init("summary", plain("Summary"), .text("An ocean that thinks.\nOr does it?")),
        .init("key", plain("Key"), .text("x"), isShown: false),
    ])

    @Test("A record's values stand beside their labels, and keep their lines")
    func beside() {
        #expect(
            rendered(Output([.record(record)]), .table, width: 60) == """
                Title:    Solaris
                Author:   Stanisław Lem
                Summary:  An ocean that thinks.
                          Or does it?

                """)
    }

    @Test("Long values are wrapped beside their labels")
    func wrapped() {
        #expect(
            rendered(Output([.record(record)]), .table, width: 30).hasSuffix(
                "Summary:  An ocean that\n          thinks.\n          Or does it?\n"))
    }

    @Test("Where there is no room beside all labels, each value follows its own, its lines below it")
    func below() {
        #expect(
            rendered(Output([.record(record)]), .table, width: 20) == """
                Title: Solaris
                Author: Stanisław
                  Lem
                Summary:
                      An ocean that
                      thinks.
                      Or does it?

                """)
    }

    @Test("Bars are in proportion, with numbers beside them")
    func bars() {
        let chart = BarChart(
            "months", title: plain("Books a month"),
            bars: [.init(.text("Jan"), 4), .init(.text("Feb"), 0), .init(.text("March"), 12)])
        #expect(
            rendered(Output([.chart(chart)]), .table, width: 23) == """
                Books a month
                Jan     4  ████
                Feb     0
                March  12  ████████████

                """)
        #expect(
            rendered(Output([.chart(chart)]), .table, width: 23, unicode: false).contains("Jan     4  ####\n")
        )
    }

    @Test("The smallest bar is still seen, and no bar is longer than its room")
    func extremes() {
        #expect(Bars.bar(1, of: 1_000_000, columns: 10, unicode: true) == "▏")
        #expect(Bars.bar(1, of: 1_000_000, columns: 10, unicode: false) == "#")
        #expect(Bars.bar(5, of: 5, columns: 10, unicode: true).count == 10)
        #expect(Bars.bar(Int.max, of: Int.max, columns: 10, unicode: true).count == 10)
        #expect(Bars.bar(5, of: 5, columns: -3, unicode: true) == "")
    }

    @Test("Sentences follow each other; other parts are parted by an empty line")
    func parts() {
        let output = Output([
            .message(plain("One.")), .warning(plain("Two.")), .heading(plain("Three")), .record(record),
            .message(plain("Four.")),
        ])
        let lines = rendered(output, .table, width: 60).split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.prefix(5) == ["One.", "Warning: Two.", "", "Three", "Title:    Solaris"])
        #expect(lines.suffix(3) == ["", "Four.", ""])
    }

    @Test("Sentences are wrapped to the width")
    func sentences() {
        #expect(rendered(Output.message(plain("one two three")), .table, width: 8) == "one two\nthree\n")
    }
}
