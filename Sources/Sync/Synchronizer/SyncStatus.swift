import Foundation
import ModelData
import SyncProtocol

/// The state of a store's synchronization.
///
/// ```swift
/// let status = try SyncStatus(context, models: [Destination.self, Sight.self])
/// print(status.counts[.notSynchronized] ?? 0)
/// ```
public struct SyncStatus: Sendable {
    /// A record that the server refuses permanently.
    public struct RefusedRecord: Hashable, Sendable {
        /// The model's name.
        public let model: String
        /// The record's UUID.
        public let identifier: String
        /// The record's number in this store, or `nil` if it was deleted.
        public let number: Int64?
        /// The server's reason, a ``SyncRefusal/Reason``. Escape it before printing it on a terminal.
        public let reason: String
    }

    /// Whether synchronization is on.
    public let isOn: Bool
    /// The present or last server.
    public let server: String?
    /// The time of the last successful synchronization.
    public let synchronizedAt: Date?
    /// The ``SyncError/code`` of the last synchronization if it failed.
    public let problem: String?
    /// The number of records in each state.
    public let counts: [SyncState: Int]
    /// The permanently refused records, at most 1,000.
    public let refused: [RefusedRecord]
    /// The received records that can't be opened, at most 1,000.
    public let unopened: [RefusedRecord]

    /// Reads the state of a store.
    ///
    /// - Parameters:
    ///   - context: A context of the store.
    ///   - models: All synchronized models of the store.
    /// - Throws: ModelData's errors if the store can't be read.
    public init(_ context: ModelContext, models: [any Synchronizable.Type]) throws {
        let shapes = try SyncShapes(models, in: context)
        guard let first = models.first else { throw SyncError.noIdentifier(model: "") }
        self = try context.withSQLReadAccess(to: first) { try SyncStatus($0, shapes) }
    }

    private init(_ database: SQLAccess, _ shapes: SyncShapes) throws {
        guard try SyncTracking.hasTables(database),
            let row = try database.rows("SELECT isOn, server, synchronizedAt, problem FROM _sync").first
        else {
            (isOn, server, synchronizedAt, problem, counts, refused) = (false, nil, nil, nil, [:], [])
            unopened = []
            return
        }
        isOn = row[0] == .integer(1)
        server = row[1].text
        if case .real(let seconds) = row[2] {
            synchronizedAt = Date(timeIntervalSinceReferenceDate: seconds)
        } else {
            synchronizedAt = nil
        }
        problem = row[3].text
        var counts: [SyncState: Int] = [:]
        for row in try database.rows("SELECT state, count(*) FROM _syncRecord GROUP BY state") {
            guard let state = row[0].integer.flatMap(SyncState.init(rawValue:)), let count = row[1].integer
            else {
                continue
            }
            counts[state] = Int(count)
        }
        for shape in shapes.all {
            let new = try database.number(
                """
                SELECT count(*) FROM \(shape.table.table) AS e WHERE \(SyncStore.isNew(shape))
                """, .text(shape.name))
            counts[.notSynchronized, default: 0] += Int(new)
        }
        self.counts = counts
        refused = try Self.records(
            """
            SELECT entity, uuid, reason FROM _syncRecord WHERE \(SyncTables.isIn(.refused))
            ORDER BY entity, _id LIMIT 1000
            """, shapes, database)
        unopened = try Self.records(
            """
            SELECT entity, uuid, \(SyncRefusal.Reason.unopened.rawValue.literalSQL) FROM _syncHeld WHERE kind = \(HeldRecords.Kind.unopened.rawValue)
            ORDER BY entity, uuid LIMIT 1000
            """, shapes, database)
    }

    /// Returns the records of a query for models, UUIDs and reasons. An unknown model has no number.
    private static func records(
        _ query: String, _ shapes: SyncShapes, _ database: SQLAccess
    ) throws -> [RefusedRecord] {
        try database.rows(query).compactMap { row in
            guard let model = row[0].text, let identifier = row[1].text else { return nil }
            guard let shape = shapes[model] else {
                return RefusedRecord(
                    model: model, identifier: identifier, number: nil, reason: row[2].text ?? "")
            }
            let number = try database.rows(
                "SELECT _id FROM \(shape.table.table) WHERE \(shape.identifier.quoted) = ?", .text(identifier)
            ).first?.first?.integer
            return RefusedRecord(
                model: model, identifier: identifier, number: number, reason: row[2].text ?? "")
        }
    }
}

extension SyncTracking {
    /// Starts synchronizing a store with a server.
    ///
    /// At the first login, the clock of each value is the time of its last change in the history. At a later
    /// login, changes since `sync off` are found, and everything is exchanged again.
    ///
    /// ```swift
    /// let address = try ServerAddress("https://sync.example.org")
    /// try SyncTracking.turnOn(context, models: [Destination.self, Sight.self], server: address.text)
    /// ```
    ///
    /// - Parameters:
    ///   - context: A context of the store.
    ///   - models: All synchronized models of the store.
    ///   - server: The server's address.
    ///   - token: The device's bearer token. If it isn't the one of the last login, the store becomes a new replica: it
    ///     may be a copy. Default: unknown.
    /// - Throws: ModelData's errors if the store can't be written.
    public static func turnOn(
        _ context: ModelContext, models: [any Synchronizable.Type], server: String, token: String? = nil
    ) throws {
        let store = try SyncStore(context, models: models)
        if let token { try store.use(token: token) }
        // If the token was lost, as after an update of the program, the server is the one from before.
        if try store.server() != nil { try store.restart() }
        try store.use(server: server)
        try store.writing { try $0.execute("UPDATE _sync SET problem = NULL") }
    }

    /// Stops synchronizing a store. It keeps its sync metadata, so that a later login sends changes and
    /// deletions since then, and revives no deleted record.
    ///
    /// - Parameters:
    ///   - context: A context of the store.
    ///   - models: All synchronized models of the store.
    /// - Throws: ModelData's errors if the store can't be written.
    public static func turnOff(_ context: ModelContext, models: [any Synchronizable.Type]) throws {
        guard let first = models.first else { return }
        let shapes = try SyncShapes(models, in: context)
        try context.withSQLAccess(to: first) { database in
            if try SyncSchemaState(database).isEmpty { return }
            try stop(database, shapes)
        }
    }
}

/// The result of one synchronization.
///
/// ```swift
/// let report = try await synchronizer.synchronize()
/// print(report.sent, report.received)
/// ```
public struct SyncReport: Hashable, Sendable {
    /// The number of sent records that are now on the server.
    public internal(set) var sent = 0
    /// The number of records that changed here.
    public internal(set) var received = 0
    /// The number of records that the server refuses permanently.
    public internal(set) var refused = 0
    /// The number of received records or fields that this program can't decode.
    public internal(set) var unreadable = 0
    /// The number of received records that can't be opened: they were changed, or sealed with another key. They are kept
    /// aside, and never applied.
    public internal(set) var unopened = 0
    /// The number of records whose clocks were too far ahead of the server's, and were corrected.
    public internal(set) var restamped = 0
    /// The numbers of the conflicts that were found: own edits that other devices replaced or deleted without knowledge of
    /// them. ``SyncTracking/conflicts(_:models:)`` returns them.
    public internal(set) var conflicts: [Int] = []
    /// Whether this computer's clock was ahead of the server's when such records were sent, so that the user
    /// must correct it. If false, it was ahead earlier, or the server's clock was wrong for a while.
    public internal(set) var isClockAhead = false
    /// Whether everything was exchanged again because the server didn't know the token.
    public internal(set) var restarted = false

    /// Creates an empty report.
    public init() {}

    mutating func add(_ answer: AcknowledgedAnswer) {
        sent += answer.synchronized
        received += answer.applied
        refused += answer.refused
        unreadable += answer.unreadable
        unopened += answer.unopened
        conflicts += answer.conflicts.map { Int($0) }
    }
}
