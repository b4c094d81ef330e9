import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Backups and restores during writes", .level(.slow))
struct ConcurrentMaintenanceTests {
    /// The titles of acknowledged records, shared between the writers and the maintenance thread.
    private final class Answered: Sendable {
        private struct State {
            var titles: Set<String> = []
            var late: Set<String> = []
            var complaints: [String] = []
            var isRestored = false
            var isOver = false
        }

        private let state = Mutex(State())

        /// The titles acknowledged so far.
        var titles: Set<String> { state.withLock { $0.titles } }
        /// The titles acknowledged by processes that started after the restore.
        var late: Set<String> { state.withLock { $0.late } }
        var complaints: [String] { state.withLock { $0.complaints } }
        var isRestored: Bool { state.withLock { $0.isRestored } }
        var isOver: Bool { state.withLock { $0.isOver } }

        func add(_ titles: [String], isLate: Bool) {
            state.withLock {
                $0.titles.formUnion(titles)
                if isLate { $0.late.formUnion(titles) }
            }
        }

        func complain(_ words: String) { state.withLock { $0.complaints.append(words) } }

        func restored() { state.withLock { $0.isRestored = true } }

        func end() { state.withLock { $0.isOver = true } }
    }

    /// Adds records in one process after another until the maintenance has ended. At least one process starts
    /// after the restore.
    private func write(
        _ person: Person, _ habits: ConcurrentProcessTests.ProgramCommands, _ writer: Int,
        _ answered: Answered
    ) throws {
        var round = 0
        var isLast = false
        while !isLast {
            isLast = answered.isOver
            let isLate = answered.isRestored
            let titles = ConcurrentProcessTests.ProgramCommands.titles(writer, round)
            let lines = titles.map { habits.addition.replacing("%@", with: $0) }
            let result = try person.run(script: lines, timeout: .seconds(240))
            if result.status != .exited(0) || !result.stderr.isEmpty { answered.complain(result.stderr) }
            answered.add(titles.filter { result.stdout.contains("“\($0)”") }, isLate: isLate)
            round += 1
        }
    }

    /// Returns the titles in a store, and checks that each occurs once.
    private func titles(_ store: String, _ habits: ConcurrentProcessTests.ProgramCommands, _ place: Comment)
        throws -> Set<String>
    {
        let values = try StoreSnapshot(of: store).values(habits.property, of: habits.model)
        #expect(Set(values).count == values.count, place)
        return Set(values)
    }

    /// Backs up and restores while the writers run. The restore keeps a copy of the store that it replaces.
    /// Returns the titles in these copies.
    private func backUpAndRestore(
        _ person: Person, _ habits: ConcurrentProcessTests.ProgramCommands, _ answered: Answered
    ) throws -> Set<String> {
        defer { answered.end() }
        func backup(_ name: String) throws -> Set<String> {
            let known = answered.titles
            let result = try person.run(["backup", "home/\(name)"], timeout: .seconds(240))
            #expect(result.status == .exited(0), "\(result.stderr)")
            let found = try titles(person.home.file("home/\(name)"), habits, "\(name)")
            #expect(found.isSuperset(of: known), "\(name): \(known.subtracting(found))")
            return found
        }
        let rounds = Extent.rounds(all: 20, sample: 2)
        for round in 0..<rounds { _ = try backup("before\(round).store") }
        let saved = try backup("copy.store")
        let known = answered.titles
        let result = try person.run(["restore", "home/copy.store", "--yes"], timeout: .seconds(240))
        #expect(result.status == .exited(0), "\(result.stderr)")
        answered.restored()
        let folder = (person.store as NSString).deletingLastPathComponent
        let copies = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
            $0.contains("before-restore") && !$0.hasPrefix(".")
        }
        #expect(copies.count == 1)
        let kept = try titles("\(folder)/\(try #require(copies.first))", habits, "what was kept")
        #expect(kept.isSuperset(of: known), "\(known.subtracting(kept))")
        #expect(try titles(person.store, habits, "what was restored").isSuperset(of: saved))
        for round in 0..<rounds { _ = try later(round) }
        return kept

        /// Backs up the restored store, and checks that the backup contains all changes that later processes
        /// acknowledged.
        func later(_ round: Int) throws -> Set<String> {
            let known = answered.late
            let name = "after\(round).store"
            let result = try person.run(["backup", "home/\(name)"], timeout: .seconds(240))
            #expect(result.status == .exited(0), "\(result.stderr)")
            let found = try titles(person.home.file("home/\(name)"), habits, "\(name)")
            #expect(found.isSuperset(of: known.union(saved)), "\(name)")
            return found
        }
    }

    @Test(arguments: ConcurrentProcessTests.ProgramCommands.all)
    func `Simultaneous restores run one after another, and each keeps the replaced data`(
        habits: ConcurrentProcessTests.ProgramCommands
    ) async throws {
        let count = 4
        for isMissing in [false, true] {
            let person = try Person(habits.program)
            try person.run(script: [habits.addition.replacing("%@", with: "First"), "backup home/copy.store"])
            try person.run(script: [habits.addition.replacing("%@", with: "Second")])
            if isMissing { try FileManager.default.removeItem(atPath: person.store) }
            let results = try await withThrowingTaskGroup(of: ProcessResult.self) { group in
                for _ in 0..<count {
                    group.addTask {
                        try await onThread { try person.run(["restore", "home/copy.store", "--yes"]) }
                    }
                }
                return try await group.reduce(into: [ProcessResult]()) { $0.append($1) }
            }
            for result in results { #expect(result.status == .exited(0), "\(result.stderr)") }
            let folder = (person.store as NSString).deletingLastPathComponent
            let copies = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
                $0.contains("before-restore") && !$0.hasPrefix(".")
            }
            #expect(copies.count == (isMissing ? count - 1 : count))
            for name in copies {
                #expect(results.contains { $0.stdout.contains("kept as “\(name)”") }, "\(name)")
            }
            let kept = try copies.filter { try titles("\(folder)/\($0)", habits, "kept").contains("Second") }
            #expect(kept.count == (isMissing ? 0 : 1))
            #expect(try titles(person.store, habits, "what was restored") == ["First"])
        }
    }

    @Test(arguments: ConcurrentProcessTests.ProgramCommands.all)
    func
        `Acknowledged changes are in the store or in the kept data if writers, backups and restores run together`(
            habits: ConcurrentProcessTests.ProgramCommands
        ) async throws
    {
        let person = try Person(habits.program)
        try person.run(script: [habits.addition.replacing("%@", with: "First")])
        let answered = Answered()
        let kept = try await withThrowingTaskGroup(of: Set<String>.self) { group in
            for writer in 1...3 {
                group.addTask {
                    try await onThread {
                        try write(person, habits, writer, answered)
                        return []
                    }
                }
            }
            group.addTask { try await onThread { try backUpAndRestore(person, habits, answered) } }
            return try await group.reduce(into: Set<String>()) { $0.formUnion($1) }
        }
        #expect(answered.complaints == [])
        #expect(!answered.late.isEmpty)
        try Reference.open(person)
        let found = try titles(person.store, habits, "at the end")
        #expect(found.isSuperset(of: answered.late), "\(answered.late.subtracting(found))")
        let lost = answered.titles.subtracting(found).subtracting(kept)
        #expect(lost.isEmpty, "\(lost)")
    }
}
