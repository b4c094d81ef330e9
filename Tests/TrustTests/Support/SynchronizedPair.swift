import Foundation
import TestSupport
import Testing

/// A server, and two computers of a user that synchronize a program's data.
struct SynchronizedPair {
    let server: SyncServerProcess
    let laptop: Person
    let desktop: Person
    private let habits: ProgramCommands
    /// The disk whose power can be cut, if there is one.
    let disk: LoopDisk?

    /// The computer whose disk can lose its power.
    enum DiskOwner {
        case laptop, server
    }

    /// The commands with which a user changes and lists a program's data.
    struct ProgramCommands: Sendable, CustomTestStringConvertible {
        let program: String
        /// The command that adds a record with the title `%@`, and commands that change it.
        let addition: String
        let changes: [String]
        /// Texts that exports and lists contain for a complete record. `%@` is replaced by its title.
        let parts: [String]
        /// The commands that list records that an export omits.
        var lists: [String] = []

        var testDescription: String { program }

        /// The programs that synchronize.
        static let all = [
            ProgramCommands(
                program: "mybooks", addition: "add %@ Lem",
                changes: [
                    "rate %@ 5", "shelf add %@ shelf%@ --yes", "quote add %@ \"words of %@\" --page 7",
                ], parts: ["title: %@", "[shelf%@]", "text: words of %@"]),
            ProgramCommands(
                program: "itour", addition: "add %@",
                changes: [
                    "edit %@ --priority must", "sight add sight%@ --in %@",
                    "poi add point%@ --city Rome --category sort",
                ], parts: ["name: %@", "name: sight%@", "name: point%@"],
                lists: ["poi list --json"]),
            ProgramCommands(
                program: "portfolio", addition: "new %@",
                changes: [
                    "priority high %@", "content %@ --text \"of %@\"", "tag new tag%@", "tag tag%@ %@",
                ], parts: ["title: %@", "content: of %@", "tags: [tag%@]", "issues: 1, name: tag%@"],
                lists: ["tags --json"]),
        ]
    }

    init(_ habits: ProgramCommands, diskOf owner: DiskOwner? = nil) throws {
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
                [
                    "sync", "login", "http://127.0.0.1:\(server.port)", "--token-file", "-", "--key-file",
                    try device.home.write(SyncServerProcess.accountCode, to: "code"),
                ], script: [token])
            guard result.status == .exited(0) else { throw TestSupportError(result.stderr) }
        }
    }

    /// Adds records on both computers, and sends only the desktop's records to the server.
    ///
    /// - Returns: The titles of the laptop's new records, and all records of the laptop.
    func change(_ round: Int) throws -> (titles: [String], records: Set<String>) {
        let (status, _) = try look(at: desktop, after: lines(making: ["d\(1000 + round)"]) + ["sync"])
        expectAllSent(status, "round \(round)")
        let titles = ["l\(1000 + round)", "m\(1000 + round)"]
        return (titles, try look(at: laptop, after: lines(making: titles)).records)
    }

    private func lines(making titles: [String]) -> [String] {
        titles.flatMap { title in
            ([habits.addition] + habits.changes).map { $0.replacing("%@", with: title) }
        }
    }

    /// Synchronizes a computer, checks that nothing is left to send, and returns its records.
    @discardableResult
    func synchronize(_ device: Person, _ place: String = "") throws -> Set<String> {
        let result = try device.run(["sync"])
        guard result.status == .exited(0) else { throw TestSupportError("\(place): \(result.stderr)") }
        // Read the status and the records in another process.
        let (status, records) = try look(at: device)
        expectAllSent(status, place)
        return records
    }

    private func expectAllSent(_ status: [String: Any], _ place: String) {
        for name in ["notSynchronized", "pending", "refused"] {
            #expect(status[name] as? Int == 0, "\(place): \(name): \(status)")
        }
    }

    /// Returns what a computer exports and lists, as one text for each record.
    func records(_ device: Person) throws -> Set<String> { try look(at: device).records }

    /// Runs lines on a computer, and returns its synchronization status and its records.
    private func look(
        at device: Person, after lines: [String] = []
    ) throws -> (status: [String: Any], records: Set<String>) {
        let script = lines + ["sync status --json", "export records.json --overwrite"] + habits.lists
        let result = try device.run(script: script)
        guard result.status == .exited(0) else { throw TestSupportError("\(script): \(result.stderr)") }
        let printed = try Self.documents(result.stdout)
        guard printed.count == 1 + habits.lists.count, let status = printed[0] as? [String: Any] else {
            throw TestSupportError("\(script): \(result.stdout)")
        }
        let file = URL(fileURLWithPath: device.home.file("records.json"))
        let exported = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
        let lists: [Any] = [exported] + printed.dropFirst()
        var records: Set<String> = []
        for json in lists {
            let list = (json as? [String: Any])?["destinations"] ?? json
            guard let list = list as? [Any] else { throw TestSupportError("no list: \(json)") }
            records.formUnion(list.map(Self.words))
        }
        return (status, records)
    }

    /// Returns the JSON documents in a program's output. Each begins and ends with a line.
    private static func documents(_ output: String) throws -> [Any] {
        var texts: [String] = []
        var isOpen = false
        for line in output.split(separator: "\n") {
            if !isOpen, ["{", "[", "[]"].contains(line) {
                texts.append("")
                isOpen = true
            }
            if isOpen { texts[texts.count - 1].append(contentsOf: line) }
            if ["}", "]", "[]"].contains(line) { isOpen = false }
        }
        return try texts.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) }
    }

    /// Returns a JSON value as text, without record numbers, which differ between computers.
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

    /// Returns the titles whose records are complete.
    func titles(_ titles: [String], in records: Set<String>) -> [String] {
        titles.filter { title in
            habits.parts.allSatisfy { part in
                records.contains { $0.contains(part.replacing("%@", with: title)) }
            }
        }
    }

    /// Synchronizes both computers, checks that their records are equal, and returns these records.
    @discardableResult
    func settle(_ place: String) throws -> Set<String> {
        let first = try synchronize(laptop, place)
        let second = try synchronize(desktop, place)
        #expect(first == second, "\(place): \(first.symmetricDifference(second))")
        return second
    }
}
