import Foundation
import TestSupport
import Testing

@testable import ModelData

@Suite("Conditions on bad data and bad conditions, in every program", .level(.default))
struct ConditionInputTests {
    /// Runs SQL on a user's store, as another database program could do.
    private func edit(_ person: Person, _ sql: String) throws {
        let connection = try StoreConnection(path: person.home.file("store"), timeout: 5)
        try connection.perform { try $0.execute(sql) }
        try connection.close()
    }

    /// Runs a line of several arguments on one store.
    @discardableResult
    private func run(_ person: Person, _ arguments: [String]) throws -> ProcessResult {
        try TestSupport.run(
            person.path, ["--store", person.home.file("store")] + arguments, stdin: "",
            environment: person.environment, workingDirectory: person.home.path)
    }

    /// A store of a program with two records.
    private struct Shelf: Sendable {
        let program: String
        let lines: [String]
        /// The command that lists the records with conditions.
        let list: [String]
        /// A condition that both records meet, and which the store or the program evaluates.
        let condition: String
        /// The statement that damages the second record.
        let damage: String
        let readable: String
        let model: String
    }

    private static let shelves = [
        Shelf(
            program: "mybooks", lines: ["add Solaris Lem", "add Eden Lem"], list: ["list"],
            condition: "author:lem", damage: "UPDATE Book SET status = 'lost' WHERE _id = 2",
            readable: "Solaris", model: "Book"),
        Shelf(
            program: "itour", lines: ["add Rome", "back", "add Oslo"], list: ["list"], condition: "name:o",
            damage: "UPDATE Destination SET identifier = 'x' WHERE _id = 2", readable: "Rome",
            model: "Destination"),
        Shelf(
            program: "itour", lines: ["add Rome", "sight add Colosseum", "sight add Forum"],
            list: ["sight", "list"], condition: "-is:visited",
            damage: "UPDATE Sight SET identifier = 'x' WHERE _id = 2", readable: "Colosseum", model: "Sight"),
        Shelf(
            program: "portfolio", lines: ["new Alpha", "new Beta"], list: ["list"], condition: "is:open",
            damage: "UPDATE Issue SET identifier = 'x' WHERE _id = 2", readable: "Alpha", model: "Issue"),
        Shelf(
            program: "moonshot", lines: ["favourite 11", "favourite 8"], list: ["favourites"], condition: "",
            damage: "UPDATE Favourite SET kind = 'x' WHERE _id = 2", readable: "Apollo 11",
            model: "Favourite"),
    ]

    @Test(arguments: shelves.indices)
    func `An unreadable record is named, and the others are listed`(index: Int) throws {
        let shelf = Self.shelves[index]
        let person = try Person(shelf.program)
        try run(person, shelf.lines.flatMap { ["-c", $0] })
        try edit(person, shelf.damage)
        let list = try run(person, shelf.list + (shelf.condition.isEmpty ? [] : [shelf.condition]))
        #expect(list.status == .exited(0), "\(list.stderr)")
        #expect(list.stdout.contains(shelf.readable))
        let said = (list.stdout + list.stderr).components(separatedBy: "number 2 can't be read").count - 1
        #expect(said == 1, "\(list.stdout)\(list.stderr)")
    }

    @Test(arguments: [0, 1, 3])
    func `An export has the readable records, and names the others`(index: Int) throws {
        let shelf = Self.shelves[index]
        let person = try Person(shelf.program)
        try run(person, shelf.lines.flatMap { ["-c", $0] })
        try edit(person, shelf.damage)
        for conditions in [[], [shelf.condition]] {
            let file = person.home.file("\(conditions.count).json")
            let export = try run(person, ["export", file] + conditions)
            #expect(export.status == .exited(0), "\(export.stderr)")
            #expect(try String(contentsOfFile: file, encoding: .utf8).contains(shelf.readable))
            let said =
                (export.stdout + export.stderr).components(separatedBy: "number 2 can't be read").count - 1
            #expect(said == 1, "\(export.stdout)\(export.stderr)")
        }
    }

    /// The words with which a program takes conditions, and conditions for each kind of mistake.
    private struct Mistakes: Sendable {
        let program: String
        let list: [String]
        /// A mistyped key, and the key that is suggested.
        let key: (typed: String, meant: String)
        /// A value that its key doesn't take, and a word of the answer.
        let value: (typed: String, answer: String)
        let empty: String
        let backward: String
        let text: String
    }

    private static let mistakes = [
        Mistakes(
            program: "mybooks", list: ["list"], key: ("titel:x", "title:"), value: ("rating:9", "0.25"),
            empty: "pages:..", backward: "pages:5..1", text: "title"),
        Mistakes(
            program: "mybooks", list: ["delete", "--yes"], key: ("titel:x", "title:"),
            value: ("status:red", "abandoned"), empty: "pages:..", backward: "read:2025..2020", text: "title"),
        Mistakes(
            program: "itour", list: ["list"], key: ("prority:x", "priority:"),
            value: ("priority:enormous", "must"), empty: "date:..", backward: "date:2027-05..2027-04",
            text: "name"),
        Mistakes(
            program: "itour", list: ["sight", "list"], key: ("hour:x", "hours:"), value: ("cost:x", "JPY"),
            empty: "cost:..", backward: "cost:5..1", text: "note"),
        Mistakes(
            program: "moonshot", list: ["missions"], key: ("rokcet:x", "rocket:"),
            value: ("year:abc", "9,999"),
            empty: "landing:..", backward: "moonwalks:5..3", text: "rocket"),
        Mistakes(
            program: "moonshot", list: ["missions"], key: ("yaer:x", "year:"),
            value: ("samples:many", "number"), empty: "samples:..", backward: "samples:9..1", text: "crew"),
        Mistakes(
            program: "portfolio", list: ["list"], key: ("prioriti:x", "priority:"),
            value: ("priority:x", "medium"), empty: "due:..", backward: "due:2027..2026", text: "title"),
        Mistakes(
            program: "portfolio", list: ["close", "--yes"], key: ("prioriti:x", "priority:"),
            value: ("due:noday", "date"), empty: "due:..", backward: "created:2027..2026", text: "title"),
    ]

    @Test(arguments: mistakes.indices)
    func `A mistake in a condition is one message with its place, and nothing changes`(index: Int) throws {
        let mistakes = Self.mistakes[index]
        let person = try Person(mistakes.program)
        let setup = Self.shelves.first { $0.program == mistakes.program }?.lines ?? []
        try run(person, setup.flatMap { ["-c", $0] })
        let store = person.home.file("store")
        let before = try run(person, ["-c", "history"]).stdout
        let nested = String(repeating: "(", count: 51) + "a" + String(repeating: ")", count: 51)
        let lines: [(typed: String, answers: [String])] = [
            (mistakes.key.typed, ["character 1", mistakes.key.meant]),
            // A key that is near none: all are named.
            ("foo:bar", ["character 1", "“foo:” is unknown", "The keys are", "\(mistakes.text):"]),
            (mistakes.value.typed, ["can't follow", mistakes.value.answer]),
            ("(a", ["character 1", "parenthesis isn't closed"]),
            ("\"a", ["character 1", "quotation mark isn't closed"]),
            (mistakes.empty, ["neither a beginning nor an end"]),
            (mistakes.backward, ["ends before it begins"]),
            (nested, ["character 51", "too many parentheses"]),
        ]
        for (typed, answers) in lines {
            let result = try run(person, mistakes.list + [typed])
            #expect(result.status == .exited(64), "\(typed): \(result.stdout)\(result.stderr)")
            #expect(result.stdout.isEmpty, "\(typed)")
            // A problem and a remedy.
            #expect(result.stderr.split(separator: "\n").count <= 2, "\(typed): \(result.stderr)")
            for answer in answers {
                #expect(result.stderr.contains(answer), "\(typed): \(result.stderr)")
            }
        }
        // A long condition is evaluated like any other.
        let long = "\(mistakes.text):" + String(repeating: "x", count: 100_000)
        let result = try run(person, mistakes.list + [long])
        #expect(result.stderr.utf8.count < 250_000, "\(result.stderr.utf8.count)")
        #expect(FileManager.default.fileExists(atPath: store) == !setup.isEmpty)
        #expect(try run(person, ["-c", "history"]).stdout == before)
    }
}
