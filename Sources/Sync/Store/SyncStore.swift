import Foundation
import ModelData
import SyncProtocol
import Synchronization

/// A store's part of synchronization: the unsent records, and the application of received ones.
///
/// Each function is one transaction. Networks and timers are handled elsewhere.
struct SyncStore {
    let context: ModelContext
    let shapes: SyncShapes
    /// Whether the store was written to.
    let hasWritten = Mark()
    private let first: any Synchronizable.Type

    /// A flag that one task sets and another takes.
    final class Mark: Sendable {
        private let isSet = Mutex(false)

        func set() { isSet.withLock { $0 = true } }

        /// Whether it was set since the last call.
        func take() -> Bool {
            isSet.withLock { isSet in
                defer { isSet = false }
                return isSet
            }
        }
    }

    /// Opens the sync metadata of a store, and starts tracking edits if that isn't done yet.
    init(_ context: ModelContext, models: [any Synchronizable.Type]) throws {
        guard let first = models.first else { throw SyncError.noIdentifier(model: "") }
        try SyncTracking.start(context, models: models)
        self.context = context
        self.first = first
        shapes = try SyncShapes(models, in: context)
    }

    @discardableResult
    func writing<T>(_ work: (SQLAccess) throws -> T) throws -> T {
        // Set the mark before and after, so that no observer sees the change without it.
        hasWritten.set()
        defer { hasWritten.set() }
        return try context.withSQLAccess(to: first, work)
    }

    func reading<T>(_ work: (SQLAccess) throws -> T) throws -> T {
        try context.withSQLReadAccess(to: first, work)
    }

    /// The token of the last pull, or `nil` before the first one.
    func token() throws -> String? {
        try reading { try $0.rows("SELECT token FROM _sync").first?.first?.text }
    }

    /// The store's present or last server.
    func server() throws -> String? {
        try reading { try $0.rows("SELECT server FROM _sync").first?.first?.text }
    }

    /// The node identifier of this store's writer.
    func node() throws -> String {
        try reading { try $0.rows("SELECT node FROM _sync").first?.first?.text } ?? SyncClock.zero.node
    }

    /// Marks records as unsent that were being sent when sending was interrupted.
    func recover() throws {
        let isPending = try reading {
            try $0.number("SELECT EXISTS (SELECT 1 FROM _syncRecord WHERE \(SyncTables.isIn(.pending)))") == 1
        }
        if !isPending { return }
        try writing { database in
            _ = try database.run("UPDATE _syncRecord SET state = 0 WHERE \(SyncTables.isIn(.pending))")
        }
    }

    /// Starts from the beginning: pulls everything, and sends everything with its existing clocks.
    ///
    /// This is necessary for an unknown token, because the server may have lost data.
    func restart() throws {
        try writing { database in try database.execute(SyncTables.restart) }
    }

    /// Records the server of this store. A new server gets all records.
    func use(server: String) throws {
        let known = try self.server()
        if known == server { return }
        if known != nil { try restart() }
        try writing { database in _ = try database.run("UPDATE _sync SET server = ?", .text(server)) }
    }

    /// Records the result of the last attempt. Success is recorded at most once a minute, so that an idle
    /// store isn't written.
    func recordOutcome(problem: String?, at date: Date) throws {
        let now = date.timeIntervalSinceReferenceDate
        let known = try reading { try $0.rows("SELECT problem, synchronizedAt FROM _sync").first } ?? []
        if known.first?.text == problem {
            if problem != nil { return }
            if known.count > 1, case .real(let last) = known[1], (0..<60).contains(now - last) { return }
        }
        try writing { database in
            if let problem { return try database.execute("UPDATE _sync SET problem = \(problem.literalSQL)") }
            try database.run("UPDATE _sync SET problem = NULL, synchronizedAt = ?", .real(now))
        }
    }

    /// The number of records in a request that worked last, if it isn't the largest one.
    func batchSize() throws -> Int? {
        try reading {
            try $0.rows("SELECT batchSize FROM _sync").first?.first?.integer.map { Int(clamping: $0) }
        }
    }

    /// Records the number of records in a request that worked last; `nil` for the largest one.
    func remember(batchSize: Int?) throws {
        if try self.batchSize() == batchSize { return }
        try writing { database in
            try database.run(
                "UPDATE _sync SET batchSize = ?", batchSize.map { .integer(Int64($0)) } ?? .null)
        }
    }

    /// Puts the records into the queue again that the server refused because the account's quota was used up.
    ///
    /// - Returns: Whether there are any.
    func retryOverQuota() throws -> Bool {
        let condition =
            "\(SyncTables.isIn(.refused)) AND reason = \(SyncRefusal.Reason.quotaExceeded.rawValue.literalSQL)"
        let isAny = try reading {
            try $0.number("SELECT EXISTS (SELECT 1 FROM _syncRecord WHERE \(condition))") == 1
        }
        if isAny {
            try writing {
                try $0.execute("UPDATE _syncRecord SET state = 0, reason = NULL WHERE \(condition)")
            }
        }
        return isAny
    }

    /// Marks a record as permanently refused, unless it changed meanwhile.
    func refuse(_ sent: SentRecord, for reason: String) throws {
        try writing { database in try Self.refuse(sent, for: reason, database) }
    }

    static func refuse(_ sent: SentRecord, for reason: String, _ database: SQLAccess) throws {
        try database.run(
            "UPDATE _syncRecord SET state = 3, reason = ? WHERE _id = ? AND version = ?",
            .text(String(reason.prefix(500))), .integer(sent.number), .integer(sent.version))
    }
}
