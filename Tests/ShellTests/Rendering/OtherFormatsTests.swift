import Localization
import Testing

@testable import Shell

@Suite("Plain text, accessible text and Markdown")
struct OtherFormatsTests {
    @Test("Plain text has a row a line, cells parted by tabs, no headings, and nothing cut")
    func plainText() {
        let lines = rendered(Output([.heading(plain("Books")), .table(books)]), .plain, width: 20).split(
            separator: "\n")
        #expect(lines.count == 4)
        #expect(lines[0] == "7\tSolaris\tStanisław Lem\t★★★★★")
    }

    @Test("Where plain text has several parts, each says what it is")
    func plainParts() {
        let chart = BarChart("months", title: plain("By month"), bars: [.init(.text("May"), 3)])
        let table = Table(columns: [.init("a", plain("A"))], rows: [[.text("x")]])
        let output = Output([
            .heading(plain("Apollo 11")), .message(plain("A flight.")), .chart(chart), .table(table),
        ])
        #expect(rendered(output, .plain) == "Apollo 11\nA flight.\nBy month\nMay\t3\nx\n")
        #expect(rendered(Output([.chart(chart)]), .plain) == "May\t3\n")
        #expect(rendered(Output([.warning(plain("No.")), .chart(chart)]), .plain).hasSuffix("No.\nMay\t3\n"))
    }

    @Test("Tabs and line ends of the data never break the rows of plain text")
    func plainControls() {
        let table = Table(
            columns: [.init("a", plain("A")), .init("b", plain("B"))], rows: [[.text("x\ty"), .text("1\n2")]])
        #expect(rendered(Output([.table(table)]), .plain) == "x␉y\t1 2\n")
    }

    @Test("Accessible text counts first, and then says label and value line by line, symbols in words")
    func accessible() {
        let text = rendered(Output([.table(books)]), .accessible)
        #expect(
            text.hasPrefix(
                "4 entries\n\n#: 7\nTitle: Solaris\nAuthor: Stanisław Lem\nRating: rated 5 of 5\n\n#: 12\n"))
        #expect(!text.contains("★"))
        #expect(!text.contains("─"))
    }

    @Test(
        "The count of entries takes the language's plural",
        arguments: [
            (1, "1 pozycja"), (3, "3 pozycje"), (5, "5 pozycji"), (22, "22 pozycje"), (112, "112 pozycji"),
        ])
    func plurals(_ count: Int, _ expected: String) {
        let table = Table(
            columns: [.init("a", plain("A"))], rows: Array(repeating: [.text("x")], count: count))
        #expect(rendered(Output([.table(table)]), .accessible, localizer: polish).hasPrefix(expected + "\n"))
    }

    @Test("A table's own count stands below it for people, first for those who listen, and in no pipe")
    func count() {
        let table = Table(columns: [.init("a", plain("A"))], rows: [[.text("x")]], count: plain("1 book"))
        let output = Output([.table(table)])
        #expect(rendered(output, .table) == "A\n─\nx\n\n1 book\n")
        #expect(rendered(output, .accessible) == "1 book\n\nA: x\n")
        #expect(rendered(output, .plain) == "x\n")
        #expect(rendered(output, .csv) == "a\r\nx\r\n")
    }

    @Test("Markdown escapes what would be markup")
    func markdown() {
        let table = Table(
            columns: [.init("a", plain("A")), .init("n", plain("N"), alignsRight: true)],
            rows: [[.text("x|y *z*"), .number(3)]])
        #expect(
            rendered(Output([.table(table)]), .markdown)
                == "| A | N |\n| --- | ---: |\n| x\\|y \\*z\\* | 3 |\n")
    }

    @Test("Large numbers are written in the language's form for people, and as they are for programs")
    func numbers() {
        let record = Record(fields: [
            .init("n", plain("N"), .number(12345)), .init("id", plain("#"), .identifier(12345)),
        ])
        let output = Output([.record(record)])
        #expect(rendered(output, .plain) == "N\t12,345\n#\t12345\n")
        #expect(rendered(output, .plain, localizer: polish) == "N\t12\u{A0}345\n#\t12345\n")
        #expect(rendered(output, .csv) == "n,id\r\n12345,12345\r\n")
    }

    @Test("Days are written in the language's form for people, and in the ISO form for programs")
    func days() throws {
        let day = try #require(CivilDate(year: 2024, month: 3, day: 15))
        let output = Output([
            .record(Record(fields: [.init("day", plain("Day"), Cell(.string("2024-03-15"), .day(day)))]))
        ])
        #expect(rendered(output, .plain) == "Day\tMar 15, 2024\n")
        #expect(rendered(output, .plain, localizer: polish) == "Day\t15 mar 2024\n")
        #expect(rendered(output, .csv) == "day\r\n2024-03-15\r\n")
    }

    @Test("No format lets an escape sequence of the data through", arguments: OutputFormat.allCases)
    func escapes(_ format: OutputFormat) {
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
                // CSV ends its lines with CRLF, and tabs part the cells of plain text.
                var scalars = text.replacing("\r\n", with: "\n").unicodeScalars
                if format == .plain { scalars.removeAll { $0 == "\t" } }
                let controls = scalars.filter { $0.properties.generalCategory == .control && $0 != "\n" }
                #expect(controls.isEmpty, "\(format) \(controls.map(\.value))")
            }
        }
    }

    @Test("An error is its problem and its remedy, each on a line of its own")
    func errors() {
        let bytes = Renderer.render(
            UsageError.unknownCommand("lst", nearest: ["list"]), prefix: "shelf: ",
            Presentation(format: .table, localizer: english))
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == "shelf: There is no command “lst”.\nDid you mean “list”?\n")
    }

    @Test(arguments: [OutputFormat.table, .plain, .accessible, .markdown])
    func `terms are in ASCII where nothing else is understood`(format: OutputFormat) {
        let text = rendered(
            Output([.definitions([Definition("-c LINE…", plain("x"))])]), format, unicode: false)
        #expect(text.contains("-c LINE..."))
        #expect(text.utf8.allSatisfy { $0 < 0x80 })
    }
}
