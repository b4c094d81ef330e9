import ModelData
import SyncProtocol

/// The local-only fields of a record: its number and the properties that aren't synchronized.
///
/// They are stored when another device's deletion is applied, and restored if that deletion is taken back.
struct LocalOnlyFields {
    /// The column that has a record's number.
    private static let number = "_id"

    private let values: [String: StoredValue]

    /// Whether nothing is stored, as for most records.
    var isEmpty: Bool { values.isEmpty }

    /// Reads the stored fields of a record.
    init(of key: SyncKey, _ database: SQLAccess) throws {
        let rows = try database.rows(
            "SELECT name, value FROM _syncKept WHERE entity = ? AND uuid = ?", .text(key.entity),
            .text(key.id.uuidString))
        values = Dictionary(rows.compactMap { row in row[0].text.map { ($0, row[1]) } }) { $1 }
    }

    /// Returns the record's former number, unless another record uses it by now.
    func freeNumber(_ shape: SyncShape, _ database: SQLAccess) throws -> StoredValue? {
        guard let number = values[Self.number] else { return nil }
        let isTaken =
            try database.rows("SELECT 1 FROM \(shape.table.table) WHERE _id = ?", number).first != nil
        return isTaken ? nil : number
    }

    /// The former value of a property, if it is still valid.
    subscript(column: StoreTable.Column) -> StoredValue? {
        guard column.kind == .value, let value = values[column.name] else { return nil }
        return value == .null ? column.isOptional ? value : nil : column.accepts(value) ? value : nil
    }

    /// Stores the local-only fields of a record before it is deleted.
    ///
    /// - Parameters:
    ///   - number: The record's number.
    ///   - row: The values of all columns of its table.
    static func remember(
        _ number: Int64, _ row: [StoredValue], _ shape: SyncShape, _ database: SQLAccess
    ) throws {
        guard let key = shape.key(of: row) else { return }
        let kept = zip(shape.table.columns, row).filter { column, _ in
            column.kind == .value && !column.isExternal && column.name != shape.identifier.name
                && shape.field(named: column.name) == nil
        }
        for (name, value) in [(Self.number, .integer(number))] + kept.map({ ($0.0.name, $0.1) }) {
            try database.run(
                "INSERT OR REPLACE INTO _syncKept (entity, uuid, name, value) VALUES (?, ?, ?, ?)",
                .text(key.entity), .text(key.id.uuidString), .text(name), value)
        }
    }

    /// Deletes the stored fields of a record.
    static func forget(_ key: SyncKey, _ database: SQLAccess) throws {
        try database.run(
            "DELETE FROM _syncKept WHERE entity = ? AND uuid = ?", .text(key.entity),
            .text(key.id.uuidString))
    }
}
