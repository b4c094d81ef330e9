import Foundation
import Localization
import TestSupport
import Testing

@testable import Portfolio

@MainActor
@Suite("The progress of an import")
struct ImportProgressTests {
    private let directory: TemporaryDirectory
    private let path: String

    init() throws {
        directory = try TemporaryDirectory()
        let lines = (1...2300).map { "Issue \($0) +work\n" }
        path = try directory.write(lines.joined(), to: "todo.txt")
    }

    @Test(
        "At a terminal, an import that takes longer than a second says how far it is, and takes the line away",
        arguments: [
            ("en", "Importing: 1,000 of 2,300 issues"), ("pl", "Import: 1000 z 2300 zgłoszeń"),
            ("hu", "Beolvasás: 1000 / 2300 feladat"),
        ])
    func slow(language: String, told: String) async throws {
        let tracker = try TestTracker(language: language, answers: [], secondsPerLook: 0.7)
        try await tracker.run("import \"\(path)\"")
        let shown = tracker.person.progress
        #expect(shown.count > 2 && shown.last == .some(nil))
        let texts = shown.compactMap(\.self).map { tracker.session.localizer.string($0) }
        #expect(texts.contains(told), "\(texts)")
        #expect(try tracker.issues.count == 2300)
    }

    @Test("A quick import, and one without a person, say nothing")
    func quiet() async throws {
        for tracker in [try TestTracker(answers: []), try TestTracker(secondsPerLook: 2)] {
            try await tracker.run("import \"\(path)\"")
            #expect(tracker.person.progress.isEmpty)
        }
    }

    @Test("An import that is interrupted leaves the issues as they were")
    func interrupted() async throws {
        let tracker = try TestTracker()
        try tracker.fill(["Mine"])
        let path = path
        let task = Task { @MainActor in try await tracker.run("import \"\(path)\"") }
        task.cancel()
        await #expect(throws: CancellationError.self) { _ = try await task.value }
        #expect(try tracker.issues.map(\.title) == ["Mine"])
        #expect(try tracker.tags.isEmpty)
    }
}
