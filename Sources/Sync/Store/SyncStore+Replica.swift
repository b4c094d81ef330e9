import Foundation
import ModelData
import StoreMaintenance
import SyncProtocol

/// The identity of a store among its copies.
///
/// Copies of a store write clocks with the same node. Each would take the work of the others for its own, so that an undo
/// deletes it. So a copy takes a new node as soon as it is noticed: at a login with another token, or if the server knows
/// a batch of the node that the store hasn't sent.
extension SyncStore {
    /// The largest number of batches that are kept while no answer arrives.
    private static let mostBatches = 200

    /// The batches of this node that the server may have applied last.
    func sentBatches() throws -> [UUID] { try reading { try Self.sentBatches($0) } }

    private static func sentBatches(_ database: SQLAccess) throws -> [UUID] {
        let text = try database.rows("SELECT batches FROM _sync").first?.first?.text ?? ""
        return text.split(separator: " ").compactMap { UUID(uuidString: String($0)) }
    }

    /// Notes a batch before it is sent.
    func note(sent batch: UUID) throws {
        let known = try sentBatches()
        if known.contains(batch) { return }
        // The first one is the last acknowledged batch.
        let kept = known.prefix(1) + (known.dropFirst() + [batch]).suffix(Self.mostBatches)
        try writing { try Self.write(Array(kept), $0) }
    }

    private static func write(_ batches: [UUID], _ database: SQLAccess) throws {
        try database.run(
            "UPDATE _sync SET batches = ?", .text(batches.map(\.uuidString).joined(separator: " ")))
    }

    /// Notes an acknowledged batch, and the latest of its own clocks.
    func noteAcknowledged(_ batch: UUID, _ sent: [SentRecord], _ database: SQLAccess) throws {
        try Self.write([batch], database)
        let node = try database.rows("SELECT node FROM _sync").first?.first?.text
        let stamps = sent.flatMap(\.record.fields.values).filter { $0.clock.node == node }.map(\.clock.stamp)
        guard let last = stamps.max() else { return }
        try database.run(
            "UPDATE _sync SET acknowledged = max(acknowledged, ?)",
            .integer(min(last, SyncTriggers.lastMoment)))
    }

    /// Notes the token of a login. A store with the token of another device becomes a new replica.
    func use(token: String) throws {
        var hash = FNV1a()
        hash.add(token)
        let known = try reading { try $0.rows("SELECT device FROM _sync").first?.first?.text }
        if known == hash.text { return }
        if known != nil { try becomeNewReplica() }
        try writing { try $0.run("UPDATE _sync SET device = ?", .text(hash.text)) }
    }

    /// Gives the store a new node.
    ///
    /// The acknowledged edits of the former node are this store's. Its later ones on the server are those of the other
    /// copy. So the edits that the server hasn't acknowledged get the new node.
    func becomeNewReplica() throws {
        try writing { database in
            guard let row = try database.rows("SELECT node, acknowledged FROM _sync").first,
                let node = row[0].text, let acknowledged = row[1].integer
            else { return }
            let new = SyncTracking.newNode()
            let renamed = "substr(clock, 1, 17) || \(new.literalSQL)"
            // The stamps of imports are milliseconds without a counter.
            let isOwn = """
                substr(clock, 18) = \(node.literalSQL) AND substr(clock, 1, 16) > printf('%016x',
                    CASE WHEN clock < printf('%016x', \(EditLog.firstEditStamp)) THEN \(acknowledged >> 16)
                    ELSE \(acknowledged) END)
                """
            try database.execute(
                """
                INSERT INTO _syncFormer (node, clock) VALUES (\(node.literalSQL), \(acknowledged))
                    ON CONFLICT (node) DO UPDATE SET clock = max(clock, excluded.clock);
                UPDATE _syncField SET clock = \(renamed) WHERE unsent = 1 AND \(isOwn);
                UPDATE _syncRecord SET clock = \(renamed) WHERE whole = 1 AND state <> 2 AND \(isOwn);
                UPDATE _sync SET node = \(new.literalSQL), batches = NULL;
                """)
        }
    }
}

extension SyncStore {
    /// Gives later clocks of sent fields the server's time, because the server refuses clocks that are too far ahead.
    ///
    /// The order of the clocks stays, and fields with one clock keep having one.
    ///
    /// - Parameters:
    ///   - sent: The records of the refused request.
    ///   - clock: The time of the refusal.
    /// - Returns: The number of records with new clocks.
    func restamp(_ sent: [SentRecord], after clock: SyncClock) throws -> Int {
        let late = Set(sent.flatMap(\.record.fields.values).map(\.clock).filter { Self.isLater($0, clock) })
        var new: [SyncClock: SyncClock] = [:]
        var stamp = clock.stamp
        for old in late.sorted() {
            stamp = min(stamp + 1, SyncTriggers.lastMoment)
            // For an import, use a stamp in the range of imports, so that edits by a user still win.
            new[old] = SyncClock(stamp: old.isFromImport ? clock.milliseconds : stamp, node: old.node)
        }
        return try writing { database in
            let held = HeldRecords(database)
            var count = 0
            for sent in sent {
                let clocks = Set(sent.record.fields.values.map(\.clock)).filter { new[$0] != nil }
                if clocks.isEmpty { continue }
                count += 1
                for old in clocks.sorted() {
                    let pair: [StoredValue] = [
                        .text(new[old]?.description ?? ""), .integer(sent.number), .text(old.description),
                    ]
                    try database.run(
                        "UPDATE _syncField SET clock = ? WHERE record = ? AND clock = ? AND unsent = 1",
                        pair[0], pair[1], pair[2])
                    // An edit during the request replaced the sent value.
                    try database.run(
                        "UPDATE _syncField SET base = ? WHERE record = ? AND base = ?", pair[0], pair[1],
                        pair[2])
                    try database.run(
                        "UPDATE _syncRecord SET clock = ? WHERE _id = ? AND clock = ? AND whole = 1",
                        pair[0], pair[1], pair[2])
                }
                // A record that was deleted with its owner is sent with its content.
                guard let content = try held.version(sent.record.key, .cascaded)?.record else { continue }
                let fields = content.fields.mapValues {
                    SyncField($0.value, at: new[$0.clock] ?? $0.clock, base: $0.base)
                }
                try held.replace(
                    SyncRecord(content.key, causalLength: content.causalLength, fields: fields), .cascaded)
            }
            return count
        }
    }

    private static func isLater(_ clock: SyncClock, _ limit: SyncClock) -> Bool {
        clock.isFromImport ? clock.time > limit.milliseconds : clock > limit
    }
}
