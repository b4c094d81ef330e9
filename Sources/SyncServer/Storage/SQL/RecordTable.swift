import Foundation
import SyncProtocol

/// The statements that read and write records.
///
/// Texts of statements are few, so that each is prepared once for a connection: lists come in set lengths.
enum RecordTable {
    /// A page of changes.
    struct Page: Sendable {
        let records: [SyncRecord]
        /// The number of the last change that is in it or before it.
        let last: Int
        /// Whether more are waiting.
        let more: Bool
    }

    /// Which changes are wanted.
    struct Wanted: Sendable {
        let account: SQLValue
        /// The models; empty for all.
        let entities: [String]
        /// How many at most.
        let limit: Int
    }

    /// The stored versions of records, and the keys of those that can't be read any more.
    static func records(
        _ keys: Set<SyncKey>, of account: SQLValue, _ connection: any SQLConnection
    ) throws -> ([SyncKey: SyncRecord], Set<SyncKey>) {
        var records: [SyncKey: SyncRecord] = [:]
        var unreadable: Set<SyncKey> = []
        for (entity, keys) in Dictionary(grouping: keys, by: \.entity) {
            var ids = keys.map(\.id.uuidString)[...]
            while let first = ids.first {
                let length = [100, 10].first { ids.count > $0 / 10 } ?? 1
                // A list that is too short is filled up with what is in it already.
                let part = Array(ids.prefix(length))
                let list = part + Array(repeating: first, count: length - part.count)
                ids = ids.dropFirst(length)
                let marks = Array(repeating: "?", count: length).joined(separator: ", ")
                let rows = try connection.run(
                    "SELECT id, body FROM sync_record WHERE account = ? AND entity = ? AND id IN (\(marks))",
                    [account, .text(entity)] + list.map { .text($0) })
                for row in rows {
                    guard let id = UUID(uuidString: try row.text(0)) else { continue }
                    let key = SyncKey(entity: entity, id: id)
                    if let record = try? SyncRecord(decoding: Array(try row.text(1).utf8)), record.key == key
                    {
                        records[key] = record
                    } else {
                        unreadable.insert(key)
                    }
                }
            }
        }
        return (records, unreadable)
    }

    /// Writes records, each with a number of its own after the given one.
    static func write(
        _ records: [SyncRecord], after sequence: Int, of account: SQLValue, _ connection: any SQLConnection
    ) throws {
        var sequence = sequence
        var rest = records[...]
        while !rest.isEmpty {
            let length = [50, 10].first { rest.count >= $0 } ?? 1
            var arguments: [SQLValue] = []
            for record in rest.prefix(length) {
                sequence += 1
                let body = record.encoded()
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
    }

    /// The changes after a number, measured in the index first, so that a page is never larger than it may be.
    static func page(
        _ wanted: Wanted, after start: Int, upTo last: Int, without keys: Set<SyncKey>,
        _ connection: any SQLConnection
    ) throws -> Page {
        let (condition, names) = condition(wanted)
        let sizes = try connection.run(
            """
            SELECT seq, size FROM sync_record WHERE account = ? AND seq > ? AND seq <= ?\(condition)
            ORDER BY seq LIMIT ?
            """, [wanted.account, .number(start), .number(last)] + names + [.number(wanted.limit + 1)])
        var end = start
        var bytes = 0
        var count = 0
        for row in sizes.prefix(wanted.limit) {
            bytes += try row.integer(1)
            if count > 0, bytes > SyncLimits.pageSize { break }
            end = try row.integer(0)
            count += 1
        }
        if count == 0 { return Page(records: [], last: last, more: false) }
        let rows = try connection.run(
            """
            SELECT body FROM sync_record WHERE account = ? AND seq > ? AND seq <= ?\(condition) ORDER BY seq
            """, [wanted.account, .number(start), .number(end)] + names)
        var records: [SyncRecord] = []
        for row in rows {
            // What can't be read any more holds nobody up.
            guard let record = try? SyncRecord(decoding: Array(try row.text(0).utf8)) else { continue }
            if !keys.contains(record.key) { records.append(record) }
        }
        let more = count < sizes.count
        return Page(records: records, last: more ? end : last, more: more)
    }

    /// A condition on the models. It is written so that it is no reason to leave the index of changes.
    private static func condition(_ wanted: Wanted) -> (String, [SQLValue]) {
        if wanted.entities.isEmpty { return ("", []) }
        let names = Set(wanted.entities).sorted()
        let marks = Array(repeating: "?", count: names.count).joined(separator: ", ")
        return (" AND entity || '' IN (\(marks))", names.map { .text($0) })
    }
}
