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
