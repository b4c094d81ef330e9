import Foundation
import Localization
import Testing

@testable import Shell

@Suite("Colours of cells, and moments")
struct TintTests {
    private let table = Table(
        columns: [.init("name", plain("Name")), .init("state", plain("State"))],
        rows: [
            [Cell.text("First").tinted(.cyan), Cell.text("done").tinted(nil)],
            [Cell.text("Second one").tinted(.grey), .empty],
        ])

    @Test("A cell has its colour around its text alone, so that columns stay aligned")
    func colored() {
        let lines = rendered(Output([.table(table)]), .table, width: 40, color: true).split(separator: "\n")
        #expect(lines.contains("\u{1B}[36mFirst\u{1B}[0m       done"))
        #expect(lines.contains("\u{1B}[90mSecond one\u{1B}[0m"))
        let record = Record(fields: [.init("name", plain("Name"), Cell.text("First").tinted(.green))])
        #expect(
            rendered(Output([.record(record)]), .table, width: 40, color: true)
                == "Name:  \u{1B}[32mFirst\u{1B}[0m\n")
    }

    @Test("Without colour, and in every other format, there is none", arguments: OutputFormat.allCases)
    func plainly(format: OutputFormat) {
        #expect(!rendered(Output([.table(table)]), format, width: 40, color: false).contains("\u{1B}"))
        if format != .table {
            #expect(!rendered(Output([.table(table)]), format, width: 40, color: true).contains("\u{1B}[36m"))
        }
    }

    @Test("A moment is shown by the clocks of its time zone, and spelled out for people who listen")
    func instants() {
        let cell = Cell(.string("x"), .instant(Date(timeIntervalSince1970: 1_710_504_000), .gmt))
        let record = Record(fields: [.init("time", plain("Time"), cell)])
        #expect(rendered(Output([.record(record)]), .table).contains("Mar 15, 2024"))
        #expect(rendered(Output([.record(record)]), .accessible).contains("March 15, 2024"))
        #expect(rendered(Output([.record(record)]), .json).contains("\"x\""))
    }
}
