import Foundation
import SyncProtocol

extension SQLStorage {
    func exchange(_ exchange: Exchange, clock: ServerClock) async throws -> SyncAnswer {
        let work = ExchangeWork(exchange: exchange, clock: clock, mergedSize: mergedSize, process: writing)
        if exchange.request.records.isEmpty {
            return try await database.read { try work.pull($0) }
        }
        let (answer, last) = try await database.write { try work.push($0) }
        writing.wrote(exchange.identity.account, upTo: last)
        return answer
    }
}

/// One exchange, within a transaction.
private struct ExchangeWork: Sendable {
    let exchange: Exchange
    let clock: ServerClock
    let mergedSize: Int
    let process: WritingProcess

    /// How long the stamps of batches are kept.
    private static let stampAge: TimeInterval = 30 * 86_400

    private var account: SQLValue { .number(exchange.identity.account) }
    private var request: SyncRequest { exchange.request }

    /// What others changed.
    func pull(_ connection: any SQLConnection) throws -> SyncAnswer {
        let rows = try connection.run("SELECT seq, epoch FROM sync_account WHERE id = ?", [account])
        let (last, epoch) = try state(rows)
        let start = try position(connection, epoch: epoch, last: last)
        let page = try page(connection, after: start, upTo: last, without: [])
        return answer(page, BatchMerge(stored: [:]), epoch: epoch, last: last)
    }

    /// What is sent, merged, and what others changed; and the number of the last change.
    func push(_ connection: any SQLConnection) throws -> (answer: SyncAnswer, last: Int) {
        let keys = Set(request.records.map(\.key))
        // The numbers of the changes are taken first: that holds up every other writer of the account until this
        // transaction is final, so that changes become visible in the order of their numbers.
        let rows = try connection.run(
            "UPDATE sync_account SET seq = seq + ? WHERE id = ? RETURNING seq, epoch",
            [.number(keys.count), account])
        let (last, known) = try state(rows)
        let start = try position(connection, epoch: known, last: last - keys.count)
        let epoch = try epoch(connection, after: known, last: last - keys.count)
        let (stored, unreadable) = try RecordTable.records(keys, of: account, connection)
        var merge = BatchMerge(stored: stored)
        for key in unreadable.sorted() { merge.refuse(key, .unreadable) }
        let stamp = try stamp(connection, stored: stored)
        for record in request.records where !unreadable.contains(record.key) {
            merge.merge(record, stamp: stamp)
        }
        let changed = merge.changed.compactMap { merge.current[$0] }
        try RecordTable.write(changed, after: last - keys.count, of: account, connection)
        let page = try page(connection, after: start, upTo: last, without: Set(merge.answered))
        return (try checked(answer(page, merge, epoch: epoch, last: last)), last)
    }

    /// The epoch that changes are made in: a new one where this process makes its first.
    private func epoch(
        _ connection: any SQLConnection, after known: String, last: Int
    ) throws -> String {
        guard process.begins(exchange.identity.account, after: last) else { return known }
        let new = SQLStorage.newEpoch()
        _ = try connection.run(
            "INSERT INTO sync_epoch (account, epoch, ended) VALUES (?, ?, ?)",
            [account, .text(known), .number(last)])
        // Devices that were away for longer than that many starts of the server begin at the beginning.
        _ = try connection.run(
            """
            DELETE FROM sync_epoch WHERE account = ? AND ended < coalesce(
                (SELECT ended FROM sync_epoch WHERE account = ? ORDER BY ended DESC LIMIT 1 OFFSET 1000), 0)
            """, [account, account])
        _ = try connection.run("UPDATE sync_account SET epoch = ? WHERE id = ?", [.text(new), account])
        return new
    }

    private func state(_ rows: [SQLRow]) throws -> (last: Int, epoch: String) {
        guard let row = rows.first else {
            throw SyncFailure(.unauthorized, message: "The account is gone.")
        }
        return (try row.integer(0), try row.text(1))
    }

    private func position(_ connection: any SQLConnection, epoch: String, last: Int) throws -> Int {
        try PullToken.sequence(of: request.token, entities: request.entities) { named in
            if named == epoch { return last }
            return try connection.run(
                "SELECT ended FROM sync_epoch WHERE account = ? AND epoch = ?", [account, .text(named)]
            ).first?.integer(0)
        }
    }

    private func answer(
        _ page: RecordTable.Page, _ merge: BatchMerge, epoch: String, last: Int
    ) -> SyncAnswer {
        SyncAnswer(
            merged: merge.answered.compactMap { merge.current[$0] },
            refused: merge.refused + request.unreadable,
            restamped: merge.restamped, changes: page.records,
            token: PullToken(epoch: epoch, entities: request.entities, sequence: page.last, last: last).text,
            more: page.more,
            clock: clock.next(at: exchange.time))
    }

    /// A batch whose merged versions are more than a device reads is refused as a whole: halves of it are not.
    private func checked(_ answer: SyncAnswer) throws -> SyncAnswer {
        // Nothing takes more than six times its bytes as JSON: the exact size is seldom asked for.
        let estimate = answer.merged.reduce(0) { $0 + $1.roughSize }
        if estimate * 6 < mergedSize { return answer }
        let size = answer.merged.reduce(0) { $0 + $1.encoded().count }
        if answer.merged.count > 1, size > mergedSize {
            throw SyncFailure(
                .tooLarge, message: "The merged records are \(size) bytes. Send fewer at a time.")
        }
        return answer
    }

    private func page(
        _ connection: any SQLConnection, after start: Int, upTo last: Int, without keys: Set<SyncKey>
    ) throws -> RecordTable.Page {
        try RecordTable.page(
            .init(account: account, entities: request.entities, limit: request.limit), after: start,
            upTo: last,
            without: keys, connection)
    }

    /// The moment for clocks that are too far ahead: the one that the batch got when it was first sent, or a new one,
    /// later than everything that is stored of its records.
    private func stamp(
        _ connection: any SQLConnection, stored: [SyncKey: SyncRecord]
    ) throws -> BatchStamp {
        let time = exchange.time.milliseconds
        let name: [SQLValue] = [.number(exchange.identity.device), .text(request.batch.uuidString)]
        // A clock that was too far ahead when the batch came first may not be any more, so this comes first.
        let rows = try connection.run(
            "SELECT stamp, created FROM sync_batch WHERE device = ? AND id = ?", name)
        if let row = rows.first, let clock = SyncClock(try row.text(0)) {
            return BatchStamp(clock: clock, time: try row.integer(1))
        }
        let seen = stored.values.map(\.latestClock).max() ?? .zero
        let stamp = BatchStamp(clock: clock.next(at: exchange.time, after: seen), time: time)
        guard request.records.contains(where: { BatchStamp.isNeeded(for: $0, at: time) }) else {
            return stamp
        }
        _ = try connection.run(
            "DELETE FROM sync_batch WHERE created < ?",
            [.number(exchange.time.addingTimeInterval(-Self.stampAge).milliseconds)])
        _ = try connection.run(
            "INSERT INTO sync_batch (device, id, stamp, created) VALUES (?, ?, ?, ?)",
            name + [.text(stamp.clock.description), .number(time)])
        return stamp
    }
}

extension SyncRecord {
    /// The bytes of a record's names and values, and more than those of what stands between them.
    fileprivate var roughSize: Int {
        fields.reduce(128) { $0 + $1.key.utf8.count + $1.value.value.size + 80 }
    }
}
