import Foundation
import ModelData
import SyncProtocol

extension SyncStore {
    /// The maximum size of a batch, in bytes, so that the request stays within the server's limit.
    private static let batchSize = SyncLimits.bodySize * 3 / 4

    /// Marks the next batch of unsent records as pending, and reads them.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of records.
    ///   - refused: Increased by the number of invalid records, which are marked as refused.
    /// - Returns: The records with their changed fields. Empty if there is nothing to send.
    func nextBatch(limit: Int, refused: inout Int) throws -> [SentRecord] {
        guard try hasUnsent() else { return [] }
        return try writing { database in
            try resolvePendingLinks(database)
            let held = HeldRecords(database)
            var batch: [SentRecord] = []
            var size = 0
            for shape in shapes.all {
                try addMissingMetadata(shape, limit: limit - batch.count, database)
                for row in try database.rows(
                    """
                    SELECT \(RecordSyncMetadata.columns), uuid FROM _syncRecord
                    WHERE \(SyncTables.isIn(.notSynchronized)) AND entity = ? ORDER BY _id LIMIT ?
                    """, .text(shape.name), .integer(Int64(limit - batch.count)))
                {
                    guard let metadata = RecordSyncMetadata(row[...]),
                        let id = row[7].text.flatMap(UUID.init(uuidString:))
                    else { continue }
                    let record = try Outgoing(
                        database: database, shape: shape, shapes: shapes, held: held
                    ).record(metadata, id)
                    let sent = SentRecord(
                        record: record, number: metadata.number, version: metadata.version,
                        clock: metadata.clock,
                        isWhole: metadata.isWhole)
                    if let reason = record.refusalReason {
                        try Self.refuse(sent, for: reason.rawValue, database)
                        refused += 1
                        continue
                    }
                    let recordSize = record.fields.reduce(150) {
                        $0 + $1.key.utf8.count + $1.value.value.size + 100
                    }
                    if !batch.isEmpty, size + recordSize > Self.batchSize {
                        return try Self.marked(batch, database)
                    }
                    size += recordSize
                    batch.append(sent)
                }
                if batch.count >= limit { break }
            }
            return try Self.marked(batch, database)
        }
    }

    /// Marks records as being sent.
    private static func marked(_ batch: [SentRecord], _ database: SQLAccess) throws -> [SentRecord] {
        try database.run(
            "UPDATE _syncRecord SET state = 1 WHERE _id IN (SELECT value FROM json_each(?))",
            .list(batch.map(\.number)))
        return batch
    }

    /// Sets noted relationships to records that were re-created here, as on the devices that receive them.
    private func resolvePendingLinks(_ database: SQLAccess) throws {
        let links = try database.rows(
            """
            SELECT DISTINCT r.entity, l.name, l.target FROM _syncLink AS l JOIN _syncRecord AS r ON r._id = l.record
            WHERE l.name <> ? AND r.life % 2 = 1
            """, .text(Tombstone.Field.alias.rawValue))
        if links.isEmpty { return }
        let applier = ChangeApplier(database: database, shapes: shapes)
        try SyncMode.applying.activate(in: database)
        for row in links {
            guard let owner = row[0].text, let name = row[1].text,
                let id = row[2].text.flatMap(UUID.init(uuidString:)),
                let target = shapes[owner]?.field(named: name)?.target
                    ?? SyncRecord.pair(fromFieldName: name).flatMap({
                        shapes.pairs(of: owner, named: $0.relationship)
                    })?
                    .target,
                let shape = shapes[target]
            else { continue }
            let key = SyncKey(entity: target, id: id)
            guard let number = try applier.number(of: key, shape) else { continue }
            try applier.resolveLinks(to: key, number)
        }
        try SyncMode.user.activate(in: database)
    }

    /// Creates the sync metadata of imported records that were never sent, up to a limit.
    private func addMissingMetadata(_ shape: SyncShape, limit: Int, _ database: SQLAccess) throws {
        if limit <= 0 { return }
        let rows = try database.rows(
            """
            SELECT _id, \(shape.identifier.quoted) FROM \(shape.table.table) AS e
            WHERE \(Self.isNew(shape)) ORDER BY _id LIMIT ?2
            """, .text(shape.name), .integer(Int64(limit)))
        if !rows.isEmpty {
            try database.run(
                """
                INSERT INTO _syncRecord (entity, uuid, state, life, version, updatedAt, clock, edited, whole)
                SELECT ?, j.value, 0, 1, 1, ?, \(SyncTriggers.importClock), 0, 1 FROM _sync, json_each(?) AS j
                """, .text(shape.name), .real(Date.now.timeIntervalSinceReferenceDate),
                .list(rows.compactMap { $0[1].text }))
        }
        try Self.markSeen(shape, upTo: rows.count < limit ? nil : rows.last?[0], database)
    }

    /// The condition that a record, `e`, was imported and never sent. ?1 is its model's name.
    static func isNew(_ shape: SyncShape) -> String {
        """
        e._id > coalesce((SELECT number FROM _syncSeen WHERE entity = ?1), 0) AND NOT EXISTS
            (SELECT 1 FROM _syncRecord AS r WHERE r.entity = ?1 AND r.uuid = e.\(shape.identifier.quoted))\
        \(shape.table.andExactly("e"))
        """
    }

    /// Notes the number up to which a table was searched for unsent records. `nil`: to its end.
    static func markSeen(_ shape: SyncShape, upTo number: StoredValue?, _ database: SQLAccess) throws {
        let last = try database.rows("SELECT coalesce(max(_id), 0) FROM \(shape.table.table)").first?.first
        try database.run(
            """
            INSERT INTO _syncSeen (entity, number) VALUES (?, ?)
            ON CONFLICT DO UPDATE SET number = max(number, excluded.number)
            """, .text(shape.name), number ?? last ?? .integer(0))
    }

    /// Excludes received records from the next search.
    func markReceivedSeen(_ database: SQLAccess) throws {
        for shape in shapes.all where try !hasNew(shape, database) {
            try Self.markSeen(shape, upTo: nil, database)
        }
    }

    private func hasNew(_ shape: SyncShape, _ database: SQLAccess) throws -> Bool {
        try database.number(
            "SELECT EXISTS (SELECT 1 FROM \(shape.table.table) AS e WHERE \(Self.isNew(shape)))",
            .text(shape.name)
        ) == 1
    }

    /// Returns whether any record must be sent.
    func hasUnsent() throws -> Bool {
        try reading { database in
            for shape in shapes.all {
                let isUnsent = try database.number(
                    """
                    SELECT EXISTS (SELECT 1 FROM _syncRecord
                    WHERE \(SyncTables.isIn(.notSynchronized)) AND entity = ?)
                    """, .text(shape.name))
                if try isUnsent == 1 || hasNew(shape, database) { return true }
            }
            return false
        }
    }
}

/// The number of records in a request and in its answer, which adapts to the line.
///
/// After a failure for lack of time or space, half as many are sent, down to one. After a request without any progress,
/// one is sent, so that a silent server is noticed soon. A size that worked is doubled, but a size that failed is tried
/// again only after several requests.
struct BatchSize {
    /// The number of full requests after which a size that failed is tried again.
    private static let patience = 8

    let largest: Int
    private(set) var current: Int
    /// The smallest size that failed.
    private var failed: Int?
    private var successes = 0

    /// Whether no request failed lately.
    var isLargest: Bool { current == largest }

    /// Creates a size.
    ///
    /// - Parameters:
    ///   - largest: The maximum.
    ///   - known: The size that worked last; `nil` if unknown.
    init(largest: Int, known: Int? = nil) {
        self.largest = largest
        current = min(max(known ?? largest, 1), largest)
    }

    /// Returns whether a smaller size is possible after a failure, and uses it.
    ///
    /// - Parameters:
    ///   - count: The number of records in the failed request; less than ``current`` if there were no more.
    ///   - isSilent: Whether no byte was moved for a long time.
    mutating func shrink(from count: Int, isSilent: Bool = false) -> Bool {
        let tried = min(max(count, 1), current)
        if current == 1 { return false }
        failed = tried
        successes = 0
        current = isSilent ? 1 : max(1, tried / 2)
        return true
    }

    /// Notes that a request succeeded.
    ///
    /// - Parameter count: The number of records in the request or in the answer, whichever is greater.
    mutating func grow(after count: Int) {
        if count < current { return }
        successes += 1
        if successes >= Self.patience { failed = nil }
        let next = min(current * 2, largest)
        if let failed, next >= failed { return }
        if next > current { successes = 0 }
        current = next
    }
}

extension SyncRequest {
    /// Creates a request whose batch ID is derived from its content. If it is sent again after a lost answer or a
    /// crash, it has the same ID.
    static func named(
        token: String?, records: [SyncRecord], limit: Int, entities: [String], node: String,
        previous: [UUID] = []
    ) -> SyncRequest {
        let blank = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        let contents = SyncRequest(batch: blank, records: records).encoded()
        // Two devices may send the same content.
        let batch = UUID(derivedFrom: Array(node.utf8) + Array(contents))
        return SyncRequest(
            batch: batch, token: token, records: records, limit: limit, entities: entities, node: node,
            previous: previous)
    }
}
