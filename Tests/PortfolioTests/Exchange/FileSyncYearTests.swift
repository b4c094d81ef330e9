import Foundation
import Localization
import TestSupport
import Testing

@testable import Portfolio

/// Two devices whose todo.txt Syncthing exchanges, and which is edited by hand, too.
@MainActor
@Suite("A todo.txt between two devices")
struct FileSyncYearTests {
    /// The devices.
    @MainActor
    private final class Pair {
        let first: FileDesk, second: FileDesk
        /// The file as both devices last had it.
        private var shared = ""
        private var copies = 0

        init(_ language: String) async throws {
            first = try await FileDesk(language: language)
            second = try await FileDesk(language: language)
        }

        /// Synchronizes both devices until their files are equal.
        func exchange() async throws {
            for _ in 0..<6 {
                for desk in [first, second] { try await desk.sync() }
                let (one, other) = (try first.text, try second.text)
                if one == other {
                    shared = one
                    return try removeCopies()
                }
                try transport(one, other)
            }
            Testing.Issue.record("The files don't become equal.")
        }

        /// Exchanges the files as Syncthing does: if both changed, one of them becomes a conflict copy on both devices.
        private func transport(_ one: String, _ other: String) throws {
            if one == shared {
                try first.write(other)
            } else {
                try second.write(one)
                if other != shared {
                    copies += 1
                    let name = "todo.sync-conflict-20240315-\(100_000 + copies)-ABCDEFG.txt"
                    for desk in [first, second] { try desk.write(other, to: name) }
                }
            }
            shared = try first.text
        }

        private func removeCopies() throws {
            for desk in [first, second] {
                for name in try FileManager.default.contentsOfDirectory(atPath: desk.directory.path)
                where name.contains("sync-conflict") {
                    try FileManager.default.removeItem(atPath: desk.directory.file(name))
                }
            }
        }
    }

    /// Returns the titles of a device's open issues with their due days, sorted.
    private func open(_ desk: FileDesk) throws -> [String] {
        try desk.tracker.issues.filter(\.isOpen).map { "\($0.title) \($0.dueDay?.description ?? "")" }
            .sorted()
    }

    /// Lives for some days: five new issues a day, four closed ones, and one that recurs, in turn on both devices and in the
    /// file.
    private func live(_ days: Int, in language: String = "en") async throws {
        let pair = try await Pair(language)
        let (daily, high) = language == "pl" ? ("codziennie", "!wysoki") : ("+1d", "!high")
        let (first, second) = (pair.first, pair.second)
        try first.write("")
        try second.write("")
        try await first.tracker.run("new Water every:\(daily) due:2024-03-15")
        try await pair.exchange()
        var expected: [String] = []
        for day in 0..<days {
            for desk in [first, second] {
                desk.tracker.clock.now = TestTracker.noon + Double(day) * 86_400
            }
            let today = CivilDate(utc: TestTracker.noon).adding(days: day)
            // A week's closed lines go into an archive.
            if day % 7 == 6 {
                let left = try first.text.split(separator: "\n").filter { !$0.hasPrefix("x ") }
                try first.write(left.map { $0 + "\n" }.joined())
            }
            // Closed issues on both devices and in the file, and the recurring one in turn.
            if expected.count > 8 {
                let done = Array(expected.prefix(4))
                let numbers = try done.prefix(2).map { String(try first.issue($0).number) }
                try await first.tracker.run("close \(numbers.joined(separator: " "))")
                try await second.tracker.run("close \(try second.issue(done[2]).number)")
                try tick(done[3], today, in: second)
                expected.removeFirst(4)
            }
            if day % 3 == 0 {
                let issues = try first.tracker.issues
                let water = try #require(issues.first { $0.title == "Water" && $0.isOpen })
                try await first.tracker.run("close \(water.number)")
            } else {
                try tick("Water", today, in: day % 3 == 1 ? second : first)
            }
            // New issues on both devices and in the file.
            let new = (1...5).map { "T\(day)x\($0)" }
            for title in new[0..<2] {
                try await first.tracker.run("new \(title) due:2030-01-01 #work --yes")
            }
            for title in new[2..<4] { try await second.tracker.run("new \(title) due:2030-01-01 \(high)") }
            try first.write(try first.text + "\(today) \(new[4]) due:2030-01-01\n")
            expected += new
            try await pair.exchange()
            let wanted = expected.map { "\($0) 2030-01-01" } + ["Water \(today.adding(days: 1))"]
            try #require(try open(first) == wanted.sorted(), "day \(day)")
            try #require(try open(second) == wanted.sorted(), "day \(day)")
        }
        for desk in [first, second] {
            #expect(try desk.tracker.issues.count == 6 * days + 1)
            #expect(try desk.tracker.issues.allSatisfy { $0.notes.isEmpty })
            let agreement = Portfolio.text("“%@” and portfolio agree.", desk.path)
            #expect(try await desk.sync() == desk.tracker.session.localizer.string(agreement) + "\n")
        }
        let identifiers = try [first, second].map { Set(try $0.tracker.issues.map(\.identifier)) }
        #expect(identifiers[0] == identifiers[1])
        #expect(try first.text.matches(of: /id:/).count == first.text.split(separator: "\n").count)
    }

    /// Puts an x before the open line with a title.
    private func tick(_ title: String, _ today: CivilDate, in desk: FileDesk) throws {
        var lines = try desk.text.split(separator: "\n").map(String.init)
        let place = try #require(
            lines.firstIndex { !$0.hasPrefix("x ") && " \($0) ".contains(" \(title) ") }, "\(title)")
        let line = lines[place].hasPrefix("(A) ") ? String(lines[place].dropFirst(4)) : lines[place]
        lines[place] = "x \(today) \(line)"
        try desk.write(lines.map { $0 + "\n" }.joined())
    }

    @Test(.level(.default), arguments: ["en", "pl"])
    func `keeps both the same for a month, without a duplicate, drift or loss`(language: String) async throws
    {
        try await live(30, in: language)
    }

    @Test(.level(.slow))
    func `keeps both the same for two months or longer, without a duplicate, drift or loss`() async throws {
        let days = ProcessInfo.processInfo.environment["TODO_DAYS"].flatMap { Int($0) }
        try await live(days ?? 60)
    }
}
