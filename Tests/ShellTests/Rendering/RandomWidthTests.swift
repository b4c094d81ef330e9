import Foundation
import Localization
import TestSupport
import Testing

@testable import Shell

@Suite("Random output on random terminals")
struct RandomWidthTests {
    @Test func `No line is wider than the terminal with any data, in UTF-8 and in ASCII`() {
        var random = SeededGenerator()
        for _ in 0..<400 {
            let block = block(&random)
            let width = Int.random(in: 20...200, using: &random)
            let localizer = [english, polish, hungarian].randomElement(using: &random) ?? english
            for unicode in [true, false] {
                let shown = rendered(
                    Output([block]), .table, width: width, localizer: localizer, unicode: unicode)
                for line in shown.split(separator: "\n").map(String.init) {
                    #expect(DisplayWidth.of(line) <= width, "\(line) at \(width)")
                    #expect(TerminalColumns.of(line) <= width, "\(line) at \(width)")
                    #expect(!line.hasSuffix(" "), "\(line) at \(width)")
                    if !unicode { #expect(line.utf8.allSatisfy { 0x20...0x7E ~= $0 }, "\(line)") }
                }
            }
        }
    }

    @Test func `Text columns have a usable width, otherwise each row is a separate record`() throws {
        var random = SeededGenerator()
        for _ in 0..<200 {
            let table = Table(
                columns: (0..<4).map { .init("c\($0)", plain("C\($0)"), priority: Int($0 / 2)) },
                rows: (0..<5).map { _ in (0..<4).map { _ in .text(text(&random)) } })
            let width = Int.random(in: 20...120, using: &random)
            let lines = rendered(Output([.table(table)]), .table, width: width).split(separator: "\n")
            guard let rule = lines.first(where: { $0.hasPrefix("─") }) else { continue }
            for (column, part) in rule.split(separator: " ").map(\.count).enumerated() {
                let widest = table.rows.map { DisplayWidth.of(Self.shown($0[column])) }.max() ?? 0
                #expect(part >= min(widest, 12), "\(rule) at \(width)")
            }
        }
    }

    private static func shown(_ cell: Cell) -> String {
        TextStyler(Presentation(format: .table, localizer: english)).string(cell.display)
    }

    // MARK: Random outputs

    private typealias Random = SeededGenerator

    private func text(_ random: inout Random, atMost length: Int = 40) -> String {
        let pieces = [
            "a", "Lem", "Żółw", "konstantynopolitańczykowianeczka", "three words here", "三体", "球状閃電",
            "موسم", "e\u{301}", "👩‍🚀", "🇵🇱", "❤️", "\u{1B}[2J", "\t", "\u{202E}", "\\u{4E09}", "–", "…", "ﾊﾝｶｸ",
            "한국어", "\r\n", "“", "\u{A0}", "ß",
        ]
        let count = Int.random(in: 0...3, using: &random) == 0 ? length : 3
        return (0..<Int.random(in: 0...count, using: &random)).map { _ in
            (pieces.randomElement(using: &random) ?? "") + (Bool.random(using: &random) ? " " : "")
        }.joined()
    }

    private func day(_ random: inout Random) -> CivilDate? {
        CivilDate(
            year: Int.random(in: 1960...2040, using: &random), month: Int.random(in: 1...12, using: &random),
            day: Int.random(in: 1...28, using: &random))
    }

    private func cell(_ random: inout Random) -> Cell {
        switch Int.random(in: 0...7, using: &random) {
        case 0: .empty
        case 1: .number(Int.random(in: -9...1_000_000_000, using: &random))
        case 2: .day(day(&random))
        case 3: stars(Int.random(in: 0...5, using: &random))
        case 4:
            Cell(
                .null,
                .instant(
                    Date(timeIntervalSince1970: Double(Int.random(in: 0...2_000_000_000, using: &random))),
                    .gmt))
        default: .text(text(&random))
        }
    }

    private func title(_ random: inout Random) -> LocalizedText { plain(text(&random, atMost: 3)) }

    /// Returns a random name for a chart or month. The name is never empty.
    private func label(_ random: inout Random) -> Cell { .text("x" + text(&random)) }

    private func table(_ random: inout Random) -> Table {
        let columns = (0..<Int.random(in: 1...8, using: &random)).map { index in
            Table.Column(
                "c\(index)", title(&random), alignsRight: Bool.random(using: &random),
                priority: Int.random(in: 1...9, using: &random), wraps: Bool.random(using: &random),
                isShown: index == 0 || Int.random(in: 0...4, using: &random) > 0)
        }
        return Table(
            columns: columns,
            rows: (0..<Int.random(in: 1...6, using: &random)).map { _ in columns.map { _ in cell(&random) } },
            count: title(&random))
    }

    private func block(_ random: inout Random) -> Block {
        let count = Int.random(in: 1...6, using: &random)
        switch Int.random(in: 0...12, using: &random) {
        case 0: return .message(title(&random))
        case 1: return .warning(plain(text(&random)))
        case 2: return .heading(plain(text(&random)))
        case 3:
            let fields = (0..<count).map { Record.Field("f\($0)", title(&random), cell(&random)) }
            return .record(Record(fields: fields))
        case 4:
            let series = (0..<Int.random(in: 0...3, using: &random)).map { index in
                BarChart.Series("s\(index)", title(&random))
            }
            return .chart(
                BarChart(
                    "bars", title: title(&random), series: series,
                    bars: (0..<count).map { _ in
                        .init(
                            label(&random),
                            (0..<max(series.count, 1)).map { _ in
                                Int.random(in: 0...1_000_000, using: &random)
                            })
                    }, isSparkline: Bool.random(using: &random)))
        case 5:
            let marks = (0..<count).map { _ in
                Timeline.Mark(label(&random), day(&random), until: day(&random))
            }
            return .timeline(Timeline("days", title: title(&random), marks: marks))
        case 6:
            let entries = (0..<count).compactMap { _ in
                MonthCalendar.Entry(
                    "x" + text(&random), from: CivilDate(year: 2031, month: 5, day: 3 * count),
                    to: CivilDate(year: 2031, month: 6, day: count))
            }
            return .month(MonthCalendar(year: 2031, month: 5, today: nil, entries: entries))
        case 7:
            let cards = (0..<count).map { _ in
                Cards.Card(title: cell(&random), details: [.init("d", title(&random), cell(&random))])
            }
            return .cards(Cards(cards, spokenTitle: plain("Title"), pictureTitle: plain("Picture")))
        case 8:
            return .definitions((0..<count).map { _ in Definition(text(&random), plain(text(&random))) })
        default: return .table(table(&random))
        }
    }
}
