import Foundation
import ModelDataSQLite

/// Values that SQLite can read but that can't be valid values of their properties. SQLite doesn't detect
/// damage within a long row.
struct UnreadableValues {
    struct Value {
        let model: String
        /// The table, as SQL has it, and by its name.
        let table: String
        let tableName: String
        let record: Int64
        let column: EntityColumn
        /// What a text has beside what is damaged.
        let rest: String?
        /// The text as it is.
        let content: String?
    }

    /// Where a value is: the table's name, and the column's as SQL has it.
    struct Place: Hashable {
        let table: String
        let record: Int64
        let column: String
    }

    /// The names of the tables whose values are looked at.
    let tables: Set<String>
    private let layouts: [EntityLayout]
    private let fingerprint: String

    init(_ schema: Schema) {
        layouts = schema.entities.map { EntityLayout($0, store: "", entities: schema.entities) }
        tables = Set(layouts.map(\.shape.tableName))
        fingerprint = SchemaFingerprint.text(of: schema.entities, version: schema.version)
    }

    /// Whether a store has the schema.
    func isSchema(of store: SQLFile) throws -> Bool {
        let stored = try store.texts("SELECT value FROM _modeldata WHERE key = 'schema'").first
        return stored.map { SchemaFingerprint.isSame($0, as: fingerprint) } ?? false
    }

    /// What of a store that is whole to SQLite can't be read, in words for those who look after stores.
    func problems(of store: SQLFile) throws -> [String] {
        let values = try find(in: store).map(\.description)
        return values + (try UnreadableHistory.transaction(in: store).map { ["history: \($0)"] } ?? [])
    }

    /// The values of a store; none where it has another schema.
    ///
    /// - Parameters:
    ///   - unknown: those of which it is known already, with what is left of texts.
    ///   - limit: how many are enough.
    func find(
        in store: SQLFile, unknown: [Place: String?] = [:], limit: Int = .max
    ) throws -> [Value] {
        guard try isSchema(of: store) else { return [] }
        var values: [Value] = []
        for layout in layouts where values.count < limit {
            values += try find(in: store, of: layout, unknown, limit: limit - values.count)
        }
        return values
    }

    private func find(
        in store: SQLFile, of layout: EntityLayout, _ unknown: [Place: String?], limit: Int
    ) throws -> [Value] {
        let columns = layout.columns.enumerated().filter { _, column in
            switch column.role {
            case .value: !column.isExternal || !unknown.isEmpty
            // A reference can be missed, and needn't be read.
            case .key: !unknown.isEmpty
            case .order, .withoutColumn: false
            }
        }
        let rows = "SELECT \(layout.selection) FROM \(layout.table) WHERE TRUE\(layout.exactCondition)"
        var values: [Value] = []
        try store.forEachRow(rows) { statement in
            let row = ModelRow(statement: statement.handle)
            for (index, column) in columns {
                var rest: String?
                let known = unknown.isEmpty ? nil : unknown[place(layout, row, column)]
                if let known {
                    rest = known.map { Self.withoutGaps($0) }
                } else {
                    if !column.isValue || column.isExternal { continue }
                    rest = Self.rest(of: statement.handle, at: Int32(index) + 1)
                    if rest == nil, Self.canRead(column.codec, row, index) { continue }
                }
                var content: String?
                if known == nil, case .text(let text) = row.stored(index) { content = text }
                values.append(
                    Value(
                        model: layout.name, table: layout.table, tableName: layout.shape.tableName,
                        record: row.integer(-1), column: column, rest: rest, content: content))
            }
            return values.count < limit
        }
        return values
    }

    private static func canRead<C: ColumnCodec>(_ codec: C.Type, _ row: ModelRow, _ column: Int) -> Bool {
        (try? codec.decode(row, column)) != nil
    }

    /// Returns a text without the zeros that an erased page left, or nil if it has none.
    private static func rest(of statement: OpaquePointer, at column: Int32) -> String? {
        guard sqlite3_column_type(statement, column) == SQLITE_TEXT,
            let text = sqlite3_column_text(statement, column)
        else { return nil }
        let bytes = UnsafeBufferPointer(start: text, count: Int(sqlite3_column_bytes(statement, column)))
        return withoutGaps(bytes)
    }

    private static func withoutGaps(_ text: String) -> String {
        var text = text
        return text.withUTF8 { withoutGaps($0) } ?? text
    }

    /// Returns a text without the zeros, or nil if it has none.
    private static func withoutGaps(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        let gaps = gaps(in: bytes)
        if gaps.isEmpty { return nil }
        var rest = Array(bytes)
        for gap in gaps.reversed() { rest.removeSubrange(gap) }
        return String(decoding: rest, as: UTF8.self)
    }

    private func place(_ layout: EntityLayout, _ row: ModelRow, _ column: EntityColumn) -> Place {
        Place(table: layout.shape.tableName, record: row.integer(-1), column: column.quoted)
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
    /// In words for those who look after stores.
    var description: String { "\(model) \(record): \(column.name)" }

    /// What stands for it from now on, the best first: the rest of a text, what a new object has, nothing, and at last
    /// whatever keeps the record, which is more than one value.
    var replacements: [StoredValue] {
        var values: [StoredValue] = []
        if let rest { values.append(.text(rest)) }
        if let value = try? column.storedDefault { values.append(value) }
        if column.codec.isOptional { values.append(.null) }
        switch column.codec.columnType {
        case .text where column.codec.wrappedType == UUID.self: values.append(.text(UUID().uuidString))
        // Where they have to differ, the number of the record does.
        case .text: values += [.text(""), .text("\(record)")]
        case .integer: values += [.integer(0), .integer(-record)]
        case .real: values.append(.real(0))
        case .blob: values.append(.blob(Data()))
        }
        return values.filter(canBe)
    }

    private func canBe(_ value: StoredValue) -> Bool {
        if value == .null { return column.codec.isOptional }
        return (try? column.codec.value(from: value)) != nil
    }
}
