import Foundation
import TestSupport

@testable import ModelData

/// The tables of a store's models and of the links between their records, read with SQL.
struct StoredTables: Equatable {
    /// A table with its columns and rows.
    struct Table: Equatable {
        let columns: [String]
        let rows: [[StoredValue]]

        /// The values of a column.
        subscript(column: String) -> [StoredValue] {
            columns.firstIndex(of: column).map { index in rows.map { $0[index] } } ?? []
        }
    }

    /// The tables by name.
    let tables: [String: Table]

    init(_ path: String) throws {
        let connection = try StoreConnection(path: path, timeout: 5)
        tables = try connection.perform { connection in
            let names = try connection.rows(
                """
                SELECT name FROM sqlite_schema
                WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite%'
                """, []
            ).compactMap { $0[0].text }
            return try Dictionary(
                uniqueKeysWithValues: names.map { name in
                    let columns = try connection.rows("SELECT name FROM pragma_table_info(?)", [.text(name)])
                        .compactMap { $0[0].text }
                    let list = columns.map { "\"\($0)\"" }.joined(separator: ", ")
                    let rows = try connection.rows("SELECT \(list) FROM \"\(name)\"", [])
                    return (name, Table(columns: columns, rows: rows))
                })
        }
        try connection.close()
    }

    /// Returns the names of the tables that lost a record since an earlier state.
    func lost(since earlier: StoredTables) -> [String] {
        earlier.tables.filter { name, table in
            table["_id"].contains { !(tables[name]?["_id"] ?? []).contains($0) }
        }.map(\.key).sorted()
    }
}

extension Person {
    /// The path of the person's own store.
    var store: String { home.file("home/.local/share/\(program)/\(program).store") }

    /// Copies the person's own store to another file, and returns its path.
    func copyOfStore() throws -> String {
        let copy = home.file("copy.store")
        try? FileManager.default.removeItem(atPath: copy)
        try FileManager.default.copyItem(atPath: store, toPath: copy)
        return copy
    }
}
