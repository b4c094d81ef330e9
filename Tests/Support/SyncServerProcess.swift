import Foundation
import Synchronization

/// The built `syncserver` on a free local port, with its own storage.
///
/// ```swift
/// let server = try SyncServerProcess()
/// let token = try server.addDevice("laptop")
/// // POST server.url(SyncEndpoint.path) with "Authorization: Bearer \(token)"
/// server.kill()       // like kill -9
/// try server.start()  // on the same port and storage
/// ```
public final class SyncServerProcess: Sendable {
    /// The storage of a server's data.
    public enum Storage: Sendable, Hashable {
        /// An SQLite file in the server's directory.
        case sqlite
        /// A PostgreSQL database, such as one of ``PostgreSQLServer/makeDatabase()``.
        case postgreSQL(url: String)
    }

    /// The directory with the store and the logs.
    public let directory: TemporaryDirectory
    /// The storage of the server's data.
    public let storage: Storage
    /// The account of all devices, unless a test adds others.
    public static let account = "ada"
    /// The code of an account's key, which the first device of a test gives the account.
    public static let accountCode = "01234-56789-ABCDE-FGHJK-MNPQR-S9"

    /// The port for devices, also after a restart.
    public let port: Int

    private let options: [String]
    private let program: String
    private let running = Mutex<BackgroundProcess?>(nil)

    /// Creates the account “ada” and starts the server.
    ///
    /// - Parameters:
    ///   - storage: Where the data is stored.
    ///   - directory: The directory of the store and the logs. Default: a new one.
    ///   - options: Additional options of `serve`. Rate limits are disabled unless these options set them.
    ///   - starts: Whether to start the server immediately.
    public init(
        _ storage: Storage = .sqlite, directory: TemporaryDirectory? = nil, options: [String] = [],
        starts: Bool = true
    ) throws {
        self.directory = try directory ?? TemporaryDirectory()
        self.storage = storage
        self.options = options
        program = try ProgramUnderTest.path("syncserver")
        port = try LoopbackSocket.reservePort()
        let made = try run(["account", "add", Self.account])
        // Several servers can share a database, so the account may already exist.
        guard made.status == .exited(0) || made.stderr.contains("already") else {
            throw TestSupportError("account add: \(made.stderr)")
        }
        if starts { try start() }
    }

    /// The arguments that select the storage.
    private var place: [String] {
        switch storage {
        case .sqlite: ["--store", directory.file("sync.store")]
        case .postgreSQL(let url): ["--database", url]
        }
    }

    /// Runs a command of the program on the server's storage, such as `["device", "list"]`.
    public func run(_ arguments: [String], adding: [String: String] = [:]) throws -> ProcessResult {
        try TestSupport.run(program, place + arguments, environment: directory.environment(adding: adding))
    }

    /// Adds a device, and returns its token.
    ///
    /// - Parameters:
    ///   - name: The device's name.
    ///   - account: The name of an existing account.
    public func addDevice(_ name: String, account: String = account) throws -> String {
        let result = try run(["device", "add", account, name, "--json"])
        let json = try? JSONSerialization.jsonObject(with: Data(result.outputBytes)) as? [String: Any]
        guard let token = json?["token"] as? String else {
            throw TestSupportError("device add: \(result.stdout)\(result.stderr)")
        }
        return token
    }

    /// Starts the server, each time on the same port.
    ///
    /// - Parameter additions: Additional environment variables.
    public func start(adding additions: [String: String] = [:]) throws {
        let usual = [
            "--port", String(port), "--metrics-port", "0", "--device-rate", "1000000", "--address-rate",
            "1000000",
        ]
        let names = Set(options)
        // An option can be given only once; the test's value wins.
        let kept = stride(from: 0, to: usual.count, by: 2).filter { !names.contains(usual[$0]) }
            .flatMap { [usual[$0], usual[$0 + 1]] }
        let process = try BackgroundProcess(
            program, place + ["serve"] + kept + options,
            environment: directory.environment(adding: additions), logPath: directory.file("log"))
        _ = try process.wait(for: #""message":"listening""#)
        running.withLock { $0 = process }
    }

    /// Kills the server immediately, as `kill -9` does.
    public func kill() {
        process?.kill()
    }

    /// Asks the server to end, and waits until it has ended.
    public func stop() throws -> ExitStatus {
        guard let process else { throw TestSupportError("it doesn't run") }
        process.send(SIGTERM)
        return try process.waitForEnd()
    }

    /// The running process.
    public var process: BackgroundProcess? { running.withLock { $0 } }
    /// The port of the metrics.
    public var metricsPort: Int? {
        let line = log.split(separator: "\n").last { $0.contains(#""message":"metrics""#) } ?? ""
        let json = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        return json?["port"] as? Int
    }
    /// The server's output since its start.
    public var log: String { process?.log ?? "" }

    /// Returns the URL of a path on the server.
    public func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }
}
