import Foundation
import Localization
import Testing

@testable import MyBooks

@MainActor
@Suite("Progress of an import")
struct ImportProgressTests {
    func export(rows: Int) -> String {
        "Book Id,Title,Author,Exclusive Shelf\n"
            + (1...rows).map { "\($0),Title \($0),Author,read\n" }.joined()
    }

    @Test func `On a terminal, an import shows its progress after a second and clears it at the end`()
        async throws
    {
        let log = try await TestLog(answers: [], secondsPerLook: 0.7)
        _ = try await log.importText(export(rows: 9000))
        let shown = log.user.progress
        #expect(shown.count > 1)
        #expect(shown.last == .some(nil))
        let text = Localizer(.english).string(try #require(shown.first ?? nil))
        #expect(text == "Importing: 2,000 rows")
        #expect(log.user.fractions == log.user.fractions.sorted())
        #expect(log.user.fractions.last == 1)
    }

    @Test func `A quick import or one without a terminal shows no progress`() async throws {
        let quick = try await TestLog(answers: [])
        _ = try await quick.importText(export(rows: 9000))
        #expect(quick.user.progress.isEmpty)
        let script = try await TestLog(secondsPerLook: 2)
        _ = try await script.importText(export(rows: 9000))
        #expect(script.user.progress.isEmpty)
    }

    @Test func `An interrupted import leaves the log unchanged`() async throws {
        let log = try await TestLog()
        try log.add("Mine")
        let text = export(rows: 9000)
        let task = Task { @MainActor in try await log.importText(text) }
        task.cancel()
        await #expect(throws: CancellationError.self) { _ = try await task.value }
        #expect(try log.books.map(\.title) == ["Mine"])
    }
}
