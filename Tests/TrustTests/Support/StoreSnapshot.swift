import Foundation
import ModelDataSQLite
import TestSupport

/// The contents of a store, read by another SQLite connection. Two snapshots are equal if their stores have
/// equal contents.
struct StoreSnapshot: Hashable, CustomStringConvertible {
    /// The rows of each table. Each value is a text such as `title=Solaris`.
    private(set) var tables: [String: [[String]]]

    /// Columns with times and random identifiers. A snapshot contains only whether they have a value: for
    /// example, a finished book has a date.
    private static let changing: Set<String> = [
        "identifier", "created", "modified", "closed", "at", "records", "written", "added",
        "started", "completed",
    ]

    /// The table of the changes of each history step. A store can contain equal changes in one row or in
    /// several rows. Therefore, a snapshot contains the total number of changes for each step, model and kind
    /// of change.
    private static let changesTable = "_history_change"
    private static let columnsOfChanges = ["_transaction", "model", "kind", "count"]
    private static let changes = """
        SELECT _transaction, model, kind, sum(count) FROM _history_change
        GROUP BY _transaction, model, kind ORDER BY _transaction, model, kind
        """

    /// SQLite's table of indexes and triggers. An interrupted change must not lose any of them.
    private static let schemaTable = "sqlite_schema"

    /// Reads a store. Throws if it is damaged.
    init(of path: String) throws {
        tables = try withStore(path) { handle in
            try Self.check(handle)
            var tables: [String: [[String]]] = [:]
            let names = try rows("SELECT name FROM sqlite_schema WHERE type = 'table'", handle)
            for name in names.compactMap(\.first).filter(Self.holdsData) {
                var columns = try rows("SELECT name FROM pragma_table_info('\(name)')", handle)
                    .compactMap(\.first)
                if name == Self.changesTable { columns = Self.columnsOfChanges }
                let list = columns.map {
                    Self.changing.contains($0) ? "iif(\"\($0)\" IS NULL, NULL, 'some')" : "\"\($0)\""
                }.joined(separator: ", ")
                var sql = "SELECT \(list) FROM \"\(name)\" ORDER BY _id"
                if name == Self.changesTable { sql = Self.changes }
                let found = try rows(sql, handle)
                tables[name] = found.map { zip(columns, $0).map { "\($0)=\($1)" } }
            }
            let objects = "SELECT type, name, tbl_name FROM sqlite_schema WHERE type <> 'table' ORDER BY name"
            tables[Self.schemaTable] = try rows(objects, handle)
            return tables
        }
    }

    /// Checks the integrity of a database.
    static func checkIntegrity(of path: String) throws {
        try withStore(path, check)
    }

    /// Returns the schema that is recorded in a store.
    static func schema(of path: String) throws -> String {
        try rows("SELECT value FROM _modeldata WHERE key = 'schema'", path).first?.first ?? ""
    }

    /// Returns the number of the root page of an index whose model has records. The first page has the number
    /// 1.
    static func indexPage(of path: String) throws -> Int {
        let indexes = try rows(
            "SELECT rootpage, tbl_name FROM sqlite_schema WHERE type = 'index' AND name LIKE '$_index%' ESCAPE '$'",
            path)
        for index in indexes {
            guard let page = Int(index[0]) else { continue }
            if try rows("SELECT 1 FROM \"\(index[1])\" LIMIT 1", path).count == 1 { return page }
        }
        throw TestSupportError("\(path) has no index")
    }

    /// Returns whether this store has the rows of another store in the same order. It may have additional
    /// columns and tables.
    func holdsAll(of other: StoreSnapshot) -> Bool {
        other.withoutSchema.tables.allSatisfy { name, rows in
            guard let present = tables[name], present.count == rows.count else { return false }
            return zip(rows, present).allSatisfy { Set($0).isSubset(of: $1) }
        }
    }

    /// Returns the number of rows in a table.
    func count(_ table: String) -> Int { tables[table]?.count ?? 0 }

    /// Returns the values of a column.
    func values(_ column: String, of table: String) -> [String] {
        (tables[table] ?? []).flatMap { $0 }.filter { $0.hasPrefix("\(column)=") }
            .map { String($0.dropFirst(column.count + 1)) }
    }

    var description: String { lines.sorted().joined(separator: "\n") }

    /// Returns the differences from another snapshot as text.
    func difference(from other: StoreSnapshot) -> String {
        (lines.subtracting(other.lines).sorted().map { "+ \($0)" }
            + other.lines.subtracting(lines).sorted().map { "- \($0)" }).joined(separator: "\n")
    }

    /// The snapshot without the history.
    var withoutHistory: StoreSnapshot {
        var other = self
        for name in tables.keys where name.hasPrefix("_history") { other.tables[name] = nil }
        return other
    }

    /// The snapshot without indexes and triggers. A program recreates some of them when it opens its store.
    var withoutSchema: StoreSnapshot {
        var other = self
        other.tables[Self.schemaTable] = nil
        return other
    }

    /// The snapshot without portfolio's announcements of awards. The program saves them after the command
    /// that earned them, or by a later command. The remaining history steps are renumbered.
    var withoutAnnouncements: StoreSnapshot {
        var other = self
        func number(_ value: String?) -> String {
            value.map { String($0.split(separator: "=").last ?? "") } ?? ""
        }
        let history = tables["_history"] ?? []
        let told = Set(history.filter { $0.contains("author=portfolio awards") }.map { number($0.first) })
        let left = history.map { number($0.first) }.filter { !told.contains($0) }
        let ranks = Dictionary(zip(left, (1...max(left.count, 1)).map(String.init))) { first, _ in first }
        func renumbered(_ row: [String]) -> [String] {
            row.map { value in
                for name in ["_id=", "_transaction=", "reverses="] where value.hasPrefix(name) {
                    return ranks[String(value.dropFirst(name.count))].map { name + $0 } ?? value
                }
                return value
            }
        }
        other.tables["AnnouncedAward"] = nil
        other.tables["_history"] = history.filter { !told.contains(number($0.first)) }.map(renumbered)
        other.tables["_history_change"] = (tables["_history_change"] ?? []).filter { row in
            !row.contains { $0.hasPrefix("_transaction=") && told.contains(number($0)) }
        }.map(renumbered)
        return other
    }

    private var lines: Set<String> {
        Set(tables.flatMap { name, rows in rows.map { "\(name): " + $0.joined(separator: " ") } })
    }

    private static func holdsData(_ table: String) -> Bool {
        !table.hasPrefix("sqlite_") && table != "_modeldata" && table != "_schema"
            // Sync metadata and the edit log contain no data of the user.
            && !table.hasPrefix("_sync") && !table.hasPrefix("_edit")
    }

    private static func check(_ handle: OpaquePointer) throws {
        let integrity = try rows("PRAGMA integrity_check", handle).map { $0.joined() }
        if integrity != ["ok"] { throw TestSupportError("the store is damaged: \(integrity)") }
        let keys = try rows("PRAGMA foreign_key_check", handle).map { $0.joined(separator: " ") }
        if !keys.isEmpty { throw TestSupportError("references lead nowhere: \(keys)") }
    }
}
