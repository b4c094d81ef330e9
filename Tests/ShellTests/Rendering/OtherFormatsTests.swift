import Localization
import Testing

@testable import Shell

@Suite("Plain text, accessible text and Markdown")
struct OtherFormatsTests {
    @Test func `Plain text has a row a line with cells separated by tabs, no headings and no cuts`() {
        let lines = rendered(Output([.heading(plain("Books")), .table(books)]), .plain, width: 20).split(
            separator: "\n")
        #expect(lines.count == 4)
        #expect(lines[0] == "7\tSolaris\tStanisław Lem\t★★★★★")
    }

    @Test func `Each of several parts in plain text has a heading`() {
        let chart = BarChart("months", title: plain("By month"), bars: [.init(.text("May"), 3)])
        let table = Table(columns: [.init("a", plain("A"))], rows: [[.text("x")]])
        let output = Output([
            .heading(plain("Apollo 11")), .message(plain("A flight.")), .chart(chart), .table(table),
        ])
        #expect(rendered(output, .plain) == "Apollo 11\nA flight.\nBy month\nMay\t3\nx\n")
        #expect(rendered(Output([.chart(chart)]), .plain) == "May\t3\n")
        #expect(rendered(Output([.warning(plain("No.")), .chart(chart)]), .plain).hasSuffix("No.\nMay\t3\n"))
    }

    @Test func `Tabs and line ends in data never break plain text rows`() {
        let table = Table(
            columns: [.init("a", plain("A")), .init("b", plain("B"))], rows: [[.text("x\ty"), .text("1\n2")]])
        #expect(rendered(Output([.table(table)]), .plain) == "x␉y\t1 2\n")
    }

    @Test func `Accessible text starts with the count, then has a line with label and value for each cell`() {
        let text = rendered(Output([.table(books)]), .accessible)
        #expect(
            text.hasPrefix(
                "4 entries\n\n#: 7\nTitle: Solaris\nAuthor: Stanisław Lem\nRating: rated 5 of 5\n\n#: 12\n"))
        #expect(!text.contains("★"))
        #expect(!text.contains("─"))
        #expect(text.contains("Author: \u{2068}الطيب صالح\u{2069}\n"))
    }

    @Test(arguments: [
        (1, "1 pozycja"), (3, "3 pozycje"), (5, "5 pozycji"), (22, "22 pozycje"), (112, "112 pozycji"),
    ])
    func `The count of entries has the plural form of the language`(_ count: Int, _ expected: String) {
        let table = Table(
            columns: [.init("a", plain("A"))], rows: Array(repeating: [.text("x")], count: count))
        #expect(rendered(Output([.table(table)]), .accessible, localizer: polish).hasPrefix(expected + "\n"))
    }

    @Test func `A table's count is below it, before it in accessible mode, and absent from pipes`() {
        let table = Table(columns: [.init("a", plain("A"))], rows: [[.text("x")]], count: plain("1 book"))
        let output = Output([.table(table)])
        #expect(rendered(output, .table) == "A\n─\nx\n\n1 book\n")
        #expect(rendered(output, .accessible) == "1 book\n\nA: x\n")
        #expect(rendered(output, .plain) == "x\n")
        #expect(rendered(output, .csv) == "a\r\nx\r\n")
    }

    @Test func `Markdown escapes characters that would be markup`() {
        let table = Table(
            columns: [.init("a", plain("A")), .init("n", plain("N"), alignsRight: true)],
            rows: [[.text("x|y *z*"), .number(3)]])
        #expect(
            rendered(Output([.table(table)]), .markdown)
                == "| A | N |\n| --- | ---: |\n| x\\|y \\*z\\* | 3 |\n")
    }

    @Test func `Large numbers are localized for users and raw for programs`() {
        let record = Record(fields: [
            .init("n", plain("N"), .number(12345)), .init("id", plain("#"), .identifier(12345)),
        ])
        let output = Output([.record(record)])
        #expect(rendered(output, .plain) == "N\t12,345\n#\t12345\n")
        #expect(rendered(output, .plain, localizer: polish) == "N\t12\u{A0}345\n#\t12345\n")
        #expect(rendered(output, .csv) == "n,id\r\n12345,12345\r\n")
    }

    @Test func `Days are localized for users and ISO dates for programs`() throws {
        let day = try #require(CivilDate(year: 2024, month: 3, day: 15))
        let output = Output([
            .record(Record(fields: [.init("day", plain("Day"), Cell(.string("2024-03-15"), .day(day)))]))
        ])
        #expect(rendered(output, .plain) == "Day\tMar 15, 2024\n")
        #expect(rendered(output, .plain, localizer: polish) == "Day\t15 mar 2024\n")
        #expect(rendered(output, .csv) == "day\r\n2024-03-15\r\n")
    }

    @Test(arguments: OutputFormat.allCases)
    func `No format writes escape sequences from data`(_ format: OutputFormat) {
        let evil = "\u{1B}]0;owned\u{7}\u{9B}31m\u{8}\r"
        let table = Table(columns: [.init("a", plain(evil))], rows: [[.text(evil)]])
        let record = Record(fields: [.init("b", plain(evil), .text(evil))])
        let chart = BarChart("c", title: plain(evil), bars: [.init(.text(evil), 1)])
        let output = Output([
            .message(plain(evil)), .warning(plain(evil)), .heading(plain(evil)), .table(table),
            .record(record),
            .chart(chart), .definitions([Definition("x", plain(evil))]),
        ])
        for unicode in [true, false] {
            let rendering = rendering(output, format, width: 80, unicode: unicode)
            for bytes in [rendering.output, rendering.diagnostics] {
                let text = String(decoding: bytes, as: UTF8.self)
                // Line ends and tabs are allowed: CSV lines end with CRLF, and plain text separates cells
                // with tabs.
                var scalars = text.replacing("\r\n", with: "\n").unicodeScalars
                if format == .plain { scalars.removeAll { $0 == "\t" } }
                let controls = scalars.filter { $0.properties.generalCategory == .control && $0 != "\n" }
                #expect(controls.isEmpty, "\(format) \(controls.map(\.value))")
            }
        }
    }

    @Test func `An error has its problem and its remedy on separate lines`() {
        let bytes = Renderer.render(
            UsageError.unknownCommand("lst", nearest: ["list"]), prefix: "shelf: ",
            Presentation(format: .table, localizer: english))
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == "shelf: There is no command “lst”.\nDid you mean “list”?\n")
    }

    @Test(arguments: [OutputFormat.table, .plain, .accessible, .markdown])
    func `Terms are ASCII if the terminal supports nothing else`(format: OutputFormat) {
        let text = rendered(
            Output([.definitions([Definition("-c LINE…", plain("x"))])]), format, unicode: false)
        #expect(text.contains("-c LINE..."))
        #expect(text.utf8.allSatisfy { $0 < 0x80 })
    }
}
