import Localization
import Testing

@testable import Shell

@Suite("Charts")
struct ChartTests {
    private let weeks = BarChart(
        "weeks", title: plain("Issues per week"),
        series: [.init("opened", plain("opened")), .init("closed", plain("closed"))],
        bars: [
            .init(Cell(.string("2024-W12"), .verbatim("March 18")), [1200, 600]),
            .init(Cell(.string("2024-W13"), .verbatim("March 25")), [300, 0]),
        ])

    private let labels = BarChart(
        "tags", title: plain("By tag"),
        bars: [
            .init(.text("a label of many words that goes on and on"), 12), .init(.text("三体"), 3),
            .init(.text("none"), 0),
        ])

    @Test func `Several series are placed side by side with their names and one scale`() {
        #expect(
            rendered(Output([.chart(weeks)]), .table, width: 60) == """
                Issues per week
                          opened                     closed
                March 18  1,200  ██████████████████  600  █████████
                March 25    300  ████▌                 0

                """)
        #expect(
            rendered(Output([.chart(weeks)]), .table, width: 20) == """
                Issues per week
                March 18
                  opened  1,200  ███
                  closed    600  █▌
                March 25
                  opened    300  ▊
                  closed      0

                """)
    }

    @Test func `A label that leaves no room for its bar is placed above it`() {
        #expect(
            rendered(Output([.chart(labels)]), .table, width: 20) == """
                By tag
                a label of many
                words that goes on
                and on
                  12  ██████████████
                三体
                   3  ███▌
                none
                   0

                """)
    }

    @Test(arguments: [20, 25, 30, 40, 60, 80, 120, 200])
    func `No line of a chart is wider than the terminal`(width: Int) {
        for unicode in [true, false] {
            for chart in [weeks, labels] {
                let text = rendered(Output([.chart(chart)]), .table, width: width, unicode: unicode)
                #expect(!text.isEmpty)
                for line in text.split(separator: "\n") { #expect(DisplayWidth.of(String(line)) <= width) }
            }
        }
    }

    @Test func `JSON and CSV contain the raw numbers of each series`() {
        #expect(
            rendered(Output([.chart(weeks)]), .json) == """
                [
                  {"label": "2024-W12", "opened": 1200, "closed": 600},
                  {"label": "2024-W13", "opened": 300, "closed": 0}
                ]

                """)
        #expect(
            rendered(Output([.chart(weeks)]), .csv)
                == "label,opened,closed\r\n2024-W12,1200,600\r\n2024-W13,300,0\r\n")
    }

    @Test func `Accessible mode writes the main result first and then every number with its name`() {
        #expect(
            rendered(Output([.chart(weeks)]), .accessible) == """
                Issues per week
                March 18: opened 1,200, closed 600
                March 25: opened 300, closed 0

                """)
        func spoken(_ chart: BarChart) -> [Substring] {
            rendered(Output([.chart(chart)]), .accessible).split(separator: "\n")
        }
        let days = BarChart(
            "days", title: plain("Days"), bars: (1...10).map { .init(.text("day \($0)"), $0 * 200) })
        #expect(spoken(days)[1] == "11,000 in total; the highest value is 2,000 (day 10).")
        // The sum of amounts over time, or of the greatest values alone, means nothing.
        for chart in [
            BarChart("days", title: plain("Days"), bars: days.bars, isCourse: true),
            BarChart("days", title: plain("Days"), bars: days.bars, hasTotal: false),
        ] {
            #expect(spoken(chart)[1] == "The highest value is 2,000 (day 10).")
        }
        let both = BarChart(
            "days", title: plain("Days"), series: weeks.series,
            bars: (1...10).map { .init(.text("day \($0)"), [$0, 0]) })
        #expect(
            spoken(both)[1...2] == [
                "opened: 55 in total; the highest value is 10 (day 10).", "day 1: opened 1, closed 0",
            ])
        let huge = BarChart(
            "huge", title: plain("Huge"), bars: (1...10).map { .init(.text("day \($0)"), .max) })
        #expect(spoken(huge)[1].hasPrefix("9,223,372,036,854,775,807 in total"))
    }
}
