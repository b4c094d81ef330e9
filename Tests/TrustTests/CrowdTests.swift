import Foundation
import TestSupport
import Testing

@Suite("Many processes at once")
struct CrowdTests {
    /// How long the writers write; each runs at least three scripts, whatever the time.
    private static let duration = Duration.seconds(Extent.isWhole ? 60 : 0)

    /// What one writer was answered.
    private struct Answers: Sendable {
        var titles: [String] = []
        var complaints: [String] = []
        /// How often it has read.
        var reads = 0
    }

    /// Runs a script again and again until the time is up, each in a process of its own.
    private func write(_ person: Person, _ writer: Int, until end: ContinuousClock.Instant) throws -> Answers
    {
        var answers = Answers()
        var round = 0
        while round < 3 || ContinuousClock.now < end {
            let titles = (1...5).map { "W\(writer)R\(round)B\($0)" }
            let result = try person.run(
                script: titles.map { "add \($0) Writer" } + [
                    "rate \(titles[0]) 5", "edit 1 --summary \(titles[0])",
                ])
            answers.titles += titles.filter { result.stdout.contains("Added “\($0)”") }
            if result.status != .exited(0) || !result.stderr.isEmpty {
                answers.complaints.append(result.stderr)
            }
            round += 1
        }
        return answers
    }

    /// Lists the books again and again; they never get fewer.
    private func read(_ person: Person, until end: ContinuousClock.Instant) throws -> Answers {
        var answers = Answers()
        var count = 0
        while answers.reads < 6 || ContinuousClock.now < end {
            let result = try person.run(["list", "--json"])
            let books = result.stdout.split(separator: "\n").filter { $0.contains("\"title\"") }.count
            if result.status != .exited(0) || !result.stderr.isEmpty || books < count {
                answers.complaints.append("\(books) books after \(count): \(result.stderr)")
            }
            count = books
            answers.reads += 1
        }
        return answers
    }

    @Test("Eight processes that write to one store, and others that read it, lose nothing and wait unnoticed")
    func crowd() async throws {
        let person = try Person("mybooks")
        try person.run(script: ["add First Somebody"])
        let end = ContinuousClock.now + Self.duration
        let all = try await withThrowingTaskGroup(of: Answers.self) { group in
            for writer in 1...8 {
                group.addTask { try await onThread { try write(person, writer, until: end) } }
            }
            for _ in 1...2 {
                group.addTask { try await onThread { try read(person, until: end) } }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        // On a machine that is busy with other things a wait may be as long as the generous time; then it is said so.
        let complaints = all.flatMap(\.complaints).filter { !$0.contains("locked for 20 seconds") }
        #expect(complaints == [])
        let answered = all.flatMap(\.titles)
        #expect(answered.count > 8 && all.map(\.reads).reduce(0, +) > 1)
        try Reference.open(person)
        let snapshot = try StoreSnapshot(of: person.store)
        let found = snapshot.values("title", of: "Book")
        #expect(Set(found) == Set(answered + ["First"]) && found.count == answered.count + 1)
        let rated = snapshot.values("rating", of: "Book").filter { $0 == "5" }.count
        #expect(rated == answered.filter { $0.hasSuffix("B1") }.count)
        // Every change is a step of the history: a book each, and for five books a rating and a summary.
        #expect(snapshot.count("_history") == 1 + answered.count + 2 * rated)
    }

    @Test("Processes that make the same store at the same time all find it")
    func making() async throws {
        for round in 0..<(Extent.isWhole ? 20 : 3) {
            let person = try Person("mybooks")
            try await withThrowingTaskGroup(of: ProcessResult.self) { group in
                for number in 1...8 {
                    group.addTask { try await onThread { try person.run(["add", "B\(number)", "A"]) } }
                }
                for try await result in group {
                    #expect(result.status == .exited(0), "round \(round): \(result.stderr)")
                }
            }
            #expect(try StoreSnapshot(of: person.store).count("Book") == 8)
        }
    }
}

/// Runs work that waits on a thread of its own, so that it doesn't keep others from running.
private func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread { continuation.resume(with: Result { try work() }) }.start()
    }
}
