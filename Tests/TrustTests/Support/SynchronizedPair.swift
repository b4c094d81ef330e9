import Foundation
import TestSupport
import Testing

/// A server, and two computers of a person that keep a program's data the same with it.
struct SynchronizedPair {
    let server: SyncServerProcess
    let laptop: Person
    let desktop: Person
    private let habits: Habits
    /// The disk whose power can be cut, where one of them has such a disk.
    let disk: LoopDisk?

    /// Who has a disk whose power can be cut.
    enum DiskOwner {
        case laptop, server
    }

    /// What the person does with a program.
    struct Habits: Sendable, CustomTestStringConvertible {
        let program: String
        /// What makes a record, `%@` being its title, and what changes it.
        let addition: String
        let changes: [String]
        /// What stands somewhere in what is exported and listed where a record is there with all that belongs to it.
        let parts: [String]
        /// What lists the records that an export leaves out.
        var lists: [[String]] = []

        var testDescription: String { program }

        /// The programs that synchronize.
        static let all = [
            Habits(
                program: "mybooks", addition: "add %@ Lem",
                changes: [
                    "rate %@ 5", "shelf add %@ shelf%@", "quote add %@ \"words of %@\" --page 7",
                ], parts: ["title: %@", "[shelf%@]", "text: words of %@"]),
            Habits(
                program: "itour", addition: "add %@",
                changes: [
                    "edit %@ --priority must", "sight add sight%@ --in %@",
                    "poi add point%@ --city Rome --category sort",
                ], parts: ["name: %@", "name: sight%@", "name: point%@"],
                lists: [["poi", "list", "--json"]]),
            Habits(
                program: "portfolio", addition: "new %@",
                changes: [
                    "priority high %@", "content %@ --text \"of %@\"", "tag new tag%@", "tag tag%@ %@",
                ], parts: ["title: %@", "content: of %@", "tags: [tag%@]", "issues: 1, name: tag%@"],
                lists: [["tags", "--json"]]),
        ]
    }

    init(_ habits: Habits, diskOf owner: DiskOwner? = nil) throws {
        self.habits = habits
        let directory = try TemporaryDirectory()
        laptop = try Person(habits.program)
        disk =
            switch owner {
            case .laptop: try LoopDisk(at: laptop.home.file("home"), of: laptop.home)
            case .server: try LoopDisk(at: directory.path, of: directory)
            case nil: nil
            }
        server = try SyncServerProcess(directory: directory)
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

    /// What a computer has: every record in words, with what belongs to it, as it is exported and listed.
    func records(_ device: Person) throws -> Set<String> {
        let file = device.home.file("records.json")
        let exported = try device.run(["export", file, "--overwrite"])
        guard exported.status == .exited(0) else { throw TestSupportError(exported.stderr) }
        var documents = [try Data(contentsOf: URL(fileURLWithPath: file))]
        for list in habits.lists {
            let result = try device.run(list)
            guard result.status == .exited(0) else { throw TestSupportError(result.stderr) }
            documents.append(Data(result.outputBytes))
        }
        return try documents.reduce(into: []) { records, document in
            let json = try JSONSerialization.jsonObject(with: document)
            let list = (json as? [String: Any])?["destinations"] ?? json
            guard let list = list as? [Any] else { throw TestSupportError("no list: \(json)") }
            records.formUnion(list.map(Self.words))
        }
    }

    /// A value of JSON in words, without the numbers that each computer gives its records itself.
    private static func words(_ value: Any) -> String {
        switch value {
        case let record as [String: Any]:
            "{"
                + record.filter { $0.key != "number" }.map { "\($0.key): \(words($0.value))" }.sorted()
                .joined(separator: ", ") + "}"
        case let list as [Any]: "[" + list.map(words).joined(separator: ", ") + "]"
        default: "\(value)"
        }
    }

    /// The titles among some whose record a computer has with all that belongs to it.
    func titles(_ titles: [String], on device: Person) throws -> [String] {
        let records = try records(device)
        return titles.filter { title in
            habits.parts.allSatisfy { part in
                records.contains { $0.contains(part.replacing("%@", with: title)) }
            }
        }
    }

    /// Lets both synchronize in order, and makes sure that they hold the same then.
    func settle(_ place: String) throws {
        try synchronize(laptop, place)
        try synchronize(desktop, place)
        let (first, second) = (try records(laptop), try records(desktop))
        #expect(first == second, "\(place): \(first.symmetricDifference(second))")
    }
}
