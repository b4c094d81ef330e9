import Foundation
import SyncProtocol

extension SQLStorage {
    /// The time after which the contents of a deleted record are removed, in seconds: 90 days.
    static let deletionAge: TimeInterval = 90 * 86_400
    /// The number of records that one transaction looks at.
    private static let deletionPage = 200

    /// The name of the row of `sync_meta` with the number of the last change that was looked at.
    static func deletionsName(ofAccount account: Int) -> String { "deletions \(account)" }

    /// Removes the contents of records that were deleted more than 90 days ago. Their tombstones stay.
    func removeDeletedContents(at time: Date) async throws {
        let rows = try await database.read { try $0.run("SELECT id FROM sync_account ORDER BY id") }
        for row in rows {
            try Task.checkCancellation()
            let removal = Removal(
                account: try row.integer(0), before: time.addingTimeInterval(-Self.deletionAge))
            // Most accounts have nothing to look at, and need no writing.
            guard try await database.read({ try removal.range($0) }) != nil else { continue }
            while try await database.write({ try removal.run($0, limit: Self.deletionPage) }) {
                try Task.checkCancellation()
            }
        }
    }
}

/// The removal of the contents of an account's deleted records.
///
/// Changes have numbers, and the chain tells when a number was reached. So each record is looked at once after each change.
private struct Removal: Sendable {
    let account: Int
    /// Records that changed later stay as they are.
    let before: Date

    private var name: SQLValue { .text(SQLStorage.deletionsName(ofAccount: account)) }

    /// Returns the numbers of the changes to look at; `nil` if there are none.
    func range(_ connection: any SQLConnection) throws -> Range<Int>? {
        let done = try connection.run("SELECT number FROM sync_meta WHERE name = ?", [name]).first?.integer(0)
        let old = try connection.run(
            """
            SELECT number FROM sync_chain WHERE account = ? AND created < ? ORDER BY number DESC LIMIT 1
            """, [.number(account), .number(before.milliseconds)]
        ).first?.integer(0)
        guard let old, old > done ?? 0 else { return nil }
        return (done ?? 0)..<old
    }

    /// Looks at some records.
    ///
    /// - Returns: Whether more may follow.
    func run(_ connection: any SQLConnection, limit: Int) throws -> Bool {
        // Lock the account, as a push does, so that no record changes meanwhile.
        _ = try connection.run("UPDATE sync_account SET seq = seq WHERE id = ?", [.number(account)])
        guard let range = try range(connection) else { return false }
        let rows = try connection.run(
            """
            SELECT seq, body, size FROM sync_record WHERE account = ? AND seq > ? AND seq <= ?
            ORDER BY seq LIMIT ?
            """,
            [.number(account), .number(range.lowerBound), .number(range.upperBound), .number(limit)])
        var freed = 0
        for row in rows {
            // A damaged record stays for the administrator.
            guard let record = try? SyncRecord(decoding: Array(try row.text(1).utf8)),
                let rest = record.withoutDeletedContents
            else { continue }
            let body = rest.encoded()
            freed += try row.integer(2) - body.count
            _ = try connection.run(
                "UPDATE sync_record SET body = ?, size = ? WHERE account = ? AND entity = ? AND id = ?",
                [
                    .text(String(decoding: body, as: UTF8.self)), .number(body.count), .number(account),
                    .text(record.key.entity), .text(record.key.id.uuidString),
                ])
        }
        if freed != 0 {
            _ = try connection.run(
                "UPDATE sync_account SET bytes = bytes - ? WHERE id = ?", [.number(freed), .number(account)])
        }
        let isOver = rows.count < limit
        let done = isOver ? range.upperBound : try rows[rows.count - 1].integer(0)
        _ = try connection.run(
            """
            INSERT INTO sync_meta (name, number) VALUES (?, ?)
            ON CONFLICT (name) DO UPDATE SET number = excluded.number
            """, [name, .number(done)])
        return !isOver
    }
}

extension SyncRecord {
    /// The tombstone of a deleted record: the text of its causal length, and the text that was written last, which has the
    /// cause if several devices deleted it. `nil` if it exists, or has no other texts.
    fileprivate var withoutDeletedContents: SyncRecord? {
        guard !isAlive, let length = fields[Self.sealedLength]?.value else { return nil }
        let last = fields.filter { $0.key != Self.sealedLength }.values.max { $0.clock < $1.clock }?.value
        let kept = fields.filter { $0.value.value == length || $0.value.value == last }
        return kept.count == fields.count ? nil : SyncRecord(key, causalLength: causalLength, fields: kept)
    }
}
