import Foundation
import SyncProtocol
import Synchronization
import TestSupport
import Testing

@testable import SyncServer

@Suite("Commands for administrators")
struct CommandTests {
    private let directory: TemporaryDirectory
    private let program: String

    init() throws {
        directory = try TemporaryDirectory()
        program = try ProgramUnderTest.path("syncserver")
    }

    private func run(_ arguments: String..., adding: [String: String] = [:]) throws -> ProcessResult {
        try TestSupport.run(program, arguments, environment: directory.environment(adding: adding))
    }

    @Test(.level(.default)) func `Accounts and devices can be created, listed and deleted`() throws {
        #expect(try run("account", "list").stdout.contains("There are no accounts yet."))
        let made = try run("account", "add", "ada", "--yes")
        #expect(made.status == .exited(0))
        #expect(made.stdout.contains("Created the account “ada”."))
        let device = try run("device", "add", "ada", "laptop")
        let token = try #require(device.stdout.split(separator: "\n").last.map(String.init))
        #expect(DeviceToken(token) != nil, "\(device.stdout)")
        let devices = try run("device", "list", "ada", "--json").stdout
        #expect(devices.contains(#""name": "laptop""#), "a token is shown once")
        #expect(!devices.contains("sync_"), "a token is shown once")
        #expect(
            try run("account", "list", "--csv").stdout.hasPrefix(
                "name,devices,records,created,bytes,number\r\nada,1,0,20")
        )
        #expect(try run("device", "revoke", "ada", "laptop").stdout.contains("Revoked"))
        #expect(try run("account", "list", "--json").stdout.contains(#""devices": 0"#))
        // The data is stored in the user's data directory, and only that user can read it.
        let path = directory.file("home/.local/share/syncserver/syncserver.store")
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)

        let unasked = try run("account", "delete", "ada")
        #expect(unasked.status == .exited(64))
        #expect(unasked.stderr.contains("--yes"))
        #expect(try run("account", "delete", "ada", "--yes").stdout.contains("Deleted the account “ada”."))
        #expect(try run("account", "list", "--json").stdout == "[]\n")
    }

    @Test(.level(.default)) func `Without a setting, the first account is created only after a question`()
        throws
    {
        let path = directory.file("home/.local/share/syncserver/syncserver.store")
        let asked = try run("account", "add", "ada")
        #expect(asked.status == .exited(64))
        #expect(asked.stderr.contains(path))
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(try run("account", "add", "ada", "--yes").status == .exited(0))
        #expect(try run("account", "add", "bob").status == .exited(0), "the store is in use")
        let named = try run("--store", directory.file("named.store"), "account", "add", "ada")
        #expect(named.status == .exited(0))
    }

    @Test(.level(.default)) func `A renewed token replaces the earlier one`() throws {
        let server = try SyncServerProcess()
        let device = try TestDevice(server)
        _ = try device.sync([.sample(1)])
        let renewed = try server.run(["token", "renew", "ada", "laptop"])
        let token = try #require(renewed.stdout.split(separator: "\n").last.map(String.init))
        #expect(DeviceToken(token) != nil, "\(renewed.stdout)\(renewed.stderr)")
        let body = Array(TestDevice.request().encoded())
        #expect(try device.send(body).status == 401)
        #expect(try device.send(body, token: token).status == 200)
        #expect(try server.run(["device", "revoke", "ada", "laptop"]).status == .exited(0))
        let revoked = try server.run(["token", "renew", "ada", "laptop"])
        #expect(revoked.status == .exited(1))
        #expect(revoked.stderr.contains("already revoked"))
    }

    @Test(.level(.default)) func `Many accounts and devices are created in one process`() throws {
        let lines = (1...200).flatMap { ["account add a\($0) --yes", "device add a\($0) laptop"] }
        let made = try TestSupport.run(
            program, [], stdin: lines.joined(separator: "\n") + "\n", environment: directory.environment())
        #expect(made.status == .exited(0), "\(made.stderr)")
        #expect(made.stdout.split(separator: "\n").filter { $0.hasPrefix("sync_") }.count == 200)
    }

    @Test(.level(.default)) func `Errors explain what is wrong and what to do`() throws {
        _ = try run("account", "add", "ada", "--yes")
        let fixtures = try #require(Bundle.module.resourceURL).appendingPathComponent("Fixtures").path
        let cases: [(arguments: [String], code: Int32, says: String)] = [
            (["account", "add", "ada"], 1, "The account “ada” already exists."),
            (["device", "add", "bob", "x"], 1, "There is no account “bob”."),
            (["device", "revoke", "ada", "x"], 1, "“ada” has no device “x”."),
            (["account", "add", String(repeating: "a", count: 101)], 64, "longer than 100 characters"),
            (["account", "add", "a\u{202E}b"], 64, "invisible characters"),
            (["serve", "--host", "0.0.0.0"], 64, "unencrypted"),
            (["serve", "--certificate", "x"], 64, "needs its key"),
            (["serve", "--certificate", "/no/file", "--key", "/no/key"], 66, "no file “/no/file”"),
            (
                ["serve", "--certificate", "/etc/passwd", "--key", "/etc/passwd"], 66,
                "no readable PEM certificate"
            ),
            (["serve", "--host", "203.0.113.1", "--plain-http"], 74, "can't listen on 203.0.113.1"),
            (
                ["serve", "--host", "no such host", "--plain-http"], 74,
                "The address “no such host” is unknown."
            ),
            (
                [
                    "serve", "--certificate", "\(fixtures)/localhost.certificate.pem", "--key",
                    "\(fixtures)/other.key.pem",
                ], 65, "doesn't belong to the certificate"
            ),
            (["--in-memory", "serve"], 64, "in memory only"),
            (
                ["--store", "x", "--database", "postgres://h/x", "account", "list"], 64,
                "can't be used together"
            ),
            (["--database", "mysql://x", "account", "list"], 64, "postgres://"),
            (["--store", "/proc/nothing/x", "account", "list"], 66, "no store “/proc/nothing/x” yet"),
            (["--store", "/proc/nothing/x", "account", "add", "x"], 66, "no directory “/proc/nothing”"),
            (["--store", "/proc/nothing", "account", "add", "x"], 74, "can't be used"),
            (["backup", "/no/such/place/x"], 74, "can't be written"),
        ]
        try check(cases)
    }

    @Test(
        .level(.default), .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL or libpq is not installed"))
    func `A database server that can't be reached is named`() throws {
        try check([
            (
                ["--database", "postgres://nobody@%2Fno%2Fsuch%2Fplace/x", "account", "list"], 74,
                "can't be used: no database server is listening there."
            ),
            (
                ["--database", "postgres://nobody@127.0.0.1:1/x", "account", "list"], 74,
                "Technical description: connection to server at"
            ),
            (
                ["--database", "postgres://nobody:s@cret@127.0.0.1:1/x", "account", "list"], 64,
                "as in “%40” for “@”"
            ),
        ])
        for password in ["s@cret", "s/cret", "s%cret"] {
            let result = try run(
                "account", "list",
                adding: ["SYNCSERVER_DATABASE": "postgres://nobody:\(password)@127.0.0.1:1/x"])
            #expect(result.status == .exited(64), "\(result.stderr)")
            #expect(!result.stderr.contains("cret"), "\(result.stderr)")
        }
    }

    /// Runs commands that fail, and compares their exit codes and messages.
    private func check(_ cases: [(arguments: [String], code: Int32, says: String)]) throws {
        for (arguments, code, says) in cases {
            let result = try TestSupport.run(program, arguments, environment: directory.environment())
            #expect(result.status == .exited(code), "\(arguments): \(result.stderr)")
            #expect(!result.stderr.contains("\t"), "\(arguments): \(result.stderr)")
            let text = result.stderr.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(text.contains(says), "\(arguments): \(text)")
            #expect(result.stdout.isEmpty)
        }
    }

    @Test(.level(.default))
    func `If the metrics port is taken, its message appears before any device can connect`() throws {
        let server = try SyncServerProcess()
        let result = try run("serve", "--port", "0", "--metrics-port", "\(server.port)")
        #expect(result.status == .exited(74))
        let words = result.stderr.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("can't listen on 127.0.0.1, port \(server.port): the address is in use."))
        #expect(words.contains("--metrics-port"), "\(words)")
        #expect(!words.contains(#""listening""#), "\(words)")
    }

    @Test(.level(.default)) func `After a command, all data are in one file, without a log beside it`() throws
    {
        let server = try SyncServerProcess(starts: false)
        let store = server.directory.file("sync.store")
        func expectOneFile(_ devices: Int, _ records: Int) throws {
            let size = try? FileManager.default.attributesOfItem(atPath: store + "-wal")[.size] as? Int
            #expect((size ?? 0) == 0)
            // Copy only the main file, without its log. The copy must contain all data.
            let copy = server.directory.file("copy-\(devices)-\(records).store")
            try FileManager.default.copyItem(atPath: store, toPath: copy)
            let listed = try TestSupport.run(
                program, ["--store", copy, "account", "list", "--csv"],
                environment: server.directory.environment())
            #expect(listed.stdout.contains("ada,\(devices),\(records),"), "\(listed.stdout)\(listed.stderr)")
        }
        try expectOneFile(0, 0)
        try server.start()
        let device = try TestDevice(server)
        _ = try device.sync((1...40).map { .sample($0) })
        #expect(try server.stop() == .exited(128 + SIGTERM))
        try expectOneFile(1, 40)
        _ = try server.addDevice("phone")
        try expectOneFile(2, 40)
    }

    @Test(.level(.default)) func `A damaged store is neither backed up nor restored, in each language`()
        throws
    {
        let server = try SyncServerProcess()
        let device = try TestDevice(server)
        for part in [1...500, 501...1_000] { _ = try device.sync(part.map { .sample($0) }) }
        let whole = server.directory.file("whole.store")
        #expect(try server.run(["backup", whole]).status == .exited(0))
        #expect(try server.stop() == .exited(128 + SIGTERM))
        let store = server.directory.file("sync.store")
        for path in [store, whole] { try Self.damage(path) }

        let path = server.directory.file("backup.store")
        for (language, words, file) in [
            ("en", "The store “\(store)” is damaged.", "FILE"),
            ("pl", "Plik danych „\(store)” jest uszkodzony.", "PLIK"),
            ("hu", "A „\(store)” adatfájl sérült.", "FÁJL"),
        ] {
            let made = try server.run(["backup", path, "--language", language])
            #expect(made.status == .exited(65), "\(made.stdout)\(made.stderr)")
            let said = made.stderr.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(said.contains(words), "\(said)")
            #expect(said.contains("restore \(file)"), "\(said)")
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: server.directory.path)
        #expect(!names.contains { $0.hasPrefix("backup.store") })
        let restored = try TestSupport.run(
            program, ["--store", server.directory.file("new.store"), "restore", whole],
            environment: server.directory.environment())
        let said = restored.stderr.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(restored.status == .exited(65), "\(said)")
        #expect(said.contains("The backup “\(whole)” is damaged."), "\(said)")
    }

    /// Overwrites a page in the middle of a file.
    private static func damage(_ path: String) throws {
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let start = bytes.count / 2 / 4096 * 4096
        try #require(bytes.count > 20 * 4096)
        bytes.replaceSubrange(start..<start + 4096, with: Data(repeating: 0xA5, count: 4096))
        try bytes.write(to: URL(fileURLWithPath: path))
    }

    @Test(.level(.default)) func `The commands print the user's language`() throws {
        _ = try run("account", "add", "ada", "--yes")
        #expect(try run("account", "list", "--language", "pl").stdout.contains("ada"))
        #expect(
            try run("account", "add", "ada", "--language", "pl").stderr.contains("Konto „ada” już istnieje."))
        #expect(
            try run("account", "add", "ada", "--language", "hu").stderr.contains("Már van „ada” nevű fiók."))
        for language in ["en", "pl", "hu"] {
            let help = try run("help", "serve", "--language", language)
            #expect(help.status == .exited(0))
            #expect(help.stdout.contains("--metrics-port"))
        }
        let pseudo = try run("help", "--language", "en-XA").stdout
        #expect(pseudo.contains("["))
        #expect(!pseudo.contains("Creates an account."))
        #expect(try run("manual").stdout.contains(".TH \"SYNCSERVER\""))
        #expect(try run("completions", "bash").stdout.contains("syncserver"))
    }

    @Test(
        .level(.default), .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL or libpq is not installed"))
    func `The database address can come from the environment`() throws {
        let server = try #require(try PostgreSQLServer.shared())
        let address = ["SYNCSERVER_DATABASE": try server.makeDatabase()]
        #expect(try run("account", "add", "ada", adding: address).status == .exited(0))
        #expect(try run("account", "list", "--json", adding: address).stdout.contains("ada"))
        #expect(try run("account", "list", "--json").stdout == "[]\n")
    }

    @Test(.level(.default), arguments: StorageKind.testable)
    func `A backup fills an empty storage, for example when moving from a file to a database`(
        _ kind: StorageKind
    ) throws {
        let server = try SyncServerProcess()
        let device = try TestDevice(server)
        let token = try device.sync((1...40).map { .sample($0) }).token
        let path = server.directory.file("backup.store")
        #expect(try server.run(["backup", path]).status == .exited(0))
        _ = try server.stop()

        let place: [String] =
            switch try kind.makeServerStorage() {
            case .sqlite: ["--store", server.directory.file("other.store")]
            case .postgreSQL(let url): ["--database", url]
            }
        let other = { (arguments: [String]) in
            try TestSupport.run(program, place + arguments, environment: server.directory.environment())
        }
        let restored = try other(["restore", path, "--json"])
        #expect(restored.status == .exited(0), "\(restored.stderr)")
        #expect(restored.stdout.contains(#""accounts": 1"#))
        #expect(restored.stdout.contains(#""records": 40"#))
        #expect(try other(["account", "list", "--csv"]).stdout.contains("ada,1,40,"))
        let again = try other(["restore", path])
        #expect(again.status == .exited(1), "\(again.stderr)")
        #expect(again.stderr.contains("is not empty"), "\(again.stderr)")
        let missing = try other(["restore", server.directory.file("nothing")])
        #expect(missing.status == .exited(66))
        try expectContinuation(place, server.directory, device.token, after: token, records: 40)
    }

    @Test(.enabled(if: ReadOnlyWay.mount.isPossible, "this machine mounts nothing to be read only"))
    func `A backup or store on a read-only medium can be restored`() throws {
        let server = try SyncServerProcess()
        _ = try TestDevice(server).sync((1...40).map { .sample($0) })
        let medium = server.directory.file("medium")
        try FileManager.default.createDirectory(atPath: medium, withIntermediateDirectories: true)
        #expect(try server.run(["backup", "\(medium)/backup.store"]).status == .exited(0))
        server.kill()
        // The killed server left a log.
        for ending in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: server.directory.file("sync.store\(ending)"), toPath: "\(medium)/sync.store\(ending)")
        }
        let prefix = ReadOnlyWay.mount.prefix(for: medium)
        for name in ["backup.store", "sync.store"] {
            let arguments = [program, "--store", server.directory.file("new-\(name)"), "restore"]
            let result = try TestSupport.run(
                prefix[0], Array(prefix.dropFirst()) + arguments + ["\(medium)/\(name)", "--json"],
                environment: server.directory.environment())
            #expect(result.status == .exited(0), "\(name): \(result.stderr)")
            #expect(result.stdout.contains(#""records": 40"#), "\(name): \(result.stdout)")
        }
    }

    @Test(.level(.default))
    func `A restore into a file works beside that file and deletes a killed process's leftovers`()
        throws
    {
        _ = try run("account", "add", "ada", "--yes")
        let backup = directory.file("backup.store")
        #expect(try run("backup", backup).status == .exited(0))
        _ = try directory.write("x", to: "place/.new.store.\(UUID().uuidString).unfinished")
        let result = try run(
            "--store", directory.file("place/new.store"), "restore", backup,
            adding: ["TMPDIR": directory.file("nowhere")])
        #expect(result.status == .exited(0), "\(result.stderr)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.file("place")) == ["new.store"])
    }

    @Test(
        .level(.default), .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL or libpq is not installed"))
    func `If a restore into a database lacks space, the message names TMPDIR in each language`() throws {
        _ = try run("account", "add", "ada", "--yes")
        let backup = directory.file("backup.store")
        #expect(try run("backup", backup).status == .exited(0))
        let server = try #require(try PostgreSQLServer.shared())
        let nowhere = directory.file("nowhere")
        let variables = ["TMPDIR": nowhere, "SYNCSERVER_DATABASE": try server.makeDatabase()]
        for (language, words) in [
            ("en", "The backup can't be copied into"), ("pl", "Nie można skopiować kopii zapasowej"),
            ("hu", "A biztonsági mentés nem másolható"),
        ] {
            let result = try run("restore", backup, "--language", language, adding: variables)
            let said = result.stderr.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(result.status == .exited(74), "\(said)")
            #expect(said.contains(words), "\(said)")
            #expect(said.contains(nowhere), "\(said)")
            #expect(said.contains("TMPDIR"), "\(said)")
        }
    }

    @Test(.level(.default)) func `A backup is refused beside another file's log, in each language`() throws {
        _ = try run("account", "add", "ada", "--yes")
        let path = directory.file("bk.store")
        let log = try directory.write("of a file that was deleted", to: "bk.store-wal")
        for (language, words) in [
            ("en", "Move it away or choose another file"), ("pl", "Przenieś go gdzie indziej"),
            ("hu", "Helyezd át máshová"),
        ] {
            let made = try run("backup", path, "--language", language)
            let said = made.stderr.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(made.status == .exited(1), "\(said)")
            #expect(said.contains(log), "\(said)")
            #expect(said.contains(words), "\(said)")
        }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test(.level(.default))
    func `The journal of an interrupted first start isn't applied to a restored backup`() throws {
        _ = try run("account", "add", "ada", "--yes")
        let backup = directory.file("bk.store")
        #expect(try run("backup", backup).status == .exited(0))
        let whole = try Data(contentsOf: URL(fileURLWithPath: backup))
        for pages: UInt32 in [0, 1] {
            var journal = Data([0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7])
            for number: UInt32 in [0, 7, pages, 512, 4096] {
                journal.append(contentsOf: withUnsafeBytes(of: number.bigEndian) { Array($0) })
            }
            journal.append(Data(count: 512 - journal.count))
            try journal.write(to: URL(fileURLWithPath: backup + "-journal"))
            let list = try run("--store", backup, "account", "list")
            #expect(list.status == .exited(65), "\(list)")
            #expect(list.stderr.contains(backup + "-journal"), "\(list)")
            #expect(try Data(contentsOf: URL(fileURLWithPath: backup)) == whole)
            let other = directory.file("other\(pages).store")
            let restored = try run("--store", other, "restore", backup)
            #expect(restored.status == .exited(0), "\(restored.stderr)")
            #expect(try run("--store", other, "account", "list", "--csv").stdout.contains("ada,0"))
        }
    }

    @Test(.level(.default))
    func `A backup that was copied beside an old store's log isn't opened, in each language`() throws {
        _ = try run("account", "add", "ada", "--yes")
        let backup = directory.file("bk.store")
        #expect(try run("backup", backup).status == .exited(0))
        let whole = try Data(contentsOf: URL(fileURLWithPath: backup))
        // If the store's path is a link, the log is beside the link's target.
        let link = directory.file("link.store")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: backup)
        let log = try directory.write("of the store before", to: "bk.store-wal")
        for (path, language, words) in [
            (backup, "en", "Move it away and try again"), (link, "pl", "Przenieś go gdzie indziej i"),
            (backup, "hu", "Helyezd át máshová, és próbáld újra"),
        ] {
            for command in [["serve"], ["account", "list"], ["restore", "x"]] {
                let result = try TestSupport.run(
                    program, ["--store", path, "--language", language] + command,
                    environment: directory.environment())
                let said = result.stderr.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                #expect(result.status == .exited(65), "\(said)")
                #expect(said.contains(log), "\(said)")
                #expect(said.contains(words), "\(said)")
            }
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: backup)) == whole)
        // `restore` reads the backup without the other store's log. If only a log is left of a store, the
        // server doesn't create a new store beside this log.
        #expect(try run("--store", directory.file("restored.store"), "restore", backup).status == .exited(0))
        #expect(try Data(contentsOf: URL(fileURLWithPath: backup)) == whole)
        let alone = try directory.write("of a store that is gone", to: "gone.store-wal")
        let made = try run("--store", directory.file("gone.store"), "account", "add", "bob")
        #expect(made.status == .exited(65), "\(made.stderr)")
        #expect(made.stderr.contains("gone.store-wal"), "\(made.stderr)")
        #expect(FileManager.default.fileExists(atPath: alone))
        try FileManager.default.removeItem(atPath: log)
        #expect(try run("--store", backup, "account", "list", "--csv").stdout.contains("ada,0"))
    }

    /// Checks that a server on the storage has nothing new for a device with a token of the same state, and that a
    /// device without a token receives all records.
    private func expectContinuation(
        _ place: [String], _ directory: TemporaryDirectory, _ bearer: String, after token: String,
        records: Int
    ) throws {
        let process = try BackgroundProcess(
            program, place + ["serve", "--port", "0"], environment: directory.environment(),
            logPath: directory.file("second.log"))
        let line = try process.wait(for: #""listening""#)
        let port = try #require(line.firstMatch(of: /"port":(\d+)/).flatMap { Int($0.1) })
        let connection = try HTTPConnection(port: port)
        for (token, count) in [(token, 0), (nil, records)] as [(String?, Int)] {
            let request = TestDevice.request(token: token)
            try connection.post(SyncEndpoint.path, token: bearer, body: Array(request.encoded()))
            let answer = try connection.answer()
            #expect(answer.status == 200)
            #expect(try SyncAnswer(decoding: answer.body).changes.count == count)
        }
    }

    @Test(.level(.default), arguments: StorageKind.testable)
    func `A backup during uploads contains everything acknowledged before and no partial batch`(
        _ kind: StorageKind
    ) async throws {
        let server = try SyncServerProcess(try kind.makeServerStorage())
        let token = try server.addDevice("laptop")
        let (acknowledged, isOver) = (Counter(), Counter())
        defer { isOver.number = 1 }
        let sending = ThreadWork {
            let device = TestDevice(server, token: token)
            var batch = 0
            while isOver.number == 0 {
                batch += 1
                _ = try device.sync((0..<5).map { .sample(batch * 5 + $0) })
                acknowledged.number = batch
            }
        }
        var meanwhile = 0
        var backups: [(path: String, before: Int)] = []
        // On a busy machine, a backup may finish before any record is sent, so several backups are made.
        // Check the backups only after all records have been sent. Otherwise, while other tests run, sending
        // could take minutes.
        while backups.count < 3 || (meanwhile == 0 && backups.count < 50) {
            let start = acknowledged.number
            try wait(for: "something is sent") { acknowledged.number > start }
            let before = acknowledged.number
            let path = server.directory.file("backup-\(backups.count + 1).store")
            let made = try server.run(["backup", path])
            #expect(made.status == .exited(0), "\(made.stderr)")
            meanwhile += acknowledged.number - before
            backups.append((path, before))
        }
        #expect(meanwhile > 0)
        isOver.number = 1
        try sending.value()
        for (path, before) in backups {
            let numbers = try await Self.numbers(inBackup: path, of: token)
            let last = (numbers.max() ?? 0) / 5
            #expect(last >= before, "what was acknowledged before is missing")
            #expect(numbers == Array(5..<(last + 1) * 5), "there is a part of a batch, or a hole")
        }
    }

    /// A counter shared by threads.
    private final class Counter: Sendable {
        private let value = Mutex(0)

        var number: Int {
            get { value.withLock(\.self) }
            set { value.withLock { $0 = newValue } }
        }
    }

    /// Returns the numbers of the records that a device would receive from a server on a backup.
    private static func numbers(inBackup path: String, of token: String) async throws -> [Int] {
        let copy = try StorageLocation.file(path: path).open(connections: 1)
        try await copy.prepare()
        let name = try #require(DeviceToken(token)).name
        let identity = try #require(try await copy.token(named: name)).identity
        var keys: [SyncKey] = []
        var position: String?
        while true {
            let request = TestDevice.request(token: position)
            let answer = try await copy.exchange(
                Exchange(identity: identity, request: request, time: .now), clock: ServerClock(node: "copy"))
            keys += answer.changes.map(\.key)
            position = answer.token
            if !answer.more { break }
        }
        await copy.close()
        return keys.compactMap { Int($0.id.uuidString.suffix(12), radix: 16) }.sorted()
    }

    @Test(.level(.default), arguments: StorageKind.testable)
    func `A running server can be backed up, and another one started from the backup`(_ kind: StorageKind)
        throws
    {
        let server = try SyncServerProcess(try kind.makeServerStorage())
        let device = try TestDevice(server)
        let token = try device.sync([.sample(1), .sample(2)]).token
        let path = server.directory.file("backup.store")
        let made = try server.run(["backup", path, "--json"])
        #expect(made.status == .exited(0), "\(made.stderr)")
        #expect(made.stdout.contains(path), "\(made.stderr)")
        #expect(try server.run(["backup", path]).status == .exited(1), "no file is replaced")

        try expectContinuation(["--store", path], server.directory, device.token, after: token, records: 2)
    }
}
