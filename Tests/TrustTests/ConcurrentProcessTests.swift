import Foundation
import TestSupport
import Testing

@Suite("Many processes on one store", .level(.slow))
struct ConcurrentProcessTests {
    /// The minimum duration of the writes. Each writer runs at least three scripts, even if that takes
    /// longer.
    private static let duration = Duration.seconds(Extent.isWhole ? 60 : 0)

    /// The commands with which writers and readers use a program.
    struct ProgramCommands: Sendable, CustomTestStringConvertible {
        let program: String
        /// The command that adds a record with the title `%@`, and commands that change this record.
        let addition: String
        let changes: [String]
        let list: [String]
        /// The model of the records, and the property with their titles.
        let model: String
        let property: String

        var testDescription: String { program }

        static let all = [
            ProgramCommands(
                program: "mybooks", addition: "add %@ Writer", changes: ["rate %@ 5", "edit 1 --summary %@"],
                list: ["list", "--json"], model: "Book", property: "title"),
            ProgramCommands(
                program: "itour", addition: "add %@",
                changes: ["edit %@ --priority must", "edit 1 --details %@"],
                list: ["list", "--all", "--json"], model: "Destination", property: "name"),
            ProgramCommands(
                program: "portfolio", addition: "new %@",
                changes: ["priority high %@", "content %@ --text \"of %@\""],
                list: ["list", "--json"], model: "Issue", property: "title"),
        ]

        /// Returns the titles that a writer adds in a round.
        static func titles(_ writer: Int, _ round: Int) -> [String] {
            (1...5).map { "W\(writer)R\(round)B\($0)" }
        }

        /// Returns the lines that add a round's records and change the first of them.
        func lines(_ writer: Int, _ round: Int) -> [String] {
            let titles = Self.titles(writer, round)
            let changes = changes.map { $0.replacing("%@", with: titles[0]) }
            return titles.map { addition.replacing("%@", with: $0) } + changes
        }
    }

    /// The output that a writer or reader received.
    private struct Answers: Sendable {
        /// The output of each round.
        var rounds: [String] = []
        var complaints: [String] = []
    }

    /// Runs a script repeatedly until a given time, each time in a new process. The script runs at least
    /// three times.
    private func write(
        _ person: Person, until end: ContinuousClock.Instant, _ lines: (_ round: Int) -> [String]
    ) throws -> Answers {
        var answers = Answers()
        while answers.rounds.count < 3 || ContinuousClock.now < end {
            // The timeout is long, because the machine may be busy.
            let result = try person.run(script: lines(answers.rounds.count), timeout: .seconds(240))
            answers.rounds.append(result.stdout)
            if result.status != .exited(0) || !result.stderr.isEmpty {
                answers.complaints.append(result.stderr)
            }
        }
        return answers
    }

    /// Lists the records repeatedly. Reports a failure if their number decreases.
    private func read(
        _ person: Person, _ list: [String], counting field: String, until end: ContinuousClock.Instant
    ) throws -> Answers {
        var answers = Answers()
        var count = 0
        while answers.rounds.count < 6 || ContinuousClock.now < end {
            let result = try person.run(list)
            let found = result.stdout.split(separator: "\n").filter { $0.contains("\"\(field)\"") }.count
            if result.status != .exited(0) || !result.stderr.isEmpty || found < count {
                answers.complaints.append("\(found) records after \(count): \(result.stderr)")
            }
            count = found
            answers.rounds.append(result.stdout)
        }
        return answers
    }

    /// Runs eight writers and two readers at the same time, and returns the output of each writer.
    private func runWriters(
        _ person: Person, list: [String], counting field: String,
        _ lines: @escaping @Sendable (_ writer: Int, _ round: Int) -> [String]
    ) async throws -> [Int: [String]] {
        let end = ContinuousClock.now + Self.duration
        let all = try await withThrowingTaskGroup(of: (writer: Int?, Answers).self) { group in
            for writer in 1...8 {
                group.addTask {
                    (writer, try await onThread { try write(person, until: end) { lines(writer, $0) } })
                }
            }
            for _ in 1...2 {
                group.addTask {
                    (nil, try await onThread { try read(person, list, counting: field, until: end) })
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(all.flatMap(\.1.complaints) == [])
        return Dictionary(
            uniqueKeysWithValues: all.compactMap { writer, answers in
                writer.map { ($0, answers.rounds) }
            })
    }

    @Test(arguments: ProgramCommands.all)
    func `Eight writers and several readers of a store lose nothing and show no waiting`(
        habits: ProgramCommands
    ) async throws {
        let person = try Person(habits.program)
        try person.run(script: [habits.addition.replacing("%@", with: "First")])
        let answers = try await runWriters(person, list: habits.list, counting: habits.property, habits.lines)
        var expected = ["First"]
        for (writer, rounds) in answers {
            for (round, output) in rounds.enumerated() {
                let titles = ProgramCommands.titles(writer, round)
                #expect(titles.allSatisfy { output.contains("“\($0)”") }, "\(output)")
                expected += titles
            }
        }
        try Reference.open(person)
        let snapshot = try StoreSnapshot(of: person.store)
        #expect(snapshot.values(habits.property, of: habits.model).sorted() == expected.sorted())
        // Every change must be a separate step of the history.
        let rounds = answers.values.map(\.count).reduce(0, +)
        #expect(snapshot.withoutAnnouncements.count("_history") == 1 + 7 * rounds)
    }

    @Test func `Eight writers of notes and favourites lose nothing and show no waiting`() async throws {
        let person = try Person("moonshot")
        // Each writer writes about its own mission, and all of them about mission 7.
        let answers = try await runWriters(person, list: ["notes", "--json"], counting: "note") {
            writer, round in
            let words = ProgramCommands.titles(writer, round)
            return words.map { "note \(writer + 8) \($0)" } + [
                "favourite \(writer + 8)", "unfavourite \(writer + 8)", "note 7 \(words[0])",
            ]
        }
        for output in answers.values.joined() {
            // Another writer may have written about mission 7 in the meantime.
            let lines = output.split(separator: "\n").filter {
                !$0.hasPrefix("Warning: Another process changed")
            }
            #expect(lines.count == 8, "\(output)")
        }
        try Reference.open(person)
        let snapshot = try StoreSnapshot(of: person.store)
        let missions = snapshot.values("mission", of: "MissionNote")
        let texts = snapshot.values("text", of: "MissionNote")
        var notes = Dictionary(zip(missions, texts)) { first, _ in first }
        let last = notes.removeValue(forKey: "7")
        #expect(last?.hasSuffix("B1") == true)
        #expect(
            notes
                == Dictionary(
                    uniqueKeysWithValues: answers.map { writer, rounds in
                        ("\(writer + 8)", ProgramCommands.titles(writer, rounds.count - 1).last ?? "")
                    }))
        #expect(snapshot.count("Favourite") == 0)
        #expect(snapshot.count("_history") == 8 * answers.values.map(\.count).reduce(0, +))
    }

    /// Changes that eight processes make to record number 1 at the same time, and the expected result. Each
    /// process changes a different property.
    struct ConcurrentChanges: Sendable, CustomTestStringConvertible {
        let program: String
        let addition: String
        /// For each property, the line that sets it and the expected value.
        let fields: [(line: String, value: String)]
        /// Lines with which each process links something to the record. `%@` is replaced by the process's
        /// name.
        let links: [String]
        let model: String
        /// The model of the linked records, the property with their names, the table of links, and the column
        /// of this table that refers to the changed record.
        let linked: (model: String, name: String, pairs: String, record: String)

        var testDescription: String { program }

        static let all = [
            ConcurrentChanges(
                program: "mybooks", addition: "add First Writer",
                fields: [
                    ("rate 1 5", "rating=5.0"), ("edit 1 --summary Long", "summary=Long"),
                    ("edit 1 --author Lem", "author=Lem"), ("start 1", "status=in-progress"),
                ], links: ["shelf add 1 %@"], model: "Book",
                linked: ("Shelf", "name", "Book_shelves", "_source")),
            ConcurrentChanges(
                program: "itour", addition: "add First",
                fields: [
                    ("edit 1 --priority must", "priority=3"), ("edit 1 --details Long", "details=Long"),
                    ("edit 1 --date 2026-04-02", "isAllDay=1"), ("edit 1 --name Rome", "name=Rome"),
                ], links: ["sight add %@ --in 1"], model: "Destination",
                linked: ("Sight", "name", "Sight", "destination")),
            ConcurrentChanges(
                program: "portfolio", addition: "new First",
                fields: [
                    ("priority high 1", "priority=high"), ("title 1 Second", "title=Second"),
                    ("content 1 --text Long", "content=Long"), ("close 1", "closed=some"),
                ], links: ["tag new %@", "tag %@ 1"], model: "Issue",
                linked: ("Tag", "name", "Issue_tags", "_source")),
        ]

        func lines(_ writer: Int) -> [String] {
            let links = links.map { $0.replacing("%@", with: "w\(writer)") }
            return writer <= fields.count ? [fields[writer - 1].line] + links : links
        }
    }

    @Test(arguments: ConcurrentChanges.all)
    func `Eight processes that edit different properties of a record keep each other's changes`(
        shares: ConcurrentChanges
    ) async throws {
        for round in 0..<(Extent.isWhole ? 20 : 3) {
            let person = try Person(shares.program)
            try person.run(script: [shares.addition])
            try await withThrowingTaskGroup(of: ProcessResult.self) { group in
                for writer in 1...8 {
                    group.addTask { try await onThread { try person.run(script: shares.lines(writer)) } }
                }
                for try await result in group {
                    #expect(result.status == .exited(0), "\(result.stderr)")
                    #expect(result.stderr.isEmpty, "\(result.stderr)")
                }
            }
            try Reference.open(person)
            let snapshot = try StoreSnapshot(of: person.store)
            let record = try #require(snapshot.tables[shares.model]?.first)
            for field in shares.fields { #expect(record.contains(field.value), "round \(round): \(record)") }
            let names = snapshot.values(shares.linked.name, of: shares.linked.model)
            #expect(names.sorted() == (1...8).map { "w\($0)" }, "round \(round)")
            let records = snapshot.values(shares.linked.record, of: shares.linked.pairs)
            #expect(records == Array(repeating: "1", count: 8), "round \(round)")
            let lines = (1...8).map { shares.lines($0).count }.reduce(1, +)
            #expect(snapshot.withoutAnnouncements.count("_history") == lines, "round \(round)")
        }
    }

    @Test func `Processes that create the same store at the same time all find it`() async throws {
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
