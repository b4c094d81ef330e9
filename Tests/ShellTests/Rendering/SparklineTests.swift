import Testing

@testable import Shell

@Suite("Sparklines")
struct SparklineTests {
    private let chart = BarChart(
        "months", title: plain("Months"),
        bars: [3, 0, 8, 1].enumerated().map { .init(.text("m\($0)"), $1) }, isSparkline: true)

    @Test func `Many values are one line with the first and last number beside it`() {
        #expect(rendered(Output([.chart(chart)]), .table, width: 40) == "Months\nm0  3  ▃ █▁  1  m3\n")
    }

    @Test func `Narrow, ASCII and accessible output has a line for every value`() {
        let narrow = rendered(Output([.chart(chart)]), .table, width: 15)
        #expect(narrow.split(separator: "\n").count == 5)
        #expect(rendered(Output([.chart(chart)]), .table, width: 40, unicode: false).contains("m2  8  ####"))
        #expect(
            rendered(Output([.chart(chart)]), .accessible)
                == "Months\nm0: 3\nm1: 0\nm2: 8\nm3: 1\n")
    }

    @Test func `Every value has one column`() {
        #expect(Sparkline.columns([]) == "")
        #expect(Sparkline.columns([0, 0]) == "  ")
        #expect(Sparkline.columns(Array(1...8)) == "▁▂▃▄▅▆▇█")
        #expect(Sparkline.columns([.max, 1]) == "█▁")
    }
}
