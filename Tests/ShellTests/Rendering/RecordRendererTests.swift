import Localization
import Testing

@testable import Shell

@Suite("Records, charts and sentences")
struct RecordRendererTests {
    private let record = Record(fields: [
        .init("title", plain("Title"), .text("Solaris")),
        .init("author", plain("Author"), .text("Stanisław Lem")),
        .init("summary", plain("Summary"), .text("An ocean that thinks.\nOr does it?")),
        .init("key", plain("Key"), .text("x"), isShown: false),
    ])

    @Test func `A record has its values beside their labels, with line breaks preserved`() {
        #expect(
            rendered(Output([.record(record)]), .table, width: 60) == """
                Title:    Solaris
                Author:   Stanisław Lem
                Summary:  An ocean that thinks.
                          Or does it?

                """)
    }

    @Test func `Long values wrap beside their labels`() {
        #expect(
            rendered(Output([.record(record)]), .table, width: 30).hasSuffix(
                "Summary:  An ocean that\n          thinks.\n          Or does it?\n"))
    }

    @Test func `If the labels leave no room, each value follows its label and continues below`() {
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

    @Test func `Bars are proportional and have numbers beside them`() {
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

    @Test func `The smallest bar stays visible, and no bar is longer than its space`() {
        #expect(Bars.bar(1, of: 1_000_000, columns: 10, unicode: true) == "▏")
        #expect(Bars.bar(1, of: 1_000_000, columns: 10, unicode: false) == "#")
        #expect(Bars.bar(5, of: 5, columns: 10, unicode: true).count == 10)
        #expect(Bars.bar(Int.max, of: Int.max, columns: 10, unicode: true).count == 10)
        #expect(Bars.bar(5, of: 5, columns: -3, unicode: true) == "")
    }

    @Test func `Sentences follow each other, and an empty line separates other parts`() {
        let output = Output([
            .message(plain("One.")), .warning(plain("Two.")), .heading(plain("Three")), .record(record),
            .message(plain("Four.")),
        ])
        let lines = rendered(output, .table, width: 60).split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.prefix(5) == ["One.", "Warning: Two.", "", "Three", "Title:    Solaris"])
        #expect(lines.suffix(3) == ["", "Four.", ""])
    }

    @Test func `Sentences wrap at the width`() {
        #expect(rendered(Output.message(plain("one two three")), .table, width: 8) == "one two\nthree\n")
    }
}
