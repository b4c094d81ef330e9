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
    private let process: BackgroundProcess
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

    private init?() throws {
        guard Self.isInstalled, let programs = Self.programDirectory else { return nil }
        self.programs = programs
        directory = try TemporaryDirectory()
        let data = directory.file("data")
        let prefix = try Self.user(owning: directory.path)
        let environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TMPDIR": directory.path]
        let made = try run(
            prefix[0],
            Array(prefix.dropFirst())
                + [
                    "\(programs)/initdb", "-D", data, "-U", "test", "-A", "trust", "-E", "UTF8", "--no-sync",
                    "--locale=C",
                ],
            environment: environment, workingDirectory: directory.path, timeout: .seconds(120))
        guard made.status == .exited(0) else {
            throw TestSupportError("initdb: \(made.stdout)\(made.stderr)")
        }
        let settings = [
            "listen_addresses=", "unix_socket_directories=\(directory.path)", "fsync=off",
            "full_page_writes=off",
            "synchronous_commit=off", "max_connections=60", "shared_buffers=16MB", "deadlock_timeout=100ms",
        ]
        process = try BackgroundProcess(
            prefix[0],
            Array(prefix.dropFirst()) + ["\(programs)/postgres", "-D", data]
                + settings.flatMap { ["-c", $0] },
            environment: environment, logPath: directory.file("postgres.log"))
        try process.wait(for: "ready to accept connections", timeout: .seconds(120))
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
        process.send(SIGQUIT)
        _ = try? process.waitForEnd(timeout: .seconds(10))
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

    private func url(_ database: String) -> String {
        let socket = directory.path.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return "postgres://test@\(socket)/\(database)"
    }
}

/// The shared server; the inner `nil` means that PostgreSQL isn't installed.
private let sharedServer = Mutex<PostgreSQLServer??>(nil)
