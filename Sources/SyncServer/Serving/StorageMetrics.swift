/// The state of the storage for the metrics.
struct StorageMetrics: Sendable {
    let isWritable: Bool
    let pool: PoolStatus?
    /// The size of all data; `nil` if the storage doesn't answer.
    let usage: StorageUsage?

    /// Asks a storage. A storage that can't be written isn't asked for its size, because it may hang.
    init(_ storage: any SyncStorage, _ readiness: Readiness) async {
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
