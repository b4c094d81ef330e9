import Foundation
import ModelData
import ModelDataSQLite

/// Finds values that SQLite can read but that can't be values of their properties. SQLite doesn't detect
/// damage within a long row.
struct UnreadableValues {
    /// An unreadable value.
    struct Value {
        let table: StoreTable
        let record: Int64
        let column: StoreTable.Column
        /// The readable part of a text, or nil.
        let rest: String?
        /// The complete damaged text, if the value is a text.
        let content: String?
    }

    /// The location of a value: the table's name, the record's number, and the column as an SQL identifier.
    struct Place: Hashable {
        let table: String
        let record: Int64
        let column: String
    }

    /// The models' tables.
    let tables: [StoreTable]
    private let fingerprint: String

    init(_ schema: Schema) {
        tables = schema.models.map { StoreTable($0, of: schema.models) }
        fingerprint = SchemaFingerprint.text(of: schema.models, version: schema.version)
    }

    /// Returns whether a store has the schema.
    func isSchema(of store: SQLFile) throws -> Bool {
        let stored = try store.texts("SELECT value FROM _modeldata WHERE key = 'schema'").first
        return stored == fingerprint
    }

    /// Returns descriptions of the unreadable values and changes of a store that is intact for SQLite.
    func problems(of store: SQLFile) throws -> [String] {
        let values = try find(in: store).map(\.description)
        return values + (try UnreadableHistory.transaction(in: store).map { ["history: \($0)"] } ?? [])
    }

    /// Returns the unreadable values of a store; none if it has another schema.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - known: The values that are known to be unreadable, with the readable parts of texts. Default: none.
    ///   - limit: The maximum number of values. Default: no limit.
    func find(in store: SQLFile, known: [Place: String?] = [:], limit: Int = .max) throws -> [Value] {
        guard try isSchema(of: store) else { return [] }
        var values: [Value] = []
        for table in tables where values.count < limit {
            values += try find(in: store, of: table, known, limit: limit - values.count)
        }
        return values
    }

    private func find(
        in store: SQLFile, of table: StoreTable, _ known: [Place: String?], limit: Int
    ) throws -> [Value] {
        let columns = table.columns.enumerated().filter { _, column in
            switch column.kind {
            case .value: !column.isExternal || !known.isEmpty
            // A reference is readable, unless it is known to be missing.
            case .key: !known.isEmpty
            case .order, .none: false
            }
        }
        let rows = "SELECT \(table.selection) FROM \(table.table) WHERE TRUE\(table.andExactly(""))"
        var values: [Value] = []
        try store.forEachRow(rows) { row in
            let record = sqlite3_column_int64(row.handle, 0)
            for (index, column) in columns {
                if !known.isEmpty,
                    let rest = known[Place(table: table.tableName, record: record, column: column.quoted)]
                {
                    let text = rest.map { Self.withoutGaps($0) ?? $0 }
                    values.append(
                        Value(table: table, record: record, column: column, rest: text, content: nil))
                    continue
                }
                if column.kind != .value || column.isExternal { continue }
                let text = Text(row, at: index + 1)
                if text?.rest == nil, column.isReadable(in: row, at: index) { continue }
                values.append(
                    Value(
                        table: table, record: record, column: column, rest: text?.rest,
                        content: text?.content))
            }
            return values.count < limit
        }
        return values
    }

    /// A text in a row.
    private struct Text {
        let content: String
        /// The text without the zeros that an erased page left, or nil if it has none.
        let rest: String?

        init?(_ row: CompiledStatement, at column: Int) {
            guard sqlite3_column_type(row.handle, Int32(column)) == SQLITE_TEXT,
                let text = sqlite3_column_text(row.handle, Int32(column))
            else { return nil }
            let bytes = UnsafeBufferPointer(
                start: text, count: Int(sqlite3_column_bytes(row.handle, Int32(column))))
            rest = UnreadableValues.withoutGaps(bytes)
            content = String(decoding: bytes, as: UTF8.self)
        }
    }

    private static func withoutGaps(_ text: String) -> String? {
        var text = text
        return text.withUTF8 { withoutGaps($0) }
    }

    /// Returns a text without its gaps, or nil if it has none.
    private static func withoutGaps(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        let gaps = gaps(in: bytes)
        if gaps.isEmpty { return nil }
        var rest = Array(bytes)
        for gap in gaps.reversed() { rest.removeSubrange(gap) }
        return String(decoding: rest, as: UTF8.self)
    }

    /// Returns the ranges with missing bytes. A text may contain zeros, but not hundreds in sequence, and not
    /// many at its beginning or end.
    private static func gaps(in bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        guard let base = bytes.baseAddress else { return [] }
        var gaps: [Range<Int>] = []
        var position = 0
        while position < bytes.count, let found = memchr(base + position, 0, bytes.count - position) {
            let start = UnsafeRawPointer(base).distance(to: found)
            let end = bytes[start...].firstIndex { $0 != 0 } ?? bytes.count
            let isAtEnd = start == 0 || end == bytes.count
            // The smallest page has 508 bytes of a long text, the first part of which is in a page of rows.
            if end - start >= (isAtEnd ? 16 : 500) { gaps.append(start..<end) }
            position = end
        }
        return gaps
    }
}

extension UnreadableValues.Value {
    /// The model, the record and the property.
    var description: String { "\(table.name) \(record): \(column.name)" }

    /// The values that can replace the unreadable one, the best first: the readable part of a text, the
    /// default, NULL, and last a value that only keeps the record.
    var replacements: [StoredValue] {
        var values: [StoredValue] = []
        if let rest { values.append(.text(rest)) }
        if let value = column.storedDefault { values.append(value) }
        if column.isOptional { values.append(.null) }
        switch column.type {
        case .text where column.isIdentifier: values.append(.text(UUID().uuidString))
        // If the values must be unique, use the record's number.
        case .text: values += [.text(""), .text("\(record)")]
        case .integer: values += [.integer(0), .integer(-record)]
        case .real: values.append(.real(0))
        case .blob: values.append(.blob(Data()))
        }
        return values.filter { $0 == .null ? column.isOptional : column.accepts($0) }
    }
}

/// Finds changes in the history that SQLite can read but undo can't decode.
enum UnreadableHistory {
    /// Returns the transaction of the first such change; nil if there is none.
    static func transaction(in store: SQLFile) throws -> Int64? {
        let rows =
            "SELECT model, kind, columns, records, count, _transaction FROM _history_change ORDER BY _id"
        // A store without this table or its columns has no history to check.
        guard (try? store.rows(rows + " LIMIT 0")) != nil else { return nil }
        var transaction: Int64?
        try store.forEachRow(rows) { row in
            if RecordedRow(row.values) != nil { return true }
            transaction = row.values.last?.integer
            return false
        }
        return transaction
    }
}
