import Foundation
import ModelData
import SyncProtocol

/// An own edit that another device replaced or deleted without knowledge of it.
///
/// ```swift
/// let models: [any Synchronizable.Type] = [Destination.self, Sight.self]
/// for conflict in try SyncTracking.conflicts(context, models: models) {
///     print(conflict.number, conflict.model, conflict.values.map(\.name))
/// }
/// ```
public struct SyncConflict: Sendable {
    /// A property with both values.
    public struct Value: Sendable {
        /// The property's name.
        public let name: String
        /// The own value.
        public let own: SyncValue
        /// The value that replaced it; `null` if the record was deleted.
        public let other: SyncValue
    }

    /// The number of the conflict, which isn't used again.
    public let number: Int
    /// The model's name.
    public let model: String
    /// The record's UUID.
    public let identifier: UUID
    /// The record's number in this store, or `nil` if it is deleted.
    public let record: Int64?
    /// Whether the other device deleted the record.
    public let isDeleted: Bool
    /// The values, in the order of their names.
    public let values: [Value]
    /// The time at which the conflict was found.
    public let date: Date
}

/// The reason why an own edit can't be brought back.
public enum SyncConflictError: Error, Hashable, Sendable {
    /// There is no conflict with this number.
    case unknown(Int)
    /// The record was deleted later.
    case deleted
    /// Another record has the unique value, or a record that this one belongs to is missing.
    case impossible
}

extension SyncTracking {
    /// Returns the conflicts of a store, the oldest first. A conflict is kept for 90 days.
    ///
    /// - Parameters:
    ///   - context: A context of the store.
    ///   - models: All synchronized models of the store.
    /// - Throws: ModelData's errors if the store can't be read.
    public static func conflicts(
        _ context: ModelContext, models: [any Synchronizable.Type]
    ) throws -> [SyncConflict] {
        guard let first = models.first else { return [] }
        let shapes = try SyncShapes(models, in: context)
        return try context.withSQLReadAccess(to: first) { database in
            guard try database.hasTable("_syncConflict") else { return [] }
            let oldest = Date.now.timeIntervalSinceReferenceDate - ConflictLog.age
            return try database.rows(
                "SELECT \(StoredConflict.columns) FROM _syncConflict WHERE at >= ? ORDER BY _id",
                .real(oldest)
            ).compactMap { row in
                guard let stored = StoredConflict(row), let shape = shapes[stored.own.key.entity] else {
                    return nil
                }
                return try stored.conflict(shape, database)
            }
        }
    }

    /// Writes an own value of a conflict again, as an edit that can be undone, and removes the conflict.
    ///
    /// A deleted record is created again with its values, and so are the records that own it.
    ///
    /// - Parameters:
    ///   - number: The number of the conflict.
    ///   - context: A context of the store without unsaved changes. Its objects don't notice the edit before they merge
    ///     external changes.
    ///   - models: All synchronized models of the store.
    ///   - note: The note of the edit in the history.
    /// - Throws: ``SyncConflictError``, and ModelData's errors if the store can't be written.
    public static func keep(
        conflict number: Int, _ context: ModelContext, models: [any Synchronizable.Type], note: String?
    ) throws {
        let store = try SyncStore(context, models: models)
        try store.writing { database in
            guard
                let row = try database.rows(
                    "SELECT \(StoredConflict.columns) FROM _syncConflict WHERE _id = ?",
                    .integer(Int64(number))
                ).first, let stored = StoredConflict(row), let shape = store.shapes[stored.own.key.entity]
            else { throw SyncConflictError.unknown(number) }
            var applier = ChangeApplier(database: database, shapes: store.shapes)
            if stored.other == nil {
                try applier.recreate(stored.owners.reversed() + [stored.own])
            } else {
                try applier.writeAgain(stored.own, shape)
            }
            try database.run("DELETE FROM _syncConflict WHERE _id = ?", .integer(Int64(number)))
            try database.recordInHistory(applier.changes, note: note)
        }
    }
}

/// A row of the table `_syncConflict`.
private struct StoredConflict {
    static let columns = "_id, at, own, other"

    let number: Int64
    let date: Date
    let own: SyncRecord
    let owners: [SyncRecord]
    let other: SyncRecord?

    init?(_ row: [StoredValue]) {
        guard let number = row[0].integer, case .real(let seconds) = row[1], case .blob(let body) = row[2],
            let stored = try? SyncRequest(decoding: body), let own = stored.records.first,
            // A record that is too large can't be decoded.
            own.key.id == stored.batch
        else { return nil }
        self.number = number
        date = Date(timeIntervalSinceReferenceDate: seconds)
        self.own = own
        owners = Array(stored.records.dropFirst())
        if case .blob(let body) = row[3] { other = try? SyncRecord(decoding: body) } else { other = nil }
    }

    func conflict(_ shape: SyncShape, _ database: SQLAccess) throws -> SyncConflict {
        let record = try database.rows(
            "SELECT _id FROM \(shape.table.table) WHERE \(shape.identifier.quoted) = ?",
            .text(own.key.id.uuidString)
        ).first?.first?.integer
        let values = own.fields.filter { shape.field(named: $0.key)?.column.kind == .value }.sorted {
            $0.key < $1.key
        }
        return SyncConflict(
            number: Int(number), model: own.key.entity, identifier: own.key.id, record: record,
            isDeleted: other == nil,
            values: values.map { name, field in
                .init(name: name, own: field.value, other: other?.fields[name]?.value ?? .null)
            }, date: date)
    }
}

extension ChangeApplier {
    /// Writes values as an edit of the user, which the triggers track.
    fileprivate mutating func writeAgain(_ own: SyncRecord, _ shape: SyncShape) throws {
        guard let number = try number(of: own.key, shape) else { throw SyncConflictError.deleted }
        let values = try incoming(own.fields, shape).values
        let columns = values.map(\.field.column.quoted)
        guard
            let old = try database.rows(
                "SELECT \(columns.joined(separator: ", ")) FROM \(shape.table.table) WHERE _id = ?",
                .integer(number)
            ).first
        else { throw SyncConflictError.deleted }
        let assignments = columns.map { "\($0) = ?" }.joined(separator: ", ")
        let isWritten = try database.attempt(
            "UPDATE \(shape.table.table) SET \(assignments) WHERE _id = ?",
            values.map(\.value) + [.integer(number)])
        guard isWritten else { throw SyncConflictError.impossible }
        changes.update(number, of: shape.name, zip(values, old).map { ($0.field.place, $1) })
    }

    /// Creates deleted records again with their former clocks, so that later changes of others stay.
    ///
    /// - Parameter records: The records, each after its owner. Existing ones are left as they are.
    fileprivate mutating func recreate(_ records: [SyncRecord]) throws {
        try SyncMode.applying.activate(in: database)
        for record in records {
            guard let shape = shapes[record.key.entity] else { continue }
            let local = try find(record.key, shape)
            if local.number != nil { continue }
            var again = record
            again.causalLength = local.causalLength + (local.causalLength % 2 == 0 ? 1 : 2)
            try held.release(record.key, .waiting, .unreadable)
            try apply(again, from: .merged)
            guard try number(of: record.key, shape) != nil else { throw SyncConflictError.impossible }
            try sendAgain(record.key, isWhole: true)
        }
        try SyncMode.user.activate(in: database)
    }
}
