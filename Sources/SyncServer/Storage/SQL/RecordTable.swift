import Foundation
import SyncProtocol

/// The statements that read and write records.
///
/// Lists of arguments are filled up to one of a few fixed lengths. Therefore there are few different
/// statements, and each connection prepares a statement only once.
enum RecordTable {
    /// A page of changes, which is a part of a long list.
    struct Page: Sendable {
        let records: [SyncRecord]
        /// The number of the last change that this page and the pages before it cover.
        let last: Int
        /// Whether further pages follow.
        let more: Bool
    }

    /// A request for changes.
    struct ChangeQuery: Sendable {
        let account: SQLValue
        /// The models; empty for all.
        let entities: [String]
        /// The largest number of records in a page.
        let limit: Int
    }

    /// The stored versions of some records.
    struct Stored {
        var records: [SyncKey: SyncRecord] = [:]
        /// The sizes of the records in bytes.
        var sizes: [SyncKey: Int] = [:]
        /// The keys of the records that can't be decoded.
        var unreadable: Set<SyncKey> = []
    }

    /// Returns the stored versions of records.
    static func records(
        _ keys: Set<SyncKey>, of account: SQLValue, _ connection: any SQLConnection
    ) throws -> Stored {
        var stored = Stored()
        for (entity, keys) in Dictionary(grouping: keys, by: \.entity) {
            var ids = keys.map(\.id.uuidString)[...]
            while let first = ids.first {
                let length = [100, 10].first { ids.count > $0 / 10 } ?? 1
                // Repeat an ID to fill up a list that is too short.
                let part = Array(ids.prefix(length))
                let list = part + Array(repeating: first, count: length - part.count)
                ids = ids.dropFirst(length)
                let marks = Array(repeating: "?", count: length).joined(separator: ", ")
                let rows = try connection.run(
                    "SELECT id, body, size FROM sync_record WHERE account = ? AND entity = ? AND id IN (\(marks))",
                    [account, .text(entity)] + list.map { .text($0) })
                for row in rows {
                    guard let id = UUID(uuidString: try row.text(0)) else { continue }
                    let key = SyncKey(entity: entity, id: id)
                    if let record = try? SyncRecord(decoding: Array(try row.text(1).utf8)), record.key == key
                    {
                        stored.records[key] = record
                        stored.sizes[key] = try row.integer(2)
                    } else {
                        stored.unreadable.insert(key)
                    }
                }
            }
        }
        return stored
    }

    /// Writes records with consecutive change numbers.
    ///
    /// - Parameters:
    ///   - records: The records.
    ///   - sequence: The number before the first change.
    ///   - account: The account's ID.
    ///   - connection: The connection, in a transaction.
    /// - Returns: The size of the records in bytes.
    static func write(
        _ records: [SyncRecord], after sequence: Int, of account: SQLValue, _ connection: any SQLConnection
    ) throws -> Int {
        var sequence = sequence
        var bytes = 0
        var rest = records[...]
        while !rest.isEmpty {
            let length = [50, 10].first { rest.count >= $0 } ?? 1
            var arguments: [SQLValue] = []
            for record in rest.prefix(length) {
                sequence += 1
                let body = record.encoded()
                bytes += body.count
                arguments += [
                    account, .text(record.key.entity), .text(record.key.id.uuidString), .number(sequence),
                    .number(body.count), .text(String(decoding: body, as: UTF8.self)),
                ]
            }
            rest = rest.dropFirst(length)
            let rows = Array(repeating: "(?, ?, ?, ?, ?, ?)", count: length).joined(separator: ", ")
            _ = try connection.run(
                """
                INSERT INTO sync_record (account, entity, id, seq, size, body) VALUES \(rows)
                ON CONFLICT (account, entity, id) DO UPDATE
                SET seq = excluded.seq, size = excluded.size, body = excluded.body
                """, arguments)
        }
        return bytes
    }

    /// Returns a page of changes. The sizes are first read from an index, so that the page stays within
    /// `SyncLimits.pageSize`. Only a single record may be larger.
    ///
    /// - Parameters:
    ///   - query: The account, the models and the limit.
    ///   - start: The number after which the page begins.
    ///   - last: The number of the last change to include.
    ///   - keys: The keys of records to leave out.
    ///   - connection: The connection, in a transaction.
    static func page(
        _ query: ChangeQuery, after start: Int, upTo last: Int, without keys: Set<SyncKey>,
        _ connection: any SQLConnection
    ) throws -> Page {
        let (condition, names) = condition(query)
        let sizes = try connection.run(
            """
            SELECT seq, size FROM sync_record WHERE account = ? AND seq > ? AND seq <= ?\(condition)
            ORDER BY seq LIMIT ?
            """, [query.account, .number(start), .number(last)] + names + [.number(query.limit + 1)])
        var end = start
        var bytes = 0
        var count = 0
        for row in sizes.prefix(query.limit) {
            bytes += try row.integer(1)
            if count > 0, bytes > SyncLimits.pageSize { break }
            end = try row.integer(0)
            count += 1
        }
        if count == 0 { return Page(records: [], last: last, more: false) }
        let rows = try connection.run(
            """
            SELECT body FROM sync_record WHERE account = ? AND seq > ? AND seq <= ?\(condition) ORDER BY seq
            """, [query.account, .number(start), .number(end)] + names)
        var records: [SyncRecord] = []
        for row in rows {
            // Skip damaged records, so that the device still receives all other records.
            guard let record = try? SyncRecord(decoding: Array(try row.text(0).utf8)) else { continue }
            if !keys.contains(record.key) { records.append(record) }
        }
        let more = count < sizes.count
        return Page(records: records, last: more ? end : last, more: more)
    }

    /// Returns a condition on the models. `entity || ''` makes the databases use the index of the changes,
    /// and no other index.
    private static func condition(_ query: ChangeQuery) -> (String, [SQLValue]) {
        if query.entities.isEmpty { return ("", []) }
        let names = Set(query.entities).sorted()
        let marks = Array(repeating: "?", count: names.count).joined(separator: ", ")
        return (" AND entity || '' IN (\(marks))", names.map { .text($0) })
    }
}
