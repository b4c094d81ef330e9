import Localization
import Testing
import TestSupport

@testable import Shell

@Suite("Timelines")
struct TimelineTests {
    private func timeline(_ marks: [(String, String?, String?)]) -> Output {
        Output([
            .timeline(
                Timeline(
                    "missions", title: plain("Missions"),
                    marks: marks.map { label, start, end in
                        .init(
                            .text(label), start.flatMap { CivilDate($0) },
                            until: end.flatMap { CivilDate($0) })
                    }))
        ])
    }

    private var missions: Output {
        timeline([
            ("Apollo 1", nil, nil), ("Apollo 7", "1968-10-11", nil), ("Apollo 11", "1969-07-16", nil),
            ("Apollo 13", "1970-04-11", nil), ("Apollo 17", "1972-12-07", nil),
        ])
    }

    private var trips: Output {
        timeline([("Rome", "2024-03-01", "2024-03-08"), ("Łódź", "2024-03-15", "2024-03-31")])
    }

    @Test func `A timeline shows labels, days and marks along an axis of years`() {
        #expect(
            rendered(missions, .table, width: 70) == """
                Missions
                                           1969       1970       1971      1972
                                         ──┬──────────┬──────────┬─────────┬──────────
                Apollo 1   no date
                Apollo 7   Oct 11, 1968  ●
                Apollo 11  Jul 16, 1969          ●
                Apollo 13  Apr 11, 1970                  ●
                Apollo 17  Dec 7, 1972                                               ●

                """)
    }

    @Test func `An event of several days is a line from its first to its last day`() {
        #expect(
            rendered(trips, .table, width: 60) == """
                Missions
                Rome  Mar 1, 2024 – Mar 8, 2024    ●━━━━━●
                Łódź  Mar 15, 2024 – Mar 31, 2024             ●━━━━━━━━━━━━●

                """)
        #expect(rendered(trips, .table, width: 60, unicode: false).contains("*============*"))
    }

    @Test func `A long label is continued on the next line`() throws {
        let stays = timeline([
            ("Arrival in lunar orbit and landing", "1969-07-19", "1969-07-20"), ("Return", "1969-07-24", nil),
        ])
        let lines = rendered(stays, .table, width: 66).split(separator: "\n").map(String.init)
        try #require(lines.count == 4)
        #expect(lines[1].hasPrefix("Arrival in lunar"))
        #expect(lines[1].hasSuffix("●"))
        #expect(lines[2] == "orbit and landing")
        #expect(lines[3].hasPrefix("Return"))
    }

    @Test func `Without room for an axis, only labels and days are shown`() {
        #expect(
            rendered(missions, .table, width: 20) == """
                Missions
                Apollo 1: no date
                Apollo 7: Oct 11,
                1968
                Apollo 11: Jul 16,
                1969
                Apollo 13: Apr 11,
                1970
                Apollo 17: Dec 7,
                1972

                """)
        #expect(rendered(timeline([]), .table, width: 80) == "Missions\n")
        #expect(rendered(timeline([("a", nil, nil)]), .table, width: 80) == "Missions\na: no date\n")
        #expect(
            rendered(timeline([("a", "2024-02-29", nil)]), .table, width: 80).hasSuffix("Feb 29, 2024  ●\n"))
    }

    @Test func `Days are ISO 8601 in data and spelled out in accessible mode`() {
        #expect(
            rendered(trips, .json) == """
                [
                  {"label": "Rome", "start": "2024-03-01", "end": "2024-03-08"},
                  {"label": "Łódź", "start": "2024-03-15", "end": "2024-03-31"}
                ]

                """)
        #expect(
            rendered(missions, .csv).hasPrefix("label,start,end\r\nApollo 1,,\r\nApollo 7,1968-10-11,\r\n"))
        #expect(
            rendered(trips, .accessible) == """
                Missions
                2 entries
                Rome: March 1, 2024 to March 8, 2024
                Łódź: March 15, 2024 to March 31, 2024

                """)
        #expect(rendered(missions, .plain).hasPrefix("Apollo 1\tno date\nApollo 7\tOct 11, 1968\n"))
    }

    @Test func `Any days fit any width in order, and every mark is on the axis`() {
        var random = SeededGenerator()
        for _ in 0..<300 {
            let width = Int.random(in: 20...200, using: &random)
            let span = [1, 30, 400, 4000, 400_000, 3_600_000].randomElement(using: &random) ?? 1
            let marks = (0..<Int.random(in: 1...8, using: &random)).map { index in
                let start = CivilDate.first.adding(days: Int.random(in: 0...span, using: &random))
                let end = start.adding(days: Int.random(in: -3...40, using: &random))
                return Timeline.Mark(
                    .text(String(repeating: "三x", count: index * 3)),
                    Bool.random(using: &random) ? start : nil,
                    until: Bool.random(using: &random) ? end : nil)
            }
            let output = Output([.timeline(Timeline("t", title: plain("T"), marks: marks))])
            for unicode in [true, false] {
                let text = rendered(output, .table, width: width, unicode: unicode)
                for line in text.split(separator: "\n") {
                    #expect(DisplayWidth.of(String(line)) <= width, "\(line) \(random)")
                }
            }
        }
    }

    @Test func `Marks with times have them beside the axis, in data and for screen readers`() {
        let day = CivilDate("1969-07-20"), next = CivilDate("1969-07-21")
        let output = Output([
            .timeline(
                Timeline(
                    "t", title: plain("T"),
                    marks: [
                        .init(.text("Landing"), day, at: 20 * 60 + 17),
                        .init(.text("Walk"), next, at: 2 * 60 + 39, until: next, at: 5 * 60 + 11),
                        .init(.text("Stay"), day, at: 20 * 60 + 17, until: next, at: 17 * 60 + 54),
                    ]))
        ])
        let drawn = rendered(output, .table, width: 70)
        #expect(drawn.contains("●"))
        #expect(drawn.contains("Jul 20, 1969, 8:17\u{202F}PM"))
        #expect(!drawn.contains("5:54\u{202F}PM"))
        #expect(
            rendered(output, .accessible).contains("Walk: July 21, 1969, 2:39\u{202F}AM to 5:11\u{202F}AM"))
        let data = rendered(output, .csv)
        #expect(data.contains("label,start,end,time,endTime"))
        #expect(data.contains("Walk,1969-07-21,1969-07-21,02:39,05:11"))
    }
}
