import Foundation
import Localization
import Testing

@testable import Shell

@Suite("Cell colors and moments")
struct TerminalColorTests {
    private let table = Table(
        columns: [.init("name", plain("Name")), .init("state", plain("State"))],
        rows: [
            [Cell.text("First").colored(.cyan), Cell.text("done").colored(nil)],
            [Cell.text("Second one").colored(.grey), .empty],
        ])

    @Test func `Color surrounds only the text of a cell, so that columns stay aligned`() {
        let lines = rendered(Output([.table(table)]), .table, width: 40, color: true).split(separator: "\n")
        #expect(lines.contains("\u{1B}[36mFirst\u{1B}[0m       done"))
        #expect(lines.contains("\u{1B}[90mSecond one\u{1B}[0m"))
        let record = Record(fields: [.init("name", plain("Name"), Cell.text("First").colored(.green))])
        #expect(
            rendered(Output([.record(record)]), .table, width: 40, color: true)
                == "Name:  \u{1B}[32mFirst\u{1B}[0m\n")
    }

    @Test(arguments: OutputFormat.allCases)
    func `Output without color and other formats have no color codes`(format: OutputFormat) {
        #expect(!rendered(Output([.table(table)]), format, width: 40, color: false).contains("\u{1B}"))
        if format != .table {
            #expect(!rendered(Output([.table(table)]), format, width: 40, color: true).contains("\u{1B}[36m"))
        }
    }

    @Test func `A moment is shown in its time zone and spelled out in accessible mode`() {
        let cell = Cell(.string("x"), .instant(Date(timeIntervalSince1970: 1_710_504_000), .gmt))
        let record = Record(fields: [.init("time", plain("Time"), cell)])
        #expect(rendered(Output([.record(record)]), .table).contains("Mar 15, 2024"))
        #expect(rendered(Output([.record(record)]), .accessible).contains("March 15, 2024"))
        #expect(rendered(Output([.record(record)]), .json).contains("\"x\""))
    }
}
