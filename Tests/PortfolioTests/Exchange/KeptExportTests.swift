import Basics
import Foundation
import Localization
import Testing

@testable import Portfolio

/// Exports written in November 2026, before 1.0.0. They stay readable; see `docs/import-export.md`.
@MainActor
@Suite("Exports of November 2026")
struct KeptExportTests {
    nonisolated static let files = ["issues.json", "issues.csv"]

    /// Imports an export into an empty tracker.
    func tracker(_ file: String) async throws -> TestTracker {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let path = tests.appending(path: "Fixtures/export-2026-11/\(file)").path
        // A day after the export, because times in the future are changed.
        let tracker = try await TestTracker(now: time("2026-11-29T12:00:00.000Z"))
        let said = try await tracker.text("import \"\(path)\"").split(separator: "\n")
        #expect(said[0] == "Added 5, changed 0, left 0 unchanged, skipped 0.")
        #expect(said[1] == "Created 1 tag without issues.")
        #expect(said.count == 3, "only the awards are reported besides: \(said)")
        return tracker
    }

    /// Returns a time in the form of exports.
    func time(_ written: String) throws -> Date {
        try Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(written)
    }

    @Test(arguments: files) func `All issues have their titles, identifiers and states`(_ file: String)
        async throws
    {
        let tracker = try await tracker(file)
        let issues = try tracker.issues
        #expect(
            issues.map(\.title) == [
                "Naprawić „logowanie”, dziś", "Kwiaty podlać", "Csekk befizetése", "Zamknięte",
                "Z listy todo",
            ])
        #expect(
            issues.map(\.identifier.uuidString) == [
                "3A29332F-0DA2-44BE-B75E-92353AFEAB59",
                "6FA97114-D2A5-4D1F-BB48-D040A1E95806",
                "1EE26F86-DE07-4A12-9AF9-AF08AB19EFB7",
                "264031B3-34C6-481B-9C84-04A8530D965F",
                "ED00E065-38A4-443B-924D-723FDE4F79BD",
            ])
        #expect(issues.map(\.isOpen) == [true, true, true, false, true])
        #expect(issues.map(\.priority) == [.high, .low, .medium, .low, .low])
        #expect(issues.map(\.letter) == [nil, nil, nil, nil, "D"])
        #expect(
            issues.map(\.content) == [
                "Zapomina język.\n\n- krok „jeden”; drugi, trzeci\n- árvíztűrő tükörfúrógép", "", "", "", "",
            ])
    }

    @Test(arguments: files) func `Times are kept to the millisecond`(_ file: String) async throws {
        let tracker = try await tracker(file)
        let issues = try tracker.issues
        let created = try [
            "2026-11-28T12:08:44.919Z",
            "2026-11-28T12:08:45.443Z",
            "2026-11-28T12:08:45.741Z",
            "2026-11-28T12:08:46.021Z",
            "2026-11-28T12:08:46.370Z",
        ].map(time)
        #expect(issues.map(\.created.wholeMilliseconds) == created.map(\.wholeMilliseconds))
        let modified = try [
            "2026-11-28T12:08:46.269Z",
            "2026-11-28T12:08:45.649Z",
            "2026-11-28T12:08:45.937Z",
            "2026-11-28T12:08:46.172Z",
            "2026-11-28T12:08:46.371Z",
        ].map(time)
        #expect(issues.map(\.modified.wholeMilliseconds) == modified.map(\.wholeMilliseconds))
        let closed = try [nil, nil, nil, time("2026-11-28T12:08:46.145Z"), nil]
        #expect(issues.map(\.closed?.wholeMilliseconds) == closed.map { $0?.wholeMilliseconds })
    }

    @Test(arguments: files) func `Days and recurrences are kept`(_ file: String) async throws {
        let tracker = try await tracker(file)
        let issues = try tracker.issues
        #expect(
            issues.map { $0.dueDay?.description } == [
                "2027-01-15", "2027-02-28", "2026-11-30", nil, "2027-03-01",
            ])
        #expect(issues.map { $0.waitingDay?.description } == ["2026-12-20", nil, nil, nil, nil])
        #expect(issues.map(\.recurrence) == [nil, "+1m", "+2w", nil, nil])
    }

    @Test(arguments: files) func `Tags are kept, also one without issues`(_ file: String) async throws {
        let tracker = try await tracker(file)
        #expect(
            try tracker.issues.map { Set($0.tags.map(\.name)) } == [
                ["dom", "zażółć; gęślą\\jaźń"], ["dom"], [], [], ["@biuro"],
            ])
        #expect(Set(try tracker.tags.map(\.name)) == ["dom", "zażółć; gęślą\\jaźń", "@biuro", "üres"])
    }

    @Test(arguments: files) func `Notes and dependencies are kept`(_ file: String) async throws {
        let tracker = try await tracker(file)
        let issues = try tracker.issues
        #expect(
            issues[0].notesInOrder.map(\.text) == [
                "Pierwsza linia; ważna\ndruga „linia”.", "Zwykła notatka \\ z ukośnikiem",
            ])
        let written = try ["2026-11-28T12:08:45.246Z", "2026-11-28T12:08:45.344Z"].map(time)
        #expect(issues[0].notesInOrder.map(\.written) == written.map(\.wholeMilliseconds))
        #expect(issues.dropFirst().allSatisfy { $0.notes.isEmpty })
        #expect(Set(issues[0].blockedBy.map(\.title)) == ["Kwiaty podlać", "Csekk befizetése"])
        #expect(issues.dropFirst().allSatisfy { $0.blockedBy.isEmpty })
    }
}
