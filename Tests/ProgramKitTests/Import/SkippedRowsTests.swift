import Localization
import Testing

@testable import ProgramKit

@Suite("Skipped rows of an import")
struct SkippedRowsTests {
    @Test func `All skipped rows are counted, but only the first positions and reasons are kept`() {
        var report = ImportReport(countsLines: false)
        for position in 1...ImportReport.maximumPositions + 5 { report.skip(position, .verbatim("empty")) }
        #expect(report.skippedCount == ImportReport.maximumPositions + 5)
        #expect(report.skipped.count == ImportReport.maximumPositions)
        #expect(report.skipped.count { $0.reason != nil } == ImportReport.maximumKept)
    }

    @Test func `Rows that are skipped when they are written are sorted among the others`() {
        var report = ImportReport(countsLines: false)
        for position in [2, 7, 3] { report.skip(position, line: position * 10, .verbatim("empty")) }
        report.sortSkipped()
        #expect(report.skipped.map(\.position) == [2, 3, 7])
        #expect(report.skipped.map(\.line) == [20, 30, 70])
    }
}
