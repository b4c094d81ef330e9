import Foundation
import SyncProtocol
import TestSupport
import Testing

/// The rule: what a released version wrote stays readable. `Packaging/fixtures` makes the files of a version in `Fixtures`,
/// and they are never changed.
@Suite("Files and messages of released versions", .level(.default))
struct KeptVersionTests {
    /// What a program of a version wrote.
    struct Kept: Sendable, CustomTestStringConvertible {
        let version: String
        let program: String

        var testDescription: String { "\(program) \(version)" }

        func file(_ name: String) -> URL {
            KeptVersionTests.folder.appending(path: "\(version)/\(program)/\(name)")
        }

        var isSynchronized: Bool { FileManager.default.fileExists(atPath: file("protocol.json").path) }
    }

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures")

    private static func names(_ path: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    static let all: [Kept] = names(folder.path).flatMap { version in
        names(folder.appending(path: version).path).map { Kept(version: version, program: $0) }
    }

    /// A message of a device and the server's answer.
    private struct Message {
        let path: String
        let authorization: String
        var request: [String: Any]
        let status: Int
        let answer: [String: Any]

        init(_ json: [String: Any]) throws {
            path = try #require(json["path"] as? String)
            authorization = try #require(json["authorization"] as? String)
            request = try #require(json["request"] as? [String: Any])
            status = try #require(json["status"] as? Int)
            answer = try #require(json["answer"] as? [String: Any])
        }
    }

    private static func json(_ file: URL) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(contentsOf: file))
    }

    private static func messages(_ kept: Kept) throws -> (code: String, messages: [Message]) {
        let json = try #require(try json(kept.file("protocol.json")) as? [String: Any])
        let messages = try #require(json["messages"] as? [[String: Any]])
        return (try #require(json["code"] as? String), try messages.map(Message.init))
    }

    /// Returns the places where a value lacks something of an earlier one. Later versions may add members, and order
    /// entries otherwise.
    private static func missing(_ earlier: Any, in value: Any, at place: String = "") -> [String] {
        switch (earlier, value) {
        case (let earlier as [String: Any], let value as [String: Any]):
            return earlier.sorted { $0.key < $1.key }.flatMap { key, member in
                value[key].map { missing(member, in: $0, at: "\(place).\(key)") } ?? ["\(place).\(key)"]
            }
        case (let earlier as [Any], let value as [Any]):
            if earlier.count != value.count { return ["\(place): \(value.count) of \(earlier.count)"] }
            let (old, new) = (ordered(earlier), ordered(value))
            return zip(old, new).enumerated().flatMap { missing($1.0, in: $1.1, at: "\(place)[\($0)]") }
        default:
            return "\(earlier)" == "\(value)" ? [] : ["\(place): \(value) instead of \(earlier)"]
        }
    }

    /// Returns the entries with identifiers in the order of these, and then the others as they are.
    private static func ordered(_ list: [Any]) -> [Any] {
        func identifier(_ entry: Any) -> String? { (entry as? [String: Any])?["identifier"] as? String }
        let identified = list.compactMap { entry in identifier(entry).map { ($0, entry) } }
        return identified.sorted { $0.0 < $1.0 }.map(\.1) + list.filter { identifier($0) == nil }
    }

    /// Compares the export of a store with the one that the version wrote.
    ///
    /// - Parameter ignored: A key whose values aren't compared.
    private func expectSameValues(
        _ kept: Kept, _ store: String? = nil, of person: Person, except ignored: String = ""
    ) throws {
        let place = store.map { ["--store", $0] } ?? []
        let exported = try TestSupport.run(
            person.path, place + ["export", "now.json"], environment: person.environment,
            workingDirectory: person.home.path)
        #expect(exported.status == .exited(0), "\(exported.stderr)")
        let now = try Self.json(URL(fileURLWithPath: person.home.file("now.json")))
        let missing = Self.missing(try Self.json(kept.file("export.json")), in: now)
        #expect(missing.filter { ignored.isEmpty || !$0.contains(".\(ignored)[") } == [])
    }

    @Test func `The first release is kept for every program`() {
        let programs = Self.all.filter { $0.version == "1.0.0" }
        #expect(programs.map(\.program) == ["itour", "moonshot", "mybooks", "portfolio"])
        #expect(programs.filter(\.isSynchronized).map(\.program) == ["itour", "mybooks", "portfolio"])
    }

    @Test(arguments: all)
    func `A store opens with all its values`(kept: Kept) throws {
        let person = try Person(kept.program)
        let store = person.home.file("kept.store")
        try FileManager.default.copyItem(atPath: kept.file("\(kept.program).store").path, toPath: store)
        try expectSameValues(kept, store, of: person)
        if kept.program == "moonshot" {
            // An export has no marks.
            let marks = try person.run("--store", store, "favourites", "--csv").stdout
            #expect(marks.contains("Apollo 11"))
            #expect(marks.contains("Lovell"))
            #expect(try person.run("--store", store, "notes").stdout.contains("Earthrise"))
            #expect(try person.run("--store", store, "quiz", "--records", "--json").objects.count == 1)
        }
    }

    @Test(arguments: all.filter(\.isSynchronized))
    func `An export is imported with all its values`(kept: Kept) throws {
        let person = try Person(kept.program)
        let imported = try person.run("import", kept.file("export.json").path)
        #expect(imported.status == .exited(0), "\(imported.stderr)")
        try expectSameValues(kept, of: person)
    }

    @Test(arguments: all.filter { !$0.isSynchronized })
    func `An export of missions is read as data files`(kept: Kept) throws {
        let person = try Person(kept.program)
        let export = try #require(try Self.json(kept.file("export.json")) as? [String: Any])
        for name in ["missions", "astronauts"] {
            let part = try JSONSerialization.data(withJSONObject: try #require(export[name]))
            try part.write(to: URL(fileURLWithPath: person.home.file("\(name).json")))
        }
        let checked = try person.run("--data", ".", "check")
        #expect(checked.status == .exited(0), "\(checked.stderr)")
        let missions = try #require(export["missions"] as? [Any])
        #expect(try person.run("--data", ".", "missions", "--json").objects.count == missions.count)
    }

    @Test(arguments: all.filter(\.isSynchronized))
    func `The server answers earlier devices, and today's devices read their records`(kept: Kept) throws {
        let directory = try TemporaryDirectory()
        try FileManager.default.copyItem(
            atPath: kept.file("server.store").path, toPath: directory.file("sync.store"))
        let server = try SyncServerProcess(directory: directory)
        let (code, messages) = try Self.messages(kept)
        // The token of an answer is that of the server that gave it.
        var tokens: [String: String] = [:]
        for var message in messages {
            if message.request["token"] != nil { message.request["token"] = tokens[message.authorization] }
            let connection = try HTTPConnection(port: server.port)
            try connection.post(
                message.path, token: String(message.authorization.dropFirst("Bearer ".count)),
                body: Array(try JSONSerialization.data(withJSONObject: message.request)))
            let answer = try connection.answer()
            #expect(answer.status == message.status, "\(message.path)")
            let json = try #require(
                try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
            #expect(Set(message.answer.keys).subtracting(json.keys) == [], "\(message.path)")
            let (now, before) = (json["changes"] as? [Any], message.answer["changes"] as? [Any])
            #expect(now?.count == before?.count, "\(message.path)")
            tokens[message.authorization] = json["token"] as? String
        }
        let person = try Person(kept.program)
        let key = try person.home.write(code + "\n", to: "code")
        let login = try person.run(
            "sync", "login", "http://127.0.0.1:\(server.port)", "--token-file", "-", "--key-file", key,
            stdin: try server.addDevice("today") + "\n")
        #expect(login.status == .exited(0), "\(login.stderr)")
        let synchronized = try person.run("sync")
        #expect(synchronized.status == .exited(0), "\(synchronized.stderr)")
        // Each device has its own order of the books on a shelf.
        try expectSameValues(kept, of: person, except: "shelfPositions")
    }

    @Test(arguments: all.filter(\.isSynchronized))
    func `Today's devices understand earlier answers`(kept: Kept) throws {
        for message in try Self.messages(kept).messages where message.path.hasSuffix("/sync") {
            let answer = try SyncAnswer(
                decoding: Data(try JSONSerialization.data(withJSONObject: message.answer)))
            #expect(answer.unreadable == [])
            #expect(answer.changes.count == (message.answer["changes"] as? [Any])?.count)
        }
    }
}
