import Foundation
import GRDBSQLite
import TestSupport

/// What a store holds, as another SQLite tool reads it; equal where two stores hold the same.
struct StoreSnapshot: Hashable, CustomStringConvertible {
    /// The rows of each table, with their columns' names.
    private(set) var tables: [String: [[String]]] = [:]

    /// Columns whose values are new each time: moments, and identifiers that are made at random.
    private static let changing: Set<String> = [
        "identifier", "created", "modified", "closed", "at", "records", "written", "added",
        "started", "completed",
    ]

    /// Reads a store, and fails where it is damaged.
    init(of path: String) throws {
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil)
        defer { sqlite3_close_v2(handle) }
        guard code == SQLITE_OK, let handle else { throw TestSupportError("\(path) can't be opened") }
        sqlite3_busy_timeout(handle, 60_000)
        try Self.check(handle)
        let names = try Self.rows("SELECT name FROM sqlite_schema WHERE type = 'table'", handle)
        for name in names.compactMap(\.first).filter(Self.holdsData) {
            let columns = try Self.rows("SELECT name FROM pragma_table_info('\(name)')", handle)
                .compactMap(\.first).filter { !Self.changing.contains($0) }
            let list = columns.map { "\"\($0)\"" }.joined(separator: ", ")
            let rows = try Self.rows("SELECT \(list) FROM \"\(name)\" ORDER BY _id", handle)
            tables[name] = rows.map { zip(columns, $0).map { "\($0)=\($1)" } }
        }
    }

    /// Makes sure that a database is whole, whatever is in it.
    static func checkIntegrity(of path: String) throws {
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil)
        defer { sqlite3_close_v2(handle) }
        guard code == SQLITE_OK, let handle else { throw TestSupportError("\(path) can't be opened") }
        try check(handle)
    }

    /// How many rows a table has.
    func count(_ table: String) -> Int { tables[table]?.count ?? 0 }

    /// The values of a column.
    func values(_ column: String, of table: String) -> [String] {
        (tables[table] ?? []).flatMap { $0 }.filter { $0.hasPrefix("\(column)=") }
            .map { String($0.dropFirst(column.count + 1)) }
    }

    var description: String { lines.sorted().joined(separator: "\n") }

    /// What it has that another one hasn't, and what it lacks.
    func difference(from other: StoreSnapshot) -> String {
        (lines.subtracting(other.lines).sorted().map { "+ \($0)" }
            + other.lines.subtracting(lines).sorted().map { "- \($0)" }).joined(separator: "\n")
    }

    /// The same without the awards that portfolio has told of: that is saved after the command that earned them, and
    /// where it isn't, the next command tells of them.
    var withoutAnnouncements: StoreSnapshot {
        var other = self
        let steps = Set(
            (tables["_history"] ?? []).filter { $0.contains("author=portfolio awards") }.compactMap(\.first)
                .map { $0.replacing("_id=", with: "_transaction=") })
        other.tables["AnnouncedAward"] = nil
        other.tables["_history"]?.removeAll { $0.contains("author=portfolio awards") }
        other.tables["_history_change"]?.removeAll { !steps.isDisjoint(with: $0) }
        return other
    }

    private var lines: Set<String> {
        Set(tables.flatMap { name, rows in rows.map { "\(name): " + $0.joined(separator: " ") } })
    }

    private static func holdsData(_ table: String) -> Bool {
        !table.hasPrefix("sqlite_") && table != "_modeldata" && table != "_schema"
            // What is noted for synchronizing holds no data of the person's.
            && !table.hasPrefix("_sync")
    }

    private static func check(_ handle: OpaquePointer) throws {
        let integrity = try rows("PRAGMA integrity_check", handle).map { $0.joined() }
        if integrity != ["ok"] { throw TestSupportError("the store is damaged: \(integrity)") }
        let keys = try rows("PRAGMA foreign_key_check", handle).map { $0.joined(separator: " ") }
        if !keys.isEmpty { throw TestSupportError("references lead nowhere: \(keys)") }
    }

    private static func rows(_ sql: String, _ handle: OpaquePointer) throws -> [[String]] {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        var code = sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
        var rows: [[String]] = []
        while code == SQLITE_OK || code == SQLITE_ROW {
            code = sqlite3_step(statement)
            if code == SQLITE_DONE { return rows }
            guard code == SQLITE_ROW else { break }
            rows.append(
                (0..<sqlite3_column_count(statement)).map { column in
                    sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "NULL"
                })
        }
        throw TestSupportError("\(sql): \(String(cString: sqlite3_errmsg(handle)))")
    }
}
