import Foundation
import Glibc
import Synchronization

/// A PostgreSQL server for tests, on a socket in its own directory, without flushing to disk.
///
/// ```swift
/// let server = try #require(try PostgreSQLServer.shared())
/// let url = try server.makeDatabase()
/// ```
///
/// PostgreSQL doesn't run as root, so root starts it as an unprivileged user.
public final class PostgreSQLServer: Sendable {
    private let directory: TemporaryDirectory
    private let process = Mutex<BackgroundProcess?>(nil)
    private let prefix: [String]
    private let count = Mutex(0)
    private let programs: String

    /// Returns the server that all tests of a process share, started at the first request. Returns `nil` if
    /// PostgreSQL or its client library isn't installed.
    public static func shared() throws -> PostgreSQLServer? {
        try sharedServer.withLock { shared in
            if case .some(let server) = shared { return server }
            let server = try PostgreSQLServer()
            shared = .some(server)
            // A global variable is never released, so end the server when the tests end.
            atexit { sharedServer.withLock { $0??.end() } }
            return server
        }
    }

    /// Whether PostgreSQL and its client library are installed.
    public static var isInstalled: Bool { programDirectory != nil && dlopen("libpq.so.5", RTLD_LAZY) != nil }

    /// Debian installs the programs outside the usual path.
    private static var programDirectory: String? {
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
        let places =
            versions.sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }.map { "/usr/lib/postgresql/\($0)/bin" }
            + ["/usr/local/bin", "/usr/bin", "/usr/local/pgsql/bin"]
        return places.first { place in
            ["initdb", "postgres"].allSatisfy {
                FileManager.default.isExecutableFile(atPath: "\(place)/\($0)")
            }
        }
    }

    /// Starts a server of its own, for a test that ends it or adds a standby. Returns `nil` if PostgreSQL or its client
    /// library isn't installed.
    public convenience init?() throws {
        guard Self.isInstalled, let programs = Self.programDirectory else { return nil }
        try self.init(programs)
        try make("initdb", ["-U", "test", "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C"])
        try start()
    }

    /// Creates a server without data.
    private init(_ programs: String) throws {
        self.programs = programs
        directory = try TemporaryDirectory()
        prefix = try Self.user(owning: directory.path)
    }

    /// Makes the data directory with one of PostgreSQL's programs.
    private func make(_ program: String, _ arguments: [String]) throws {
        let made = try run(
            prefix[0],
            Array(prefix.dropFirst()) + ["\(programs)/\(program)", "-D", directory.file("data")] + arguments,
            environment: environment, workingDirectory: directory.path, timeout: .seconds(120))
        guard made.status == .exited(0) else {
            throw TestSupportError("\(program): \(made.stdout)\(made.stderr)")
        }
    }

    private var environment: [String: String] {
        ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TMPDIR": directory.path]
    }

    /// Copies this server's data to a standby, which isn't started yet.
    ///
    /// ```swift
    /// let standby = try primary.makeStandby()
    /// ```
    public func makeStandby() throws -> PostgreSQLServer {
        let standby = try PostgreSQLServer(programs)
        try standby.becomeStandby(of: self)
        return standby
    }

    /// Ends this server, and replaces its data by a copy of another one's, as a standby that isn't started yet.
    public func becomeStandby(of primary: PostgreSQLServer) throws {
        kill()
        try? FileManager.default.removeItem(atPath: directory.file("data"))
        try make(
            "pg_basebackup",
            ["-d", "host=\(primary.directory.path) user=test", "-R", "--no-sync", "--checkpoint=fast"])
    }

    /// Returns a dump of a database, as statements that replace its tables.
    ///
    /// - Parameter database: The database's name or address.
    public func dump(_ database: String) throws -> String {
        let name = String(database.split(separator: "/").last?.prefix { $0 != "?" } ?? "")
        let result = try run(
            "\(programs)/pg_dump", ["--clean", "--if-exists", "-d", url(name)],
            environment: ["PATH": "/usr/bin:/bin", "HOME": directory.path])
        guard result.status == .exited(0) else { throw TestSupportError("pg_dump: \(result.stderr)") }
        return result.stdout
    }

    /// Runs the statements of a dump in one transaction.
    public func restore(_ dump: String, to database: String) throws {
        let name = String(database.split(separator: "/").last?.prefix { $0 != "?" } ?? "")
        let result = try run(
            "\(programs)/psql", ["-X", "-q", "-1", "-v", "ON_ERROR_STOP=1", "-d", url(name), "-f", "-"],
            stdin: dump, environment: ["PATH": "/usr/bin:/bin", "HOME": directory.path])
        guard result.status == .exited(0) else { throw TestSupportError("psql: \(result.stderr)") }
    }

    /// Starts the server, and waits until it accepts connections.
    public func start() throws {
        let settings = [
            "listen_addresses=", "unix_socket_directories=\(directory.path)", "fsync=off",
            "full_page_writes=off",
            "synchronous_commit=off", "max_connections=60", "shared_buffers=16MB", "deadlock_timeout=100ms",
        ]
        let started = try BackgroundProcess(
            prefix[0],
            Array(prefix.dropFirst()) + ["\(programs)/postgres", "-D", directory.file("data")]
                + settings.flatMap { ["-c", $0] },
            environment: environment, logPath: directory.file("postgres.log"))
        process.withLock { $0 = started }
        try started.wait(for: "ready to accept", timeout: .seconds(120))
    }

    /// Kills the server at once, as a failure of its machine does.
    public func kill() {
        let running = process.withLock { $0 }
        running?.send(SIGQUIT)
        _ = try? running?.waitForEnd(timeout: .seconds(10))
    }

    /// Returns a command prefix that runs a program as a user who may run PostgreSQL, and gives that user the
    /// directory.
    private static func user(owning path: String) throws -> [String] {
        if getuid() != 0 { return ["/usr/bin/env"] }
        guard let nobody = getpwnam("nobody") else { throw TestSupportError("there is no user “nobody”") }
        let (user, group) = (nobody.pointee.pw_uid, nobody.pointee.pw_gid)
        guard chown(path, user, group) == 0 else { throw TestSupportError.system("chown \(path)", errno) }
        // The parent directories must be accessible to the user.
        return ["/usr/bin/setpriv", "--reuid", "\(user)", "--regid", "\(group)", "--clear-groups"]
    }

    /// Ends the server immediately and deletes its files.
    fileprivate func end() {
        kill()
        try? FileManager.default.removeItem(atPath: directory.path)
    }

    /// Creates an empty database, and returns its address for `--database`.
    public func makeDatabase() throws -> String {
        let name = count.withLock { count in
            count += 1
            return "sync\(count)"
        }
        try execute("CREATE DATABASE \(name)", in: "postgres")
        return url(name)
    }

    /// Runs statements with PostgreSQL's client.
    ///
    /// - Parameters:
    ///   - sql: The statements.
    ///   - database: The database's name or address.
    /// - Returns: The rows, with `|` between columns.
    @discardableResult
    public func execute(_ sql: String, in database: String) throws -> String {
        let address = database.contains("://") ? database : url(database)
        let result = try run(
            "\(programs)/psql", ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", address, "-c", sql],
            environment: ["PATH": "/usr/bin:/bin", "HOME": directory.path])
        guard result.status == .exited(0) else { throw TestSupportError("psql: \(result.stderr)") }
        return result.stdout
    }

    private func url(_ database: String) -> String { "postgres://test@\(host)/\(database)" }

    private var host: String {
        directory.path.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    /// Returns the address of a database on this server or on another one, whichever is the primary.
    ///
    /// - Parameters:
    ///   - database: The database's name or its address on one server.
    ///   - other: The other server.
    public func url(of database: String, orOn other: PostgreSQLServer) -> String {
        let name = database.split(separator: "/").last ?? ""
        return "postgres://test@\(host),\(other.host)/\(name)?target_session_attrs=read-write"
    }
}

/// The shared server; the inner `nil` means that PostgreSQL isn't installed.
private let sharedServer = Mutex<PostgreSQLServer??>(nil)
