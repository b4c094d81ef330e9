import Foundation
import ModelData
import SyncProtocol

/// The local-only fields of a record: its number and the properties that aren't synchronized.
///
/// They are held when another device's deletion is applied, and restored if the record is re-created.
struct LocalOnlyFields {
    /// The column with a record's number.
    private static let number = "_id"

    private let values: [String: SyncValue]

    /// Whether nothing is held, as for most records.
    var isEmpty: Bool { values.isEmpty }

    /// Creates the fields from stored values.
    init(_ values: [(String, StoredValue)]) {
        self.values = Dictionary(values.map { ($0, $1.wireValue) }, uniquingKeysWith: { $1 })
    }

    /// Reads the held fields of a record.
    init(of key: SyncKey, _ held: HeldRecords) throws {
        values = try held.version(key, .localOnly)?.record.fields.mapValues(\.value) ?? [:]
    }

    /// Returns the local-only fields of a row.
    ///
    /// - Parameters:
    ///   - number: The record's number.
    ///   - row: The values of all columns of its table.
    init(_ number: Int64, _ row: [StoredValue], _ shape: SyncShape) {
        let columns = zip(shape.table.columns, row).filter { column, _ in
            column.kind == .value && !column.isExternal && column.name != shape.identifier.name
                && shape.field(named: column.name) == nil
        }
        self.init([(Self.number, .integer(number))] + columns.map { ($0.0.name, $0.1) })
    }

    /// Holds the fields until the record is re-created.
    func hold(_ key: SyncKey, _ held: HeldRecords) throws {
        let fields = values.mapValues { SyncField($0, at: .zero) }
        try held.hold(SyncRecord(key, fields: fields), as: .localOnly)
    }

    /// Returns the record's former number, unless another record has it by now.
    func freeNumber(_ shape: SyncShape, _ database: SQLAccess) throws -> StoredValue? {
        guard case .int(let number)? = values[Self.number] else { return nil }
        let isTaken =
            try database.rows("SELECT 1 FROM \(shape.table.table) WHERE _id = ?", .integer(number)).first
            != nil
        return isTaken ? nil : .integer(number)
    }

    /// The former value of a property, if it is still valid.
    subscript(column: StoreTable.Column) -> StoredValue? {
        guard column.kind == .value, let value = values[column.name] else { return nil }
        return column.stored(value)
    }
}
