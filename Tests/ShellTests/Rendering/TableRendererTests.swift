import Localization
import Testing

@testable import Shell

@Suite("Tables")
struct TableRendererTests {
    private func lines(_ output: Output, width: Int?, unicode: Bool = true) -> [String] {
        rendered(output, .table, width: width, unicode: unicode).split(
            separator: "\n", omittingEmptySubsequences: false
        ).map(String.init)
    }

    @Test func `At 80 columns, everything is shown with numbers aligned right`() {
        let expected = [
            "  #  Title                   Author         Rating",
            "───  ──────────────────────  ─────────────  ──────",
            "  7  Solaris                 Stanisław Lem  ★★★★★",
            " 12  三体                    刘慈欣         ★★★★",
            "105  \u{2068}موسم الهجرة إلى الشمال\u{2069}  \u{2068}الطيب صالح\u{2069}",
            "  2  Cafe\u{301} 👩‍🚀 nights          🇵🇱 Zoë O’Hara  ★",
            "",
        ]
        #expect(lines(Output([.table(books)]), width: 80) == expected)
    }

    @Test(arguments: [40, 80, 200])
    func `Every row has the same width up to its last column in every script`(_ width: Int) {
        let lines = lines(Output([.table(books)]), width: width).dropLast()
        // In each line, the third column must begin at the same position as in the rule below the header.
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

    @Test func `At 40 columns, texts are cut by priority, but numbers and symbols never`() {
        let lines = lines(Output([.table(books)]), width: 40)
        #expect(lines[2] == "  7  Solaris        Stanisław L…  ★★★★★")
        #expect(lines[4].hasPrefix("105  "))
        #expect(lines[4].contains("…"))
    }

    @Test func `A column without values is left out only if the others need its space`() {
        let table = Table(
            columns: [.init("a", plain("Title")), .init("b", plain("Rating")), .init("c", plain("Author"))],
            rows: [[.text("The Left Hand of Darkness"), .empty, .text("Ursula K. Le Guin")]])
        let output = Output([.table(table)])
        #expect(lines(output, width: 60)[0] == "Title                      Rating  Author")
        #expect(lines(output, width: 44)[2] == "The Left Hand of Darkness  Ursula K. Le Guin")
    }

    @Test func `An extra column is shown if it has values and the whole table then fits`() {
        let table = Table(
            columns: [
                .init("a", plain("Title")), .init("b", plain("Series"), isExtra: true),
                .init("c", plain("Pages"), alignsRight: true, isExtra: true),
                .init("d", plain("Empty"), isExtra: true), .init("e", plain("Year"), isExtra: true),
            ],
            rows: [[.text("Solaris"), .text("Hainish Cycle"), .number(204), .empty, .identifier(1961)]])
        func headings(_ width: Int?) -> String { lines(Output([.table(table)]), width: width)[0] }
        #expect(headings(35) == "Title    Series         Pages  Year")
        #expect(headings(34) == "Title    Series         Pages")
        #expect(headings(28) == "Title    Series         Year")
        #expect(headings(20) == "Title    Pages  Year")
        #expect(headings(7) == "Title")
        #expect(headings(nil) == "Title")
        for format in [OutputFormat.plain, .csv, .json, .markdown, .accessible] {
            let other = rendered(Output([.table(table)]), format, width: 200)
            #expect(other.contains("Solaris"), "\(format)")
            #expect(!other.contains("Hainish"), "\(format)")
        }
    }

    @Test func `A very long title and a very long author share the width`() {
        let long = String(repeating: "long ", count: 40)
        let table = Table(
            columns: [.init("a", plain("Title"), priority: 5), .init("b", plain("Author"), priority: 5)],
            rows: [[.text("Title " + long), .text("Author " + long)]])
        let rule = lines(Output([.table(table)]), width: 80)[1]
        #expect(rule.split(separator: " ").map(\.count) == [39, 39])
    }

    @Test func `At 20 columns, each row becomes a record without losses`() {
        let lines = lines(Output([.table(books)]), width: 20)
        #expect(
            lines.prefix(6) == [
                "#: 7", "Title: Solaris", "Author: Stanisław", "  Lem", "Rating: ★★★★★", "",
            ])
        for line in lines { #expect(DisplayWidth.of(line) <= 20, "\(line)") }
    }

    @Test(arguments: [20, 40])
    func `A screen-filling text in a record is cut unless its column is for long texts`(_ width: Int) {
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
            #expect(lines.contains("Author: Lem"))
            #expect(lines.contains { $0.hasPrefix("Title: word") })
            #expect(lines.contains { $0.hasSuffix("word…") } == !wraps)
            #expect(wraps ? lines.contains { $0.hasSuffix("end") } : lines.count < 14, "\(lines.count)")
            for line in lines { #expect(DisplayWidth.of(line) <= width, "\(line)") }
        }
    }

    @Test func `A wrapping column shrinks more than one that is cut, before rows become records`() {
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

    @Test func `Rows become records if a value beside narrow wrapping columns would be cut`() {
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

    @Test func `Rows become records if narrow wrapping columns would split words`() {
        let table = Table(
            columns: [.init("a", plain("Name"), wraps: true), .init("b", plain("About"), wraps: true)],
            rows: [[.text("Hotel Tokyo Central"), .text("check-in, night 1 of 5")]])
        #expect(
            lines(Output([.table(table)]), width: 20) == [
                "Name       About", "─────────  ─────────", "Hotel      check-in,", "Tokyo      night 1",
                "Central    of 5", "",
            ])
        #expect(lines(Output([.table(table)]), width: 18)[0].hasPrefix("Name: Hotel"))
    }

    @Test func `An unknown width cuts nothing`() {
        let long = String(repeating: "x", count: 500)
        let table = Table(columns: [.init("a", plain("A"))], rows: [[.text(long)]])
        #expect(rendered(Output([.table(table)]), .table).contains(long))
    }

    @Test func `Hidden columns are only in data`() {
        #expect(!rendered(Output([.table(books)]), .table, width: 200).contains("Summary"))
    }

    @Test(arguments: [20, 40, 80])
    func `No line has trailing spaces`(_ width: Int) {
        let lines = lines(Output([.table(books)]), width: width)
        #expect(lines.count > 2)
        for line in lines { #expect(!line.hasSuffix(" ")) }
    }

    @Test func `A table without rows isn't drawn, but its message is`() {
        let table = Table(columns: [.init("a", plain("A"))], rows: [])
        #expect(rendered(Output([.table(table), .message(plain("None yet."))]), .table) == "None yet.\n")
    }

    @Test func `Line ends in a cell become spaces, and other control characters become visible`() {
        let table = Table(columns: [.init("a", plain(""))], rows: [[.text("a\r\nb\u{1B}[2J\tc")]])
        let text = rendered(Output([.table(table)]), .table)
        #expect(text == "a b␛[2J␉c\n")
    }

    @Test func `Without UTF-8, a table is entirely ASCII`() {
        let text = rendered(Output([.table(books)]), .table, unicode: false)
        #expect(text.utf8.allSatisfy { $0 < 0x80 })
        #expect(text.contains("---"))
        #expect(text.contains("Stanislaw Lem "))
        #expect(text.contains(" *****"))
        #expect(text.contains("\\u{4E09}\\u{4F53}"))
        #expect(text.contains("Cafe"))
    }

    @Test func `Headings are styled only in color output`() {
        #expect(rendered(Output([.table(books)]), .table, width: 80, color: true).hasPrefix("\u{1B}[1m"))
        #expect(!rendered(Output([.table(books)]), .table, width: 80).contains("\u{1B}"))
    }

    @Test func `A row with too few cells is accepted`() {
        let table = Table(
            columns: [.init("a", plain("A")), .init("b", plain("B"))], rows: [[.text("x")], []])
        for format in OutputFormat.allCases {
            #expect(rendered(Output([.table(table)]), format, width: 10).contains("x"), "\(format)")
        }
    }
}
