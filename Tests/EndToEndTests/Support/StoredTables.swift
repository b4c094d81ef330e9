import Foundation
import TestSupport

@testable import ModelData

/// The tables of a store's models and of the links between their records, read with SQL.
struct StoredTables: Equatable {
    /// A table with its columns and rows.
    struct Table: Equatable {
        let columns: [String]
        /// The tables that columns refer to, by the names of the columns.
        let references: [String: String]
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
                    let references = try connection.rows(
                        "SELECT \"from\", \"table\" FROM pragma_foreign_key_list(?)", [.text(name)])
                    let list = columns.map { "\"\($0)\"" }.joined(separator: ", ")
                    let rows = try connection.rows("SELECT \(list) FROM \"\(name)\"", [])
                    return (
                        name,
                        Table(
                            columns: columns,
                            references: Dictionary(
                                uniqueKeysWithValues: references.map { ($0[0].text ?? "", $0[1].text ?? "") }),
                            rows: rows)
                    )
                })
        }
        try connection.close()
    }

    /// Returns the records of a table as texts that don't depend on record numbers, sorted. A reference is the record
    /// that it means, and a position is the rank in its list.
    ///
    /// - Parameters:
    ///   - name: The table.
    ///   - columns: The columns.
    ///   - exceptions: Columns such as `Shelf.identifier` that don't identify a record.
    func records(of name: String, _ columns: [String], without exceptions: [String: String]) -> [[String]] {
        guard let table = tables[name] else { return [] }
        return table.rows.indices.map { row in
            columns.map { column in
                let value = table[column][row]
                if let target = table.references[column] {
                    return "\(column): \(record(value, in: target, without: exceptions))"
                }
                guard column.hasPrefix("_"), column.hasSuffix("_order"), value != .null else {
                    return "\(column): \(value)"
                }
                let list = String(column.dropFirst().dropLast(6))
                let owners = table[table.columns.contains(list) ? list : "_" + list]
                let rank = table.rows.indices.count { other in
                    owners[other] == owners[row] && (table[column][other].integer ?? 0) < (value.integer ?? 0)
                }
                return "\(column): \(rank)"
            }
        }.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// Returns what identifies a record: its identifier, its name, or its values.
    private func record(
        _ number: StoredValue, in name: String, without exceptions: [String: String]
    ) -> String {
        guard let table = tables[name], let row = table["_id"].firstIndex(of: number) else { return "none" }
        let column = ["identifier", "key", "name"].first {
            table.columns.contains($0) && exceptions["\(name).\($0)"] == nil
        }
        if let column { return "\(table[column][row])" }
        let values = zip(table.columns, table.rows[row]).filter { column, _ in
            !column.hasPrefix("_") && table.references[column] == nil
                && exceptions["\(name).\(column)"] == nil
        }
        return "\(values.map(\.1))"
    }

    /// Returns the names of the models' tables that lost a record since an earlier state.
    func lost(since earlier: StoredTables) -> [String] {
        earlier.tables.filter { name, table in
            !table.columns.contains("_source")
                && table["_id"].contains { !(tables[name]?["_id"] ?? []).contains($0) }
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
