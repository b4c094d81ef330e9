import Foundation
import TestSupport
import Testing

/// A server, and two computers of a person that keep a program's data the same with it.
struct SynchronizedPair {
    let server: SyncServerProcess
    let laptop: Person
    let desktop: Person
    private let habits: Habits

    /// What the person does with a program.
    struct Habits: Sendable, CustomTestStringConvertible {
        let program: String
        /// What makes a record, `%@` being its title, and what changes it.
        let addition: String
        let changes: [String]
        let list: [String]

        var testDescription: String { program }

        /// The programs that synchronize.
        static let all = [
            Habits(
                program: "mybooks", addition: "add %@ Lem",
                changes: ["rate %@ 5", "shelf add %@ shelf%@"], list: ["list", "--json"]),
            Habits(
                program: "itour", addition: "add %@",
                changes: ["edit %@ --priority must", "sight add sight%@ --in %@"],
                list: ["list", "--all", "--json"]),
            Habits(
                program: "portfolio", addition: "new %@",
                changes: ["priority high %@", "content %@ --text \"of %@\""],
                list: ["list", "--json"]),
        ]
    }

    init(_ habits: Habits) throws {
        self.habits = habits
        server = try SyncServerProcess()
        laptop = try Person(habits.program)
        desktop = try Person(habits.program)
        for (device, name) in [(laptop, "laptop"), (desktop, "desktop")] {
            let token = try server.addDevice(name)
            let result = try device.run(
                ["sync", "login", "http://127.0.0.1:\(server.port)", "--token-file", "-"], script: [token])
            guard result.status == .exited(0) else { throw TestSupportError(result.stderr) }
        }
    }

    /// Makes records on both computers, of which the laptop's are not sent yet; returns the titles of those.
    func change(_ round: Int) throws -> [String] {
        try make(["d\(1000 + round)"], on: desktop)
        try synchronize(desktop)
        let titles = ["l\(1000 + round)", "m\(1000 + round)"]
        try make(titles, on: laptop)
        return titles
    }

    private func make(_ titles: [String], on device: Person) throws {
        let lines = titles.flatMap { title in
            ([habits.addition] + habits.changes).map { $0.replacing("%@", with: title) }
        }
        let result = try device.run(script: lines)
        guard result.status == .exited(0) else { throw TestSupportError("\(lines): \(result.stderr)") }
    }

    /// Synchronizes a computer, which has nothing to send afterwards.
    func synchronize(_ device: Person, _ place: String = "") throws {
        let result = try device.run(["sync"])
        guard result.status == .exited(0) else { throw TestSupportError("\(place): \(result.stderr)") }
        let status = try device.run(["sync", "status", "--json"])
        let json = try JSONSerialization.jsonObject(with: Data(status.outputBytes)) as? [String: Any]
        for name in ["notSynchronized", "pending", "refused"] {
            #expect(json?[name] as? Int == 0, "\(place): \(name): \(status.stdout)")
        }
    }

    /// What a computer has: every record in words, without its number, which each computer gives itself.
    func records(_ device: Person) throws -> Set<String> {
        let result = try device.run(habits.list)
        guard result.status == .exited(0),
            let json = try JSONSerialization.jsonObject(with: Data(result.outputBytes)) as? [[String: Any]]
        else { throw TestSupportError("\(result.status): \(result.stderr)") }
        return Set(
            json.map { record in
                record.filter { $0.key != "number" }.map { "\($0.key): \($0.value)" }.sorted()
                    .joined(separator: ", ")
            })
    }

    /// The titles among some that a computer has.
    func titles(_ titles: [String], on device: Person) throws -> [String] {
        let records = try records(device)
        return titles.filter { title in records.contains { $0.contains(title) } }
    }

    /// Lets both synchronize in order, and makes sure that they hold the same then.
    func settle(_ place: String) throws {
        try synchronize(laptop, place)
        try synchronize(desktop, place)
        let (first, second) = (try records(laptop), try records(desktop))
        #expect(first == second, "\(place): \(first.symmetricDifference(second))")
    }
}
