import Foundation
import Localization
import Testing

@testable import MyBooks

@MainActor
@Suite("The progress of an import")
struct ImportProgressTests {
    func export(rows: Int) -> String {
        "Book Id,Title,Author,Exclusive Shelf\n"
            + (1...rows).map { "\($0),Title \($0),Author,read\n" }.joined()
    }

    @Test(
        "At a terminal, an import that takes longer than a second says how far it is, and takes the line away"
    )
    func slow() async throws {
        let log = try TestLog(answers: [], secondsPerLook: 0.7)
        _ = try await log.importText(export(rows: 9000))
        let shown = log.person.progress
        #expect(shown.count > 1)
        #expect(shown.last == .some(nil))
        let text = Localizer(.english).string(try #require(shown.first ?? nil))
        #expect(text.contains("rows") && text.contains("%"))
    }

    @Test("A quick import, and one without a person, say nothing")
    func quiet() async throws {
        let quick = try TestLog(answers: [])
        _ = try await quick.importText(export(rows: 9000))
        #expect(quick.person.progress.isEmpty)
        let script = try TestLog(secondsPerLook: 2)
        _ = try await script.importText(export(rows: 9000))
        #expect(script.person.progress.isEmpty)
    }

    @Test("An import that is interrupted leaves the log as it was")
    func interrupted() async throws {
        let log = try TestLog()
        try log.add("Mine")
        let text = export(rows: 9000)
        let task = Task { @MainActor in try await log.importText(text) }
        task.cancel()
        await #expect(throws: CancellationError.self) { _ = try await task.value }
        #expect(try log.books.map(\.title) == ["Mine"])
    }
}
