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
}
