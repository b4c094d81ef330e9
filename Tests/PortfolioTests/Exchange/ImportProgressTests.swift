import Foundation
import Localization
import TestSupport
import Testing

@testable import Portfolio

@MainActor
@Suite("Progress of an import")
struct ImportProgressTests {
    private let directory: TemporaryDirectory
    private let path: String

    init() throws {
        directory = try TemporaryDirectory()
        let lines = (1...2300).map { "Issue \($0) +work\n" }
        path = try directory.write(lines.joined(), to: "todo.txt")
    }

    @Test(arguments: [
        ("en", "Importing: 1,000 issues"), ("pl", "Import: 1000 zgłoszeń"),
        ("hu", "Importálás: 1000 feladat"),
    ])
    func `On a terminal, an import shows its progress after a second and clears it at the end`(
        language: String, report: String
    ) async throws {
        let tracker = try await TestTracker(language: language, answers: [], secondsPerLook: 0.7)
        try await tracker.run("import \"\(path)\"")
        let shown = tracker.user.progress
        #expect(shown.count > 2)
        #expect(shown.last == .some(nil))
        let texts = shown.compactMap(\.self).map { tracker.session.localizer.string($0) }
        #expect(texts.contains(report), "\(texts)")
        #expect(try tracker.issues.count == 2300)
    }

    @Test func `An interrupted import leaves the issues unchanged`() async throws {
        let tracker = try await TestTracker()
        try tracker.fill(["Mine"])
        let path = path
        let task = Task { @MainActor in try await tracker.run("import \"\(path)\"") }
        task.cancel()
        await #expect(throws: CancellationError.self) { _ = try await task.value }
        #expect(try tracker.issues.map(\.title) == ["Mine"])
        #expect(try tracker.tags.isEmpty)
    }
}
