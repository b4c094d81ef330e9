import Dispatch
import Foundation

/// A PostgreSQL database, or another database with the same protocol. Several servers can use the same
/// database.
///
/// The type has a small pool of connections, which are opened as needed and reused. If the database aborts a
/// transaction because of a conflict, the transaction is run again. A broken connection is replaced.
actor PostgreSQLDatabase: SQLDatabase {
    nonisolated let dialect = SQLDialect.postgreSQL

    private let address: DatabaseAddress
    private let statementTime: Duration
    private let library: LibPQ
    private let maximumConnections: Int
    private var idle: [PostgreSQLConnection] = []
    private var count = 0
    private var waiting: [Waiting] = []
    private var lastNumber = 0
    private var isClosed = false

    /// A transaction that waits for a connection.
    private struct Waiting {
        let number: Int
        let continuation: CheckedContinuation<Turn, Never>
    }

    /// What happens to a waiting transaction.
    private enum Turn {
        case connection(PostgreSQLConnection)
        /// Another transaction's connection broke, so a new one can be opened.
        case open
        case timeout
    }

    /// The longest time for which a transaction waits for a connection.
    private let longestWait: Duration
    /// The largest number of transactions that wait for a connection.
    private static let longestQueue = 1_000
    /// The largest number of attempts for one transaction.
    private static let attempts = 10
    /// The SQLSTATEs of a conflict with another transaction, after which a retry can succeed:
    /// `serialization_failure` and `deadlock_detected`.
    static let conflicts: Set<String> = ["40001", "40P01"]
    /// The SQLSTATEs of a server that is temporarily unavailable: shutting down, starting up, too many
    /// connections, out of disk space or memory, statement timeout, read-only.
    private static let unavailableStates: Set<String> = [
        "57P01", "57P02", "57P03", "57P05", "53300", "53100", "53200", timeoutState, "55P03",
    ]
    /// The SQLSTATE of a statement that took too long: `query_canceled`.
    private static let timeoutState = "57014"

    /// Creates a pool without connections.
    ///
    /// - Parameters:
    ///   - url: The address for libpq: `postgres://…`.
    ///   - connections: The largest number of connections, at least 1.
    ///   - statementTime: The time limit of a statement. Default: 30 seconds.
    ///   - longestWait: The longest time for which a transaction waits for a connection. Default: 10 seconds.
    /// - Throws: ``StorageError/libraryMissing(_:)`` or ``StorageError/address``.
    init(
        url: String, connections: Int, statementTime: Duration = .seconds(30),
        longestWait: Duration = .seconds(10)
    ) throws {
        library = try LibPQ()
        address = try DatabaseAddress(url, library)
        self.statementTime = statementTime
        self.longestWait = longestWait
        maximumConnections = max(connections, 1)
    }

    nonisolated func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        // All statements read one snapshot of the database, as with SQLite.
        try await transaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", body)
    }

    nonisolated func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        try await transaction("BEGIN", body)
    }

    private nonisolated func transaction<Value: Sendable>(
        _ begin: String, _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        var attempt = 1
        while true {
            let connection = try await lease()
            let outcome = await Self.run(begin, body, on: connection)
            await release(connection)
            switch outcome {
            case .success(let value): return value
            case .failure(let failure):
                guard failure.isRetryable, attempt < Self.attempts else { throw failure.error }
                // Wait for a random time, so that the conflicting transactions don't conflict again.
                try await Task.sleep(for: .milliseconds(Int.random(in: 1...(5 << min(attempt, 6)))))
                attempt += 1
            }
        }
    }

    private struct Failure: Error {
        let error: any Error
        let isRetryable: Bool
    }

    private static func run<Value: Sendable>(
        _ begin: String, _ body: @escaping @Sendable (any SQLConnection) throws -> Value,
        on connection: PostgreSQLConnection
    ) async -> Result<Value, Failure> {
        do {
            return .success(
                try await connection.onQueue { connection in
                    var isCommitting = false
                    do {
                        try connection.command(begin)
                        let value = try body(connection)
                        isCommitting = true
                        try connection.command("COMMIT")
                        return value
                    } catch {
                        if connection.isConnected { try? connection.command("ROLLBACK") }
                        throw failure(error, mayRetry: !isCommitting && !connection.hasTimedOut)
                    }
                })
        } catch {
            return .failure(error as? Failure ?? Failure(error: error, isRetryable: false))
        }
    }

    /// Returns the failure of a transaction, and whether it may be retried. If the result of a commit is
    /// unknown, or the time is over, the transaction isn't retried here; the device sends its request again.
    private static func failure(_ error: any Error, mayRetry: Bool) -> Failure {
        switch error {
        case StorageError.failed(let code, let message):
            if unavailableStates.contains(code) || PostgreSQLConnection.spoilingStates.contains(code)
                || code.hasPrefix("08")
            {
                return Failure(
                    error: StorageError.unavailable(message), isRetryable: mayRetry && code != timeoutState)
            }
            return Failure(error: error, isRetryable: conflicts.contains(code))
        case StorageError.unavailable:
            return Failure(error: error, isRetryable: mayRetry)
        default:
            return Failure(error: error, isRetryable: false)
        }
    }

    func close() async {
        isClosed = true
        idle = []
        for entry in waiting { entry.continuation.resume(returning: .open) }
        waiting = []
    }

    var pool: PoolStatus? { PoolStatus(open: count, idle: idle.count, waiting: waiting.count) }
}

// MARK: - Connections

extension PostgreSQLDatabase {
    /// Returns a connection for a transaction. If all connections are in use, waits for one.
    private func lease() async throws -> PostgreSQLConnection {
        guard !isClosed else { throw StorageError.unavailable("the database is closed") }
        if let connection = idle.popLast() { return connection }
        if count >= maximumConnections {
            // If the queue is full, return an error, so that the device tries again later.
            guard waiting.count < Self.longestQueue else { throw StorageError.unavailable("too busy") }
            switch await turn() {
            case .connection(let connection): return connection
            case .open: return try await lease()
            case .timeout: throw StorageError.unavailable("all connections are in use")
            }
        }
        count += 1
        do {
            return try await connect()
        } catch {
            drop()
            throw error
        }
    }

    /// Waits for a connection.
    private func turn() async -> Turn {
        lastNumber += 1
        let number = lastNumber
        let limiting = Task {
            try? await Task.sleep(for: longestWait)
            if !Task.isCancelled { giveUp(number) }
        }
        defer { limiting.cancel() }
        return await withCheckedContinuation {
            waiting.append(Waiting(number: number, continuation: $0))
        }
    }

    private func giveUp(_ number: Int) {
        guard let index = waiting.firstIndex(where: { $0.number == number }) else { return }
        waiting.remove(at: index).continuation.resume(returning: .timeout)
    }

    private func connect() async throws -> PostgreSQLConnection {
        let queue = DispatchQueue(label: "postgresql")
        let (address, limit, library) = (address, statementTime, library)
        return try await withCheckedThrowingContinuation { continuation in
            queue.async {
                continuation.resume(
                    with: Result {
                        try PostgreSQLConnection(address, limit: limit, library: library, queue: queue)
                    })
            }
        }
    }

    private func release(_ connection: PostgreSQLConnection) {
        guard connection.isUsable, !isClosed else { return drop() }
        if waiting.isEmpty {
            idle.append(connection)
        } else {
            waiting.removeFirst().continuation.resume(returning: .connection(connection))
        }
    }

    /// Subtracts a lost connection from the count, and lets a waiting transaction open a new one.
    private func drop() {
        count -= 1
        if !waiting.isEmpty { waiting.removeFirst().continuation.resume(returning: .open) }
    }
}

/// The address of a PostgreSQL database as parameters of its client library, with time limits.
struct DatabaseAddress: Sendable {
    /// The names and values, such as `host` and `db.example.org`.
    let parameters: [(name: String, value: String)]

    /// The limits for connections whose address doesn't set them: 10 seconds to connect; and a machine that doesn't answer
    /// anymore is noticed within a minute.
    static let limits = [
        ("connect_timeout", "10"), ("keepalives_idle", "30"), ("keepalives_interval", "10"),
        ("keepalives_count", "3"), ("tcp_user_timeout", "30000"), ("application_name", "syncserver"),
    ]

    /// Reads an address, such as `postgres://user:password@host/database`.
    ///
    /// In an address with an unescaped special character, a part of the password is where the host, the port or the
    /// database belongs, and the library's messages would show it.
    ///
    /// - Throws: ``StorageError/address``.
    init(_ url: String, _ library: LibPQ) throws {
        guard let known = library.parameters(of: url) else { throw StorageError.address }
        let values = Dictionary(known, uniquingKeysWith: { $1 })
        let isPort = (values["port"] ?? "").allSatisfy { $0 == "," || $0.isASCII && $0.isNumber }
        let isMisread = ["host", "hostaddr", "dbname"].contains { values[$0]?.contains("@") == true }
        guard isPort, !isMisread else { throw StorageError.address }
        let limits = Self.limits.filter { values[$0.0] == nil }
        parameters = known.map { (name: $0.0, value: $0.1) } + limits.map { (name: $0.0, value: $0.1) }
    }
}
