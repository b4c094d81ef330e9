import Dispatch
import Foundation

/// PostgreSQL, or what speaks its protocol: several servers can work on one database.
///
/// A handful of connections is made as needed and used again. A transaction that the database gives up, because it
/// met another one, is run again; a connection that broke off is replaced.
actor PostgreSQLDatabase: SQLDatabase {
    nonisolated let dialect = SQLDialect.postgreSQL

    private let url: String
    private let library: LibPQ
    private let most: Int
    private var idle: [PostgreSQLConnection] = []
    private var count = 0
    private var waiting: [CheckedContinuation<PostgreSQLConnection?, Never>] = []
    private var isClosed = false

    /// How many transactions wait for a connection at most.
    private static let longestQueue = 256
    /// How often a transaction is tried at most.
    private static let attempts = 10
    /// The states that say that a transaction can succeed when it is run again: a conflict with another one
    /// (`serialization_failure`, `deadlock_detected`).
    static let conflicts: Set<String> = ["40001", "40P01"]
    /// Those that say that the server can't just now: shutting down, starting up, too many connections, out of room.
    private static let troubles: Set<String> = [
        "57P01", "57P02", "57P03", "53300", "53100", "53200", "57014",
    ]

    /// A database, to which nothing is connected yet.
    ///
    /// - Parameters:
    ///   - url: Where it is: `postgres://…`, as libpq reads it.
    ///   - connections: How many connections are made at most.
    init(url: String, connections: Int) throws {
        self.url = url
        library = try LibPQ()
        most = max(connections, 1)
    }

    nonisolated func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        // One state of the database for all statements, as SQLite gives it.
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
            await giveBack(connection)
            switch outcome {
            case .success(let value): return value
            case .failure(let failure):
                guard failure.canBeTriedAgain, attempt < Self.attempts else { throw failure.error }
                // Those that met wait for different times, so that they don't meet again.
                try await Task.sleep(for: .milliseconds(Int.random(in: 1...(5 << min(attempt, 6)))))
                attempt += 1
            }
        }
    }

    private struct Failure: Error {
        let error: any Error
        let canBeTriedAgain: Bool
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
                        if connection.isFine { try? connection.command("ROLLBACK") }
                        throw failure(error, wasCommitting: isCommitting)
                    }
                })
        } catch {
            return .failure(error as? Failure ?? Failure(error: error, canBeTriedAgain: false))
        }
    }

    /// Whether a transaction that failed can be run again. One whose end is unknown is not: the device asks again.
    private static func failure(_ error: any Error, wasCommitting: Bool) -> Failure {
        switch error {
        case StorageError.failed(let code, let message):
            if troubles.contains(code) || code.hasPrefix("08") {
                return Failure(error: StorageError.unavailable(message), canBeTriedAgain: !wasCommitting)
            }
            return Failure(error: error, canBeTriedAgain: conflicts.contains(code))
        case StorageError.unavailable:
            return Failure(error: error, canBeTriedAgain: !wasCommitting)
        default:
            return Failure(error: error, canBeTriedAgain: false)
        }
    }

    func close() async {
        isClosed = true
        idle = []
        for continuation in waiting { continuation.resume(returning: nil) }
        waiting = []
    }
}

// MARK: - Connections

extension PostgreSQLDatabase {
    /// A connection for one transaction.
    private func lease() async throws -> PostgreSQLConnection {
        guard !isClosed else { throw StorageError.unavailable("the database is closed") }
        if let connection = idle.popLast() { return connection }
        if count >= most {
            // Whoever would wait for long is better told to come back.
            guard waiting.count < Self.longestQueue else { throw StorageError.unavailable("too busy") }
            let handed = await withCheckedContinuation { waiting.append($0) }
            if let handed { return handed }
            // The one that was waited for broke off, so there is room for another.
            return try await lease()
        }
        count += 1
        do {
            return try await connect()
        } catch {
            drop()
            throw error
        }
    }

    private func connect() async throws -> PostgreSQLConnection {
        let queue = DispatchQueue(label: "postgresql")
        let (url, library) = (url, library)
        return try await withCheckedThrowingContinuation { continuation in
            queue.async {
                continuation.resume(
                    with: Result { try PostgreSQLConnection(url: url, library: library, queue: queue) })
            }
        }
    }

    private func giveBack(_ connection: PostgreSQLConnection) {
        guard connection.isFine, !isClosed else { return drop() }
        if waiting.isEmpty {
            idle.append(connection)
        } else {
            waiting.removeFirst().resume(returning: connection)
        }
    }

    /// One connection less; who waits makes another.
    private func drop() {
        count -= 1
        if !waiting.isEmpty { waiting.removeFirst().resume(returning: nil) }
    }
}
