import ModelData
import SyncProtocol

/// What only this store knows of a record: its number, and the properties that don't travel.
///
/// It is remembered of what was deleted elsewhere, and is so again where that deletion is taken back.
struct KeptHere {
    /// The column that has a record's number.
    private static let number = "_id"

    private let values: [String: StoredValue]

    /// Whether nothing is remembered, as of most records.
    var isEmpty: Bool { values.isEmpty }

    /// What is remembered of a record.
    init(of key: SyncKey, _ door: StoreDoor) throws {
        let rows = try door.rows(
            "SELECT name, value FROM _syncKept WHERE entity = ? AND uuid = ?", .text(key.entity),
            .text(key.id.uuidString))
        values = Dictionary(rows.compactMap { row in row[0].text.map { ($0, row[1]) } }) { $1 }
    }

    /// The number that the record had, unless another one has it by now.
    func freeNumber(_ shape: SyncShape, _ door: StoreDoor) throws -> StoredValue? {
        guard let number = values[Self.number] else { return nil }
        let isTaken = try door.rows("SELECT 1 FROM \(shape.table.table) WHERE _id = ?", number).first != nil
        return isTaken ? nil : number
    }

    /// The value that a property had, where it still can have it.
    subscript(column: StoreTable.Column) -> StoredValue? {
        guard column.kind == .value, let value = values[column.name] else { return nil }
        return value == .null ? column.isOptional ? value : nil : column.accepts(value) ? value : nil
    }

    /// Remembers what is known of a record that is about to go.
    ///
    /// - Parameters:
    ///   - number: The record's number.
    ///   - row: The values of all columns of its table.
    static func remember(
        _ number: Int64, _ row: [StoredValue], _ shape: SyncShape, _ door: StoreDoor
    ) throws {
        guard let key = shape.key(of: row) else { return }
        let kept = zip(shape.table.columns, row).filter { column, _ in
            column.kind == .value && !column.isExternal && column.name != shape.identifier.name
                && shape.field(named: column.name) == nil
        }
        for (name, value) in [(Self.number, .integer(number))] + kept.map({ ($0.0.name, $0.1) }) {
            try door.run(
                "INSERT OR REPLACE INTO _syncKept (entity, uuid, name, value) VALUES (?, ?, ?, ?)",
                .text(key.entity), .text(key.id.uuidString), .text(name), value)
        }
    }

    /// Remembers nothing more of a record.
    static func forget(_ key: SyncKey, _ door: StoreDoor) throws {
        try door.run(
            "DELETE FROM _syncKept WHERE entity = ? AND uuid = ?", .text(key.entity),
            .text(key.id.uuidString))
    }
}
