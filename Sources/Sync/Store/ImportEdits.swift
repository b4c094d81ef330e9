import Foundation
import ModelData

/// What was edited here of a record since the last import or pull.
///
/// ```swift
/// if edits[identifier]?.properties.contains("name") == true { keepTheName() }
/// ```
public struct LocalEdits: Hashable, Sendable {
    /// The properties that an import must not overwrite.
    public var properties: Set<String> = []
    /// Whether the record was deleted here, so that an import must not add it again.
    public var isDeleted = false

    /// Nothing was edited.
    public init() {}
}

/// Tells an import what was edited here, and the store that an import writes.
///
/// An import overwrites what was not edited here, and never what was; whether the record has been sent is another
/// matter.
///
/// ```swift
/// var edits = try ImportEdits(Sight.self, in: context)
/// try context.transaction {
///     try edits?.begin()
///     let kept = try edits?.of(identifiers) ?? [:]
///     // … write what is not in `kept` …
///     try edits?.end()
/// }
/// ```
public struct ImportEdits {
    private let context: ModelContext
    private let shape: SyncShape
    /// The statements that make the triggers again which are out of the way.
    private var triggers: [String] = []

    /// Looks after a model's import.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - context: The context that the import writes with.
    /// - Returns: `nil` where the model isn't ``Synchronizable``, or its store takes no notes of edits.
    /// - Throws: ModelData's errors when the store can't be read.
    public init?(_ model: any PersistentModel.Type, in context: ModelContext) throws {
        guard let type = model as? any Synchronizable.Type,
            let shape = try SyncShapes([type], in: context)[type.storeName],
            try context.withSQLReadAccess(to: type, { try SyncTracking.hasTables($0) })
        else { return nil }
        self.context = context
        self.shape = shape
    }

    /// Says that what is written from now on is an import's. To be called inside an open transaction, before its
    /// first write.
    ///
    /// - Throws: ModelData's errors when the store can't be written.
    public mutating func begin() throws {
        triggers = try context.withSQLAccess(to: shape.type) { database in
            try SyncMode.importing.activate(in: database)
            return try removeIdleTriggers(database)
        }
    }

    /// Says that the import is over; before the transaction is committed. A rollback does the same.
    ///
    /// - Throws: ModelData's errors when the store can't be written.
    public mutating func end() throws {
        try context.withSQLAccess(to: shape.type) { database in
            for trigger in triggers { try database.execute(trigger) }
            try SyncMode.user.activate(in: database)
        }
        triggers = []
    }

    /// Takes the triggers away that an import calls for nothing, and returns what makes them again.
    ///
    /// Of an import, only changes of records are noted that are noted already. Where none is, the triggers do nothing;
    /// but while a table has any, SQLite copies each page before it changes it, for each record anew, which is half of
    /// the time of a large import. The transaction brings them back, whether it ends well or not.
    ///
    /// Where records are known by something else than their UUIDs, an import can change these, which is noted; then the
    /// triggers stay.
    private func removeIdleTriggers(_ database: SQLAccess) throws -> [String] {
        let entity = context.container.schema.entitiesByName[shape.name]
        guard context.isInTransaction,
            entity?.uniquenessConstraints.first == [shape.identifier.name]
        else { return [] }
        if try hasMetadata(of: shape.name.asSQLText, database) { return [] }
        let names = SyncTriggers.calledByImports(of: shape).map(\.asSQLText).joined(separator: ", ")
        let found = try database.rows(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND name IN (\(names))")
        return try found.compactMap { row in
            guard let name = row[0].text, let statement = row[1].text else { return nil }
            try database.execute("DROP TRIGGER \(name.asSQLName)")
            return statement
        }
    }

    /// Returns whether any record of some classes has sync metadata. The names are an SQL list of texts.
    private func hasMetadata(of classes: String, _ database: SQLAccess) throws -> Bool {
        try !database.rows("SELECT 1 FROM _syncRecord WHERE entity IN (\(classes)) LIMIT 1").isEmpty
    }

    /// What was edited here of some records. Records of which nothing was are left out.
    ///
    /// - Parameter ids: The records' UUIDs.
    /// - Returns: The edits by UUID.
    /// - Throws: ModelData's errors when the store can't be read.
    public func of(_ ids: [UUID]) throws -> [UUID: LocalEdits] {
        try context.withSQLReadAccess(to: shape.type) { database in
            // Most stores that much is imported into have few records that were edited here, or none.
            let kinds = shape.table.kindNames.map(\.asSQLText).joined(separator: ", ")
            guard try hasMetadata(of: kinds, database) else { return [:] }
            let list = "[" + ids.map { "\"\($0.uuidString)\"" }.joined(separator: ",") + "]"
            var edits: [UUID: LocalEdits] = [:]
            var undone: Set<UUID> = []
            let rows = try database.rows(
                """
                SELECT r.uuid, r.life, r.edited, f.name, f.edited
                FROM json_each(?) AS j JOIN _syncRecord AS r ON r.entity IN (\(kinds)) AND r.uuid = j.value
                LEFT JOIN _syncField AS f ON f.record = r._id
                """, .text(list))
            for row in rows {
                guard case .text(let text) = row[0], let id = UUID(uuidString: text),
                    case .integer(let causalLength) = row[1]
                else { continue }
                var found = edits[id] ?? LocalEdits()
                if edits[id] == nil, row[2] == .integer(1) {
                    found.properties = Set(shape.table.columns.map(\.name))
                }
                // After undoing an import, the user may import again.
                if row[3].text == UndoDeletion.field { undone.insert(id) }
                found.isDeleted = causalLength % 2 == 0 && !undone.contains(id)
                // A field's own row says more than the record's.
                if case .text(let name) = row[3], name != UndoDeletion.field {
                    if row[4] == .integer(1) {
                        found.properties.insert(name)
                    } else {
                        found.properties.remove(name)
                    }
                }
                edits[id] = found
            }
            return edits.filter { $0.value.isDeleted || !$0.value.properties.isEmpty }
        }
    }
}
