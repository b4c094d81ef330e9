import Foundation
import SyncProtocol

extension SQLStorage {
    /// Merges the records that a device sends, and returns the changes of other devices.
    ///
    /// - Parameters:
    ///   - exchange: The request and its sender.
    ///   - clock: The server's clock.
    /// - Returns: The answer for the device.
    /// - Throws: ``SyncProtocol/SyncFailure`` if the complete request is refused.
    func exchange(_ exchange: Exchange, clock: ServerClock) async throws -> SyncAnswer {
        let work = ExchangeTransaction(
            exchange: exchange, clock: clock, mergedSizeLimit: mergedSizeLimit)
        if exchange.request.records.isEmpty {
            return try await database.read { try work.pull($0) }
        }
        return try await database.write { try work.push($0) }
    }
}

/// An exchange of records with a device, within a transaction.
private struct ExchangeTransaction: Sendable {
    let exchange: Exchange
    let clock: ServerClock
    let mergedSizeLimit: Int

    private var account: SQLValue { .number(exchange.identity.account) }
    private var chain: AccountChain { AccountChain(account: account) }
    private var request: SyncRequest { exchange.request }

    /// Returns the changes of other devices.
    func pull(_ connection: any SQLConnection) throws -> SyncAnswer {
        let rows = try connection.run("SELECT seq, bytes, key_id FROM sync_account WHERE id = ?", [account])
        let last = try last(rows)
        let start = try position(connection, last: last)
        try checkNode(connection)
        let page = try page(connection, after: start, upTo: last, without: [])
        guard let value = try chain.value(at: last, connection) else {
            throw StorageError.unreadable("the chain of an account")
        }
        return answer(
            page, BatchMerge(stored: [:]), last: last, value: value, used: try rows[0].integer(1))
    }

    /// Merges the records of the request. Returns the answer, which contains the changes of other devices.
    func push(_ connection: any SQLConnection) throws -> SyncAnswer {
        let keys = Set(request.records.map(\.key))
        // Reserve the numbers of the changes first. This locks the account's row for other writers until the
        // commit. Therefore changes become visible in the order of their numbers.
        let rows = try connection.run(
            "UPDATE sync_account SET seq = seq + ? WHERE id = ? RETURNING seq, bytes, key_id",
            [.number(keys.count), account])
        let last = try last(rows)
        let used = try rows[0].integer(1)
        let known = last - keys.count
        let start = try position(connection, last: known)
        try checkNode(connection)
        try recordBatch(connection)
        let value = try chain.extend(from: known, to: last, connection, at: exchange.time)
        let stored = try RecordTable.records(keys, of: account, connection)
        var merge = BatchMerge(stored: stored.records, space: space(used: used, stored))
        for key in stored.unreadable.sorted() { merge.refuse(key, .unreadable) }
        try checkClocks(stored.records)
        for record in request.records where !stored.unreadable.contains(record.key) { merge.merge(record) }
        let changed = merge.changed.compactMap { merge.current[$0] }
        let written = try RecordTable.write(changed, after: known, of: account, connection)
        let replaced = merge.changed.reduce(0) { $0 + (stored.sizes[$1] ?? 0) }
        if written != replaced {
            _ = try connection.run(
                "UPDATE sync_account SET bytes = bytes + ? WHERE id = ?",
                [.number(written - replaced), account])
        }
        let page = try page(connection, after: start, upTo: last, without: Set(merge.answered))
        return try checked(
            answer(page, merge, last: last, value: value, used: used + written - replaced))
    }

    /// Returns the space that the batch may take; `nil` if it can't reach the account's quota.
    private func space(used: Int, _ stored: RecordTable.Stored) -> BatchMerge.Space? {
        guard let quota = exchange.quota else { return nil }
        // In JSON, a value takes at most six times its bytes. This estimate usually avoids encoding the records twice.
        let estimate = request.records.reduce(0) { $0 + $1.roughSize }
        return used + estimate * 6 <= quota ? nil : BatchMerge.Space(room: quota - used, sizes: stored.sizes)
    }

    private func last(_ rows: [SQLRow]) throws -> Int {
        guard let row = rows.first else {
            throw SyncFailure(.unauthorized, message: "The account is gone.")
        }
        // A device with another key would write what the other devices can't open.
        guard try request.key == row.optionalText(2) else {
            throw SyncFailure(.wrongKey, message: "The account has another key.")
        }
        return try row.integer(0)
    }

    /// Returns the number of the change after which the page begins.
    ///
    /// - Parameters:
    ///   - connection: The connection, in a transaction.
    ///   - last: The number of the last change before this request.
    /// - Throws: `SyncFailure` with the code `tokenExpired`.
    private func position(_ connection: any SQLConnection, last: Int) throws -> Int {
        try PullToken.sequence(of: request.token, entities: request.entities) { number in
            number <= last ? try chain.value(at: number, connection) : nil
        }
    }

    /// Refuses the request of a node whose last batch the sender doesn't know: another copy of its store has sent it.
    ///
    /// - Throws: `SyncFailure` with the code `copied`.
    private func checkNode(_ connection: any SQLConnection) throws {
        guard let node = request.node, !request.previous.isEmpty else { return }
        let rows = try connection.run(
            "SELECT batch FROM sync_node WHERE account = ? AND node = ?", [account, .text(node)])
        guard let text = try rows.first?.text(0), let known = UUID(uuidString: text) else { return }
        if known == request.batch || request.previous.contains(known) { return }
        throw SyncFailure(.copied, message: "Another copy of this store has sent changes.")
    }

    private func recordBatch(_ connection: any SQLConnection) throws {
        guard let node = request.node else { return }
        _ = try connection.run(
            """
            INSERT INTO sync_node (account, node, batch) VALUES (?, ?, ?)
            ON CONFLICT (account, node) DO UPDATE SET batch = excluded.batch
            """, [account, .text(node), .text(request.batch.uuidString)])
    }

    private func answer(
        _ page: RecordTable.Page, _ merge: BatchMerge, last: Int, value: Int, used: Int
    ) -> SyncAnswer {
        SyncAnswer(
            merged: merge.answered.compactMap { merge.current[$0] },
            refused: merge.refused + request.unreadable,
            changes: page.records,
            token: PullToken(entities: request.entities, sequence: page.last, last: last, value: value).text,
            more: page.more,
            clock: clock.next(for: exchange.identity.account, at: exchange.time),
            room: exchange.quota.map { max($0 - used, 0) })
    }

    /// Refuses a batch whose merged records are larger than a device accepts. The device then sends smaller
    /// batches.
    ///
    /// - Throws: `SyncFailure` with the code `tooLarge`.
    private func checked(_ answer: SyncAnswer) throws -> SyncAnswer {
        // In JSON, a value takes at most six times its bytes. This estimate usually avoids encoding the
        // records.
        let estimate = answer.merged.reduce(0) { $0 + $1.roughSize }
        if estimate * 6 < mergedSizeLimit { return answer }
        let size = answer.merged.reduce(0) { $0 + $1.encoded().count }
        if answer.merged.count > 1, size > mergedSizeLimit {
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

    /// Refuses the request if a clock is too far ahead. Otherwise, a device whose clock is one year ahead would win every
    /// conflict for a year. The server can't correct a clock, because it is sealed too.
    ///
    /// - Throws: `SyncFailure` with the code `clockAhead`.
    private func checkClocks(_ stored: [SyncKey: SyncRecord]) throws {
        let seen = stored.values.map(\.latestClock).max() ?? .zero
        let limit = ClockLimit(seen: seen, time: exchange.time.milliseconds)
        if request.records.contains(where: limit.isExceeded) { throw limit.failure }
        // Later edits of the records get later clocks.
        _ = clock.next(for: exchange.identity.account, at: exchange.time, after: seen)
    }
}

extension SyncRecord {
    /// The size of a record's names and values in bytes, plus an upper estimate of the JSON syntax between
    /// them.
    fileprivate var roughSize: Int {
        let texts = LongText.all(of: fields)
        let isLong = texts.flatMap(\.names.values).reduce(0) { $0 + $1.count } == fields.count
        if isLong {
            return texts.reduce(128 + 120 * fields.count) { $0 + $1.text.utf8.count }
        }
        return fields.reduce(128) { $0 + $1.key.utf8.count + $1.value.value.size + 120 }
    }
}
