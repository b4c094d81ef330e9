import Foundation
import GRDBSQLite

/// Values that SQLite reads, and that can't be what their properties had: within a long row, damage breaks nothing that
/// SQLite would notice.
struct UnreadableValues {
    struct Value {
        let model: String
        /// The table, as SQL has it, and by its name.
        let table: String
        let tableName: String
        let record: Int64
        let column: ColumnLayout
        /// What a text has beside what is damaged.
        let rest: String?
    }

    private let layouts: [EntityLayout]
    private let fingerprint: String

    init(_ schema: Schema) {
        layouts = schema.entities.map { EntityLayout($0, store: "", entities: schema.entities) }
        fingerprint = SchemaFingerprint.text(of: schema.entities, version: schema.version)
    }

    /// The values of a store; none where it has another schema.
    func find(in store: CareConnection) throws -> [Value] {
        let stored = try store.texts("SELECT value FROM _modeldata WHERE key = 'schema'").first
        guard let stored, SchemaFingerprint.isSame(stored, as: fingerprint) else { return [] }
        return try layouts.flatMap { try find(in: store, of: $0) }
    }

    private func find(in store: CareConnection, of layout: EntityLayout) throws -> [Value] {
        let columns = layout.columns.enumerated().filter {
            $0.element.isValue && $0.element.isStored && !$0.element.isExternal
        }
        let statement = try store.prepare(
            "SELECT \(layout.selection) FROM \(layout.table) WHERE TRUE\(layout.exactCondition)")
        return try store.named {
            var values: [Value] = []
            while try statement.step() {
                let row = ModelRow(statement: statement.handle)
                for (index, column) in columns {
                    let rest = Self.rest(of: statement.handle, at: Int32(index) + 1)
                    if rest == nil, Self.canRead(column.codec, row, index) { continue }
                    values.append(
                        Value(
                            model: layout.name, table: layout.table, tableName: layout.shape.tableName,
                            record: row.integer(-1), column: column, rest: rest))
                }
            }
            return values
        }
    }

    private static func canRead<C: ColumnCodec>(_ codec: C.Type, _ row: ModelRow, _ column: Int) -> Bool {
        (try? codec.decode(row, column)) != nil
    }

    /// What of a text is beside zeros that a page left where it was; nil where there are none.
    private static func rest(of statement: OpaquePointer, at column: Int32) -> String? {
        guard sqlite3_column_type(statement, column) == SQLITE_TEXT,
            let text = sqlite3_column_text(statement, column)
        else { return nil }
        let bytes = UnsafeBufferPointer(start: text, count: Int(sqlite3_column_bytes(statement, column)))
        let gaps = gaps(in: bytes)
        if gaps.isEmpty { return nil }
        var rest = Array(bytes)
        for gap in gaps.reversed() { rest.removeSubrange(gap) }
        return String(decoding: rest, as: UTF8.self)
    }

    /// Where something is missing in a text. A text may have zeros; as many as a part of a page, or so many at one of its
    /// ends, none has by itself.
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
        case .text: values += column.codec.wrappedType == UUID.self ? [.text(UUID().uuidString)] : [.text("")]
        case .integer: values.append(.integer(0))
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
