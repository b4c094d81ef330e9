import Foundation

/// Whether the storage can be written, for balancers and monitoring.
///
/// Requests at the same time share one attempt, and its result is kept for a second. So anyone may ask, and a storage that
/// hangs has one waiting statement.
actor Readiness {
    private let storage: SQLStorage
    private var attempt: (begin: ContinuousClock.Instant, isDone: Bool, task: Task<Bool, Never>)?

    /// How long the result of an attempt is used.
    private static let age = Duration.seconds(1)
    /// The maximum time for an attempt. A storage that takes longer isn't ready.
    private static let limit = Duration.seconds(5)

    init(_ storage: SQLStorage) { self.storage = storage }

    /// Returns whether the storage can be written.
    func check() async -> Bool {
        let task = current()
        let (results, result) = AsyncStream.makeStream(of: Bool.self)
        let waiting = Task {
            result.yield(await task.value)
            result.finish()
        }
        let limiting = Task {
            try? await Task.sleep(for: Self.limit)
            result.yield(false)
            result.finish()
        }
        defer {
            waiting.cancel()
            limiting.cancel()
        }
        for await isReady in results { return isReady }
        return false
    }

    private func current() -> Task<Bool, Never> {
        if let attempt, !attempt.isDone || ContinuousClock.now - attempt.begin < Self.age {
            return attempt.task
        }
        let begin = ContinuousClock.now
        let task = Task { [storage] in
            let isReady = (try? await storage.checkWritable()) != nil
            attempt?.isDone = true
            return isReady
        }
        attempt = (begin, false, task)
        return task
    }
}

/// The state of the storage for the metrics.
struct StorageMetrics: Sendable {
    let isWritable: Bool
    let pool: PoolStatus?
    /// The size of all data; `nil` if the storage doesn't answer.
    let usage: StorageUsage?

    /// Asks a storage. A storage that can't be written isn't asked for its size, because it may hang.
    init(_ storage: SQLStorage, _ readiness: Readiness) async {
        isWritable = await readiness.check()
        pool = await storage.pool
        usage = isWritable ? try? await storage.usage() : nil
    }
}

extension ServerMetrics {
    /// Returns the metrics of connections and the storage in Prometheus's text format.
    static func text(_ counter: ConnectionCounter, storage: StorageMetrics) -> String {
        var lines: [String] = []
        func add(_ name: String, _ kind: String, _ help: String, _ value: Int) {
            lines += [
                "# HELP syncserver_\(name) \(help)", "# TYPE syncserver_\(name) \(kind)",
                "syncserver_\(name) \(value)",
            ]
        }
        add("connections", "gauge", "Open connections of devices.", counter.count)
        add(
            "connections_refused_total", "counter",
            "Connections that were refused, as their address had too many.",
            counter.refused)
        if let pool = storage.pool {
            add("database_connections", "gauge", "Open connections to the database.", pool.open)
            add("database_connections_idle", "gauge", "Connections to the database without work.", pool.idle)
            add("database_waiting", "gauge", "Transactions that wait for a connection.", pool.waiting)
        }
        add("storage_writable", "gauge", "Whether the storage can be written.", storage.isWritable ? 1 : 0)
        if let usage = storage.usage {
            add("storage_accounts", "gauge", "Accounts in the storage.", usage.accounts)
            add("storage_record_bytes", "gauge", "Size of all records in the storage.", usage.bytes)
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
