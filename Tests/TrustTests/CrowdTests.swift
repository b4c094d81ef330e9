import Foundation
import TestSupport
import Testing

@Suite("Many processes at once")
struct CrowdTests {
    /// How long the writers write; each runs at least three scripts, whatever the time.
    private static let duration = Duration.seconds(Extent.isWhole ? 60 : 0)

    /// What the people write, in one of the programs.
    struct Habits: Sendable, CustomTestStringConvertible {
        let program: String
        /// What makes a record, `%@` being its title, and what changes it.
        let addition: String
        let changes: [String]
        let list: [String]
        /// Where the titles are kept.
        let model: String
        let property: String

        var testDescription: String { program }

        static let all = [
            Habits(
                program: "mybooks", addition: "add %@ Writer", changes: ["rate %@ 5", "edit 1 --summary %@"],
                list: ["list", "--json"], model: "Book", property: "title"),
            Habits(
                program: "itour", addition: "add %@",
                changes: ["edit %@ --priority must", "edit 1 --details %@"],
                list: ["list", "--all", "--json"], model: "Destination", property: "name"),
            Habits(
                program: "portfolio", addition: "new %@",
                changes: ["priority high %@", "content %@ --text \"of %@\""],
                list: ["list", "--json"], model: "Issue", property: "title"),
        ]

        /// The lines that make records, and change the first of them.
        func lines(_ titles: [String]) -> [String] {
            let changes = changes.map { $0.replacing("%@", with: titles[0]) }
            return titles.map { addition.replacing("%@", with: $0) } + changes
        }
    }

    /// What one writer was answered.
    private struct Answers: Sendable {
        var titles: [String] = []
        var complaints: [String] = []
        /// How often it has written, or read.
        var rounds = 0
    }

    /// Runs a script again and again until the time is up, each in a process of its own.
    private func write(
        _ person: Person, _ habits: Habits, _ writer: Int, until end: ContinuousClock.Instant
    ) throws -> Answers {
        var answers = Answers()
        while answers.rounds < 3 || ContinuousClock.now < end {
            let titles = (1...5).map { "W\(writer)R\(answers.rounds)B\($0)" }
            // A machine may be busy with other things too.
            let result = try person.run(script: habits.lines(titles), timeout: .seconds(240))
            answers.titles += titles.filter { result.stdout.contains("“\($0)”") }
            if result.status != .exited(0) || !result.stderr.isEmpty {
                answers.complaints.append(result.stderr)
            }
            answers.rounds += 1
        }
        return answers
    }

    /// Lists the records again and again; they never get fewer.
    private func read(
        _ person: Person, _ habits: Habits, until end: ContinuousClock.Instant
    ) throws -> Answers {
        var answers = Answers()
        var count = 0
        while answers.rounds < 6 || ContinuousClock.now < end {
            let result = try person.run(habits.list)
            let found = result.stdout.split(separator: "\n").filter { $0.contains("\"\(habits.property)\"") }
                .count
            if result.status != .exited(0) || !result.stderr.isEmpty || found < count {
                answers.complaints.append("\(found) records after \(count): \(result.stderr)")
            }
            count = found
            answers.rounds += 1
        }
        return answers
    }

    @Test(
        "Eight processes that write to one store, and others that read it, lose nothing and wait unnoticed",
        arguments: Habits.all)
    func crowd(habits: Habits) async throws {
        let person = try Person(habits.program)
        try person.run(script: [habits.addition.replacing("%@", with: "First")])
        let end = ContinuousClock.now + Self.duration
        let (writers, readers) = try await withThrowingTaskGroup(
            of: (isWriter: Bool, Answers).self
        ) { group in
            for writer in 1...8 {
                group.addTask {
                    (true, try await onThread { try write(person, habits, writer, until: end) })
                }
            }
            for _ in 1...2 {
                group.addTask { (false, try await onThread { try read(person, habits, until: end) }) }
            }
            return try await group.reduce(into: ([Answers](), [Answers]())) { all, next in
                if next.isWriter { all.0.append(next.1) } else { all.1.append(next.1) }
            }
        }
        #expect((writers + readers).flatMap(\.complaints) == [])
        let answered = writers.flatMap(\.titles)
        let rounds = writers.map(\.rounds).reduce(0, +)
        #expect(answered.count == 5 * rounds)
        try Reference.open(person)
        let snapshot = try StoreSnapshot(of: person.store)
        let found = snapshot.values(habits.property, of: habits.model)
        #expect(Set(found) == Set(answered + ["First"]) && found.count == answered.count + 1)
        // Every change is a step of the history.
        #expect(snapshot.withoutAnnouncements.count("_history") == 1 + 7 * rounds)
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
